"""Players in plain Python: the levels that the browser game shares, and a random mover."""

from __future__ import annotations

from merels.engine.players.choosing import list_moves, pick
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
        return pick(list_moves(game), game, self._seed)


class PlainPlayer:
    """Searches as the numbers of its level say."""

    def __init__(self, name: str, seed: int, numbers: LevelNumbers) -> None:
        self.name = name
        self._numbers = numbers
        self._seed = seed

    def choose(self, game: Game) -> Move:
        """Return a legal move; in mid-turn, the capture with the best static value."""
        list_moves(game)  # raises if there are none
        sides, board = game.position.sides, game.variant.board
        search = Minimax(self._numbers, game.variant)
        if game.is_mid_turn:
            return Move(*search.best_removal(sides), board)
        candidates = search.candidates(sides)
        moves = [Move(*candidate.turn, board) for candidate in candidates]
        values = search.values(candidates, self._penalties(game, moves))
        least = max(values) - self._numbers.margin
        good = [move for move, value in zip(moves, values, strict=True) if value >= least]
        return pick(good, game, self._seed)

    def _penalties(self, game: Game, moves: list[Move]) -> list[int]:
        """Return the penalty of each move for repeating a position."""
        weight, here = self._numbers.repetition, game.position
        return [weight * game.occurrences(here.successor(move)) for move in moves]
