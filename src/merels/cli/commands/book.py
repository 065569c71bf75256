"""Build the opening book that ships with Merels from tables."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from merels.cli.extras import require
from merels.cli.options import add_json, add_tables, parse_count
from merels.cli.output import print_json

if TYPE_CHECKING:
    from merels.tables.book import Contents
    from merels.tables.key import TableKey


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_tables(parser)
    parser.add_argument(
        "--output", metavar="FILE", help="write the book here (default: into the package)"
    )
    parser.add_argument(
        "--placed",
        type=parse_count,
        metavar="N",
        help="include positions with up to N placed men (default: as many as fit)",
    )
    parser.add_argument(
        "--limit", metavar="SIZE", help="maximum size of the book, such as 6M (default: 6 MB)"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Build the book and report."""
    require("engine")
    from merels._machine import count_processors
    from merels.solver.convert import load_any
    from merels.solver.resources import parse_bytes
    from merels.tables.book import shipped_path
    from merels.tables.bookbinding import LARGEST_BOOK, bind_book
    from merels.tables.folder import TableFolder, default_folder

    folder = TableFolder(Path(arguments.tables or default_folder()), count_processors())
    path = Path(arguments.output or shipped_path())
    limit = LARGEST_BOOK if arguments.limit is None else parse_bytes(arguments.limit)
    begin = time.perf_counter()
    contents = bind_book(folder, path, arguments.placed, limit, report=_print_table, load=load_any)
    _print_report(arguments, path, contents, time.perf_counter() - begin)
    return 0


def _print_table(key: TableKey, size: int) -> None:
    print(f"{key.name}: {key.index.size:,} positions, {size:,} bytes", file=sys.stderr)


def _print_report(
    arguments: argparse.Namespace, path: Path, contents: Contents, seconds: float
) -> None:
    size = path.stat().st_size
    positions = sum(key.index.size for key in contents.sizes)
    if arguments.json:
        print_json(
            {
                "book": str(path),
                "men_placed": contents.men_placed,
                "tables": len(contents.sizes),
                "positions": positions,
                "bytes": size,
            }
        )
        return
    print(
        f"{str(path)!r}: all {positions:,} positions with up to {contents.men_placed} placed men, "
        f"{len(contents.sizes)} tables, {size:,} bytes, built in {seconds:.1f} s"
    )
