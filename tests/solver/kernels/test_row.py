"""Rows and moves within them, against the plain rules."""

import random

import numpy as np
import pytest
from arrangements import push_together, spread
from hypothesis import given
from hypothesis import strategies as st

from merels._jit import kernel
from merels.board.board import (
    FULL,
    MOST_LINES,
    MOST_POINTS,
    NEIGHBOURS,
    SYMMETRIES,
    THREE_SQUARES,
    mask_of,
    points_of,
    transform,
)
from merels.board.index.ranking import board_tables, image_of, rank, subsets
from merels.board.index.slots import locate, table_index
from merels.rules.generator import generate_steps, men_in_mills, stand_after
from merels.rules.variant import Variant
from merels.solver.kernels import row as kernels
from merels.solver.kernels.row import (
    CHOICE,
    LOW,
    MOST_MOVES,
    MOST_PENDING,
    SYMMETRIC,
    build_board,
    build_runs,
    list_mills,
    men_on,
    new_row,
    next_rank,
    orbit_of,
    pack_places,
    pairs_and_lines,
    prepare_row,
    rank_at,
)

BOARD = build_board()


@kernel
def look_up_links(mask, board):
    """Return the pairs that men hold one point of, and the men in mills."""
    pairs, lines = pairs_and_lines(mask, board)
    return pairs, men_on(lines, board.mills)


def random_men(chance, free=FULL, men=None):
    count = chance.randint(3, 9) if men is None else men
    return mask_of(chance.sample(list(points_of(free)), count))


@pytest.fixture(params=range(20))
def chance(request):
    return random.Random(request.param)


@pytest.fixture
def fixed(chance):
    """The men that stay."""
    return random_men(chance)


@pytest.fixture
def free(fixed):
    return FULL & ~fixed


@pytest.fixture
def row(fixed):
    row = new_row()
    for array in (row.lines, row.images, row.pairs, row.steps, row.pending, *row.captures):
        array.fill(-1)  # whatever the last row left
    prepare_row(fixed, BOARD, row)
    return row


@pytest.fixture
def men(chance, free):
    return random_men(chance, free)


def steps_by_rules(men, fixed, moved, *, flying):
    """Return the men after each move of one of ``moved``, mills or not."""
    return sorted(
        stand_after(men, origin, target)
        for origin, target in generate_steps(men, fixed, 0, Variant(flying))
        if moved >> origin & 1
    )


def test_every_pair_of_neighbours_is_there_once():
    pairs = {1 << p | 1 << q for p in range(24) for q in points_of(NEIGHBOURS[p])}
    assert sorted(BOARD.pairs.tolist()) == sorted(pairs)
    assert BOARD.mills.tolist() == list(THREE_SQUARES.mills)


def test_a_row_has_the_mills_and_pairs_that_are_free(row, fixed, free):
    lines = row.lines[: row.lines[MOST_LINES]].tolist()
    assert lines == [push_together(mill, free) for mill in THREE_SQUARES.mills if mill & fixed == 0]
    assert row.images.tolist() == [transform(fixed, symmetry) for symmetry in SYMMETRIES]
    numbers = [number for number, pair in enumerate(BOARD.pairs) if pair & fixed == 0]
    assert row.pairs[64] == mask_of(numbers)
    for number in numbers:
        assert row.pairs[number] == push_together(int(BOARD.pairs[number]), free)


@given(st.integers(0, FULL))
def test_pairs_with_one_man_and_men_in_mills(mask):
    pairs, in_mills = look_up_links(mask, BOARD)
    for number, pair in enumerate(BOARD.pairs.tolist()):
        assert pairs >> number & 1 == ((mask & pair).bit_count() == 1)
    assert in_mills == men_in_mills(mask, THREE_SQUARES)


def test_men_in_mills_are_those_of_the_rules(chance):
    for _ in range(20):
        men = random_men(chance) | chance.choice(THREE_SQUARES.mills)
        assert look_up_links(men, BOARD)[1] == men_in_mills(men, THREE_SQUARES)


def test_steps_are_those_of_the_rules(row, chance, fixed, free, men):
    for moved in (men, men & chance.getrandbits(24), 0):
        touched = look_up_links(men, BOARD)[0] & look_up_links(men & moved, BOARD)[0]
        touched &= int(row.pairs[64])
        count = kernels.write_steps(
            push_together(men, free), touched, row.pairs, BOARD.all_pairs, row.steps
        )
        found = sorted(spread(int(step), free) for step in row.steps[:count])
        assert found == steps_by_rules(men, fixed, moved, flying=False)


def test_flights_are_those_of_the_rules(row, chance, fixed, free):
    men = random_men(chance, free, 3)
    places = push_together(free & ~men, free)
    for moved in (men, men & chance.getrandbits(24), 0):
        arranged = push_together(men, free), push_together(moved, free)
        count = kernels.write_flights(*arranged, places, row.steps)
        found = sorted(spread(int(step), free) for step in row.steps[:count])
        assert found == steps_by_rules(men, fixed, moved, flying=True)


def test_no_position_has_more_moves_than_there_is_room_for():
    row = new_row()
    # The loops are unrolled, and write up to three entries too many.
    assert len(row.steps) >= MOST_MOVES + 3
    assert len(row.pending) >= MOST_PENDING + MOST_MOVES + 3
    assert MOST_MOVES >= 3 * (MOST_POINTS - 3)
    assert len(BOARD.pairs) <= MOST_MOVES


def test_byte_tables_hold_the_image_of_every_arrangement(chance):
    images = [chance.getrandbits(24) for _ in range(24)]
    table = np.zeros(768, dtype=np.int64)
    for bit, image in enumerate(images):
        kernels.spread(table, bit, image)
    for _ in range(50):
        men = chance.getrandbits(24)
        expected = 0
        for bit in points_of(men):
            expected |= images[bit]
        assert kernels.look_up(table, men) == expected


# Carrying over: the slot of a position, found from the men at rest.


@kernel
def carry(packed, rest, stabilizers, images, tables):
    """Return the orbit and the smallest rank."""
    for symmetry in range(16):
        images[symmetry] = image_of(rest, symmetry, tables)
    orbit, smallest = orbit_of(packed), rank_at(packed, images, tables)
    others = stabilizers[orbit] & ~1
    while others:
        smallest = min(smallest, next_rank(others, packed, images, tables))
        others &= others - 1
    return orbit, smallest


@pytest.mark.parametrize(("own", "enemy"), [(3, 3), (4, 5), (9, 3)])
def test_positions_get_to_their_place(own, enemy):
    chance, orbits, tables = random.Random(0), table_index(own, enemy).orbits, board_tables()
    places = pack_places(own)
    for men in chance.sample(subsets(24, own).tolist(), 300):
        free = [point for point in range(24) if not men >> point & 1]
        rest = sum(1 << point for point in chance.sample(free, enemy))
        packed = int(places[rank(men)])
        found = carry(packed, rest, orbits.stabilizers, np.zeros(16, np.int64), tables)
        expected = locate(
            men, rest, tables, orbits.representatives, orbits.stabilizers, orbits.places
        )
        assert found == expected
        assert packed & FULL == FULL & ~int(orbits.representatives[found[0]])
        assert (packed & SYMMETRIC != 0) == (orbits.stabilizers[found[0]] != 1)


# Runs: what holds for the lowest points, against one arrangement after the other.

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
