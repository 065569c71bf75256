"""Check tables: every checksum, every count, and every value against the moves of its position.

Also compare the SHA-256 of each table with the published results.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from merels.cli.shared import options, output
from merels.errors import MissingTableError

if TYPE_CHECKING:
    from merels.rules.variant import Variant
    from merels.solver.verify.files import CheckedTable, Problem
    from merels.solver.verify.values import TableId
    from merels.values.folder import TableFolder
    from merels.values.layout.key import TableKey

Display: TypeAlias = Callable[["TableId", float], None]
"""Shows the current table and how much of it is done."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_tables(parser)
    options.add_table(parser, "check only this table")
    options.add_number(parser, "--sample", "check only N random positions of each table")
    options.add_threads(parser)
    parser.add_argument(
        "--results",
        metavar="FILE",
        help="compare SHA-256 checksums with this file, written by merels results --data "
        "(default: the published results)",
    )
    options.add_variant(parser, default=None)
    options.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check and print; status 1 if anything is wrong."""
    output.require("solve")
    folder = options.open_folder(arguments, options.choose_threads(arguments.threads))
    variant = options.parse_chosen_variant(arguments)
    chosen = options.parse_tables(arguments) or None
    published = _read_published(arguments)
    begin = time.perf_counter()
    checked = check_folder(folder, chosen, arguments.sample, published, variant)
    seconds = time.perf_counter() - begin
    ok = not any(table.problems for table in checked)
    document = {"tables": [_to_json(table) for table in checked], "ok": ok}
    output.print_report(arguments, document, _draw_report(checked, seconds))
    return 0 if ok else 1


def _read_published(arguments: argparse.Namespace) -> dict[str, str]:
    """Return the expected SHA-256 of each table by name."""
    from merels.values.folder import published_digests, read_digests
    from merels.values.shipped import load_all

    if arguments.results is None:
        return {
            name: digest for each in load_all() for name, digest in published_digests(each).items()
        }
    return read_digests(Path(arguments.results))


def check_folder(
    folder: TableFolder,
    chosen: list[TableKey] | None,
    sample: int | None = None,
    published: Mapping[str, str] | None = None,
    variant: Variant | None = None,
) -> list[CheckedTable]:
    """Check the chosen tables, all tables of a variant, or all tables and unknown files.

    Raises `MissingTableError` if there is nothing to check or a chosen table is missing.
    """
    from merels.solver.verify.files import FolderChecker, check_unknown_files, tables_to_check
    from merels.values.folder import missing_message

    tables = tables_to_check(folder, chosen, variant)
    for key in chosen or []:
        if key not in [found for found, _ in tables]:
            raise MissingTableError(missing_message(key, folder.path))
    unknown = check_unknown_files(folder) if chosen is None and variant is None else []
    if not tables and not unknown:
        raise MissingTableError(output.no_tables_message(folder.path, variant))
    checker = FolderChecker(folder, sample, published or {}, tables)
    with output.ctrl_c_ends_at_once(), _start_display(tables, sample) as show:
        checked = [checker.check(key, kind, partial(show, (key, kind))) for key, kind in tables]
    return checked + unknown


@contextmanager
def _start_display(tables: list[TableId], sample: int | None) -> Iterator[Display]:
    """Show progress on standard error: a bar in a terminal, one line per table elsewhere."""
    from rich.console import Console
    from rich.progress import Progress

    from merels.solver.verify.values import sample_size

    def print_line(table: TableId, share: float) -> None:
        if share == 1.0:
            name, compared = f"{table[0].name} ({table[1].value})", sample_size(table[0], sample)
            print(f"{name}: {compared:,} values checked", file=sys.stderr)

    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        yield print_line
        return
    *starts, total = accumulate((key.index.size for key, _ in tables), initial=0)
    start_of = dict(zip(tables, starts, strict=True))
    with Progress(console=console, transient=True) as bars:
        bar = bars.add_task("", total=total)

        def show(table: TableId, share: float) -> None:
            done = start_of[table] + share * table[0].index.size
            bars.update(bar, description=table[0].name, completed=done)

        yield show


def _to_json(table: CheckedTable) -> dict[str, Any]:
    return {
        "table": table.name,
        "kind": None if table.kind is None else table.kind.value,
        "positions": table.positions,
        "compared": table.compared,
        "sha256": table.sha256,
        "published_sha256": table.published,
        "ok": not table.problems,
        "wrong": table.is_wrong,
        "errors": [_problem_to_json(problem) for problem in table.problems],
    }


def _problem_to_json(problem: Problem) -> dict[str, Any]:
    document: dict[str, Any] = {"message": str(problem)}
    if not isinstance(problem, str):
        document |= {"slot": problem.slot, "fen": problem.fen}
        for name, value in (("stored", problem.stored), ("expected", problem.expected)):
            document[name] = value.document()
    return document


def _draw_report(checked: list[CheckedTable], seconds: float) -> Iterator[str]:
    for table in checked:
        state = "wrong" if table.is_wrong else "not checked" if table.problems else "ok"
        kind = "" if table.kind is None else table.kind.value
        row = f"{table.name:<12} {kind:<9} {table.positions:>15,} positions"
        yield f"{row}  {state}{_describe_digest(table)}"
        yield from (f"    {problem}" for problem in table.problems)
    positions = sum(table.positions for table in checked)
    compared = sum(table.compared for table in checked)
    right = "every value" if compared == positions else f"each of {compared:,} checked values"
    wrong = sum(table.is_wrong for table in checked)
    skipped = sum(bool(table.problems) for table in checked) - wrong
    verdict = f"{wrong} of {len(checked)} tables are wrong" if wrong else f"{right} is correct"
    if skipped:
        verdict += f", and {skipped} could not be checked"
    yield (
        f"{len(checked)} tables, {positions:,} positions in {seconds:.1f} s, "
        f"{compared / seconds / 1e6:.1f} million per second: {verdict}"
    )


def _describe_digest(table: CheckedTable) -> str:
    from merels.values.format.header import Kind

    if table.kind is Kind.WDL:
        return ", no SHA-256 (no distances)"
    if table.sha256 is None:
        return ""  # a damaged file
    if table.published is None:
        return ", SHA-256 not published"
    return f", SHA-256 {'matches' if table.sha256 == table.published else 'differs'}"
