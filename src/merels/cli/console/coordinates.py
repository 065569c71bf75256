"""The two ways to name points at the console: the seed's coordinates, and algebraic ones."""

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

    ``parse`` reads a move without blanks or hyphens, in either case, and raises `NotationError`.
    """

    names: tuple[str, ...]
    """The name of each point."""
    parse: Callable[[str], Move]
    format: Callable[[Move], str]
    notes: tuple[str, ...]
    """What the help says about them."""
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


SEED: Final = Coordinates(
    names=CONSOLE_NAMES,
    parse=Move.parse_console,
    format=Move.console,
    notes=(
        "Row 1 is on top; in game files and on the web pages it",
        "is at the bottom, as with --coordinates algebraic.",
    ),
    placing="D6",
    moving="A1A4",
    captured="G7",
)
"""The coordinates of the game's first description: capital letters, row 1 on top."""

ALGEBRAIC: Final = Coordinates(
    names=ALGEBRAIC_NAMES,
    parse=_parse_algebraic,
    format=str,
    notes=("Row 1 is at the bottom, as in files and on the web pages.",),
    placing="d6",
    moving="a1-a4",
    captured="g7",
)
"""What pages, game files and other programs write: small letters, row 1 at the bottom."""

COORDINATES: Final = {"console": SEED, "algebraic": ALGEBRAIC}
"""The choices of ``--coordinates``."""
