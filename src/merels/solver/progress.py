"""What a solver reports while it works."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from merels.tables.key import TableKey


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a table is, reported after each step, with the moves examined in that step."""

    key: TableKey
    phase: str
    level: int = 0
    slots_done: int = 0
    slots: int = 0
    edges: int = 0


Report: TypeAlias = Callable[[Progress], None]
