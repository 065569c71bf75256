"""Summarise the solved game: its value, every table, the opening, the longest game."""

from __future__ import annotations

import argparse
import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from merels import svg
from merels._files import whole_file
from merels.cli.extras import require
from merels.cli.options import (
    add_json,
    add_tables,
    add_threads,
    add_variant,
    choose_threads,
    parse_solvable_variant,
)
from merels.cli.output import no_tables_message, print_json
from merels.cli.status import StatusLine
from merels.errors import MissingTableError
from merels.rules.position import Position

if TYPE_CHECKING:
    from merels.reports.listing import ListedTable
    from merels.reports.results import Document
    from merels.rules.variant import Variant
    from merels.tables.key import TableKey

PAGE: Final = "results.md"
IMAGES: Final = "images"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_variant(parser)
    add_tables(parser)
    parser.add_argument(
        "--output",
        metavar="DIR",
        help=f"write {PAGE} and its charts to this folder instead of printing the page",
    )
    parser.add_argument(
        "--data",
        metavar="FILE",
        help="also write the results to this file as JSON, with the SHA-256 of every table",
    )
    add_threads(parser, "threads that read tables for their SHA-256")
    add_json(parser)


def run(arguments: argparse.Namespace) -> None:
    """Gather, then write or print."""
    require("engine")
    from merels.reports.page import write_page
    from merels.reports.results import gather_results
    from merels.tables.folder import default_folder

    folder = Path(arguments.tables or default_folder())
    variant = parse_solvable_variant(arguments)
    with StatusLine() as status:
        document, tables = gather_results(
            folder,
            variant,
            threads=choose_threads(arguments.threads),
            report=partial(_show, status),
            with_digests=arguments.json or arguments.data is not None,
        )
    if not tables:
        raise MissingTableError(no_tables_message(folder))
    if arguments.data is not None:
        _write(Path(arguments.data), json.dumps(document, indent=1) + "\n")
    if arguments.output is not None:
        output = Path(arguments.output)
        pictures = _draw_pictures(document, tables, variant, output)
        _write(output / PAGE, write_page(document, pictures))
    if arguments.json:
        print_json(document)
    elif arguments.output is None and arguments.data is None:
        print(write_page(document, {}), end="")


def _show(status: StatusLine, key: TableKey, share: float) -> None:
    """Show which table has been read: on one line in a terminal, on a line each elsewhere."""
    text = f"{key.name}: {key.index.size:,} positions read, {share:.1%} of all"
    if status.is_watched:
        status.show(text)
    else:
        status.print(text)


def _draw_pictures(
    document: Document, tables: list[ListedTable], variant: Variant, output: Path
) -> dict[str, str]:
    """Draw the charts into the image folder; return the links by name."""
    require("plot")
    from merels.reports.listing import group_by_placed
    from merels.reports.plots import plot_groups, plot_tables

    (output / IMAGES).mkdir(parents=True, exist_ok=True)
    moving = [table for table in tables if not table.key.is_placing]
    placing = group_by_placed((table for table in tables if table.key.is_placing), variant)
    links = {}
    if document["longest_game"] is not None:
        links["longest"] = f"{IMAGES}/results-longest.svg"
        position = Position.from_fen(document["longest_game"]["fen"], variant)
        _write(output / links["longest"], svg.board(position) + "\n")
    if moving:
        links["moving"] = f"{IMAGES}/results-moving.svg"
        plot_tables(moving, output / links["moving"])
    if placing:
        links["placing"] = f"{IMAGES}/results-placing.svg"
        groups = {str(placed): group for placed, group in placing.items()}
        plot_groups(groups, "men placed", output / links["placing"])
    return links


def _write(path: Path, text: str) -> None:
    with whole_file(path) as file:
        file.write(text.encode())
