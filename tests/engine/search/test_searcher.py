"""The engine: legal within any limit, in time, repeatable, and right where the value is known."""

import dataclasses
import random
import threading
from types import SimpleNamespace

import pytest
from random_games import play_randomly
from solved import solved_folder

from merels import (
    DRAW,
    Color,
    DrawRules,
    Game,
    IllegalMoveError,
    Move,
    Position,
    Result,
    Value,
    Variant,
    open_tablebase,
)
from merels.board.geometry import mask_of
from merels.engine.search.iterations import PROVED
from merels.engine.search.limits import Clock, Limits
from merels.engine.search.searcher import Engine
from merels.engine.search.threads import DEEPEST, ENOUGH

BUSY = "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1"
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


@pytest.fixture(scope="module")
def engine():
    return Engine(hash_mb=4)


@pytest.fixture(scope="module")
def tables():
    with open_tablebase(solved_folder()) as tablebase:
        yield tablebase


def positions_of_all_kinds():
    """Yield ongoing games of every phase, with and without flying, and in mid-turn."""
    for variant in (Variant(), Variant(flying=False), Variant(men=3), Variant(men=12)):
        for seed in range(2):
            for position in play_randomly(seed, 200, variant).positions[seed::9]:
                moves = list(position.legal_moves)
                if moves:
                    yield Game(position)
                closing = [move for move in moves if move.captured is not None]
                if closing:
                    yield Game(position.before_removal(closing[-1]))


@pytest.mark.parametrize(
    "limits", [Limits(depth=5), Limits(nodes=3000), Limits(nodes=700)], ids=str
)
def test_the_best_line_comes_first(engine, limits):
    for game in positions_of_all_kinds():
        engine.new_game()
        scores = [line.score for line in engine.search(game, limits, lines=4).lines]
        assert scores == sorted(scores, reverse=True)


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


def test_the_same_search_visits_the_same_nodes(engine):
    game = Game.from_fen(BUSY)
    for limits in (Limits(depth=8), Limits(nodes=30_000)):
        found = []
        for _ in range(2):
            engine.new_game()
            analysis = engine.search(game, limits)
            found.append((analysis.nodes, analysis.depth, analysis.lines))
        assert found[0] == found[1]


def test_a_node_limit_is_kept(engine):
    engine.new_game()
    analysis = engine.search(Game.from_fen(BUSY), Limits(nodes=20_000))
    assert 19_000 < analysis.nodes < 20_200


def test_the_depth_limit_is_kept_and_each_depth_is_reported(engine):
    engine.new_game()
    infos = []
    analysis = engine.search(Game.from_fen(BUSY), Limits(depth=6), 1, infos.append)
    assert [info.depth for info in infos] == [1, 2, 3, 4, 5, 6]
    assert infos[-1].lines == analysis.lines
    assert [info.nodes for info in infos] == sorted(info.nodes for info in infos)
    assert analysis.hashfull >= 0


class Stepping:
    """A clock that advances by a hundredth of a second each time it is read."""

    def __init__(self):
        self.looks = 0

    def perf_counter(self):
        self.looks += 1
        return self.looks / 100


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("fen", [BUSY, Game().fen()], ids=["moving", "empty"])
def test_a_search_ends_when_its_time_is_up(monkeypatch, fen, threads):
    """Without a limit it would run for years; `benchmarks/time_keeping.py` measures overruns."""
    engine = Engine(hash_mb=4, threads=threads)
    clock = Stepping()
    monkeypatch.setattr("merels.engine.search.limits.time", clock)
    game = Game.from_fen(fen)
    analysis = engine.search(game, Limits(seconds=0.2))
    assert clock.looks >= 19, "all of its time is used"
    assert 1 <= analysis.depth < DEEPEST
    assert analysis.best.move in game.legal_moves


def test_an_infinite_search_ends_when_it_is_told_to(engine):
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
    """A stop event that is set once it has been checked fifty times."""

    looks = 0

    def is_set(self):
        self.looks += 1
        return self.looks >= 50


def test_an_infinite_search_continues_when_everything_is_known(engine):
    # White closes a mill and wins at once, but nobody has sent stop yet.
    game = Game(Position(white=mask_of([0, 2, 9, 14]), black=mask_of([16, 20, 3])))
    stop = LateStop()
    analysis = engine.search(game, Limits(infinite=True), stop=stop)
    assert stop.looks == 50
    assert analysis.best.value == Value(Result.WIN, 1)


def test_threads_share_the_work():
    engine = Engine(hash_mb=4, threads=3)
    game = Game.from_fen(BUSY)
    analysis = engine.search(game, Limits(depth=9), lines=2)
    assert analysis.depth == 9
    assert all(line.move in game.legal_moves for line in analysis.lines)


def test_a_search_uses_no_more_threads_and_memory_than_there_are(monkeypatch):
    monkeypatch.setattr("merels.engine.search.searcher.count_processors", lambda: 2)
    monkeypatch.setattr("merels.engine.search.searcher.memory_megabytes", lambda: 4)
    engine = Engine(hash_mb=1 << 40, threads=256)
    assert (engine.hash_mb, engine.threads) == (4, 2)
    before = threading.active_count()
    counts = []
    engine.search(
        Game.from_fen(BUSY),
        Limits(depth=6),
        on_info=lambda _: counts.append(threading.active_count() - before),
    )
    assert max(counts) <= 2


@pytest.mark.parametrize("sizes", [{"hash_mb": 0}, {"threads": 0}], ids=str)
def test_invalid_sizes(sizes):
    with pytest.raises(ValueError, match=next(iter(sizes))):
        Engine(**sizes)


def test_zero_lines_is_an_error(engine):
    with pytest.raises(ValueError, match="lines"):
        engine.search(Game(), Limits(depth=1), lines=0)


def random_endgames(own, enemy, count, seed):
    chance = random.Random(seed)
    while count:
        points = chance.sample(range(24), own + enemy)
        position = Position(white=mask_of(points[:own]), black=mask_of(points[own:]))
        if position.legal_moves:
            count -= 1
            yield position


def test_proved_values_are_true(engine, tables):
    """Every win or loss that the search reports is one, and no nearer than the tables say."""
    proved = 0
    for position in random_endgames(4, 3, 60, 1):
        value = tables.probe(position)
        found = engine.search(Game(position), Limits(depth=4)).best.value
        if found is not None and found is not DRAW:
            proved += 1
            assert found.result is value.result
            assert found.plies >= value.plies if found.result is Result.WIN else True
        elif value.plies is not None and value.result is Result.WIN:
            assert value.plies > 1  # a mill that wins is never missed
    assert proved >= 5


def test_the_oracle_decides_at_the_root(tables):
    """A win is won the shortest way, a draw is kept, a loss is delayed."""
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
    """A clock that only advances, by a millisecond, when the oracle is asked."""

    def __init__(self, oracle):
        self.now = 0.0
        self._oracle = oracle

    def perf_counter(self):
        return self.now

    def get(self, position):
        self.now += 0.001
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
        assert hurried.seconds <= seconds
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


def test_a_won_endgame_is_won_without_tables(engine, tables):
    """A win known from the tables is won against the best defence."""
    won = 0
    chance = random.Random(5)
    for position in random_endgames(3, 3, 100, 6):
        value = tables.probe(position)
        if value.result is not Result.WIN or not 5 <= value.plies <= 9 or won == 4:
            continue
        game = Game(position)
        while game.outcome() is None:
            if game.turn is position.turn:
                game.push(engine.search(game, Limits(nodes=400_000)).best.move)
            else:
                rated = tables.probe_moves(game.position)
                best = [move for move, rating in rated if rating == rated[0].value]
                game.push(chance.choice(best))
        assert game.outcome().winner is position.turn
        won += 1
    assert won == 4


def test_a_repetition_is_seen_coming(engine):
    """If all moves but one lead to a third occurrence, the score is a draw."""
    position = Position(white=mask_of([0, 2, 4, 9, 14]), black=mask_of([16, 18, 20, 6]))
    game = Game(position)
    shuffle = [Move(14, 13), Move(6, 7), Move(13, 14), Move(7, 6)]
    for move in shuffle + shuffle[:3]:
        game.push(move)
    # Black to move: a7-a1 brings the first position back for the third time.
    assert game.occurrences() == 2
    lines = engine.search(game, Limits(depth=6), lines=100).lines
    (back,) = (line for line in lines if line.move == shuffle[3])
    assert back.score == 0
    fresh = engine.search(Game(game.position), Limits(depth=6), lines=100).lines
    (elsewhere,) = (line for line in fresh if line.move == shuffle[3])
    assert elsewhere.score != 0


def test_the_ply_limit_is_seen_coming(engine):
    """One ply before the limit every quiet move draws: only a capture goes on."""
    fen = BUSY.rsplit(" ", 2)[0] + " 99 60"
    game = Game.from_fen(fen)
    analysis = engine.search(game, Limits(depth=6))
    quiet = [m for m in game.legal_moves if m.captured is None]
    assert len(quiet) == len(game.legal_moves)
    assert analysis.best.score == 0
    free = Game.from_fen(fen, draw_rules=DrawRules(ply_limit=None))
    assert engine.search(free, Limits(depth=6)).best.score != 0


def test_in_mid_turn_the_winning_capture_is_found(engine, tables):
    seen = 0
    for position in random_endgames(4, 4, 300, 8):
        for move in position.legal_moves:
            if move.captured is None:
                continue
            game = Game(position.before_removal(move))
            best = engine.search(game, Limits(depth=5)).best
            assert best.move.target is None
            seen += 1
            if best.value is not None and best.value.result is Result.WIN:
                after = game.position.successor(best.move)
                assert tables.probe(after).result is Result.LOSS
            break
    assert seen > 5


def test_moves_are_not_kept_from_one_game_to_the_next(engine):
    game = Game()
    engine.search(game, Limits(depth=5))
    game.push(Move.parse("d6"))
    assert engine.search(game, Limits(depth=5)).best.move in game.legal_moves


def test_knowledge_of_one_variant_is_not_used_in_another(engine):
    """The same men fly in one game and not in the other."""
    for seed in range(4):
        for position in play_randomly(seed, 300).positions[20:]:
            if position.removing or not position.legal_moves or min(map(position.total, Color)) > 3:
                continue
            engine.search(Game(position), Limits(depth=5))
            walking = dataclasses.replace(position, variant=Variant(flying=False))
            if walking.legal_moves:
                end = Game(walking)
                for move in engine.search(Game(walking), Limits(depth=5)).best.pv:
                    end.push(move)
                break


def test_a_single_legal_move_is_played_at_once(engine, monkeypatch):
    # White's only movable man has one target.
    position = Position(
        white=mask_of([0, 1, 2, 3]), black=mask_of([7, 9, 4, 10]), variant=Variant(flying=False)
    )
    assert len(position.legal_moves) == 1
    monkeypatch.setattr("merels.engine.search.limits.time", SimpleNamespace(perf_counter=float))
    analysis = engine.search(Game(position), Limits(seconds=20))  # with a clock that stands still
    assert analysis.best.move in position.legal_moves
    assert analysis.depth == ENOUGH


def test_an_infinite_search_that_cannot_be_stopped_ends_when_everything_is_known(engine):
    game = Game(Position(white=mask_of([0, 2, 9, 14]), black=mask_of([16, 20, 3])))
    assert engine.search(game, Limits(infinite=True)).best.value == Value(Result.WIN, 1)
