"""Draw a board next to a report, as several commands do."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from merels.cli.console.coordinates import ALGEBRAIC
from merels.cli.console.terminal import Paint, Terminal
from merels.cli.console.view import draw_board
from merels.rules.position import Position
from merels.rules.value import Result, Value

PAINTS: Final = {Result.WIN: Paint.WON, Result.DRAW: Paint.PLAIN, Result.LOSS: Paint.LOST}

_BLANK: Final = " " * 29  # as wide as the board with its numbers
_GAP: Final = " " * 4

REPORT_COLUMN: Final = len(_BLANK) + len(_GAP)
"""The column where a report next to the board starts."""


def draw_report(
    headline: str, verdict: str, position: Position, report: list[str], terminal: Terminal
) -> list[str]:
    """Return a headline with a verdict and, below it, the board next to the lines of a report.

    Points have algebraic names, as in FEN and game files; the letters are at the bottom.
    """
    letters, _, *board = draw_board(position, paint=terminal.paint, coordinates=ALGEBRAIC)
    rows = zip_longest([*board, _BLANK, letters], report)
    return [
        f"{terminal.paint(headline, Paint.STRONG)}: {verdict}",
        "",
        *(f"{left or _BLANK}{_GAP}{right or ''}".rstrip() for left, right in rows),
    ]


def describe_value(value: Value) -> str:
    """Return a value in words.

    >>> describe_value(Value(Result.WIN, 1)), describe_value(Value(Result.DRAW))
    ('win in 1 ply', 'draw')
    """
    if value.plies is None:
        return str(value)
    return f"{value} {'ply' if value.plies == 1 else 'plies'}"
