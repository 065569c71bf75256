"""A move is legal if and only if the generator yields it; every other move gets a reason."""

import pytest
from hypothesis import given, settings
from random_games import positions

from merels import IllegalMoveError, Move, Position, variant
from merels.board.names import CONSOLE_NAMES
from merels.rules.legal import explain_illegal

POINTS = (None, *range(24))
EVERY_MOVE = [
    Move(origin, target, captured)
    for origin in POINTS
    for target in POINTS
    for captured in POINTS
    if target is not None or (origin is None and captured is not None)
]


@settings(max_examples=30)
@given(positions())
def test_membership_agrees_with_the_generator(position):
    """All 15,024 moves that can be written, in each position."""
    legal = set(position.legal_moves)
    assert len(legal) == len(position.legal_moves)
    assert bool(legal) == bool(position.legal_moves)
    for move in EVERY_MOVE:
        assert (explain_illegal(position, move) is None) == (move in legal), move


def test_every_move_that_can_be_written():
    assert len(EVERY_MOVE) == 25 * 24 * 25 + 24 == 15_024


def test_each_interface_uses_its_own_coordinates():
    position = Position(white=0b1111, black=0b11110000)
    move = Move(origin=0, target=7)
    assert explain_illegal(position, move) == "a4 is occupied"
    assert explain_illegal(position, move, CONSOLE_NAMES) == "A4 is occupied"
    move = Move(origin=0, target=23)
    assert explain_illegal(position, move) == "a7 and c4 are not adjacent"
    assert explain_illegal(position, move, CONSOLE_NAMES) == "A1 and C4 are not adjacent"


def test_points_that_a_board_does_not_have():
    start = Position.start(variant("six"))
    assert Move(None, 20) not in start.legal_moves
    assert explain_illegal(start, Move(None, 20)) == "it is a move on another board"
    with pytest.raises(IllegalMoveError, match="another board"):
        start.play(Move(None, 3, 20))
