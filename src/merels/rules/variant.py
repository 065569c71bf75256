"""Variants of the game, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from merels.errors import PositionError


@dataclass(frozen=True, slots=True)
class Variant:
    """What may differ from game to game on the same board.

    ``flying``: a side that has placed all its men and has exactly three left may move a man to any
    empty point. ``men``: how many each side begins with, 3 to 12.

    >>> Variant(flying=False)
    Variant(flying=False, men=9)
    """

    flying: bool = True
    men: int = 9

    def __post_init__(self) -> None:
        if not 3 <= self.men <= 12:
            raise PositionError("men", f"a side has 3 to 12 men, not {self.men}")


NINE_MENS_MORRIS: Final = Variant()
"""The standard game, with flying."""
