"""Compute tables of solved positions; a stopped run goes on where it was."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from merels.cli.options import add_flying, add_tables, parse_positive, parse_variant

if TYPE_CHECKING:
    from merels.solver.plan import Plan
    from merels.solver.table import TableKey
    from merels.tablebase.folder import TableFolder
    from merels.tablebase.wdl_store import WdlStore


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    targets = parser.add_mutually_exclusive_group(required=True)
    targets.add_argument(
        "--men", type=parse_positive, metavar="N", help="moving tables of at most N men in all"
    )
    targets.add_argument(
        "--table",
        action="append",
        metavar="A,B",
        help="one table: A men to move against B men; may be repeated",
    )
    targets.add_argument("--moving", action="store_true", help="all 49 moving tables")
    add_tables(parser)
    parser.add_argument(
        "--threads", type=parse_positive, metavar="N", help="default: all processors"
    )
    parser.add_argument("--memory", metavar="SIZE", help="memory that may be used, such as 8G")
    parser.add_argument("--wdl", action="store_true", help="keep win, draw or loss only: a quarter")
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="run on a dask cluster at tcp://HOST:PORT, or local:N to start one of N workers here",
    )
    add_flying(parser)
    parser.add_argument("--json", action="store_true", help="stream events, a JSON object a line")


def run(arguments: argparse.Namespace) -> int:
    """Plan, solve and show progress."""
    from merels.cli.extras import require

    require("solve", "numba", "numpy", "platformdirs", "rich", "xxhash", "zstandard")
    from merels.cli.solving import start_display
    from merels.solver.resources import available_threads, parse_bytes
    from merels.solver.run import solve_tables
    from merels.tablebase.folder import TableFolder, default_folder

    threads = arguments.threads or available_threads()
    memory = None if arguments.memory is None else parse_bytes(arguments.memory)
    targets = find_targets(arguments)
    folder = TableFolder(Path(arguments.tables or default_folder()), threads)
    with folder.lock():
        store, plan = prepare(folder, targets, wdl=arguments.wdl)
        with start_display(plan, folder.path, as_json=arguments.json) as listener:
            if arguments.cluster is None:
                solve_tables(plan, store, threads, memory, listener)
            else:
                require("cluster", "distributed")
                from merels.solver.cluster import solve_on_cluster

                solve_on_cluster(arguments.cluster, plan, store, threads, memory, listener)
    return 0


def find_targets(arguments: argparse.Namespace) -> list[TableKey]:
    """Return the tables that the arguments ask for."""
    from merels.errors import NotationError
    from merels.solver.plan import all_moving_tables
    from merels.solver.table import FEWEST, TableKey

    variant = parse_variant(arguments)
    if arguments.table:
        return [TableKey.parse(text, variant) for text in arguments.table]
    tables = all_moving_tables(variant, arguments.men)
    if not tables:
        raise NotationError(
            f"--men {arguments.men}: the smallest table has {2 * FEWEST} men in all"
        )
    return tables


def prepare(
    folder: TableFolder, targets: list[TableKey], *, wdl: bool
) -> tuple[TableFolder | WdlStore, Plan]:
    """Return the store that the run writes to and the plan of what is missing there."""
    from merels.solver.plan import Plan
    from merels.tablebase.wdl_store import WdlStore

    folder.remove_leftovers()
    if not wdl:
        return folder, Plan.for_tables(targets, folder.has)
    store = WdlStore(folder)
    store.remove_leftovers()
    for key in targets:
        if store.is_readable(key) and not store.is_done(key):
            store.shrink(key)
    return store, Plan.for_tables(targets, store.is_done, store.is_readable)
