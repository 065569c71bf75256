"""The two ways to name points in the console: console coordinates and algebraic ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from merels.board.geometry import GRID
from merels.board.names import ALGEBRAIC_NAMES, CONSOLE_NAMES
from merels.rules.move import Move

_TWO_POINTS: Final = re.compile(r"^(\w\w)(?=[^\Wx]\w)", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Coordinates:
    """How points and moves are typed and shown.

    ``parse`` reads a move without spaces or hyphens, in either case, and raises `NotationError`.
    """

    names: tuple[str, ...]
    """The name of each point."""
    parse: Callable[[str], Move]
    format: Callable[[Move], str]
    notes: tuple[str, ...]
    """Notes for the help text."""
    placing: str
    """An example of each kind of move."""
    moving: str
    captured: str

    @property
    def letters(self) -> str:
        """The letters of the columns, from left to right."""
        return "".join(sorted({name[0] for name in self.names}))

    @property
    def digits(self) -> str:
        """The digits of the rows, from top to bottom."""
        rows = {GRID[point][1]: name[1] for point, name in enumerate(self.names)}
        return "".join(rows[row] for row in sorted(rows))


def _parse_algebraic(text: str) -> Move:
    """Read an algebraic move whose hyphen may be missing.

    >>> str(_parse_algebraic("A1A4xG7")), str(_parse_algebraic("d6xb4"))
    ('a1-a4xg7', 'd6xb4')
    """
    return Move.parse(_TWO_POINTS.sub(r"\1-", text).lower())


CONSOLE: Final = Coordinates(
    names=CONSOLE_NAMES,
    parse=Move.parse_console,
    format=Move.console,
    notes=(
        "Row 1 is at the top; in game files and in the web app it is",
        "at the bottom, as with --coordinates algebraic.",
    ),
    placing="D6",
    moving="A1A4",
    captured="G7",
)
"""The default, as in the game's specification: capital letters, row 1 at the top."""

ALGEBRAIC: Final = Coordinates(
    names=ALGEBRAIC_NAMES,
    parse=_parse_algebraic,
    format=str,
    notes=("Row 1 is at the bottom, as in files and in the web app.",),
    placing="d6",
    moving="a1-a4",
    captured="g7",
)
"""As in the web app, game files and other programs: lower case, row 1 at the bottom."""

COORDINATES: Final = {"console": CONSOLE, "algebraic": ALGEBRAIC}
"""The choices of ``--coordinates``."""
