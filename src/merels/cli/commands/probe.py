"""Look up a position in the tables: its value and the value of each move, best first."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from merels import Move, open_tablebase
from merels.cli.shared import options, output, view
from merels.prospects.chances import Chances

if TYPE_CHECKING:
    from merels.engine.search.root import Prospect
    from merels.rules.value import RatedMove

LONGEST_MOVE: Final = len("a1-a4xg7")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_position(parser)
    chances = "also show what each move can expect against a fallible player, and order equal moves"
    options.add_chances(parser, f"{chances} by it")
    options.add_tables(parser)
    options.add_json(parser)


def run(arguments: argparse.Namespace) -> None:
    """Probe and print."""
    position = options.parse_position(arguments)
    options.check_tables(arguments)
    if arguments.chances:
        from merels.prospects.look import check_fallible_players

        check_fallible_players(position.variant)  # before a useless table is asked for
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
        moves_to_json = [
            {
                "move": str(each.move),
                **output.value_to_json(each.value),
                **({"chance": round(prospects[each.move].chance, 4)} if prospects else {}),
            }
            for each in moves
        ]
        document = {"fen": position.fen(), **output.value_to_json(value), "source": source}
        output.print_json(document | {"moves": moves_to_json})
        return
    terminal = output.Terminal.for_output()
    verdict = terminal.paint(view.describe_value(value), view.PAINTS[value.result])
    if source is not None:
        verdict += f" ({view.SOURCES[source]})"
    report = _draw_moves(moves, terminal, prospects)
    headline = view.draw_headline(position)
    terminal.say("\n".join(view.draw_report(headline, verdict, position, report, terminal)))


def _draw_moves(
    moves: list[RatedMove], terminal: output.Terminal, prospects: Mapping[Move, Prospect]
) -> list[str]:
    if not moves:
        return ["the game is over"]
    header = f"{'move':<{LONGEST_MOVE}}  result  plies"
    if prospects:
        header += "  chance  replies that hold"
    lines = [terminal.paint(header, output.Paint.FAINT)]
    for move, value, _ in moves:
        if value is None:
            lines.append(terminal.paint(f"{move!s:<{LONGEST_MOVE}}  not known", output.Paint.FAINT))
            continue
        plies = "" if value.plies is None else value.plies
        text = f"{move!s:<{LONGEST_MOVE}}  {value.result!s:<6}  {plies:>5}"
        if prospects:
            found = prospects[move]
            text += f"  {100 * found.chance:>4.1f} %  {found.holding} of {found.replies}"
        lines.append(terminal.paint(text.rstrip(), view.PAINTS[value.result]))
    return lines
