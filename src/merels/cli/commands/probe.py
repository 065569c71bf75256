"""Look up a position in the tables: its value and that of each move, best first."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from merels import open_tablebase
from merels.cli.shared.options import (
    add_json,
    add_position,
    add_tables,
    check_tables,
    parse_position,
)
from merels.cli.shared.output import print_json, value_to_json
from merels.cli.shared.terminal import Paint, Terminal
from merels.cli.shared.view import PAINTS, SOURCES, describe_value, draw_headline, draw_report
from merels.engine.fallible.player import FALLIBLE_NAMES
from merels.prospects.chances import Chances
from merels.rules.move import Move
from merels.rules.position import Position
from merels.rules.value import Value

if TYPE_CHECKING:
    from merels.engine.oracle import Prospect
    from merels.rules.oracle import RatedMove, Source

LONGEST_MOVE: Final = len("a1-a4xg7")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_position(parser)
    parser.add_argument(
        "--chances",
        metavar="PERSON",
        choices=FALLIBLE_NAMES,
        help="also show what each move can expect against a fallible player, and order equal moves "
        f"by it: {', '.join(FALLIBLE_NAMES)}",
    )
    add_tables(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> None:
    """Probe and print."""
    position = parse_position(arguments)
    check_tables(arguments)
    if arguments.chances:
        from merels.prospects.look import check_fallible_players

        check_fallible_players(position.variant)  # before a table is asked for that would not help
    with open_tablebase(arguments.tables) as tablebase:
        from merels.values.known_positions import ExactValues

        values = ExactValues(tablebase)
        value = values.get(position) or tablebase.probe(position)  # raises if it is not known
        is_reported = tablebase.get(position) is None
        source = values.source(position) if is_reported else tablebase.source(position)
        moves = values.rate_moves(position)
        prospects: dict[Move, Prospect] = {}
        if arguments.chances:
            found = Chances(values).rank(position, moves, arguments.chances)
            moves = [each for each, _ in found]
            prospects = {each.move: prospect for each, prospect in found}
    if arguments.json:
        print_json(
            {
                "fen": position.fen(),
                **value_to_json(value),
                "source": source,
                "moves": [
                    {
                        "move": str(each.move),
                        **value_to_json(each.value),
                        **chance_to_json(prospects.get(each.move)),
                    }
                    for each in moves
                ],
            }
        )
        return
    terminal = Terminal.for_output()
    terminal.say("\n".join(draw_probe(position, value, source, moves, terminal, prospects)))


def chance_to_json(prospect: Prospect | None) -> dict[str, float]:
    """Return the members that ``--chances`` adds to a move."""
    return {} if prospect is None else {"chance": round(prospect.chance, 4)}


def draw_probe(
    position: Position,
    value: Value,
    source: Source | None,
    moves: list[RatedMove],
    terminal: Terminal,
    prospects: Mapping[Move, Prospect] = MappingProxyType({}),
) -> list[str]:
    """Return the value and, below it, the board next to the moves."""
    verdict = terminal.paint(describe_value(value), PAINTS[value.result])
    if source is not None:
        verdict += f" ({SOURCES[source]})"
    report = _draw_moves(moves, terminal, prospects)
    return draw_report(draw_headline(position), verdict, position, report, terminal)


def _draw_moves(
    moves: list[RatedMove], terminal: Terminal, prospects: Mapping[Move, Prospect]
) -> list[str]:
    if not moves:
        return ["the game is over"]
    header = f"{'move':<{LONGEST_MOVE}}  result  plies"
    if prospects:
        header += "  chance  replies that hold"
    lines = [terminal.paint(header, Paint.FAINT)]
    for move, value, _ in moves:
        if value is None:
            lines.append(terminal.paint(f"{move!s:<{LONGEST_MOVE}}  not known", Paint.FAINT))
            continue
        plies = "" if value.plies is None else value.plies
        text = f"{move!s:<{LONGEST_MOVE}}  {value.result!s:<6}  {plies:>5}"
        if prospects:
            text += describe_prospect(prospects[move])
        lines.append(terminal.paint(text.rstrip(), PAINTS[value.result]))
    return lines


def describe_prospect(prospect: Prospect) -> str:
    """Return the columns of ``--chances``.

    >>> from merels.engine.oracle import Prospect
    >>> describe_prospect(Prospect(0.7234, replies=18, holding=3, gained=0.2, drawn=0.8))
    '  72.3 %  3 of 18'
    """
    return f"  {100 * prospect.chance:>4.1f} %  {prospect.holding} of {prospect.replies}"
