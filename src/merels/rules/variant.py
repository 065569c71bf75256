"""Variants of the game."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from typing import Final

from merels.board.geometry import MILLS, NEIGHBOURS, points_of
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

    @property
    def digest(self) -> str:
        """A hash of board and rules, the same for equal games: 16 hexadecimal digits.

        >>> Variant().digest, Variant(men=4).digest
        ('f4f29952de4a964e', 'f8c5ee4ada890fec')
        """
        return _digest(self)


@cache
def _digest(variant: Variant) -> str:
    game = {
        "points": len(NEIGHBOURS),
        "neighbours": [list(points_of(mask)) for mask in NEIGHBOURS],
        "lines": [list(points_of(mill)) for mill in MILLS],
        "men": variant.men,
        "flying": "three-on-board" if variant.flying else "never",
        "placing": "first",
        "full_board": None,
    }
    text = json.dumps(game, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


NINE_MENS_MORRIS: Final = Variant()
"""The standard game, with flying."""
