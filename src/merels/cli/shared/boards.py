"""Draw a board next to a report, as several commands do."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from merels.board.board import Board
from merels.cli.shared.coordinates import ALGEBRAIC
from merels.cli.shared.terminal import Paint, Terminal
from merels.cli.shared.view import board_width, draw_board
from merels.engine.evaluation.expected_score import Method, expected_score, format_percent
from merels.rules.position import Position
from merels.rules.value import Result, Value

if TYPE_CHECKING:
    from merels.rules.oracle import Source

PAINTS: Final = {Result.WIN: Paint.WON, Result.DRAW: Paint.PLAIN, Result.LOSS: Paint.LOST}

_GAP: Final = " " * 4


def report_column(board: Board) -> int:
    """Return the column where a report next to the board starts."""
    return board_width(board) + len(_GAP)


def draw_report(
    headline: str, verdict: str, position: Position, report: list[str], terminal: Terminal
) -> list[str]:
    """Return a headline with a verdict and, below it, the board next to the lines of a report.

    Points have algebraic names, as in FEN and game files; the letters are at the bottom.
    """
    letters, _, *board = draw_board(position, paint=terminal.paint, coordinates=ALGEBRAIC)
    blank = " " * board_width(position.board)
    rows = zip_longest([*board, blank, letters], report)
    return [
        f"{terminal.paint(headline, Paint.STRONG)}: {verdict}",
        "",
        *(f"{left or blank}{_GAP}{right or ''}".rstrip() for left, right in rows),
    ]


def describe_value(value: Value) -> str:
    """Return a value in words.

    >>> describe_value(Value(Result.WIN, 1)), describe_value(Value(Result.DRAW))
    ('win in 1 ply', 'draw')
    """
    if value.plies is None:
        return str(value)
    return f"{value} {'ply' if value.plies == 1 else 'plies'}"


SOURCES: Final = {
    "table": "from the tables",
    "ahead": "from the tables, by a one-move look-ahead",
    "book": "from the book",
    "results": "from the shipped results",
}


def describe_exact(value: Value, source: Source | None) -> str:
    """Return a value in words with its source; None if the search has proved it.

    >>> describe_exact(Value(Result.WIN, 13), None)
    'win in 13 plies (proved by search)'
    """
    return f"{describe_value(value)} ({'proved by search' if source is None else SOURCES[source]})"


def describe_estimate(score: int, position: Position, method: Method = "search") -> str:
    """Return an estimate in words: what positions with this score have on average.

    >>> describe_estimate(0, Position.start())
    '50 % (estimate by search)'
    """
    how = {"search": "estimate by search", "quick": "quick estimate"}[method]
    expected = expected_score(score, position.phase(), method, position.variant)
    return f"{format_percent(expected)} ({how})"
