from __future__ import annotations

import pytest

from merels import Move
from merels.cli.console.coordinates import ALGEBRAIC, CONSOLE, COORDINATES, Coordinates

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
