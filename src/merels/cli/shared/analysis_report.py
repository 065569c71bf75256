"""Print an analysis, as text or JSON."""

from __future__ import annotations

import shutil
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from merels import BLACK, WHITE, Color, Game, Position, Value
from merels.board.board import Board
from merels.cli.shared import view
from merels.cli.shared.output import Paint, Terminal, value_to_json
from merels.engine.search.searcher import Info, Line
from merels.matches.annotation import JudgedTurn, MoveEstimate, measure_accuracy
from merels.rules.pgn import GameRecord
from merels.web.api.answers import analysis_document, source_of_line

if TYPE_CHECKING:
    from merels.values.known_positions import ExactValues

_LEAST_WIDTH = 24
_DEFAULT_COLUMNS = 100


def analysis_to_json(
    game: Game, info: Info | None, values: ExactValues | None = None
) -> dict[str, Any]:
    """Return an analysis for JSON; None means that the game is over.

    ``values`` are the exact values that the search knew.
    """
    if info is None:
        return {"fen": game.fen(), "depth": 0, "nodes": 0, "seconds": 0.0, "lines": []}
    return {"fen": game.fen(), **analysis_document(info, game.position, values)}


def turn_to_json(turn: JudgedTurn) -> dict[str, Any]:
    """Return an annotated move for JSON."""
    keeping = turn.keeping
    return {
        "move": str(turn.move),
        "before": _judged_to_json(turn.before, turn),
        "after": _judged_to_json(turn.after, turn),
        "glyph": turn.glyph,
        "best": [str(move) for move in turn.best],
        "source": turn.source,
        "keeping": keeping and {"moves": keeping.moves, "of": keeping.of},
        "reasons": [
            {
                "kind": reason.kind.value,
                "points": [turn.board.names[point] for point in reason.points],
                "text": text,
            }
            for reason, text in zip(turn.reasons, turn.why, strict=True)
        ],
    }


def _judged_to_json(estimate: MoveEstimate, turn: JudgedTurn) -> dict[str, Any]:
    expected = round(estimate.expected(turn.position), 4)
    return {"score": estimate.score, **value_to_json(estimate.value), "expected": expected}


def game_to_json(record: GameRecord, turns: Sequence[JudgedTurn]) -> dict[str, Any]:
    """Return an annotated game for JSON."""
    accuracies = {color: measure_accuracy(turns, color) for color in (WHITE, BLACK)}
    return {
        "headers": record.headers,
        "turns": [turn_to_json(turn) for turn in turns],
        "accuracy": {
            color.name.lower(): None if accuracy is None else round(accuracy, 4)
            for color, accuracy in accuracies.items()
        },
        "sources": Counter(turn.source for turn in turns if turn.best),
    }


def summarise_game(record: GameRecord, turns: Sequence[JudgedTurn]) -> list[str]:
    """Return how each side played, the sources of the values, and the bad moves in order."""
    first = record.start.position.turn
    sides = "; ".join(_summarise_side(turns, color) for color in (first, first.other))
    sources = Counter(turn.source for turn in turns if turn.best)
    based = ", ".join(f"{count} {source}" for source, count in sources.most_common())
    return [f"{sides} ({based or 'no moves'})", *_list_mistakes(record, turns)]


def _summarise_side(turns: Sequence[JudgedTurn], color: Color) -> str:
    """Return the accuracy of a side, and how many of its moves were marked, by glyph."""
    counts = Counter(turn.glyph for turn in turns if turn.color is color)
    marks = [f"{counts[glyph]} {glyph}" for glyph in ("??", "?", "?!", "!") if counts[glyph]]
    accuracy = measure_accuracy(turns, color)
    shown = [] if accuracy is None else [f"{100 * accuracy:.1f} % accurate"]
    return f"{color} {', '.join(shown + (marks or ['no marks']))}"


def _list_mistakes(record: GameRecord, turns: Sequence[JudgedTurn]) -> Iterator[str]:
    number = record.start.move_number
    for turn in turns:
        if turn.is_bad:
            dots = "." if turn.color is WHITE else "..."
            why = "; ".join([f"better {turn.best[0]}", *turn.why])
            yield f"  {number}{dots} {turn.move}{turn.glyph}  {why}"
        number += turn.color is BLACK


def draw_analysis(
    game: Game, info: Info | None, terminal: Terminal, values: ExactValues | None = None
) -> list[str]:
    """Return the value and, below it, the board next to the lines of play.

    ``values`` are the exact values that the search knew.
    """
    position = game.position
    if info is None:
        outcome = game.outcome()
        assert outcome is not None
        verdict = f"{outcome.result}, {outcome.reason.value}"
        return view.draw_report("The game is over", verdict, position, [], terminal)
    report = [
        terminal.paint(line, Paint.FAINT)
        for line in textwrap.wrap(describe_work(info), _width(position.board))
    ]
    for line in info.lines:
        report += ["", *_draw_line(line, position, terminal)]
    best = info.lines[0]
    # Where the book ends, it has the value of the position, but not of its moves.
    value = best.value or (None if values is None else values.get(position))
    verdict = _describe(best, value, position, values)
    if value is not None:
        verdict = terminal.paint(verdict, view.PAINTS[value.result])
    return view.draw_report(view.draw_headline(position), verdict, position, report, terminal)


def describe_work(info: Info) -> str:
    """Return how deep the search went, and how fast; or that no search was needed."""
    if info.nodes == 0:
        return f"exact, without a search, in {info.seconds:.2f} s"
    speed = f", {info.nodes / info.seconds / 1e6:.1f} million per second" if info.seconds else ""
    return f"depth {info.depth}, {info.nodes:,} nodes in {info.seconds:.2f} s{speed}"


def draw_progress(info: Info, position: Position) -> str:
    """Return the state of a search of ``position`` in one line."""
    best = info.lines[0]
    worth = MoveEstimate.of_line(best).describe(position)
    return f"depth {info.depth}  {worth}  {' '.join(map(str, best.pv))}"


def _draw_line(line: Line, position: Position, terminal: Terminal) -> Iterator[str]:
    """Yield a line of play: its value, then its moves, wrapped between moves."""
    value = MoveEstimate.of_line(line).describe(position)
    moves = textwrap.wrap(
        " ".join(map(str, line.pv)),
        _width(position.board) - len(value) - 2,
        break_long_words=False,
        break_on_hyphens=False,
    )
    painted = value if line.value is None else terminal.paint(value, view.PAINTS[line.value.result])
    yield f"{painted}  {moves[0]}"
    for more in moves[1:]:
        yield f"{' ' * len(value)}  {more}"


def _width(board: Board) -> int:
    columns = shutil.get_terminal_size((_DEFAULT_COLUMNS, 24)).columns
    return max(_LEAST_WIDTH, columns - view.report_column(board))


def _describe(
    line: Line, value: Value | None, position: Position, values: ExactValues | None
) -> str:
    """Return what a position is worth by its best line, or by its own exact value."""
    if value is None:
        return view.describe_estimate(line.score, position)
    if line.value is not None:
        return view.describe_exact(value, source_of_line(line, position, values))
    return view.describe_exact(value, None if values is None else values.source(position))
