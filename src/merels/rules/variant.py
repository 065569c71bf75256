"""Variants of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from merels.errors import PositionError


@dataclass(frozen=True, slots=True)
class Variant:
    """The rules that variants on the same board may change.

    ``flying``: a side with exactly three men, none of them in hand, may move a man to any empty
    point. ``men``: how many men each side starts with, 3 to 12.

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
