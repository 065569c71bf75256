"""What threads report after each round of a search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from merels.engine.search.root import RootMove
from merels.rules.move import Move
from merels.rules.value import Result, Value

TICK: Final = 0.005
"""Seconds between looks at the clock and at the caller's wish to stop."""

WIN: Final = 30000
"""The score of a win, less one for each ply until then."""

PROVED: Final = WIN - 1000
"""Scores from here on are wins that were searched to the end, or that the oracle knows."""


FAR: Final = 500
"""Plies to an end whose distance is not known; more than any table has."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a round found out about a move."""

    move: RootMove
    score: int
    line: tuple[Move, ...]

    @property
    def value(self) -> Value | None:
        """The value, where the oracle or the search has proved it."""
        return self.move.value or proved_value(self.score)


@dataclass(frozen=True, slots=True)
class Round:
    """What was found by the end of a round; nodes are those of all threads so far."""

    depth: int
    found: tuple[Found, ...]
    nodes: int
    hashfull: int


NO_ROUND: Final = Round(0, (), 0, 0)


def score_of(value: Value) -> int:
    """Return the score of a value; a win whose distance is not known counts as a far one.

    >>> score_of(Value(Result.LOSS, 4)), score_of(Value(Result.WIN)), score_of(Value(Result.DRAW))
    (-29996, 29500, 0)
    """
    return value.result * (WIN - (FAR if value.plies is None else value.plies))


def proved_value(score: int) -> Value | None:
    """Return what a score proves; plies count from the root.

    >>> proved_value(WIN - 3), proved_value(250)
    (Value(Result.WIN, 3), None)
    """
    if abs(score) < PROVED:
        return None
    plies = WIN - abs(score)
    return Value(Result.WIN if score > 0 else Result.LOSS, plies if plies < FAR else None)
