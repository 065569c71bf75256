"""What a solver tells while it works."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from merels.errors import MerelsError
from merels.tables.key import TableKey

HIGHEST_SCORE: Final = 255
"""What a byte holds; a table with this score could not be built upon."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a table is: told to the caller after each step, with the moves looked at in it."""

    key: TableKey
    phase: str
    level: int = 0
    slots_done: int = 0
    slots: int = 0
    edges: int = 0


Report: TypeAlias = Callable[[Progress], None]


def too_long(key: TableKey) -> MerelsError:
    """Return the error of a table with a game that scores cannot tell."""
    return MerelsError(
        f"table {key.name} has a game of {HIGHEST_SCORE - 1} plies or more, which one byte cannot "
        "hold"
    )
