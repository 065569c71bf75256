"""Write positions with exact values to a Parquet or CSV file."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from merels import __version__, open_tablebase
from merels.cli.shared import options, output
from merels.errors import NotationError

if TYPE_CHECKING:
    from merels.datasets.files import Rows
    from merels.values.tablebase import Tablebase

KINDS: Final = ("games", "uniform", "phase")  # a test compares them with the kinds of samples


def add_arguments(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "--table",
        metavar="A-B",
        help="a whole table: A men to move against B, or A-B+C-D with men in hand",
    )
    options.add_number(which, "--sample", "this many positions, each of a different symmetry class")
    parser.add_argument(
        "--kind",
        choices=KINDS,
        help="of a sample: from games of fallible players, which need the tables of the whole "
        "game; all positions of the tables alike; or equally many of each phase (default: games)",
    )
    options.add_chances(parser, "also what best play can expect against a fallible player")
    test = "per cent of the symmetry classes that are test data"
    options.add_number(parser, "--test", test, least=0, most=100, default=20, metavar="PERCENT")
    options.add_number(parser, "--seed", "the same seed draws the same sample", least=0, default=0)
    out = "ends with .parquet or .csv; replaced if it exists"
    parser.add_argument("--out", required=True, metavar="FILE", help=out)
    options.add_variant(parser)
    options.add_tables(parser)
    options.add_json(parser)


def run(arguments: argparse.Namespace) -> None:
    """Export and report."""
    output.require("engine")
    if arguments.table is not None and arguments.kind is not None:
        raise NotationError("--kind is for --sample; a table is written whole")
    chosen = options.parse_usual_variant(arguments)
    with open_tablebase(arguments.tables) as tables:
        from merels.datasets.files import check_suffix, write_rows

        check_suffix(arguments.out)
        about = {
            "merels": __version__,
            "variant": options.spell_variant(arguments),
            "variant_digest": chosen.digest,
            "source": f"table {arguments.table}"
            if arguments.table
            else f"sample {arguments.kind or KINDS[0]}, seed {arguments.seed}",
            "chances": arguments.chances or "none",
            "test_percent": str(arguments.test),
        }
        counts = {"train": 0, "test": 0}
        with output.StatusLine() as status:
            parts = _count(_generate(arguments, tables, status), counts)
            write_rows(arguments.out, parts, about)
    size = Path(arguments.out).stat().st_size
    total = sum(counts.values())
    document = {"file": arguments.out, "bytes": size, "positions": total, **counts, **about}
    text = f"{arguments.out}: {total:,} positions, {counts['test']:,} of them test data"
    output.print_report(arguments, document, [f"{text}; {size:,} bytes"])


def _count(parts: Iterator[Rows], counts: dict[str, int]) -> Iterator[Rows]:
    for rows in parts:
        for name in counts:
            counts[name] += int((rows.split == name).sum())
        yield rows


def _generate(
    arguments: argparse.Namespace, tables: Tablebase, status: output.StatusLine
) -> Iterator[Rows]:
    """Yield the rows in parts, and show progress."""
    from merels.datasets.files import rate_parts, read_table
    from merels.datasets.samples import sample_boards
    from merels.values.layout.key import TableKey

    chosen = options.parse_usual_variant(arguments)
    share = arguments.test / 100
    if arguments.table is not None:
        key = TableKey.parse(arguments.table, chosen)
        total = key.index.size
        yield from read_table(
            tables,
            key,
            chances=arguments.chances,
            test_share=share,
            on_progress=lambda done: status.show(f"{done:,} of {total:,} positions written"),
        )
        return
    boards = sample_boards(
        tables,
        arguments.sample,
        arguments.kind or KINDS[0],
        chosen,
        arguments.seed,
        lambda done: status.show(f"{done:,} of {arguments.sample:,} positions drawn"),
    )
    total = len(boards.own)
    yield from rate_parts(
        boards,
        tables,
        chosen,
        arguments.chances,
        share,
        lambda done: status.show(f"{done:,} of {total:,} positions written"),
    )
