"""Moves of the root, ranked by what an oracle knows."""

from merels import DRAW, NO_DRAW_RULES, Game, Position, Result, Value
from merels.board.masks import mask_of
from merels.engine.search.limits import Limits
from merels.engine.search.root import (
    LINE_LENGTH,
    RootMove,
    choose_moves,
    find_known_values,
    follow,
    rank_by_value,
)
from merels.engine.search.searcher import Engine

GAME = Game(Position(white=mask_of([0, 3, 9, 15]), black=mask_of([4, 6, 13, 22])))
WIN, LATE_WIN, LOSS = Value(Result.WIN, 3), Value(Result.WIN, 9), Value(Result.LOSS, 4)


def rank(values, root):
    """Return the groups of values that `rank_by_value` makes of moves with these values."""
    chosen = zip(MOVES, values, strict=False)
    moves = [RootMove(move.move, move.after, value) for move, value in chosen]
    return [[move.value for move in group] for group in rank_by_value(moves, root)]


MOVES = choose_moves(GAME, None, 1).searched


def test_without_an_oracle_all_moves_are_searched():
    choice = choose_moves(GAME, None, 3)
    assert [move.move for move in choice.searched] == list(GAME.legal_moves)
    assert choice.better == choice.worse == ()


def test_known_values_in_order():
    assert rank([DRAW, LOSS, LATE_WIN, WIN], WIN) == [[WIN], [LATE_WIN], [DRAW], [LOSS]]


def test_an_unknown_move_is_tried_before_one_that_gives_the_value_away():
    assert rank([DRAW, None, LOSS], WIN) == [[None], [DRAW], [LOSS]]
    assert rank([LOSS, None], DRAW) == [[None], [LOSS]]


def test_if_the_root_is_drawn_a_known_draw_comes_before_an_unknown_move():
    assert rank([None, DRAW, LOSS], DRAW) == [[DRAW], [None], [LOSS]]


def test_if_the_root_is_unknown_draws_are_searched_with_unknown_moves():
    assert rank([None, DRAW, LOSS, WIN], None) == [[WIN], [None, DRAW], [LOSS]]


class Everywhere:
    """An oracle with the same value for all positions."""

    def __init__(self, value):
        self._value = value

    def get(self, position):
        return self._value


def test_a_decided_root_needs_no_search():
    choice = choose_moves(GAME, Everywhere(LOSS), 2)
    assert len(choice.better) == 2
    assert choice.searched == ()
    assert {move.value for move in choice.better} == {Value(Result.WIN, 5)}


def test_drawn_moves_are_searched():
    choice = choose_moves(GAME, Everywhere(DRAW), 2)
    assert len(choice.searched) == len(GAME.legal_moves)


def test_a_line_is_followed_as_far_as_it_is_known():
    line = follow(GAME.position, Everywhere(DRAW))
    assert len(line) == LINE_LENGTH
    game = Game(GAME.position, draw_rules=NO_DRAW_RULES)
    for move in line:
        game.push(move)
    assert follow(GAME.position, Everywhere(None)) == ()


# What the oracle knows inside the tree reaches the search.

# Black threatens to close 10-11-12 with the man on 3; White can block it from 19.
GAME_KNOWN_VALUES = Game(Position(white=mask_of([0, 15, 19, 20]), black=mask_of([3, 10, 12, 22])))

LOST = Value(Result.LOSS, 6)


class Pessimist:
    """An oracle by which a side to move with three men has lost."""

    def __init__(self, value=LOST):
        self._value = value

    def get(self, position):
        return self._value if position.total(position.turn) == 3 else None


def takes(position):
    return any(reply.captured is not None for reply in position.legal_moves)


def test_known_values_are_those_of_captures_in_reply():
    moves = choose_moves(GAME_KNOWN_VALUES, None, 1).searched
    known = list(find_known_values(moves, Pessimist(), None))
    assert known
    assert {hint.value for hint in known} == {LOST}
    assert {hint.position for hint in known} == {
        move.after.successor(reply)
        for move in moves
        for reply in move.after.legal_moves
        if reply.captured is not None
    }


def test_without_an_oracle_or_time_there_are_no_known_values():
    moves = choose_moves(GAME_KNOWN_VALUES, None, 1).searched
    assert list(find_known_values(moves, None, None)) == []
    assert len(list(find_known_values(moves, Pessimist(), 0.0))) <= 1


def test_an_oracle_without_values_is_asked_once():
    class Ignorant:
        asked = 0

        def get(self, position):
            self.asked += 1

    ignorant = Ignorant()
    assert (
        list(find_known_values(choose_moves(GAME_KNOWN_VALUES, None, 1).searched, ignorant, None))
        == []
    )
    assert ignorant.asked == 1


def test_the_search_uses_them():
    engine = Engine(hash_mb=1, oracle=Pessimist())
    lines = engine.search(GAME_KNOWN_VALUES, Limits(depth=5), lines=100).lines
    lost = {line.move for line in lines if line.value == Value(Result.LOSS, 8)}
    assert lost == {
        move
        for move in GAME_KNOWN_VALUES.legal_moves
        if takes(GAME_KNOWN_VALUES.position.successor(move))
    }
    assert 0 < len(lost) < len(lines)
    assert not takes(GAME_KNOWN_VALUES.position.successor(lines[0].move))


def test_an_unknown_distance_stays_unknown():
    engine = Engine(hash_mb=1, oracle=Pessimist(Value(Result.LOSS)))
    worst = engine.search(GAME_KNOWN_VALUES, Limits(depth=5), lines=100).lines[-1]
    assert worst.value == Value(Result.LOSS)
