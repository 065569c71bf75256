"""Names of points: console coordinates (row 1 at the top), algebraic (rank 1 at the bottom)."""

from __future__ import annotations

from typing import Final

from merels.board.geometry import COORDINATES, Point
from merels.errors import NotationError

CONSOLE_NAMES: Final = COORDINATES
"""Console names: point 0 is ``A1``."""

ALGEBRAIC_NAMES: Final = tuple(f"{name[0].lower()}{8 - int(name[1])}" for name in COORDINATES)
"""Algebraic names, used everywhere but in the console: point 0 is ``a7``."""


def parse_console_point(text: str) -> Point:
    """Return the point with a console name, in upper or lower case.

    >>> parse_console_point("D1"), parse_console_point("c3")
    (1, 16)

    Raises `NotationError` if there is no such point.
    """
    if text.upper() not in CONSOLE_NAMES:
        raise _not_a_point(text, "letter A-G", "D6")
    return CONSOLE_NAMES.index(text.upper())


def parse_algebraic_point(text: str) -> Point:
    """Return the point with an algebraic name, in lower case.

    Upper case is rejected: it marks a console name, whose rows are numbered from the other end.

    >>> parse_algebraic_point("d7"), parse_algebraic_point("c5")
    (1, 16)

    Raises `NotationError` if there is no such point.
    """
    if text not in ALGEBRAIC_NAMES:
        raise _not_a_point(text, "small letter a-g", "d6")
    return ALGEBRAIC_NAMES.index(text)


def _not_a_point(text: str, letter: str, example: str) -> NotationError:
    advice = f"a point is a {letter} and a digit 1-7 where lines meet, such as {example}"
    return NotationError(f"{text!r} is not a point", advice)
