"""Build the book of a shipped variant from its tables."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from merels.cli.shared import options, output
from merels.errors import NotationError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_variant(parser)
    options.add_tables(parser)
    parser.add_argument(
        "--output",
        type=options.parse_new_file,
        metavar="FILE",
        help="write the book here (default: into the package)",
    )
    placed = "include positions with up to N placed men (default: as many as fit)"
    options.add_number(parser, "--placed", placed, least=0)
    parser.add_argument(
        "--limit", metavar="SIZE", help="maximum size of the book, such as 2M (default: 2.5 MB)"
    )
    options.add_json(parser)


def run(arguments: argparse.Namespace) -> None:
    """Build the book and report."""
    output.require("engine")
    from merels._system import count_processors
    from merels.solver.convert import load_any
    from merels.solver.workspace import parse_bytes
    from merels.values.book import LARGEST_BOOK, bind_book, shipped_path

    folder = options.open_folder(arguments, count_processors())
    variant = options.parse_solvable_variant(arguments)
    if arguments.placed is not None and arguments.placed > 2 * variant.men:
        raise NotationError(
            f"--placed {arguments.placed}: a game of {variant.title} has {2 * variant.men} men"
        )
    path = Path(arguments.output or shipped_path(variant))
    limit = LARGEST_BOOK if arguments.limit is None else parse_bytes(arguments.limit)
    begin = time.perf_counter()
    contents = bind_book(
        folder,
        path,
        arguments.placed,
        limit,
        variant,
        report=lambda key, size: print(
            f"{key.name}: {key.index.size:,} positions, {size:,} bytes", file=sys.stderr
        ),
        load=load_any,
    )
    seconds = time.perf_counter() - begin
    document = {
        "book": str(path),
        "men_placed": contents.men_placed,
        "tables": len(contents.sizes),
        "positions": sum(key.index.size for key in contents.sizes),
        "bytes": path.stat().st_size,
    }
    text = (
        "{book!r}: all {positions:,} positions with up to {men_placed} placed men, "
        "{tables} tables, {bytes:,} bytes, built in {seconds:.1f} s"
    )
    output.print_report(arguments, document, [text.format(**document, seconds=seconds)])
