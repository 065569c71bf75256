"""Iterative deepening: repeatable, the best line first, within its depth and nodes."""

import pytest
from searched_positions import BUSY, positions_of_all_kinds

from merels import (
    Game,
)
from merels.engine.search.limits import Limits


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
