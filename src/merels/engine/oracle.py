"""What the engine asks about solved positions."""

from __future__ import annotations

from typing import Protocol

from merels.rules.position import Position
from merels.rules.value import Value


class Oracle(Protocol):
    """Someone who knows what some positions are worth; a tablebase is one."""

    def get(self, position: Position) -> Value | None:
        """Return the value for the side to move, None where it is not known."""
