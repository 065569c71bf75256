"""Sides: the position as the mover sees it."""

from hypothesis import given
from random_games import positions

from merels.rules.sides import Sides


@given(positions())
def test_the_sides_are_those_of_the_mover(position):
    own, enemy = position.turn, position.turn.other
    assert position.sides == (
        position.mask(own),
        position.mask(enemy),
        position.in_hand(own),
        position.in_hand(enemy),
    )
    assert position.sides.swapped.swapped == position.sides
    assert position.sides.swapped[:2] == (position.enemy, position.own)
    if not position.removing:
        for move in position.legal_moves:
            turn = (move.origin, move.target, move.captured)
            assert position.sides.after(turn) == position.successor(move).sides


def test_a_capture_alone_leaves_the_own_men_where_they_are():
    assert Sides(0b111, 0b11000, 0, 2).after((None, None, 3)) == (0b10000, 0b111, 2, 0)
