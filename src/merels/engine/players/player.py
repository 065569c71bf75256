"""Computer players: levels, from a beginner to perfect play, and a random mover."""

from __future__ import annotations

from typing import Final, Protocol

from merels.engine.oracle import Oracle
from merels.engine.players.choosing import game_over, generator_for
from merels.engine.players.expert import (
    EXPERT,
    SECONDS,
    STRENGTH,
    ExpertPlayer,
    StrengthPlayer,
    parse_strength,
)
from merels.engine.players.levels import Level, load_levels
from merels.engine.players.minimax import Minimax
from merels.engine.players.random import fresh_seed
from merels.errors import NotationError
from merels.rules.game import Game
from merels.rules.move import Move

PERFECT: Final = "perfect"
RANDOM: Final = "random"
PLAYER_NAMES: Final = (*load_levels(), EXPERT, PERFECT, RANDOM)
"""The players that `create_player` knows, beside those of a given strength."""


class Player(Protocol):
    """Someone who chooses moves."""

    @property
    def name(self) -> str:
        """What the player is called."""

    def choose(self, game: Game) -> Move:
        """Return a legal move, in mid-turn a removal; raises `IllegalMoveError` if none is."""


def create_player(
    name: str, seed: int | None = None, oracle: Oracle | None = None, seconds: float | None = None
) -> Player:
    """Return the player called ``name``, in any case, or of the strength ``elo:N``.

    The same seed gives the same choice in the same game; without one, every player differs. Expert
    and perfect ask the ``oracle`` for exact values, and search for ``seconds`` where it has none;
    they, and players of a given strength, need Numba, which they load when they first choose.

    >>> create_player("Easy", seed=1).name
    'easy'

    Raises `NotationError` where there is no such player.
    """
    lowered = name.lower()
    seed = fresh_seed() if seed is None else seed
    if lowered.startswith(STRENGTH):
        return StrengthPlayer(parse_strength(lowered), seed)
    if lowered not in PLAYER_NAMES:
        known = ", ".join((*PLAYER_NAMES, f"{STRENGTH}N"))
        raise NotationError(f"{name!r} is no player; players are {known}")
    if lowered == RANDOM:
        return RandomPlayer(seed)
    if lowered in load_levels():
        return LevelPlayer(lowered, seed, load_levels()[lowered])
    expert = ExpertPlayer(oracle, SECONDS if seconds is None else seconds)
    if lowered == EXPERT:
        return expert
    from merels.engine.players.perfect import PerfectPlayer

    return PerfectPlayer(seed, oracle, expert)


class RandomPlayer:
    """Chooses any legal move, all with the same chance."""

    name = RANDOM

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, game: Game) -> Move:
        """Return a legal move."""
        moves = list(game.legal_moves)
        if not moves:
            raise game_over(game)
        return moves[generator_for(game, self._seed).choice(len(moves))]


class LevelPlayer:
    """Searches as its level in the data file says."""

    def __init__(self, name: str, seed: int, level: Level) -> None:
        self.name = name
        self._level = level
        self._seed = seed

    def choose(self, game: Game) -> Move:
        """Return a legal move: in mid-turn the removal with the best static value, else a turn."""
        if not game.legal_moves:
            raise game_over(game)
        position = game.position
        sides, search = position.sides, Minimax(self._level, position.variant.flying)
        if position.removing:
            return Move(*search.best_removal(sides))
        candidates = search.candidates(sides)
        moves = [Move(*candidate.turn) for candidate in candidates]
        values = search.values(candidates, self._penalties(game, moves))
        least = max(values) - self._level.margin
        good = [move for move, value in zip(moves, values, strict=True) if value >= least]
        return good[generator_for(game, self._seed).choice(len(good))]

    def _penalties(self, game: Game, moves: list[Move]) -> list[int]:
        """Return what each move loses because the position after it has occurred before."""
        weight, here = self._level.repetition, game.position
        return [weight * game.occurrences(here.successor(move)) for move in moves]
