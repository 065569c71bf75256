"""Values: ordered, negatable, and as tables store them."""

import pytest

from merels import DRAW, Result, Value

BEST_FIRST = [
    Value(Result.WIN, 1),
    Value(Result.WIN, 33),
    Value(Result.WIN),
    DRAW,
    Value(Result.LOSS),
    Value(Result.LOSS, 32),
    Value(Result.LOSS, 0),
]


def test_quick_wins_and_slow_losses_are_better():
    assert sorted(BEST_FIRST, reverse=True) == BEST_FIRST
    assert max(BEST_FIRST) == BEST_FIRST[0]


def test_what_is_better_for_one_side_is_worse_for_the_other():
    assert sorted(-value for value in BEST_FIRST) == [-value for value in BEST_FIRST]
    twice = [-value for value in [-value for value in BEST_FIRST]]
    assert twice == BEST_FIRST


def test_a_value_is_not_compared_with_a_number():
    with pytest.raises(TypeError):
        assert DRAW < 1


def test_a_stored_byte_is_even_if_the_side_to_move_wins():
    assert Value.from_score(0) == DRAW
    for score in range(1, 256):
        result = Result.LOSS if score % 2 else Result.WIN
        assert Value.from_score(score) == Value(result, score - 1)


@pytest.mark.parametrize(
    ("after", "before"),
    [
        (Value(Result.LOSS, 0), Value(Result.WIN, 1)),
        (Value(Result.WIN, 1), Value(Result.LOSS, 2)),
        (Value(Result.WIN), Value(Result.LOSS)),
        (DRAW, DRAW),
    ],
)
def test_a_move_earlier_the_other_side_is_a_ply_further_away(after, before):
    assert after.before_move() == before


@pytest.mark.parametrize("value", BEST_FIRST)
def test_a_repr_pastes_back(value):
    assert eval(repr(value), {"Value": Value, "Result": Result}) == value


def test_words():
    assert list(map(str, BEST_FIRST[:4])) == ["win in 1", "win in 33", "win", "draw"]


@pytest.mark.parametrize(
    ("result", "plies", "reason"),
    [
        (Result.WIN, 4, "a win in 4 plies is impossible: a win takes an odd number"),
        (Result.LOSS, 3, "a loss in 3 plies is impossible: a loss takes an even number"),
        (Result.DRAW, 2, "a draw in 2 plies is impossible: a draw has no end"),
        (Result.DRAW, 0, "a draw in 0 plies is impossible"),
        (Result.WIN, -1, "a win in -1 plies is impossible: the number is negative"),
    ],
)
def test_plies_that_a_result_cannot_take(result, plies, reason):
    with pytest.raises(ValueError, match=reason):
        Value(result, plies)


def test_a_game_that_is_over_and_the_other_side_of_a_value():
    assert [Value(result, 0).plies for result in (Result.WIN, Result.LOSS)] == [0, 0]
    value = Value(Result.WIN, 3)
    assert (-value).result is Result.LOSS
    assert (-value).plies == 3
    assert value.before_move() == Value(Result.LOSS, 4)
