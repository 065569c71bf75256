"""Comparing placings: the best one of every position in a row, against the plain rules."""

from __future__ import annotations

import random

import numpy as np
import pytest
from arrangements import push_together, spread
from placings import load_placing
from rules_oracle import random_tables, value_by_rules

from merels import Value, Variant
from merels.board.boards import FULL, MILLS
from merels.board.masks import points_of
from merels.solver.kernels.comparing import (
    NEVER,
    closing_men,
    find_partners,
    new_comparison,
    rate_row,
)
from merels.solver.kernels.row import build_board, new_row, prepare_row
from merels.solver.kernels.runs import LOW, LOW_POINTS
from merels.solver.kernels.width import NARROW
from merels.values.layout.key import TableKey

TABLES = [
    TableKey(0, 0, 9, 9),
    TableKey(1, 2, 8, 7),
    TableKey(3, 3, 6, 6),
    TableKey(4, 5, 3, 2),
    TableKey(8, 3, 1, 1),
    TableKey(2, 3, 1, 0, Variant(men=3)),
]


@pytest.mark.parametrize("key", TABLES, ids=lambda key: key.name)
def test_every_position_of_a_row_gets_its_best_placing(key: TableKey):
    tables = random_tables(key.successors)
    placing, chance = load_placing(key, tables), random.Random(1)
    row, work = new_row(), new_comparison(placing)
    representatives, size = placing.quiet.representatives, len(placing.before)
    for block in {0, len(representatives) - 1, chance.randrange(len(representatives))}:
        rate_row(block, placing, build_board(), row, work)
        enemy = int(representatives[block])
        for number in chance.sample(range(size), min(size, 100)):
            own = spread(int(placing.before[number]), FULL & ~enemy)
            score = int(NARROW.scores_before[work.best[number]])
            expected = value_by_rules(key.position(own, enemy), tables)
            assert Value.from_score(score) == expected


def test_a_row_leaves_nothing_to_the_next():
    key = TableKey(4, 3, 5, 5)
    placing = load_placing(key, random_tables(key.successors))
    rows = []
    for blocks in ([6], [9, 5, 6]):
        row, work = new_row(), new_comparison(placing)
        for block in blocks:
            rate_row(block, placing, build_board(), row, work)
        rows.append(work.best[: len(placing.before)])
    assert np.array_equal(*rows)


@pytest.mark.parametrize("fixed", [0, 0b111, 0o41020401, 0b111111111])
def test_partners_are_the_rest_of_a_mill(fixed: int):
    row, partners = new_row(), np.zeros(48, np.int64)
    prepare_row(fixed, build_board(), row)
    find_partners(row.lines, partners, 0, np.zeros(0, np.int64))
    free = FULL & ~fixed
    for place, point in enumerate(points_of(free)):
        mills = [mill for mill in MILLS if mill >> point & 1 and mill & fixed == 0]
        expected = [push_together(mill & ~(1 << point), free) for mill in mills]
        found = partners[2 * place : 2 * place + 2].tolist()
        assert found == expected + [NEVER] * (2 - len(expected))


@pytest.mark.parametrize("partners", [0b11, 0b101 << LOW, 1 << LOW | 1, NEVER])
def test_men_that_close_a_mill(partners: int):
    for high in range(8):
        mask, needed = closing_men(partners, high)
        for low in range(LOW_POINTS + 1):
            closes = partners & ~(high << LOW | low) == 0
            assert (low & mask == needed) == closes
