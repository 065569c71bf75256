"""Perfect play: by exact values where an oracle has them, else by search."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, TypeAlias

from merels.engine.oracle import Oracle
from merels.engine.players.choosing import least_repeated, list_moves, pick
from merels.engine.players.drawing import DrawRule
from merels.engine.players.player import Player
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.position import Position
from merels.rules.value import Result, Value

SHARE: Final = 0.8
"""The share of its time after which it looks no further for the best draw."""

OnUnknown: TypeAlias = Callable[[Position], None]
"""Called once, with a position whose value the oracle lacks for perfect play."""


class PerfectPlayer:
    """Plays the quickest win, and the draw or loss that is hardest for the opponent.

    What is hardest, its ``rule`` decides; among equal moves it chooses at random. It takes
    ``seconds`` for a move at most, unless reading tables takes longer.

    Where the oracle lacks the value of some move, ``searcher`` chooses, unless a win is known; a
    move that is known to be worse than another is never played.
    """

    def __init__(
        self,
        name: str,
        seed: int,
        oracle: Oracle | None,
        searcher: Player,
        rule: DrawRule,
        seconds: float | None = None,
        on_unknown: OnUnknown | None = None,
    ) -> None:
        self.name = name
        self._seed = seed
        self._oracle = oracle
        self._searcher = searcher
        self._rule = rule
        self._seconds = seconds
        self._on_unknown = on_unknown

    def choose(self, game: Game) -> Move:
        """Return a legal move, in mid-turn a capture."""
        until = None if self._seconds is None else time.monotonic() + SHARE * self._seconds
        moves = list_moves(game)
        if len(moves) == 1:
            return moves[0]
        values = {move: self._value_of(game.position, move) for move in moves}
        known = {move: value for move, value in values.items() if value is not None}
        best = max(known.values(), default=None)
        is_win = best is not None and best.result is Result.WIN
        if len(known) < len(moves) and not is_win:
            self._report_unknown(game.position, values)
            good = [move for move in moves if move not in known or known[move] == best]
            return self._search(game, good)
        assert best is not None
        good = [move for move, value in known.items() if value == best]
        if best.result is Result.DRAW:
            good = self._rule.choose_draws(game, good, until)
        elif best.plies is None:  # no distance to choose by
            return self._search(game, good)
        elif best.result is Result.LOSS:
            good = self._rule.choose_losses(game, known)
        return pick(good, game, self._seed)

    def _value_of(self, position: Position, move: Move) -> Value | None:
        """Return the value of a move for the side that plays it, or None if unknown."""
        value = None if self._oracle is None else self._oracle.get(position.successor(move))
        return None if value is None else value.before_move()

    def _report_unknown(self, position: Position, values: dict[Move, Value | None]) -> None:
        if self._on_unknown is not None:
            unknown = next(move for move, value in values.items() if value is None)
            self._on_unknown(position.successor(unknown))
            self._on_unknown = None

    def _search(self, game: Game, good: list[Move]) -> Move:
        """Return the searcher's choice if it is a good move, else one of the good moves."""
        found = self._searcher.choose(game)
        return found if found in good else pick(least_repeated(game, good), game, self._seed)
