"""How long a search may take."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace
from typing import Final

MOVES_AHEAD: Final = 25
"""How many moves share the time of a clock that sets no number of moves."""

MARGIN: Final = 0.02
"""Seconds of a clock that are never used: an answer takes a moment to arrive."""

TICK: Final = 0.002
"""Seconds between looks at the clock and at the stop event."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of the side to move, in seconds.

    ``remaining`` must last for ``moves_to_go`` moves, or for the rest of the game if this is None;
    ``increment`` is added after each move.

    Raises `ValueError` if a number is negative or ``moves_to_go`` is less than 1.
    """

    remaining: float
    increment: float = 0.0
    moves_to_go: int | None = None

    def __post_init__(self) -> None:
        _check_not_negative("remaining", self.remaining)
        _check_not_negative("increment", self.increment)
        check_positive("moves_to_go", self.moves_to_go)

    @property
    def share(self) -> float:
        """The seconds to spend on this move, always less than what remains.

        >>> Clock(remaining=60, increment=1).share
        3.28
        >>> Clock(remaining=0.1, increment=10).share
        0.08
        """
        turns = MOVES_AHEAD if self.moves_to_go is None else min(self.moves_to_go, MOVES_AHEAD)
        wanted = self.remaining / turns + 0.9 * self.increment
        return round(max(0.0, min(wanted - MARGIN, self.remaining - MARGIN)), 6)


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search ends: at the first limit that it reaches, or when it is stopped.

    ``depth`` in moves, ``nodes`` in positions, ``seconds`` for this move, ``clock`` for the game.
    An ``infinite`` search runs until it is stopped, even if nothing is left to find. Without any
    limit the search runs to its greatest depth.

    >>> Limits(seconds=2.0, clock=Clock(remaining=10)).budget
    0.38

    Raises `ValueError` for a depth or node count below 1, or negative seconds.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    clock: Clock | None = None
    infinite: bool = False

    def __post_init__(self) -> None:
        check_positive("depth", self.depth)
        check_positive("nodes", self.nodes)
        if self.seconds is not None:
            _check_not_negative("seconds", self.seconds)

    @property
    def budget(self) -> float | None:
        """The seconds that the search may take, None if time does not limit it."""
        budgets = (self.seconds, None if self.clock is None else self.clock.share)
        return min((seconds for seconds in budgets if seconds is not None), default=None)

    def after(self, seconds: float) -> Limits:
        """Return the limits that are left after some seconds.

        >>> Limits(depth=9, seconds=2.0).after(0.5)
        Limits(depth=9, nodes=None, seconds=1.5, clock=None, infinite=False)
        """
        limits = self
        if limits.seconds is not None:
            limits = replace(limits, seconds=max(0.0, limits.seconds - seconds))
        if limits.clock is not None:
            left = max(0.0, limits.clock.remaining - seconds)
            limits = replace(limits, clock=replace(limits.clock, remaining=left))
        return limits


class SearchTimer:
    """The time of one search, which begins now: ``budget`` seconds, or None for no limit.

    Setting ``stop`` ends it.
    """

    def __init__(self, budget: float | None, stop: threading.Event | None = None) -> None:
        self._begin = time.perf_counter()
        self._budget = budget
        self._stop = stop

    @property
    def seconds(self) -> float:
        """The seconds that have passed."""
        return time.perf_counter() - self._begin

    def is_over(self, share: float = 1.0, least: float = 0.0) -> bool:
        """Whether a share of the time is up, or ``stop`` is set; never before ``least`` seconds."""
        seconds = self.seconds
        is_late = self._budget is not None and seconds >= share * self._budget
        return seconds >= least and (is_late or (self._stop is not None and self._stop.is_set()))


def check_positive(name: str, number: int | None) -> None:
    """Raise `ValueError` if a number is less than 1."""
    if number is not None and number < 1:
        raise ValueError(f"{name} is 1 or more, not {number}")


def _check_not_negative(name: str, seconds: float) -> None:
    if not seconds >= 0:  # also catches NaN
        raise ValueError(f"{name} is 0 or more seconds, not {seconds}")
