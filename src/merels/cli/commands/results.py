"""Summarise the solved game: its value, every table, the opening, the longest game."""

from __future__ import annotations

import argparse
import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from merels import svg
from merels._files import whole_file
from merels.cli.shared.options import (
    add_json,
    add_tables,
    add_threads,
    add_variant,
    choose_threads,
    parse_new_file,
    parse_solvable_variant,
)
from merels.cli.shared.output import StatusLine, no_tables_message, print_json, require
from merels.errors import MissingTableError
from merels.rules.position import Position
from merels.rules.variant import NINE_MENS_MORRIS, file_stem

if TYPE_CHECKING:
    from merels.reports.listing import ListedTable
    from merels.rules.variant import Variant
    from merels.values.layout.key import TableKey
    from merels.values.shipped import Document

IMAGES: Final = "images"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_variant(parser)
    add_tables(parser)
    parser.add_argument(
        "--output",
        metavar="DIR",
        help="write the page, results.md or results/VARIANT.md, and its charts to this folder "
        "instead of printing it",
    )
    parser.add_argument(
        "--data",
        type=parse_new_file,
        metavar="FILE",
        help="also write the results to this file as JSON, with the SHA-256 of every table",
    )
    add_threads(parser, "threads that read tables for their SHA-256")
    add_json(parser)


def run(arguments: argparse.Namespace) -> None:
    """Gather, then write or print."""
    require("engine")
    from merels.reports.results import gather_results
    from merels.values.folder import default_folder

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
        raise MissingTableError(no_tables_message(folder, variant))
    if arguments.data is not None:
        _write(Path(arguments.data), json.dumps(document, indent=1) + "\n")
    if arguments.output is not None:
        _write_page(document, tables, variant, Path(arguments.output))
    if arguments.json:
        print_json(document)
    elif arguments.output is None and arguments.data is None:
        from merels.reports.page import write_page

        print(write_page(document, {}), end="")


def _show(status: StatusLine, key: TableKey, share: float) -> None:
    """Show which table has been read: on one line in a terminal, on a line each elsewhere."""
    text = f"{key.name}: {key.index.size:,} positions read, {share:.1%} of all"
    if status.is_watched:
        status.show(text)
    else:
        status.print(text)


def _write_page(
    document: Document, tables: list[ListedTable], variant: Variant, output: Path
) -> None:
    """Write the page and its pictures; nine men's morris is above the other variants."""
    from merels.reports.page import write_page

    stem = file_stem(variant)
    is_default = variant == NINE_MENS_MORRIS
    page = output / ("results.md" if is_default else f"results/{stem}.md")
    (output / IMAGES).mkdir(parents=True, exist_ok=True)
    page.parent.mkdir(parents=True, exist_ok=True)
    prefix = f"{IMAGES}/results-" if is_default else f"{IMAGES}/results-{stem}-"
    drawn = _draw_pictures(document, tables, variant, output / prefix)
    up = "" if is_default else "../"
    links = {name: f"{up}{prefix}{name}.svg" for name in drawn}
    index = "results/README.md" if is_default else "README.md"
    _write(page, write_page(document, links | {"index": index}))


def _draw_pictures(
    document: Document, tables: list[ListedTable], variant: Variant, prefix: Path
) -> list[str]:
    """Draw the charts into files whose names begin with ``prefix``; return what was drawn."""
    require("plot")
    from merels.reports.listing import group_by_placed
    from merels.reports.plots import plot_groups

    def path_of(name: str) -> Path:
        drawn.append(name)
        return Path(f"{prefix}{name}.svg")

    drawn: list[str] = []
    moving = [table for table in tables if not table.key.in_hand]
    placing = group_by_placed((table for table in tables if table.key.in_hand), variant)
    if document["longest_game"] is not None:
        position = Position.from_fen(document["longest_game"]["fen"], variant)
        _write(path_of("longest"), svg.board(position) + "\n")
    if moving:
        pairs = {f"{table.key.own}-{table.key.enemy}": [table] for table in moving}
        plot_groups(pairs, "own men - enemy's men", path_of("moving"))
    if placing:
        groups = {str(placed): group for placed, group in placing.items()}
        plot_groups(groups, "men placed", path_of("placing"))
    return drawn


def _write(path: Path, text: str) -> None:
    with whole_file(path) as file:
        file.write(text.encode())
