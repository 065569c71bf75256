"""What the engine asks about solved positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from merels.rules.position import Position
from merels.rules.value import Value


class Oracle(Protocol):
    """Someone who knows what some positions are worth; a tablebase is one."""

    def get(self, position: Position) -> Value | None:
        """Return the value for the side to move, None where it is not known."""


class TimedOracle:
    """An oracle that knows nothing more once time is up, so that asking counts against the time.

    A value is read from a file and perhaps looked up behind every move; a thousand of them may take
    longer than a turn.
    """

    def __init__(self, oracle: Oracle, is_over: Callable[[], bool]) -> None:
        self._oracle = oracle
        self._is_over = is_over

    def get(self, position: Position) -> Value | None:
        """Return the value for the side to move, None where it is not known or time is up."""
        return None if self._is_over() else self._oracle.get(position)
