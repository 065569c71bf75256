"""Iterative deepening: repeatable, the best line first, within its depth and nodes."""

import dataclasses
import threading
from types import SimpleNamespace

import pytest
from random_games import play_randomly
from searched_positions import BUSY, positions_of_all_kinds

from merels import (
    Color,
    Game,
    Move,
    Position,
    Variant,
)
from merels.board.board import mask_of
from merels.engine.search.limits import Limits
from merels.engine.search.searcher import Engine
from merels.engine.search.threads import DEEPEST, ENOUGH


@pytest.mark.parametrize(
    "limits", [Limits(depth=5), Limits(nodes=3000), Limits(nodes=700)], ids=str
)
def test_the_best_line_comes_first(engine, limits):
    for game in positions_of_all_kinds():
        engine.new_game()
        scores = [line.score for line in engine.search(game, limits, lines=4).lines]
        assert scores == sorted(scores, reverse=True)


def test_the_same_search_has_the_same_nodes(engine):
    game = Game.from_fen(BUSY)
    for limits in (Limits(depth=8), Limits(nodes=30_000)):
        found = []
        for _ in range(2):
            engine.new_game()
            analysis = engine.search(game, limits)
            found.append((analysis.nodes, analysis.depth, analysis.lines))
        assert found[0] == found[1]


def test_a_limit_of_nodes_is_kept(engine):
    engine.new_game()
    analysis = engine.search(Game.from_fen(BUSY), Limits(nodes=20_000))
    assert 19_000 < analysis.nodes < 20_200


def test_each_depth_up_to_the_limit_is_reported(engine):
    engine.new_game()
    infos = []
    analysis = engine.search(Game.from_fen(BUSY), Limits(depth=6), 1, infos.append)
    assert [info.depth for info in infos] == [1, 2, 3, 4, 5, 6]
    assert infos[-1].lines == analysis.lines
    assert [info.nodes for info in infos] == sorted(info.nodes for info in infos)
    assert analysis.hashfull >= 0


# The threads of a search: how many, for how long, and what they keep.


class Stepping:
    """A clock that advances by a hundredth of a second at every look."""

    def __init__(self):
        self.looks = 0

    def perf_counter(self):
        self.looks += 1
        return self.looks / 100


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("fen", [BUSY, Game().fen()], ids=["moving", "empty"])
def test_a_search_ends_when_its_time_is_up(monkeypatch, fen, threads):
    """Without a limit it would go on for years; `benchmarks/time_keeping.py` measures overruns."""
    engine = Engine(hash_mb=4, threads=threads)
    clock = Stepping()
    monkeypatch.setattr("merels.engine.search.limits.time", clock)
    game = Game.from_fen(fen)
    analysis = engine.search(game, Limits(seconds=0.2))
    assert clock.looks >= 19, "all of its time is used"
    assert 1 <= analysis.depth < DEEPEST
    assert analysis.best.move in game.legal_moves


def test_threads_share_the_work():
    engine = Engine(hash_mb=4, threads=3)
    game = Game.from_fen(BUSY)
    analysis = engine.search(game, Limits(depth=9), lines=2)
    assert analysis.depth == 9
    assert all(line.move in game.legal_moves for line in analysis.lines)


def test_a_search_takes_no_more_threads_and_memory_than_there_are(monkeypatch):
    monkeypatch.setattr("merels.engine.search.searcher.count_processors", lambda: 2)
    monkeypatch.setattr("merels.engine.search.searcher.spare_megabytes", lambda: 4)
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


def test_moves_are_not_kept_from_one_game_to_the_next(engine):
    game = Game()
    engine.search(game, Limits(depth=5))
    game.push(Move.parse("d6"))
    assert engine.search(game, Limits(depth=5)).best.move in game.legal_moves


def test_what_is_known_of_one_variant_is_not_used_in_another(engine):
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


def test_a_single_move_is_searched_only_briefly(engine, monkeypatch):
    # White's only man that can move has one move.
    position = Position(
        white=mask_of([0, 1, 2, 3]), black=mask_of([7, 9, 4, 10]), variant=Variant(flying=False)
    )
    assert len(position.legal_moves) == 1
    monkeypatch.setattr("merels.engine.search.limits.time", SimpleNamespace(perf_counter=float))
    analysis = engine.search(Game(position), Limits(seconds=20))  # by a stopped clock
    assert analysis.best.move in position.legal_moves
    assert analysis.depth == ENOUGH
