"""The small questions that the reference generator answers."""

import pytest
from arrange import men
from hypothesis import given
from random_games import positions

from merels.board.board import THREE_SQUARES as BOARD
from merels.board.board import mask_of
from merels.rules import generator
from merels.rules.variant import Flying


@pytest.mark.parametrize("line", BOARD.lines)
def test_three_on_a_line_are_a_mill(line):
    mill = mask_of(line)
    assert generator.men_in_mills(mill, BOARD) == mill
    for point in line:
        assert generator.in_mill(mill, point, BOARD)
        assert not generator.in_mill(mill & ~(1 << point), point, BOARD)
        assert generator.men_in_mills(mill & ~(1 << point), BOARD) == 0


def test_a_point_beside_a_mill_is_not_in_it():
    standing = men("a7 d7 g7 d6")
    assert not generator.in_mill(standing, 9, BOARD)
    assert generator.men_in_mills(standing, BOARD) == men("a7 d7 g7")


def test_mills_do_not_cross_the_centre():
    """The row of a4 has six points: d4 is a gap, and b4-c4-e4 is not a line."""
    assert generator.men_in_mills(men("b4 c4 e4"), BOARD) == 0
    assert generator.men_in_mills(men("d6 d5 d3"), BOARD) == 0


@pytest.mark.parametrize(
    ("enemy", "removable"),
    [
        ("a1 b2", "a1 b2"),
        ("a7 d7 g7 d6", "d6"),
        ("a7 d7 g7", "a7 d7 g7"),
        ("a7 d7 g7 g4 g1", "a7 d7 g7 g4 g1"),
        ("", ""),
    ],
)
def test_removable(enemy, removable):
    assert generator.removable(men(enemy), BOARD) == men(removable)


@pytest.mark.parametrize(
    ("own", "in_hand", "flying", "expected"),
    [
        ("a7 d6 g1", 0, Flying.THREE_ON_BOARD, True),
        ("a7 d6 g1", 1, Flying.THREE_ON_BOARD, False),
        ("a7 d6", 1, Flying.THREE_ON_BOARD, False),
        ("a7 d6 g1", 0, Flying.NEVER, False),
        ("a7 d6 g1 g4", 0, Flying.THREE_ON_BOARD, False),
        ("a7 d6", 0, Flying.THREE_ON_BOARD, False),
        ("a7 d6 g1", 0, Flying.THREE_IN_ALL, True),
        ("a7 d6", 1, Flying.THREE_IN_ALL, True),
        ("a7 d6 g1", 1, Flying.THREE_IN_ALL, False),
    ],
)
def test_may_fly(own, in_hand, flying, expected):
    assert generator.may_fly(men(own), in_hand, flying) == expected


@pytest.mark.parametrize(("own", "in_hand", "expected"), [("a7 d6", 0, True), ("a7 d6", 1, False)])
def test_has_too_few(own, in_hand, expected):
    assert generator.has_too_few(men(own), in_hand) == expected


@given(positions())
def test_has_turn_says_whether_a_turn_is_generated(position):
    hands = position.in_hand(position.turn), position.in_hand(position.turn.other)
    seen = position.own, position.enemy, *hands, position.variant
    assert generator.has_turn(*seen) == any(True for _ in generator.generate_turns(*seen))
