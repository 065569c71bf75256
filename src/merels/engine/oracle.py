"""The protocol by which the engine asks for exact values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from merels.rules.position import Position
from merels.rules.value import Value


class Oracle(Protocol):
    """Knows the values of some positions; a tablebase is one."""

    def get(self, position: Position) -> Value | None:
        """Return the value for the side to move, or None if it is unknown."""


class TimedOracle:
    """An oracle that stops answering when time is up, so that asking counts against the time.

    A value is read from a file, and perhaps worked out from those after every move; a thousand
    values may take longer than a move should.
    """

    def __init__(self, oracle: Oracle, is_over: Callable[[], bool]) -> None:
        self._oracle = oracle
        self._is_over = is_over

    def get(self, position: Position) -> Value | None:
        """Return the value for the side to move, or None if it is unknown or time is up."""
        return None if self._is_over() else self._oracle.get(position)
