"""Summarise the solved game: its value, every table, the opening, the longest game."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from merels.cli.shared import options, output
from merels.errors import MissingTableError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_variant(parser)
    options.add_tables(parser)
    parser.add_argument(
        "--output",
        metavar="DIR",
        help="write the page, results.md or results/VARIANT.md, and its charts to this folder "
        "instead of printing it",
    )
    parser.add_argument(
        "--data",
        type=options.parse_new_file,
        metavar="FILE",
        help="also write the results to this file as JSON, with the SHA-256 of every table",
    )
    options.add_threads(parser, "threads that read tables for their SHA-256")
    options.add_json(parser)


def run(arguments: argparse.Namespace) -> None:
    """Gather, then write or print."""
    output.require("engine")
    from merels.reports.page import write_files, write_page, write_text
    from merels.reports.results import gather_results
    from merels.values.folder import default_folder

    folder = Path(arguments.tables or default_folder())
    variant = options.parse_solvable_variant(arguments)
    with output.StatusLine() as status:
        say = status.show if status.is_watched else status.print  # elsewhere, a line for each
        document, tables = gather_results(
            folder,
            variant,
            threads=options.choose_threads(arguments.threads),
            report=lambda key, share: say(
                f"{key.name}: {key.index.size:,} positions read, {share:.1%} of all"
            ),
            with_digests=arguments.json or arguments.data is not None,
        )
    if not tables:
        raise MissingTableError(output.no_tables_message(folder, variant))
    if arguments.data is not None:
        write_text(Path(arguments.data), json.dumps(document, indent=1) + "\n")
    if arguments.output is not None:
        output.require("plot")
        write_files(document, tables, variant, Path(arguments.output))
    if arguments.json:
        output.print_json(document)
    elif arguments.output is None and arguments.data is None:
        print(write_page(document, {}), end="")
