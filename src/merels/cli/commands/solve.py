"""Compute tables of solved positions; an interrupted run resumes."""

from __future__ import annotations

import argparse

from merels.cli.shared import options, output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    targets = parser.add_mutually_exclusive_group()
    options.add_number(targets, "--men", "moving tables with up to N men in total")
    options.add_table(targets, "one table")
    targets.add_argument("--moving", action="store_true", help="all moving tables")
    targets.add_argument(
        "--all", action="store_true", help="the whole game: all moving and all placing tables"
    )
    parser.add_argument(
        "--yes", action="store_true", help="without any of these: take the default, do not ask"
    )
    options.add_tables(parser)
    threads = "threads per pair of tables (default: all processors of this machine, or of a worker)"
    options.add_number(parser, "--threads", threads)
    parser.add_argument("--memory", metavar="SIZE", help="memory limit, such as 8G")
    parser.add_argument(
        "--wdl", action="store_true", help="store only win, draw or loss, in a fifth of the space"
    )
    parser.add_argument(
        "--full",
        action="store_true",
        help="store every table, also tables whose values follow from other tables by a one-move "
        "look-ahead",
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="run on a Dask cluster at tcp://HOST:PORT, or on N local workers with local:N",
    )
    options.add_variant(parser)
    parser.add_argument("--json", action="store_true", help="stream JSON events, one per line")


def run(arguments: argparse.Namespace) -> None:
    """Plan, solve and show progress."""
    output.require("solve")
    from merels.cli.shared.solving import solve

    solve(arguments)
