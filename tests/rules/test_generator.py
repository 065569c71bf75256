"""The small questions that the reference generator answers."""

import pytest
from arrange import men
from hypothesis import given
from random_games import positions

from merels.board.geometry import LINES, mask_of
from merels.rules import generator


@pytest.mark.parametrize("line", LINES)
def test_three_on_a_line_are_a_mill(line):
    mill = mask_of(line)
    assert generator.men_in_mills(mill) == mill
    for point in line:
        assert generator.in_mill(mill, point)
        assert not generator.in_mill(mill & ~(1 << point), point)
        assert generator.men_in_mills(mill & ~(1 << point)) == 0


def test_a_point_beside_a_mill_is_not_in_it():
    standing = men("a7 d7 g7 d6")
    assert not generator.in_mill(standing, 9)
    assert generator.men_in_mills(standing) == men("a7 d7 g7")


def test_mills_do_not_cross_the_centre():
    """The row of a4 has six points: d4 is a gap, and b4-c4-e4 is not a line."""
    assert generator.men_in_mills(men("b4 c4 e4")) == 0
    assert generator.men_in_mills(men("d6 d5 d3")) == 0


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
    assert generator.removable(men(enemy)) == men(removable)


@pytest.mark.parametrize(
    ("own", "in_hand", "flying", "expected"),
    [
        ("a7 d6 g1", 0, True, True),
        ("a7 d6 g1", 1, True, False),
        ("a7 d6 g1", 0, False, False),
        ("a7 d6 g1 g4", 0, True, False),
        ("a7 d6", 0, True, False),
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
    seen = position.own, position.enemy, *hands, position.variant.flying
    assert generator.has_turn(*seen) == any(True for _ in generator.generate_turns(*seen))
