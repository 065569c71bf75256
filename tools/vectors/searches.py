"""Vectors of the engine: static values, searches, and choices at a given strength."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from merels import create_player
from merels.engine.evaluation.static import evaluate_position
from merels.engine.players.levels import STRENGTHS, WEAKEST
from merels.engine.search.limits import Limits
from merels.engine.search.searcher import Engine
from merels.rules.game import Game
from merels.rules.outcome import position_outcome
from vectors.packing import Document, list_position
from vectors.positions import find_shuffle, sample_positions

SEARCH_MEGABYTES: Final = 1
"""Of the transposition table: small, so that entries are replaced."""

SEARCH_NODES: Final = 40_000


def describe_static_values() -> Document:
    """Return positions in which the game goes on, with their static values in the search.

    On the empty board `evaluate_position` looks one move ahead, which the search does not.
    """
    positions = (
        position
        for position in sample_positions(900, seed=6)
        if not position.removing and position_outcome(position) is None
        if position.white | position.black
    )
    return {
        "positions": [
            [list_position(position), evaluate_position(position)] for position in positions
        ]
    }


def searched_games() -> Iterator[Game]:
    """Yield games that go on, some in mid-turn, some shortly before either kind of draw."""
    yield Game()
    for number, position in enumerate(sample_positions(70, seed=7)):
        if position_outcome(position) is None:
            game = Game(position, plies_since_removal=number % 5 // 4 * 88)
            for move in (find_shuffle(position) * 2)[: (0, 4, 7)[number % 3]]:
                game.push(move)
            yield game


def describe_search(game: Game, depth: int, lines: int, engine: Engine) -> list[Any]:
    """Return a game, depth and lines, and what a search from scratch finds.

    A game is its start, its moves, and the plies without a capture at its end.
    """
    engine.new_game()
    analysis = engine.search(game, Limits(depth, SEARCH_NODES), lines)
    return [
        list_position(game.start),
        [str(move) for move in game.history],
        game.plies_since_removal,
        depth,
        lines,
        analysis.nodes,
        [[line.score, *map(str, line.pv)] for line in analysis.lines],
    ]


def describe_searches() -> Document:
    """Return searches to a depth or a number of nodes, with the lines that they find."""
    engine = Engine(SEARCH_MEGABYTES)
    searches = [
        describe_search(game, 4 + number % 4, 1 + number % 3, engine)
        for number, game in enumerate(searched_games())
    ]
    return {"megabytes": SEARCH_MEGABYTES, "nodes": SEARCH_NODES, "searches": searches}


def describe_strengths() -> Document:
    """Return games, strengths and seeds with what such a player chooses; never in mid-turn."""
    engine = Engine(SEARCH_MEGABYTES)
    games = [game for game in searched_games() if not game.position.removing]
    highest = max(STRENGTHS)
    strengths = [
        WEAKEST + number * (highest - WEAKEST) // (len(games) - 1) for number in range(len(games))
    ]
    choices = [
        [
            list_position(game.start),
            [str(move) for move in game.history],
            game.plies_since_removal,
            strength,
            seed,
            str(create_player(f"elo:{strength}", seed, engine=engine).choose(game)),
        ]
        for seed, (game, strength) in enumerate(zip(games, strengths, strict=True))
    ]
    return {"megabytes": SEARCH_MEGABYTES, "choices": choices}
