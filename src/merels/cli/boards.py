"""Draw a board next to a report, as several commands do."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from merels.board.names import ALGEBRAIC_NAMES
from merels.cli.console.terminal import Paint, Terminal
from merels.cli.console.view import MAN_PAINTS, SYMBOLS
from merels.rules.position import Position
from merels.rules.text.diagram import draw
from merels.rules.value import Result, Value

PAINTS: Final = {Result.WIN: Paint.WON, Result.DRAW: Paint.PLAIN, Result.LOSS: Paint.LOST}

_BLANK: Final = " " * 29  # as wide as the board with its numbers
_GAP: Final = " " * 4

REPORT_COLUMN: Final = len(_BLANK) + len(_GAP)
"""The column where a report next to the board starts."""


def draw_algebraic_board(position: Position, terminal: Terminal) -> list[str]:
    """Return the board with algebraic coordinates, as used in FEN and game files."""
    men = {symbol: terminal.paint(symbol, MAN_PAINTS[color]) for color, symbol in SYMBOLS.items()}
    lines = []
    for row, text in enumerate(draw(position).splitlines()):
        label = f"{7 - row // 2}   " if row % 2 == 0 else "    "
        painted = "".join(men.get(symbol, symbol) for symbol in text)
        lines.append(terminal.paint(label, Paint.FAINT) + painted)
    files = "   ".join(sorted({name[0] for name in ALGEBRAIC_NAMES}))
    return [*lines, _BLANK, terminal.paint(f"    {files}", Paint.FAINT)]


def put_beside(board: list[str], report: list[str]) -> list[str]:
    """Return the lines of a board with the lines of a report to their right."""
    return [
        f"{left or _BLANK}{_GAP}{right or ''}".rstrip()
        for left, right in zip_longest(board, report)
    ]


def describe_value(value: Value) -> str:
    """Return a value in words.

    >>> describe_value(Value(Result.WIN, 1)), describe_value(Value(Result.DRAW))
    ('win in 1 ply', 'draw')
    """
    if value.plies is None:
        return str(value)
    return f"{value} {'ply' if value.plies == 1 else 'plies'}"
