from __future__ import annotations

import pytest
from own_variant import CROSSES

from merels import VARIANTS, Move, Variant
from merels.board.board import Board
from merels.cli.shared.coordinates import ALGEBRAIC, CONSOLE, COORDINATES, Coordinates

MOVES = [Move(None, 0), Move(None, 13, 2), Move(6, 7), Move(6, 7, 2), Move(None, None, 2)]


@pytest.mark.parametrize("coordinates", COORDINATES.values(), ids=COORDINATES)
@pytest.mark.parametrize("move", MOVES, ids=str)
def test_moves_can_be_typed_as_they_are_shown(coordinates: Coordinates, move: Move):
    typed = coordinates.format(move).replace("-", "")
    for text in (typed, typed.upper(), typed.lower()):
        assert coordinates.parse(text) == move


def test_edges_of_the_board():
    assert (CONSOLE.letters, CONSOLE.digits) == ("ABCDEFG", "1234567")
    assert (ALGEBRAIC.letters, ALGEBRAIC.digits) == ("abcdefg", "7654321")


@pytest.mark.parametrize("coordinates", COORDINATES.values(), ids=COORDINATES)
def test_examples_are_moves(coordinates: Coordinates):
    assert coordinates.parse(coordinates.placing).origin is None
    moving = coordinates.parse(f"{coordinates.moving.replace('-', '')}x{coordinates.captured}")
    assert None not in (moving.origin, moving.target, moving.captured)


BOARDS = pytest.mark.parametrize("rules", [*VARIANTS.values(), CROSSES], ids=lambda v: v.name)


@BOARDS
@pytest.mark.parametrize("coordinates", COORDINATES.values(), ids=COORDINATES)
def test_every_board_has_its_own_names_and_examples(coordinates: Coordinates, rules: Variant):
    here = coordinates.on(rules.board)
    assert here.parse(here.placing).target in rules.board.points
    moved = here.parse(here.moving.replace("-", ""))
    assert moved.origin is not None
    assert moved.target is not None
    assert rules.board.neighbours[moved.origin] >> moved.target & 1
    assert here.parse(f"x{here.captured}").captured in rules.board.points
    assert here.format(moved) == here.moving
    for point in rules.board.points:
        assert here.parse(here.format(Move(None, point, board=rules.board))).target == point


def test_the_examples_of_nine_mens_board():
    assert (CONSOLE.placing, CONSOLE.moving, CONSOLE.captured) == ("D6", "A1A4", "G7")
    assert (ALGEBRAIC.placing, ALGEBRAIC.moving, ALGEBRAIC.captured) == ("d6", "a1-a4", "g7")


def test_a_row_or_column_without_points_has_no_name():
    board = Board("a1 c1 c3 a3 d3 d1", lines=["a1 c1 d1", "a3 c3 d3"])
    assert (CONSOLE.on(board).letters, CONSOLE.on(board).digits) == ("A CD", "1 3")
    assert (ALGEBRAIC.on(board).letters, ALGEBRAIC.on(board).digits) == ("a cd", "3 1")
