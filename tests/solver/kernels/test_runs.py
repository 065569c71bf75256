"""Runs: what holds for the lowest points, against one arrangement after the other."""

import numpy as np
import pytest

from merels.board.board import MOST_LINES
from merels.board.index.ranking import board_tables, rank, subsets
from merels.solver.kernels.row import build_board, new_row, prepare_row
from merels.solver.kernels.runs import CHOICE, LOW, build_runs, list_mills

RUNS = build_runs()


def arrangements_of(men):
    first = RUNS.starts[men]
    return RUNS.masks[first : first + RUNS.lengths[men]].tolist()


@pytest.mark.parametrize("men", range(LOW + 1))
def test_arrangements_of_a_run_are_in_the_order_of_their_ranks(men):
    assert arrangements_of(men) == subsets(LOW, men).tolist()


@pytest.mark.parametrize("men", range(LOW + 1))
def test_which_arrangements_contain_a_set(men):
    for contained in (0, 1, 0b101, 0b11100000):
        words = [int(word) & (1 << 64) - 1 for word in RUNS.having[contained, men]]
        bits = words[0] | words[1] << 64
        expected = [mask & contained == contained for mask in arrangements_of(men)]
        assert [bool(bits >> i & 1) for i in range(128)] == expected + [False] * (
            128 - len(expected)
        )


@pytest.mark.parametrize("men", range(LOW))
def test_placings_lead_to_every_free_point(men):
    for number, mask in enumerate(arrangements_of(men), start=int(RUNS.starts[men])):
        free = [point for point in range(LOW) if not mask >> point & 1]
        expected = {CHOICE * point + rank(mask | 1 << point) for point in free}
        assert set(RUNS.after[number].tolist()) == expected
        enough = 8 if men < LOW // 2 else 4
        assert set(RUNS.after[number, :enough].tolist()) == expected


@pytest.mark.parametrize("fixed", [0b111, 0o41020401, 0b111111111])
@pytest.mark.parametrize("men", [3, 5, 9])
def test_arrangements_with_a_mill(fixed, men):
    row = new_row()
    prepare_row(fixed, build_board(), row)
    lines = row.lines[: row.lines[MOST_LINES]]
    points = 24 - fixed.bit_count()
    arrangements = subsets(points, men)
    closed, numbers = (np.zeros(len(arrangements), np.int32) for _ in range(2))
    count = list_mills(points, men, row.lines, RUNS, board_tables(), closed, numbers)
    expected = np.flatnonzero([any(mask & line == line for line in lines) for mask in arrangements])
    assert numbers[:count].tolist() == expected.tolist()
    assert closed[:count].tolist() == arrangements[expected].tolist()
