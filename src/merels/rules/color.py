"""The two sides."""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Color(IntEnum):
    """White, who moves first, or Black.

    >>> WHITE, WHITE.other, str(BLACK)
    (WHITE, BLACK, 'Black')
    """

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> Color:
        """The opponent."""
        return BLACK if self is WHITE else WHITE

    def __str__(self) -> str:
        return self.name.capitalize()

    def __repr__(self) -> str:
        return self.name


WHITE: Final = Color.WHITE
BLACK: Final = Color.BLACK
