"""Look up a position in the tables: its value and that of each move, best first."""

from __future__ import annotations

import argparse
import io
from typing import TYPE_CHECKING, Final

from merels import open_tablebase
from merels.cli.boards import PAINTS, SOURCES, describe_value, draw_report
from merels.cli.console.terminal import Paint, Terminal
from merels.cli.console.view import draw_headline
from merels.cli.options import add_json, add_position, add_tables, parse_position
from merels.cli.output import print_json, value_to_json
from merels.rules.position import Position
from merels.rules.value import Value

if TYPE_CHECKING:
    from merels.reports.known_positions import RatedMove
    from merels.tables.open_tables import Source

LONGEST_MOVE: Final = len("a1-a4xg7")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_position(parser)
    add_tables(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> None:
    """Probe and print."""
    position = parse_position(arguments)
    with open_tablebase(arguments.tables) as tablebase:
        from merels.reports.known_positions import ExactValues

        values = ExactValues(tablebase)
        value = values.get(position) or tablebase.probe(position)  # raises if it is not known
        is_reported = tablebase.get(position) is None
        source = values.source(position) if is_reported else tablebase.source(position)
        moves = values.rate_moves(position)
    if arguments.json:
        print_json(
            {
                "fen": position.fen(),
                **value_to_json(value),
                "source": source,
                "moves": [{"move": str(each.move), **value_to_json(each.value)} for each in moves],
            }
        )
        return
    terminal = Terminal(source=io.StringIO())
    terminal.say("\n".join(draw_probe(position, value, source, moves, terminal)))


def draw_probe(
    position: Position,
    value: Value,
    source: Source | None,
    moves: list[RatedMove],
    terminal: Terminal,
) -> list[str]:
    """Return the value and, below it, the board next to the moves."""
    verdict = terminal.paint(describe_value(value), PAINTS[value.result])
    if source is not None:
        verdict += f" ({SOURCES[source]})"
    report = _draw_moves(moves, terminal)
    return draw_report(draw_headline(position), verdict, position, report, terminal)


def _draw_moves(moves: list[RatedMove], terminal: Terminal) -> list[str]:
    if not moves:
        return ["the game is over"]
    header = f"{'move':<{LONGEST_MOVE}}  result  plies"
    lines = [terminal.paint(header, Paint.FAINT)]
    for move, value, _ in moves:
        if value is None:
            lines.append(terminal.paint(f"{move!s:<{LONGEST_MOVE}}  not known", Paint.FAINT))
            continue
        plies = "" if value.plies is None else value.plies
        text = f"{move!s:<{LONGEST_MOVE}}  {value.result!s:<6}  {plies:>5}"
        lines.append(terminal.paint(text.rstrip(), PAINTS[value.result]))
    return lines
