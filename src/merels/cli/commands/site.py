"""Write a site of static files: the pages, and tables that browsers read from any web host."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from merels.cli.shared import options, output
from merels.errors import NotationError

if TYPE_CHECKING:
    from merels.site.check import CheckedStatic
    from merels.site.folder import SiteFolder
    from merels.site.tables import Choice
    from merels.values.folder import TableFolder

Advance: TypeAlias = Callable[[int, str], None]
"""Called with the number of positions done since the last call, and a text to show."""

SMALLEST_PART: Final = 1 << 20
"""Bytes. Smaller parts would make thousands of files of one table."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", help="folder of the site, made if it is missing")
    parser.add_argument(
        "--variant",
        action="append",
        metavar="NAME",
        help="a variant with all its tables; repeatable (default: nine); DIR keeps other variants",
    )
    options.add_tables(parser)
    parser.add_argument(
        "--small",
        action="store_true",
        help="leave out tables that a one-move look-ahead replaces: half the bytes, more requests",
    )
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--wdl", action="store_true", help="win, draw or loss only, no distances")
    kinds.add_argument("--both", action="store_true", help="distances, and win, draw or loss too")
    parser.add_argument(
        "--split", metavar="SIZE", help="cut large files into parts of this size, such as 25M"
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing; read the tables in DIR back and compare them with --tables",
    )
    options.add_number(parser, "--sample", "with --check: read only N random blocks of each table")
    options.add_threads(parser)
    options.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write or check a site; status 1 if a check finds something wrong."""
    for extra in ("solve", "web"):
        output.require(extra)
    from merels.site.folder import SiteFolder

    if Path(arguments.folder).is_file():
        raise NotationError(f"{arguments.folder!r} is a file, not a folder")
    if arguments.sample is not None and not arguments.check:
        raise NotationError("--sample only works with --check")
    source = options.open_folder(arguments, options.choose_threads(arguments.threads))
    site = SiteFolder(Path(arguments.folder).absolute())
    act = _check if arguments.check else _write
    with output.ctrl_c_ends_at_once():  # the next run removes half-written files
        return act(arguments, site, source)


def _write(arguments: argparse.Namespace, site: SiteFolder, source: TableFolder) -> int:
    from rich.console import Console

    from merels.site.pages import refuse_foreign_pages, write_pages
    from merels.site.tables import TableWriter
    from merels.solver.benchmark import free_space
    from merels.solver.workspace import format_bytes

    begin = time.perf_counter()
    choices, split = _choose(arguments), _parse_split(arguments.split)
    with site.lock():
        refuse_foreign_pages(site)
        writer = TableWriter(site, source, choices, split)
        writer.find_missing()
        jobs = writer.plan()
        positions, need = (sum(getattr(job, n) for job in jobs) for n in ("positions", "estimate"))
        if jobs:
            Console(stderr=True, highlight=False).print(
                f"{len(jobs)} tables to write, {positions:,} positions, about "
                f"{format_bytes(need)}, into {str(site.path)!r}, which has "
                f"{format_bytes(free_space(site.path))} free.",
                soft_wrap=True,
            )
        writer.check_space(jobs)
        with _start_display(positions) as advance:
            catalogs = writer.write(
                jobs,
                lambda done: advance(
                    done.job.positions,
                    f"{done.job.key.name:<12} {format_bytes(done.bytes):>10}, "
                    f"{8 * done.bytes / done.job.positions:.2f} bits a position",
                ),
            )
        pages = write_pages(site)
    seconds = time.perf_counter() - begin
    variants = [catalog.describe() for catalog in catalogs]
    document = {
        "folder": str(site.path),
        "variants": variants,
        "tables_written": len(jobs),
        "pages_written": pages,
        "seconds": round(seconds, 3),
    }
    lines = [
        f"{each['variant']}: {each['tables']} tables, {each['positions']:,} positions, "
        f"{format_bytes(each['bytes'])}"
        for each in variants
    ]
    last = (
        f"{len(jobs)} tables and {pages} files of pages written in {seconds:.1f} s; the site is in "
        f"{str(site.path)!r}"
    )
    output.print_report(arguments, document, [*lines, last])
    return 0


def _choose(arguments: argparse.Namespace) -> list[Choice]:
    """Return which tables to write; raises `NotationError` for a variant without tables."""
    from merels.site.tables import Choice
    from merels.values.format.header import Kind

    kinds = tuple(Kind) if arguments.both else (Kind.WDL if arguments.wdl else Kind.DISTANCE,)
    variants = [
        options.parse_usual_variant(argparse.Namespace(variant=name, no_flying=False))
        for name in arguments.variant or [None]
    ]
    return [Choice(variant, kinds, arguments.small) for variant in dict.fromkeys(variants)]


def _parse_split(text: str | None) -> int | None:
    from merels.solver.workspace import parse_bytes

    size = None if text is None else parse_bytes(text)
    if size is not None and size < SMALLEST_PART:
        raise NotationError(f"--split {text}: a part has at least 1M")
    return size


def _check(arguments: argparse.Namespace, site: SiteFolder, source: TableFolder) -> int:
    from merels.site.check import check_table, tables_to_check

    tables = tables_to_check(site)
    checked: list[CheckedStatic] = []
    with _start_display(sum(table.row.positions for table in tables)) as advance:
        for table in tables:
            checked.append(check_table(site, source, table, arguments.sample))
            advance(table.row.positions, f"{checked[-1].name}: {checked[-1].verdict}")
    document = {"folder": str(site.path), "tables": [each.document() for each in checked]}
    output.print_report(arguments, document, _draw_checks(checked))
    return 1 if any(each.problems for each in checked) else 0


def _draw_checks(checked: list[CheckedStatic]) -> Iterator[str]:
    for table in checked:
        if table.problems:
            yield f"{table.name} ({table.kind.value}) of {table.variant}: {table.verdict}"
            yield from (f"    {problem}" for problem in table.problems)
    wrong = sum(bool(table.problems) for table in checked)
    compared = sum(table.compared for table in checked)
    verdict = f"{wrong} of {len(checked)} tables are wrong" if wrong else "no byte is wrong"
    yield f"{len(checked)} tables, {compared:,} values equal to the tables: {verdict}"


@contextmanager
def _start_display(positions: int) -> Iterator[Advance]:
    """Show progress on standard error: a bar in a terminal, a line for each table elsewhere."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        yield lambda _, text: console.print(text, soft_wrap=True)
        return
    with Progress(console=console, transient=True) as bars:
        bar = bars.add_task("", total=positions)

        def advance(done: int, text: str) -> None:
            bars.console.print(text)
            bars.advance(bar, done)

        yield advance
