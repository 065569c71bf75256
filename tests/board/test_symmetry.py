"""Symmetries: 16 keep neighbours and mills, 48 keep mills."""

from itertools import permutations

import pytest
from symmetries import FLYING_SYMMETRIES, inverse

from merels.board.board import Board
from merels.board.boards import BOARDS, FULL, MILLS, NEIGHBOURS, POINTS
from merels.board.masks import mask_of
from merels.board.symmetry import SYMMETRIES, transform

IDENTITY = tuple(range(24))
QUARTER_TURN = (2, 3, 4, 5, 6, 7, 0, 1)
MIRROR = (2, 1, 0, 7, 6, 5, 4, 3)


def on_every_square(images):
    return tuple(first + image for first in (0, 8, 16) for image in images)


def keeps_neighbours(symmetry):
    return all(transform(NEIGHBOURS[p], symmetry) == NEIGHBOURS[symmetry[p]] for p in POINTS)


def keeps_mills(symmetry):
    return {transform(mill, symmetry) for mill in MILLS} == set(MILLS)


def compose(first, then):
    return tuple(then[image] for image in first)


@pytest.mark.parametrize(("group", "order"), [(SYMMETRIES, 16), (FLYING_SYMMETRIES, 48)])
def test_they_form_a_group(group, order):
    members = set(group)
    assert len(group) == len(members) == order
    assert group[0] == IDENTITY
    assert all(sorted(symmetry) == list(POINTS) for symmetry in group)
    assert {compose(a, b) for a in group for b in group} == members
    assert all(compose(a, inverse(a)) == IDENTITY for a in group)


def test_16_keep_neighbours_and_mills():
    assert all(keeps_neighbours(symmetry) and keeps_mills(symmetry) for symmetry in SYMMETRIES)


def test_48_keep_mills_and_only_16_of_them_neighbours():
    assert all(keeps_mills(symmetry) for symmetry in FLYING_SYMMETRIES)
    assert {s for s in FLYING_SYMMETRIES if keeps_neighbours(s)} == set(SYMMETRIES)


def test_turn_mirror_and_exchange_are_among_them():
    exchange = (*range(16, 24), *range(8, 16), *range(8))
    assert on_every_square(QUARTER_TURN) in SYMMETRIES
    assert on_every_square(MIRROR) in SYMMETRIES
    assert exchange in SYMMETRIES
    middle_with_outer = (*range(8, 16), *range(8), *range(16, 24))
    assert middle_with_outer in FLYING_SYMMETRIES
    assert middle_with_outer not in SYMMETRIES


def test_transform_moves_every_point():
    quarter_turn = on_every_square(QUARTER_TURN)
    assert transform(0, quarter_turn) == 0
    assert transform(FULL, quarter_turn) == FULL
    assert transform(mask_of([0, 9, 23]), quarter_turn) == mask_of([2, 11, 17])


def all_symmetries_slowly(board):
    """Try every permutation of a small board's points."""
    edges = {frozenset(step) for step in board.steps}
    mills = {frozenset(line) for line in board.lines}
    return {
        images
        for images in permutations(board.points)
        if {frozenset(images[p] for p in edge) for edge in edges} == edges
        and {frozenset(images[p] for p in mill) for mill in mills} == mills
    }


def test_they_are_all_there_is():
    small = Board("a2 b2 c2 a1 b1 c1 d1", ["a2 b2 c2", "a1 b1 c1"], edges=["b2 b1"])
    assert set(small.symmetries) == all_symmetries_slowly(small)
    # The point d1 is alone; each line turns around its middle, and the lines change places.
    assert len(small.symmetries) == 8


@pytest.mark.parametrize("name", BOARDS)
def test_a_group_that_keeps_each_board(name):
    board = BOARDS[name]
    members = set(board.symmetries)
    assert board.symmetries[0] == tuple(board.points)
    assert {compose(a, b) for a in members for b in members} == members
    for symmetry in members:
        assert {transform(mill, symmetry) for mill in board.mills} == set(board.mills)
        for point in board.points:
            image = transform(board.neighbours[point], symmetry)
            assert image == board.neighbours[symmetry[point]]


def test_the_identity_alone_where_there_are_too_many_to_list():
    columns = "abcdefg"
    points = " ".join(f"{column}{row}" for row in (3, 2, 1) for column in columns)
    rows = [f"{column}3 {column}2 {column}1" for column in columns]
    assert Board(points, rows).symmetries == (tuple(range(21)),)
    assert Board(points, rows[:1]).symmetries == (tuple(range(21)),)
