"""The two ways to name points in the console: console coordinates and algebraic ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Final

from merels import Move
from merels.board.board import THREE_SQUARES, Board, points_of

_TWO_POINTS: Final = re.compile(r"^(\w\w)(?=[^\Wx]\w)", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Coordinates:
    """How the points and moves of a board are typed and shown."""

    names_on: Callable[[Board], tuple[str, ...]]
    """Returns the name of each point of a board."""
    parse_on: Callable[[str, Board], Move]
    write: Callable[[Move], str]
    notes: tuple[str, ...]
    """Notes for the help text."""
    board: Board = THREE_SQUARES

    def on(self, board: Board) -> Coordinates:
        """Return the same for another board."""
        return replace(self, board=board)

    def parse(self, text: str) -> Move:
        """Read a move without spaces or hyphens, in either case; raises `NotationError`."""
        return self.parse_on(text, self.board)

    def format(self, move: Move) -> str:
        """Return a move as it is typed."""
        return self.write(replace(move, board=self.board))

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each point."""
        return self.names_on(self.board)

    @property
    def letters(self) -> str:
        """The letters of the columns, from left to right; a blank where a column has no point."""
        columns = {self.board.grid[point][0]: name[0] for point, name in enumerate(self.names)}
        return "".join(columns.get(column, " ") for column in range(self.board.columns))

    @property
    def digits(self) -> str:
        """The digits of the rows, from top to bottom; a blank where a row has no point."""
        rows = {self.board.grid[point][1]: name[1] for point, name in enumerate(self.names)}
        return "".join(rows.get(row, " ") for row in range(self.board.rows))

    # An example of each kind of move, from anywhere on the board.

    @property
    def placing(self) -> str:
        """A point to place a man on."""
        return sorted(self.names)[len(self.names) // 2 + 1]

    @property
    def moving(self) -> str:
        """A move of a man along a line."""
        names = self.names
        origin, targets = min(
            (each for each in enumerate(self.board.neighbours) if each[1]),
            key=lambda each: names[each[0]],
        )
        target = min(points_of(targets), key=names.__getitem__)
        return self.format(Move(origin, target, board=self.board))

    @property
    def captured(self) -> str:
        """A man to capture."""
        return max(self.names)


def _parse_algebraic(text: str, board: Board = THREE_SQUARES) -> Move:
    """Read an algebraic move whose hyphen may be missing.

    >>> str(_parse_algebraic("A1A4xG7")), str(_parse_algebraic("d6xb4"))
    ('a1-a4xg7', 'd6xb4')
    """
    return Move.parse(_TWO_POINTS.sub(r"\1-", text).lower(), board)


CONSOLE: Final = Coordinates(
    names_on=attrgetter("console_names"),
    parse_on=Move.parse_console,
    write=Move.console,
    notes=(
        "Row 1 is at the top; in game files and in the web app it is",
        "at the bottom, as with --coordinates algebraic.",
    ),
)
"""The default, as in the game's specification: capital letters, row 1 at the top."""

ALGEBRAIC: Final = Coordinates(
    names_on=attrgetter("names"),
    parse_on=_parse_algebraic,
    write=str,
    notes=("Row 1 is at the bottom, as in files and in the web app.",),
)
"""As in the web app, game files and other programs: lower case, row 1 at the bottom."""

COORDINATES: Final = {"console": CONSOLE, "algebraic": ALGEBRAIC}
"""The choices of ``--coordinates``."""
