"""The engine: legal within any limit, in time, repeatable, and right where the value is known."""

import threading

import pytest
from searched_positions import BUSY, positions_of_all_kinds, random_endgames

from merels import (
    DRAW,
    DrawRules,
    Game,
    IllegalMoveError,
    Position,
    Result,
    Value,
)
from merels.board.board import mask_of
from merels.engine.search.limits import Clock, Limits
from merels.engine.search.root import PROVED
from merels.engine.search.searcher import Engine
from merels.engine.search.threads import DEEPEST

LIMITS = [
    Limits(depth=1),
    Limits(depth=3),
    Limits(nodes=1),
    Limits(nodes=500),
    Limits(seconds=0),
    Limits(seconds=0.001),
    Limits(clock=Clock(0)),
    Limits(clock=Clock(0.01, moves_to_go=1)),
]


@pytest.mark.parametrize("limits", LIMITS, ids=str)
def test_a_legal_move_within_any_limit(engine, limits):
    for game in list(positions_of_all_kinds())[LIMITS.index(limits) :: 3]:
        analysis = engine.search(game, limits, lines=2)
        assert analysis.best.move in game.legal_moves
        assert len(analysis.lines) == min(2, len(game.legal_moves))
        for line in analysis.lines:
            assert line.pv[0] == line.move
            end = Game(game.position, draw_rules=DrawRules(None, None))
            for move in line.pv:
                end.push(move)  # raises if the line is illegal
            if abs(line.score) > PROVED:
                assert line.value is not None


def test_a_finished_game_is_an_error(engine):
    with pytest.raises(IllegalMoveError, match="game is over"):
        engine.search(Game(Position(white=0b11, black=0b111000)), Limits(depth=1))


def test_an_infinite_search_ends_when_stopped(engine):
    stop = threading.Event()
    depths = []

    def note(info):
        depths.append(info.depth)
        if info.depth == 3:
            stop.set()

    analysis = engine.search(Game.from_fen(BUSY), Limits(infinite=True), 1, note, stop)
    assert analysis.depth == depths[-1] < DEEPEST
    assert depths[:3] == [1, 2, 3]
    assert analysis.best.move in Game.from_fen(BUSY).legal_moves


class LateStop(threading.Event):
    """A stop event that is set after it has been checked fifty times."""

    looks = 0

    def is_set(self):
        self.looks += 1
        return self.looks >= 50


def test_an_infinite_search_waits_for_stop_even_if_everything_is_known(engine):
    # White closes a mill and wins at once, but the search has not been stopped yet.
    game = Game(Position(white=mask_of([0, 2, 9, 14]), black=mask_of([16, 20, 3])))
    stop = LateStop()
    analysis = engine.search(game, Limits(infinite=True), stop=stop)
    assert stop.looks == 50
    assert analysis.best.value == Value(Result.WIN, 1)


@pytest.mark.parametrize("sizes", [{"hash_mb": 0}, {"threads": 0}], ids=str)
def test_sizes_below_one_are_errors(sizes):
    with pytest.raises(ValueError, match=next(iter(sizes))):
        Engine(**sizes)


def test_zero_lines_are_an_error(engine):
    with pytest.raises(ValueError, match="lines"):
        engine.search(Game(), Limits(depth=1), lines=0)


def test_the_oracle_decides_at_the_root(tables):
    """It takes the quickest win, keeps a draw and delays a loss."""
    engine = Engine(hash_mb=1, oracle=tables)
    results = set()
    for position in random_endgames(4, 3, 60, 2):
        value = tables.probe(position)
        best = engine.search(Game(position), Limits(depth=2)).best
        assert best.value == value
        assert tables.probe(position.successor(best.move)).before_move() == value
        results.add(value.result)
    assert results == set(Result)


def test_lines_after_the_best_have_their_values_too(tables):
    engine = Engine(hash_mb=1, oracle=tables)
    for position in random_endgames(3, 4, 20, 3):
        lines = engine.search(Game(position), Limits(depth=2), lines=500).lines
        rated = [entry.value for entry in tables.probe_moves(position)]
        assert [line.value for line in lines] == rated


class Ticking:
    """A clock that advances only when the oracle is asked, by a millisecond."""

    def __init__(self, oracle, tick=0.001):
        self.now, self._tick = 0.0, tick
        self._oracle = oracle

    def perf_counter(self):
        return self.now

    def get(self, position):
        self.now += self._tick
        return self._oracle.get(position)


def decided_endgame(tables):
    """Return a position whose moves all win or lose, so that there is nothing to search."""
    for position in random_endgames(4, 3, 200, 2):
        values = [entry.value for entry in tables.probe_moves(position)]
        if 5 < len(values) < 15 and DRAW not in values:
            return position
    raise AssertionError


@pytest.fixture
def ticking(monkeypatch, tables):
    clock = Ticking(tables)
    monkeypatch.setattr("merels.engine.search.limits.time", clock)
    return clock


def test_asking_the_oracle_for_lines_counts_against_the_time(ticking, tables):
    game = Game(decided_endgame(tables))
    engine = Engine(hash_mb=1, oracle=ticking)
    unhurried = engine.search(game, Limits(depth=2), lines=100)
    assert unhurried.seconds > 1
    for seconds in (0.1, 0.2):
        hurried = engine.search(game, Limits(seconds=seconds), lines=100)
        assert hurried.seconds <= seconds + 0.001 * (len(game.legal_moves) + 1)
        values = [line.value for line in hurried.lines]
        assert values == [line.value for line in unhurried.lines]
        assert len(hurried.best.pv) > 1


def test_values_of_the_moves_are_asked_for_even_in_a_hurry(ticking, tables):
    position = decided_endgame(tables)
    engine = Engine(hash_mb=1, oracle=ticking)
    best = engine.search(Game(position), Limits(seconds=0)).best
    assert best.value == tables.probe(position)
    assert ticking.now < 0.03


def test_a_stop_cuts_the_oracles_lines_short(tables):
    position = decided_endgame(tables)
    stop = threading.Event()
    asked = []

    class Stopping:
        def get(self, position):
            asked.append(position)
            if len(asked) == moves + 1:  # all moves, and the root
                stop.set()
            return tables.get(position)

    moves = len(position.legal_moves)
    analysis = Engine(hash_mb=1, oracle=Stopping()).search(
        Game(position), Limits(infinite=True), lines=100, stop=stop
    )
    assert len(asked) == moves + 1
    assert [len(line.pv) for line in analysis.lines] == [1] * moves


def test_known_values_guide_the_search_before_a_capture(tables):
    """One capture away from the tables, the capture that wins there is found without searching."""

    class Counting:
        asked = 0

        def get(self, position):
            Counting.asked += 1
            return tables.get(position)

    engine = Engine(hash_mb=1, oracle=Counting())
    for position in random_endgames(4, 4, 40, 4):
        closing = [m for m in position.legal_moves if m.captured is not None]
        values = [tables.probe(position.successor(m)).before_move() for m in closing]
        best = engine.search(Game(position), Limits(depth=2)).best
        if closing and max(values).result is Result.WIN:
            assert best.value == max(values)
        elif best.move.captured is not None:
            value = tables.probe(position.successor(best.move)).before_move()
            assert value.result is not Result.LOSS or len(closing) == len(position.legal_moves)
    assert Counting.asked > 100


def test_an_infinite_search_without_a_stop_event_ends_when_everything_is_known(engine):
    game = Game(Position(white=mask_of([0, 2, 9, 14]), black=mask_of([16, 20, 3])))
    assert engine.search(game, Limits(infinite=True)).best.value == Value(Result.WIN, 1)


@pytest.mark.parametrize("is_drawn", [False, True])
@pytest.mark.parametrize(
    "limits",
    [
        *(Limits(seconds=seconds) for seconds in (0, 0.02, 0.15)),
        *(Limits(depth=1), Limits(nodes=1), Limits(clock=Clock(60))),
    ],
    ids=str,
)
def test_exact_values_are_looked_up_before_the_clock_starts(monkeypatch, tables, limits, is_drawn):
    """Asking about one move takes longer than the search may."""
    clock = Ticking(tables, tick=0.2)
    monkeypatch.setattr("merels.engine.search.limits.time", clock)
    position = next(
        p for p in random_endgames(4, 3, 200, 2) if (tables.probe(p) == DRAW) == is_drawn
    )
    lines = Engine(hash_mb=1, oracle=clock).search(Game(position), limits, lines=500).lines
    assert [line.value for line in lines] == [entry.value for entry in tables.probe_moves(position)]


def test_the_clock_of_a_game_goes_on_while_the_oracle_is_asked(monkeypatch, tables):
    clock = Ticking(tables, tick=0.2)
    monkeypatch.setattr("merels.engine.search.limits.time", clock)
    position = decided_endgame(tables)
    analysis = Engine(hash_mb=1, oracle=clock).search(Game(position), Limits(clock=Clock(0.5)))
    assert analysis.best.move in position.legal_moves
    assert clock.now < 1


def drawn_endgame(tables):
    return next(p for p in random_endgames(4, 3, 200, 2) if tables.probe(p) == DRAW)


@pytest.mark.parametrize("is_saved", [False, True])
def test_the_oracle_answers_alone_while_the_search_is_not_compiled(monkeypatch, tables, is_saved):
    monkeypatch.setattr("merels.engine.search.searcher.has_saved", lambda _: is_saved)
    game, infos = Game(drawn_endgame(tables)), []
    engine = Engine(hash_mb=1, oracle=tables)
    analysis = engine.search(game, Limits(seconds=0.05), on_info=infos.append)
    assert analysis.best.value == DRAW
    assert tables.probe(game.position.successor(analysis.best.move)) == DRAW
    assert (analysis.nodes > 0) == is_saved
    if is_saved:  # the oracle's answer came first
        assert infos[0].depth == 0
        assert infos[0].lines[0].value == DRAW


def test_a_search_by_depth_is_the_same_whether_or_not_it_was_compiled(monkeypatch, tables):
    game = Game(drawn_endgame(tables))
    found = set()
    for is_saved in (False, True):
        monkeypatch.setattr(
            "merels.engine.search.searcher.has_saved", lambda _, is_saved=is_saved: is_saved
        )
        analysis = Engine(hash_mb=1, oracle=tables).search(game, Limits(depth=4))
        found.add((analysis.nodes, analysis.best.move))
    assert len(found) == 1


def test_a_huge_number_of_nodes_is_no_limit(engine):
    assert engine.search(Game.from_fen(BUSY), Limits(nodes=10**30, depth=2)).depth == 2
