"""What an analysis says, as text and as a document."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from merels.cli.boards import (
    PAINTS,
    REPORT_COLUMN,
    describe_value,
    draw_algebraic_board,
    put_beside,
)
from merels.cli.console.terminal import Paint, Terminal
from merels.cli.console.view import draw_headline
from merels.matches.annotation import Estimate, JudgedTurn
from merels.rules.game import Game
from merels.rules.value import UNKNOWN_DOCUMENT

if TYPE_CHECKING:
    from merels.engine.search.searcher import Info, Line

_LEAST_WIDTH = 24
_DEFAULT_COLUMNS = 100


def line_to_json(line: Line) -> dict[str, Any]:
    """Return a line of play as a document; ``pv`` are whole turns, the move first."""
    return {
        "move": str(line.move),
        **estimate_to_json(Estimate.of_line(line)),
        "pv": [str(move) for move in line.pv],
    }


def estimate_to_json(estimate: Estimate) -> dict[str, Any]:
    """Return a score and, where it is proved, a result; the rest is null."""
    value = estimate.value
    known = UNKNOWN_DOCUMENT if value is None else value.document()
    return {"score": estimate.score, **known}


def analysis_to_json(game: Game, info: Info | None) -> dict[str, Any]:
    """Return an analysis as a document; None stands for a finished game."""
    return {
        "fen": game.fen(),
        "depth": 0 if info is None else info.depth,
        "nodes": 0 if info is None else info.nodes,
        "seconds": 0.0 if info is None else round(info.seconds, 3),
        "lines": [] if info is None else [line_to_json(line) for line in info.lines],
    }


def turn_to_json(turn: JudgedTurn) -> dict[str, Any]:
    """Return a judged turn as a document."""
    return {
        "move": str(turn.move),
        "before": estimate_to_json(turn.before),
        "after": estimate_to_json(turn.after),
        "glyph": turn.glyph,
        "best": [str(move) for move in turn.best],
    }


def draw_analysis(game: Game, info: Info | None, terminal: Terminal) -> list[str]:
    """Return the value, and below it the board with the lines of play beside it."""
    position = game.position
    board = draw_algebraic_board(position, terminal)
    outcome = game.outcome()
    if info is None:
        assert outcome is not None
        headline = terminal.paint("The game is over", Paint.STRONG)
        return [f"{headline}: {outcome.result}, {outcome.reason.value}", "", *board]
    headline = terminal.paint(draw_headline(position), Paint.STRONG)
    report = [
        terminal.paint(line, Paint.FAINT) for line in textwrap.wrap(describe_work(info), _width())
    ]
    for line in info.lines:
        report += ["", *_draw_line(line, terminal)]
    verdict = _paint_estimate(info.lines[0], _describe(info.lines[0]), terminal)
    return [f"{headline}: {verdict}", "", *put_beside(board, report)]


def describe_work(info: Info) -> str:
    """Return how deep the search has gone, and how fast.

    Where tables or book tell everything there was nothing to search.
    """
    if info.nodes == 0:
        return f"exact, from tables and book, in {info.seconds:.2f} s"
    speed = f", {info.nodes / info.seconds / 1e6:.1f} million a second" if info.seconds else ""
    return f"depth {info.depth}, {info.nodes:,} nodes in {info.seconds:.2f} s{speed}"


def draw_progress(info: Info) -> str:
    """Return how a search stands, in one line."""
    best = info.lines[0]
    return f"depth {info.depth}  {Estimate.of_line(best)}  {' '.join(map(str, best.pv))}"


def _draw_line(line: Line, terminal: Terminal) -> Iterator[str]:
    """Yield a line of play: its value, and the moves broken between them."""
    value = str(Estimate.of_line(line))
    moves = textwrap.wrap(
        " ".join(map(str, line.pv)),
        _width() - len(value) - 2,
        break_long_words=False,
        break_on_hyphens=False,
    )
    yield f"{_paint_estimate(line, value, terminal)}  {moves[0]}"
    for more in moves[1:]:
        yield f"{' ' * len(value)}  {more}"


def _width() -> int:
    columns = shutil.get_terminal_size((_DEFAULT_COLUMNS, 24)).columns
    return max(_LEAST_WIDTH, columns - REPORT_COLUMN)


def _describe(line: Line) -> str:
    return f"{line.score / 100:+.2f} men" if line.value is None else describe_value(line.value)


def _paint_estimate(line: Line, text: str, terminal: Terminal) -> str:
    return text if line.value is None else terminal.paint(text, PAINTS[line.value.result])
