"""Count the positions a number of moves ahead."""

from __future__ import annotations

import argparse
import time

from merels import Position
from merels.cli.shared import options, output
from merels.rules.legal import DEEPEST, count_leaves, split_leaves


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_number(
        parser, "depth", "moves to look ahead", least=0, most=DEEPEST, metavar="DEPTH"
    )
    options.add_position(parser)
    parser.add_argument("--split", action="store_true", help="also list the count for each move")
    options.add_json(parser)


def run(arguments: argparse.Namespace) -> None:
    """Count and print."""
    output.require("engine")
    position = options.parse_position(arguments)
    count_leaves(Position.start(), 0)  # load the compiled code before the clock starts
    begin = time.perf_counter()
    split = {}
    with output.ctrl_c_ends_at_once():
        if arguments.split and arguments.depth > 0:
            split = {str(move): n for move, n in split_leaves(position, arguments.depth).items()}
            leaves = sum(split.values())
        else:
            leaves = count_leaves(position, arguments.depth)
    seconds = time.perf_counter() - begin
    report = {
        "depth": arguments.depth,
        "fen": position.fen(),
        "leaves": leaves,
        "seconds": round(seconds, 6),
    }
    if arguments.split:
        report["moves"] = split
    rate = f", {leaves / seconds / 1e6:,.0f} million per second" if leaves > 1e6 else ""
    lines = [f"{move:<10} {count:>16,}" for move, count in split.items()]
    lines.append(f"depth {arguments.depth}: {leaves:,} leaves in {seconds:.3f} s{rate}")
    output.print_report(arguments, report, lines)
