"""The static value: for the side to move, the same under symmetry, the best capture in mid-turn."""

from itertools import pairwise
from typing import get_args

import pytest
from arrange import moving, placing

from merels import (
    BLACK,
    DRAW,
    VARIANTS,
    IllegalMoveError,
    Phase,
    Position,
    Result,
    Value,
    expected_score,
    result_odds,
    variant,
)
from merels.board.board import SYMMETRIES
from merels.engine.evaluation.static import (
    Curve,
    Method,
    evaluate_position,
    format_percent,
    load_curves,
)


def test_it_is_for_the_side_to_move():
    ahead = moving("a7 d7 g7 b4 d2 f4 d5", "b6 f2 c3 e5 a1")
    assert evaluate_position(ahead) > 0
    assert evaluate_position(ahead.swap_colors()) == evaluate_position(ahead)
    behind = moving("a7 d7 g7 b4 d2 f4 d5", "b6 f2 c3 e5 a1", turn=BLACK)
    assert evaluate_position(behind) < 0


def test_symmetries_change_nothing():
    position = placing("d6 f4", "d2 b4", 7, 7)
    values = {evaluate_position(position.transform(symmetry)) for symmetry in SYMMETRIES}
    assert len(values) == 1


def test_in_mid_turn_the_best_capture_counts():
    position = placing("d6 d5", "f4 b4 a1", 7, 6)
    position = next(
        position.before_removal(move) for move in position.legal_moves if move.captured is not None
    )
    after = [-evaluate_position(position.successor(move)) for move in position.legal_moves]
    assert evaluate_position(position) == max(after)


@pytest.mark.parametrize(
    "position", [moving("a7 d7", "b6 f2 c3"), moving("a7 d7 g7 a4", "g4 d6 b4 a1")]
)
def test_a_finished_game_has_no_static_score(position):
    with pytest.raises(IllegalMoveError, match="the game is over"):
        evaluate_position(position)


@pytest.mark.parametrize("name", ["six", "nine", "lasker"])
def test_the_empty_board_is_nearly_equal(name):
    assert abs(evaluate_position(Position.start(variant(name)))) < 50


# The curves from estimates to expected scores.

EVERY = [(method, phase) for method in get_args(Method) for phase in Phase]
ESTIMATES = [-29_000, -1160, -400, -100, -30, -1, 0, 1, 30, 100, 400, 1160, 29_000]


@pytest.mark.parametrize(("method", "phase"), EVERY)
def test_a_curve_rises_within_bounds(method, phase):
    scores = [expected_score(estimate, phase, method) for estimate in ESTIMATES]
    assert all(one <= two for one, two in pairwise(scores))
    assert 0 <= scores[0] < 0.1
    assert 0.9 < scores[-1] <= 1


@pytest.mark.parametrize(("method", "phase"), EVERY)
def test_both_sides_share_the_score(method, phase):
    assert expected_score(0, phase, method) == 0.5
    for estimate in ESTIMATES:
        both = [expected_score(each, phase, method) for each in (estimate, -estimate)]
        assert sum(both) == pytest.approx(1)


def test_exact_values_need_no_curve():
    values = (Value(Result.WIN, 207), DRAW, Value(Result.LOSS))
    assert [expected_score(value, Phase.PLACING) for value in values] == [1, 0.5, 0]


def test_a_man_more_is_worth_more_than_half_a_point():
    assert 0.5 < expected_score(100, Phase.PLACING) < expected_score(300, Phase.PLACING)
    assert Curve(margin=200, scale=50).at(200).win == 0.5
    assert load_curves()["search"].keys() == set(Phase)


@pytest.mark.parametrize(("method", "phase"), EVERY)
def test_odds_add_up_to_one(method, phase):
    for estimate in ESTIMATES:
        odds = result_odds(estimate, phase, method)
        assert min(odds) >= 0
        assert sum(odds) == pytest.approx(1)
        assert odds.score == expected_score(estimate, phase, method)
    assert result_odds(0, phase, method).draw > 0.3
    assert result_odds(Value(Result.LOSS, 8), phase, method) == (0, 0, 1)


def test_each_evaluation_has_curves_of_its_own():
    """Where there are none, as for ten men, those of nine men's morris serve."""
    shares = {
        name: expected_score(150, Phase.PLACING, variant=VARIANTS[name])
        for name in ("nine", "ten", "twelve", "lasker")
    }
    assert shares["nine"] == shares["ten"]
    assert len(set(shares.values())) == 3


def test_only_what_is_certain_is_certain():
    assert [format_percent(score) for score in (0, 0.004, 0.5, 0.996, 1)] == [
        "1 %",
        "1 %",
        "50 %",
        "99 %",
        "99 %",
    ]
