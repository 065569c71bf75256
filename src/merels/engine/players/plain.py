"""Players in plain Python: the levels that the browser game shares, and a random mover."""

from __future__ import annotations

from merels.engine.players.choosing import game_over, generator_for
from merels.engine.players.levels import RANDOM, LevelNumbers
from merels.engine.players.minimax import Minimax
from merels.rules.game import Game
from merels.rules.move import Move


class RandomPlayer:
    """Chooses any legal move, each with the same probability."""

    name = RANDOM

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, game: Game) -> Move:
        """Return a legal move."""
        moves = list(game.legal_moves)
        if not moves:
            raise game_over(game)
        return moves[generator_for(game, self._seed).choice(len(moves))]


class PlainPlayer:
    """Searches as the numbers of its level say."""

    def __init__(self, name: str, seed: int, numbers: LevelNumbers) -> None:
        self.name = name
        self._numbers = numbers
        self._seed = seed

    def choose(self, game: Game) -> Move:
        """Return a legal move; in mid-turn, the capture with the best static value."""
        if not game.legal_moves:
            raise game_over(game)
        position = game.position
        sides = position.sides
        search = Minimax(self._numbers, position.variant.flying)
        if position.removing:
            return Move(*search.best_removal(sides))
        candidates = search.candidates(sides)
        moves = [Move(*candidate.turn) for candidate in candidates]
        values = search.values(candidates, self._penalties(game, moves))
        least = max(values) - self._numbers.margin
        good = [move for move, value in zip(moves, values, strict=True) if value >= least]
        return good[generator_for(game, self._seed).choice(len(good))]

    def _penalties(self, game: Game, moves: list[Move]) -> list[int]:
        """Return the penalty of each move for repeating a position."""
        weight, here = self._numbers.repetition, game.position
        return [weight * game.occurrences(here.successor(move)) for move in moves]
