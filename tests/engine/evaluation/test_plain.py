"""The static value: symmetric, antisymmetric, and made of the data file's weights."""

import dataclasses

import pytest
from hypothesis import given
from random_games import play_randomly, positions

from merels import Position, Variant
from merels.board.board import SYMMETRIES, mask_of, parse_console_point
from merels.engine.evaluation.plain import NUMBERS, Weights, evaluate
from merels.rules.outcome import position_outcome
from merels.rules.position import WHITE

LEVEL = NUMBERS["hard"]
SIGNS = [field.name for field in dataclasses.fields(Weights)]


def men(names):
    return mask_of(parse_console_point(name) for name in names.split())


def value(position, level=LEVEL):
    return evaluate(*position.sides, position.variant, level)


def value_for_white(position):
    return value(position) if position.turn is WHITE else -value(position)


def only(**weights):
    """Return a level in which all weights but those given are 0."""
    chosen = Weights(**(dict.fromkeys(SIGNS, 0) | weights))
    return dataclasses.replace(LEVEL, placing=chosen, moving=chosen, flying=chosen)


@given(positions())
def test_symmetric_positions_have_the_same_value(position):
    assert {value(position.transform(symmetry)) for symmetry in SYMMETRIES} == {value(position)}


@given(positions())
def test_exchanging_the_colours_negates(position):
    assert value_for_white(position.swap_colors()) == -value_for_white(position)


@given(positions())
def test_a_finished_game_and_no_other_is_worth_a_win(position):
    outcome = None if position.removing else position_outcome(position)
    if outcome is not None:
        sign = 1 if outcome.winner is position.turn else -1
        assert value(position) == sign * LEVEL.win
    elif not position.removing:
        assert abs(value(position)) < LEVEL.win // 2


@pytest.mark.parametrize("phase", ["placing", "moving", "flying"])
@pytest.mark.parametrize("sign", SIGNS)
def test_every_weight_of_the_file_counts(phase, sign):
    weights = getattr(LEVEL, phase)
    changed = dataclasses.replace(weights, **{sign: getattr(weights, sign) + 1000})
    level = dataclasses.replace(LEVEL, **{phase: changed})
    course = [p for seed in range(12) for p in play_randomly(seed, 300).positions]
    assert any(value(position) != value(position, level) for position in course)


# White: a mill A1 D1 G1, a two A1 A4, and a man on B2; Black: four men apart.
EXAMPLE = Position(white=men("A1 D1 G1 A4 B2"), black=men("G7 F6 D5 C4"))


@pytest.mark.parametrize(
    ("sign", "expected"),
    [
        ("men", 5 - 4),
        ("mills", 1 - 0),
        ("twos", 1 - 0),  # A7, with A1 and A4
        ("steps", 6 - 10),
        ("blocked", 1 - 0),
        ("double", 0),
        ("strike", 0),
        ("threat", 0),
        ("unstoppable", 0),
    ],
)
def test_signs_count_own_less_enemy(sign, expected):
    counted = value(EXAMPLE, only(**{sign: 1}))
    assert counted == (-expected if sign == "blocked" else expected)


def test_strike_is_for_the_side_to_move():
    # White can close at D1 from D2; so can Black at D7 from D6.
    position = Position(white=men("A1 G1 D2"), black=men("A7 G7 D6 E4"), variant=Variant(False))
    assert value(position, only(strike=7)) == 7
    assert value(position, only(threat=5)) == -5


def test_two_enemy_closings_cannot_both_be_stopped():
    position = Position(white=men("C3 E3 C5 E5"), black=men("A1 G1 D2 A7 G7 D6"))
    assert value(position, only(unstoppable=3)) == -3


def test_an_enemy_closing_out_of_reach_cannot_be_stopped():
    # Black closes at D1 from D2, and no white man stands beside D1.
    far = Position(white=men("E5 C5 B6 A4"), black=men("A1 G1 D2 F4"))
    assert value(far, only(unstoppable=3)) == -3
    # Black closes at D2 from D1, unless the man on D3 goes there.
    beside = Position(white=men("E5 C5 D3 A4"), black=men("B2 F2 D1 F4"))
    assert value(beside, only(threat=2)) == -2
    assert value(beside, only(unstoppable=3)) == 0


def test_a_double_mill_counts_once():
    # D1 goes from the mill A1 D1 G1 to D2, closing B2 D2 F2, and back again.
    position = Position(white=men("A1 D1 G1 B2 F2"), black=men("C5 E5 G7 A7"))
    assert value(position, only(double=1)) == 1
    assert value(position.swap_colors(), only(double=1)) == 1
    single = Position(white=men("A7 D1 G1 B2 F2"), black=men("C5 E5 G7 A1"))
    assert value(single, only(double=1)) == 0


def test_a_man_on_the_line_cannot_close_it():
    # D1 and D6 would complete mills, and only the men of those lines stand beside them.
    position = Position(white=men("A1 G1 B6 F6"), black=men("C3 E5 G4 A4"))
    assert value(position, only(twos=1)) == 2
    assert value(position, only(strike=1)) == 0


def test_a_flying_side_closes_from_anywhere_and_has_no_steps():
    position = Position(white=men("A1 G1 B6"), black=men("C3 E3 C5 E5"))
    assert value(position, only(strike=1)) == 1
    walking = dataclasses.replace(position, variant=Variant(flying=False))
    assert value(walking, only(strike=1)) == 0
    assert value(position, only(steps=1)) == -8
    assert value(walking, only(steps=1)) == 6 - 8
