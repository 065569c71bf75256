"""What a search reports after each iteration, and what its scores mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from merels.engine.search.root import RootMove
from merels.rules.move import Move
from merels.rules.value import Result, Value

WIN: Final = 30000
"""The score of a win, less one for each ply until then."""

PROVED: Final = WIN - 1000
"""Scores from here on are wins, searched to the end or known to the oracle."""

FAR: Final = 500
"""Stands for an unknown number of plies to the end; more than any table has."""


@dataclass(frozen=True, slots=True)
class ScoredMove:
    """A move with its score and the line that it begins."""

    move: RootMove
    score: int
    line: tuple[Move, ...]

    @property
    def value(self) -> Value | None:
        """The value, if the oracle or the search has proved it."""
        return self.move.value or proved_value(self.score)


@dataclass(frozen=True, slots=True)
class Iteration:
    """What one iteration found; ``nodes`` counts the nodes of all threads so far."""

    depth: int
    found: tuple[ScoredMove, ...]
    nodes: int
    hashfull: int


NO_ITERATION: Final = Iteration(0, (), 0, 0)


def score_of(value: Value) -> int:
    """Return the score of a value; a win of unknown distance counts as a distant one.

    >>> score_of(Value(Result.LOSS, 4)), score_of(Value(Result.WIN)), score_of(Value(Result.DRAW))
    (-29996, 29500, 0)
    """
    return value.result * (WIN - (FAR if value.plies is None else value.plies))


def proved_value(score: int) -> Value | None:
    """Return the value that a score proves, if any; plies count from the root.

    >>> proved_value(WIN - 3), proved_value(250)
    (Value(Result.WIN, 3), None)
    """
    if abs(score) < PROVED:
        return None
    plies = WIN - abs(score)
    return Value(Result.WIN if score > 0 else Result.LOSS, plies if plies < FAR else None)
