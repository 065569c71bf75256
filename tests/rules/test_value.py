"""Values: ordered, negatable, and as tables store them."""

import pytest
from hypothesis import given
from random_games import positions

from merels import DRAW, Position, Result, Value
from merels.rules.value import RatedMove, Source, best_line, generate_ratings, rate_moves

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
        (Result.DRAW, 2, "a draw in 2 plies is impossible: a draw has no number"),
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


# Rating moves and best lines by made-up values of positions.

START = Position.start()
MOVES = list(START.generate_moves())
WIN, LOSS, LATE_LOSS = Value(Result.WIN, 5), Value(Result.LOSS, 4), Value(Result.LOSS, 8)


def knowing(known):
    """Return an oracle's question: the values after first moves by their number, else None."""
    return {START.successor(MOVES[number]): value for number, value in known.items()}.get


@given(positions())
def test_every_legal_move_is_rated_in_the_order_of_the_generator(position):
    rated = list(generate_ratings(position, lambda after: None))
    assert rated == [RatedMove(move) for move in position.generate_moves()]


def test_best_first_equal_ones_in_order_and_unknown_ones_last():
    rated = rate_moves(START, knowing({2: WIN, 3: LATE_LOSS, 5: DRAW, 8: DRAW, 9: LOSS}))
    assert [(MOVES.index(each.move), each.value) for each in rated[:6]] == [
        (9, Value(Result.WIN, 5)),
        (3, Value(Result.WIN, 9)),
        (5, DRAW),
        (8, DRAW),
        (2, Value(Result.LOSS, 6)),
        (0, None),
    ]


def test_only_known_values_have_a_source():
    rated = rate_moves(START, knowing({4: DRAW}), lambda _: Source.BOOK)
    assert rated[0] == RatedMove(MOVES[4], DRAW, Source.BOOK)
    assert {each.source for each in rated[1:]} == {None}


def test_a_draw_has_no_end_to_play_to_unless_a_length_is_given():
    assert best_line(START, lambda _: DRAW) == []
    assert len(best_line(START, lambda _: DRAW, 7)) == 7


def test_a_line_ends_where_no_move_keeps_the_value():
    after = START.successor(MOVES[6])
    known = {START: WIN, after: LOSS, START.successor(MOVES[7]): LOSS}
    assert best_line(START, known.get) == [MOVES[6]]
    assert best_line(START, {START: WIN, after: DRAW}.get) == []
    assert best_line(START, {}.get) == []


@pytest.mark.parametrize(("most", "length"), [(None, 0), (1, 1)])
def test_results_without_distances_will_do_for_a_line_of_some_length(most, length):
    get = {START.successor(move): LOSS for move in MOVES} | {START: Value(Result.WIN)}
    assert best_line(START, get.get, most) == MOVES[:length]
    del get[START.successor(MOVES[20])]
    assert best_line(START, get.get, most) == []
