"""Compute tables of solved positions; an interrupted run resumes."""

from __future__ import annotations

import argparse
import logging
from pathlib import Path
from typing import TYPE_CHECKING

from merels.cli.shared.options import (
    add_number,
    add_table,
    add_tables,
    add_variant,
    choose_threads,
    parse_solvable_variant,
    parse_tables,
)
from merels.cli.shared.output import leave_at_once, require, run_in_thread

if TYPE_CHECKING:
    from collections.abc import Callable

    from merels.solver.offers import StoredSet
    from merels.solver.run import Listener
    from merels.solver.store import RunStore
    from merels.values.folder import TableFolder
    from merels.values.layout.key import TableKey
    from merels.values.layout.plan import Plan

    Solve = Callable[[Plan, RunStore, Listener], None]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    targets = parser.add_mutually_exclusive_group()
    add_number(targets, "--men", "moving tables with up to N men in total")
    add_table(targets, "one table")
    targets.add_argument("--moving", action="store_true", help="all moving tables")
    targets.add_argument(
        "--all", action="store_true", help="the whole game: all moving and all placing tables"
    )
    parser.add_argument(
        "--yes", action="store_true", help="without any of these: take the default, do not ask"
    )
    add_tables(parser)
    threads = "threads per pair of tables (default: all processors, or those of a worker)"
    add_number(parser, "--threads", threads)
    parser.add_argument("--memory", metavar="SIZE", help="memory limit, such as 8G")
    parser.add_argument(
        "--wdl", action="store_true", help="store only win, draw or loss, in a fifth of the space"
    )
    parser.add_argument(
        "--full",
        action="store_true",
        help="store every table, even those whose values follow from others by a one-move "
        "look-ahead",
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="run on a Dask cluster at tcp://HOST:PORT, or on N local workers with local:N",
    )
    add_variant(parser)
    parser.add_argument("--json", action="store_true", help="stream JSON events, one per line")


def run(arguments: argparse.Namespace) -> None:
    """Plan, solve and show progress."""
    require("solve")
    from merels.cli.shared.solving import start_display
    from merels.solver.offers import check_disk
    from merels.values.folder import TableFolder, default_folder
    from merels.values.shipped import known_sizes

    path = Path(arguments.tables or default_folder()).absolute()
    # The workers of a cluster may have more processors than this machine.
    threads = choose_threads(arguments.threads if arguments.cluster is None else None)
    folder = TableFolder(path, threads)
    targets = find_targets(arguments, folder)
    if targets is None:
        return
    solve = find_solver(arguments, threads)
    with folder.lock():
        stored_set = stored_set_of(arguments)
        store, plan = prepare(folder, targets, stored_set)
        check_disk(plan, path, known_sizes(), stored_set)
        try:
            with start_display(plan, folder.path, as_json=arguments.json) as listener:
                solve(plan, store, listener)
        except KeyboardInterrupt:
            if arguments.cluster is None:  # then kernels are still running in this process
                store.remove_leftovers()
                leave_at_once()
            raise


def find_solver(arguments: argparse.Namespace, threads: int) -> Solve:
    """Return a function that carries out a plan, on local threads or on a cluster."""
    from merels.solver.run import solve_tables
    from merels.solver.workspace import parse_bytes

    memory = None if arguments.memory is None else parse_bytes(arguments.memory)
    if arguments.cluster is None:
        return lambda plan, store, listener: run_in_thread(
            lambda: solve_tables(plan, store, threads, memory, listener)
        )
    require("cluster")
    from merels.solver.cluster.run import parse_address, solve_on_cluster

    # We report problems on the cluster in one line. Dask's own log would show tracebacks of
    # connections that close during shutdown, and call them critical.
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    address = parse_address(arguments.cluster)
    return lambda plan, store, listener: solve_on_cluster(
        address, plan, store, arguments.threads, memory, listener
    )


def stored_set_of(arguments: argparse.Namespace) -> StoredSet:
    """Return how the arguments ask to store tables."""
    from merels.solver.offers import StoredSet
    from merels.values.format.header import Kind

    return StoredSet(Kind.WDL if arguments.wdl else Kind.DISTANCE, arguments.full)


def ask_targets(arguments: argparse.Namespace, folder: TableFolder) -> list[TableKey] | None:
    """Return the tables that the user chooses, None for nothing."""
    from merels.cli.shared.solving import choose_targets
    from merels.solver.store import RunStore

    stored_set = stored_set_of(arguments)
    return choose_targets(
        folder.path,
        parse_solvable_variant(arguments),
        RunStore(folder, stored_set.kind, full=stored_set.full).is_done,
        folder.threads,
        stored_set,
        yes=arguments.yes,
    )


def find_targets(arguments: argparse.Namespace, folder: TableFolder) -> list[TableKey] | None:
    """Return the tables that the arguments name or, if they name none, that the user chooses."""
    from merels.errors import NotationError
    from merels.values.layout.homes import FEWEST
    from merels.values.layout.plan import all_moving_tables, all_tables

    variant = parse_solvable_variant(arguments)
    if arguments.table:
        return parse_tables(arguments)
    if arguments.all:
        return all_tables(variant)
    if arguments.men is None and not arguments.moving:
        return ask_targets(arguments, folder)
    least, most = 2 * FEWEST, 2 * variant.men
    if arguments.men is not None and not least <= arguments.men <= most:
        raise NotationError(f"--men {arguments.men}: tables have {least} to {most} men in total")
    return all_moving_tables(variant, arguments.men)


def prepare(
    folder: TableFolder, targets: list[TableKey], stored_set: StoredSet
) -> tuple[RunStore, Plan]:
    """Return the store that the run writes to, and the plan of what it still lacks."""
    from merels.solver.store import RunStore
    from merels.values.layout.plan import Plan

    store = RunStore(folder, stored_set.kind, full=stored_set.full)
    store.remove_leftovers()
    for key in targets:
        if store.is_readable(key) and not store.is_done(key):
            store.save(key, store.load_slots(key))
    return store, Plan.for_tables(targets, store.is_done, store.is_readable)
