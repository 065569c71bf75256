"""Oracles: which know chances, and one that stops answering when time is up."""

import pytest

from merels import DRAW, NO_DRAW_RULES, Game, MissingTableError, Position, Result, Value
from merels.board.board import mask_of
from merels.engine.search.limits import Limits
from merels.engine.search.root import (
    LINE_LENGTH,
    ChanceOracle,
    Prospect,
    RootMove,
    SearchProgress,
    TimedOracle,
    choose_moves,
    find_known_values,
    follow,
    rank_by_value,
)
from merels.engine.search.searcher import Engine
from merels.rules.value import Oracle

START = Position.start()
MOVES = list(START.generate_moves())


class Plain:
    def get(self, position):
        return DRAW


class Knowing(Plain):
    def prospects(self, position, moves, person):
        return [Prospect(0.6, 20, 10, 0.2, 0.8) for _ in moves]


def test_an_oracle_may_know_chances():
    assert isinstance(Knowing(), ChanceOracle)
    assert not isinstance(Plain(), ChanceOracle)
    answers: Oracle = Plain()
    assert answers.get(START) is DRAW


def test_in_time_everything_is_passed_on():
    timed = TimedOracle(Knowing(), lambda: False)
    assert timed.get(START) is DRAW
    assert timed.prospects(START, MOVES, "club") == Knowing().prospects(START, MOVES, "club")


def test_late_nothing_is_known():
    timed = TimedOracle(Knowing(), lambda: True)
    assert timed.get(START) is None
    with pytest.raises(MissingTableError, match="chances are not known here"):
        timed.prospects(START, MOVES, "club")


def test_an_oracle_without_chances_has_none_in_time_either():
    with pytest.raises(MissingTableError, match="chances are not known here"):
        TimedOracle(Plain(), lambda: False).prospects(START, MOVES, "club")


# Moves of the root, ranked by what an oracle knows.

GAME = Game(Position(white=mask_of([0, 3, 9, 15]), black=mask_of([4, 6, 13, 22])))
WIN, LATE_WIN, LOSS = Value(Result.WIN, 3), Value(Result.WIN, 9), Value(Result.LOSS, 4)


def rank(values, root):
    """Return the groups of values that `rank_by_value` makes of moves with these values."""
    chosen = zip(MOVES_ROOT, values, strict=False)
    moves = [RootMove(move.move, move.after, value) for move, value in chosen]
    return [[move.value for move in group] for group in rank_by_value(moves, root)]


MOVES_ROOT = choose_moves(GAME, None, 1).searched


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


# How far threads come together: who searches which depth, and whose result counts.


@pytest.fixture
def reports():
    return []


@pytest.fixture
def progress(reports):
    return SearchProgress(5, lambda depth, found: reports.append((depth, found)))


def test_one_thread_searches_every_depth_in_turn(progress, reports):
    depths = []
    while (task := progress.begin()) is not None:
        depths.append(task.depth)
        assert task.found == (("a", len(depths) - 1),) * (len(depths) > 1)
        progress.finish(task, (("a", task.depth),), complete=True)
    assert depths == [1, 2, 3, 4, 5]
    assert reports == [(depth, (("a", depth),)) for depth in depths]


def test_threads_divide_the_next_two_depths_among_themselves(progress):
    assert [progress.begin().depth for _ in range(4)] == [1, 2, 1, 2]


def test_what_lies_beyond_the_last_depth_counts_as_of_that_depth(progress, reports):
    for _ in range(4):
        progress.finish(progress.begin(), ("a",), complete=True)
    last, beyond = progress.begin(), progress.begin()
    assert (last.depth, beyond.depth) == (5, 6)
    progress.finish(beyond, ("b",), complete=True)
    progress.finish(last, ("c",), complete=True)
    assert reports[-1] == (5, ("b",))
    assert progress.begin() is None


def test_an_iteration_that_was_overtaken_does_not_count(progress, reports):
    slow, fast = progress.begin(), progress.begin()
    progress.finish(fast, ("fast",), complete=True)
    progress.finish(slow, ("slow",), complete=True)
    assert reports == [(2, ("fast",))]
    task = progress.begin()
    assert (task.depth, task.finished, task.found) == (3, 2, ("fast",))


def test_a_stopped_thread_counts_if_it_tried_the_best_move_first(progress, reports):
    slow, fast = progress.begin(), progress.begin()
    progress.finish(fast, ("fast",), complete=True)
    progress.finish(slow, ("slow",), complete=False)
    progress.finish(progress.begin(), ("better",), complete=False)
    assert reports == [(2, ("fast",)), (2, ("better",))]


def test_a_stopped_thread_that_found_nothing_does_not_count(progress, reports):
    progress.finish(progress.begin(), (), complete=False)
    assert reports == []
