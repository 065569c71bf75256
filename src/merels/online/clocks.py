"""Clocks: how much time each side has, and when it runs out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from merels.online.terms import SECOND, ClockTerms
from merels.rules.color import WHITE, Color

MOST_LAG: Final = 500
"""Milliseconds of a move that the network may take without being charged."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """The two clocks at one moment, in milliseconds.

    Times count while the server runs: they stand still while it is down.

    >>> clocks = Clocks.of(ClockTerms("time", seconds=60, increment=2), at=0).start(WHITE, 1000)
    >>> clocks.left(WHITE, 4000), clocks.left(WHITE.other, 4000)
    (57000, 60000)
    >>> clocks.punch(at=4000, lag=200).left(WHITE, 9000)
    59200
    """

    terms: ClockTerms
    white: int
    black: int
    since: int
    """When the values were right."""
    running: Color | None = None
    """Whose clock has run since then."""

    @classmethod
    def of(cls, terms: ClockTerms, at: int) -> Clocks:
        """Return the clocks of a game that has not begun."""
        return cls(terms, terms.budget, terms.budget, at)

    def start(self, color: Color, at: int) -> Clocks:
        """Return the clocks with this side's running."""
        return replace(self, since=at, running=color)

    def stop(self, at: int) -> Clocks:
        """Return the clocks standing still."""
        return replace(
            self, white=self.left(WHITE, at), black=self.left(WHITE.other, at), running=None
        )

    def left(self, color: Color, at: int, lag: int = 0) -> int:
        """Return the time that a side has left, 0 if none; ``lag`` is not charged."""
        stored = self.white if color is WHITE else self.black
        if self.running is not color:
            return stored
        return max(0, stored - max(0, at - self.since - min(lag, MOST_LAG)))

    def punch(self, at: int, lag: int = 0) -> Clocks:
        """Return the clocks after a move: the mover's stands, the other one runs."""
        mover = self.running
        assert mover is not None
        left = self.left(mover, at, lag) + self.terms.increment * SECOND
        if self.terms.kind == "days":
            left = self.terms.budget
        stopped = replace(self, white=left) if mover is WHITE else replace(self, black=left)
        return stopped.start(mover.other, at)

    def runs_out(self) -> int | None:
        """Return when the running clock shows 0 if its side does nothing, None if none runs."""
        if self.running is None:
            return None
        return self.since + (self.white if self.running is WHITE else self.black)
