"""List the tables: positions, wins, draws, losses, longest win and loss, size; or convert them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from merels import NINE_MENS_MORRIS, Variant, open_tablebase
from merels.cli.shared import options, output
from merels.errors import NotationError

if TYPE_CHECKING:
    from merels.reports.results import ListedTable

COLUMNS: Final = ("table", "positions", "wins", "draws", "losses", "win", "loss", "size", "bits")
SHARES: Final = slice(2, 5)
LONGEST: Final = slice(5, 7)
GAP: Final = "  "
STANDARD: Final = NINE_MENS_MORRIS.name
LEFT_OUT: Final = "ahead"
"""Instead of a size: the values are not stored, a one-move look-ahead gives them."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_variant(parser, default=None)
    options.add_tables(parser)
    parser.add_argument(
        "--plot", metavar="FILE", help="also chart shares and distances, as .svg, .png or .pdf"
    )
    parser.add_argument(
        "--convert",
        choices=["small", "full", "packed", "wdl"],
        help="first convert all tables of the folder: small leaves out tables that follow from "
        "other tables, full stores all, packed is small and compressed further, wdl keeps win, "
        "draw or loss only",
    )
    parser.add_argument(
        "--keep", action="store_true", help="with --convert wdl: keep the exact tables too"
    )
    options.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """List the tables, and chart them on request."""
    options.check_tables(arguments)
    with open_tablebase(arguments.tables) as tablebase:
        folder = tablebase.path
    from merels.reports.plots import check_plot_path, plot_tables
    from merels.reports.results import list_tables

    if arguments.plot is not None:
        check_plot_path(Path(arguments.plot))
        output.require("plot")
    if arguments.keep and arguments.convert != "wdl":
        raise NotationError("--keep only works with --convert wdl")
    variant = options.parse_chosen_variant(arguments)
    if arguments.convert and variant is not None:
        raise NotationError(
            "--convert converts the tables of all variants in the folder; leave out --variant and "
            "--no-flying"
        )
    if arguments.convert:
        _convert(folder, arguments.convert, keep=arguments.keep)
    tables, errors = list_tables(folder, variant)
    if arguments.json:
        output.print_json({"tables": [table.listed() for table in tables]})
    else:
        _print_listing(tables, folder, variant)
    for error in errors:
        print(f"merels: {error}", file=sys.stderr)
    if arguments.plot is not None and not tables:
        print("merels: there are no tables to chart", file=sys.stderr)
        return 1
    if arguments.plot is not None:
        plot_tables(tables, Path(arguments.plot))
    return 1 if errors else 0


def _convert(path: Path, form_name: str, *, keep: bool) -> None:
    """Convert the tables of a folder, and say so on standard error."""
    from rich.console import Console
    from rich.progress import track

    from merels._system import count_processors
    from merels.solver.convert import Form, convert_tables, tables_to_convert
    from merels.solver.workspace import format_bytes
    from merels.values.folder import TableFolder

    folder, form = TableFolder(path, count_processors()), Form(form_name)
    console = Console(stderr=True, highlight=False)
    with folder.lock(), output.ctrl_c_ends_at_once():
        folder.remove_leftovers()
        total = len(tables_to_convert(folder, form, keep=keep))
        steps, silent = convert_tables(folder, form, keep=keep), not console.is_terminal
        converted = list(
            track(steps, "converting", total, console=console, disable=silent, transient=True)
        )
    before, after = (sum(getattr(t, side) for t in converted) for side in ("before", "after"))
    console.print(
        f"{len(converted)} tables converted, from {format_bytes(before)} to {format_bytes(after)}"
        + ("; the exact tables are still there." if keep else ".")
    )


def _print_listing(tables: list[ListedTable], folder: Path, variant: Variant | None) -> None:
    from merels.reports.page import short_name

    terminal = output.Terminal.for_output()
    if not tables:
        message = output.no_tables_message(folder, variant)
        terminal.say(message[0].upper() + message[1:])
        return
    rows = [_format_row(short_name(table.key.name), [table]) for table in tables]
    totals = [_format_row(f"all {len(tables)}", tables)] if len(tables) > 1 else []
    widths = [max(map(len, column)) for column in zip(COLUMNS, *rows, *totals, strict=True)]
    for line in (_format_spans(widths), _format_line(COLUMNS, widths)):
        terminal.say(terminal.paint(line, output.Paint.FAINT))
    group = STANDARD
    for table, row in zip(tables, rows, strict=True):
        if _group_of(table) != group:
            group = _group_of(table)
            terminal.say(terminal.paint(f"{group}:", output.Paint.FAINT))
        terminal.say(_format_line(row, widths))
    for row in totals:
        terminal.say(_format_line(row, widths))


def _format_spans(widths: list[int]) -> str:
    """Return the line above the column names, with titles that span several columns."""

    def width(columns: slice) -> int:
        return len(GAP.join(" " * each for each in widths[columns]))

    shares, longest = width(SHARES), width(LONGEST)
    before = width(slice(SHARES.start))
    return GAP.join((" " * before, f"{'share in %':^{shares}}", f"{'longest':>{longest}}"))


def _format_line(row: tuple[str, ...], widths: list[int]) -> str:
    return GAP.join(
        f"{cell:{'>' if column else '<'}{width}}"
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    )


def _group_of(table: ListedTable) -> str:
    """Return what a table's short name leaves out, to keep lines within 80 characters."""
    from merels.values.format.header import Kind

    group = table.variant
    if table.kind is Kind.WDL:
        group += ", without distances"
    return group


def _format_row(name: str, tables: list[ListedTable]) -> tuple[str, ...]:
    """Return the cells of a line about one or more tables."""
    from merels.reports.results import sum_tables
    from merels.solver.workspace import format_bytes

    counts = sum_tables(tables)
    positions, size = counts["positions"], sum(table.bytes for table in tables)
    shares = (f"{100 * counts[each] / positions:.2f}" for each in ("wins", "draws", "losses"))
    longest = (counts["longest_win"], counts["longest_loss"])
    plies = ("-" if n is None else str(n) for n in longest)
    if not any(table.stored for table in tables):
        return (name, f"{positions:,}", *shares, *plies, LEFT_OUT, "")
    bits = 8 * size / positions  # large in the smallest tables, which are all header
    digits = f"{bits:.2f}" if bits < 100 else f"{bits:.0f}"
    return (name, f"{positions:,}", *shares, *plies, format_bytes(size), digits)
