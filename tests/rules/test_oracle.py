"""Rating moves and best lines by made-up values of positions."""

import pytest
from hypothesis import given
from random_games import positions

from merels import DRAW, Position, Result, Value
from merels.rules.oracle import RatedMove, Source, best_line, generate_ratings, rate_moves

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
