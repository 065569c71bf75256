"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import sys

from merels._machine import count_processors, limit_size, memory_megabytes
from merels.rules.perft import DEEPEST
from merels.rules.position import Position
from merels.rules.variant import Variant


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add ``--json``."""
    parser.add_argument("--json", action="store_true", help="print one JSON document, nothing else")


def add_flying(parser: argparse.ArgumentParser) -> None:
    """Add ``--no-flying``."""
    parser.add_argument(
        "--no-flying", action="store_true", help="three men do not fly: they move along the lines"
    )


def add_position(parser: argparse.ArgumentParser) -> None:
    """Add an optional ``FEN`` and its variant."""
    parser.add_argument("fen", nargs="?", metavar="FEN", help="position (default: the empty board)")
    add_flying(parser)


def parse_variant(arguments: argparse.Namespace) -> Variant:
    """Return the variant that the arguments select."""
    return Variant(flying=not arguments.no_flying)


def parse_position(arguments: argparse.Namespace) -> Position:
    """Return the position that the arguments give; raises what `Position.from_fen` raises."""
    variant = parse_variant(arguments)
    if arguments.fen is None:
        return Position.start(variant)
    return Position.from_fen(arguments.fen, variant)


def parse_count(text: str) -> int:
    """Return a whole number of at least 0."""
    return _parse_number(text, least=0)


def parse_positive(text: str) -> int:
    """Return a whole number of at least 1."""
    return _parse_number(text, least=1)


def parse_depth(text: str) -> int:
    """Return a number of moves to look ahead, 0 to `DEEPEST`."""
    depth = parse_count(text)
    if depth > DEEPEST:
        raise argparse.ArgumentTypeError(f"{text!r} is too deep; the maximum is {DEEPEST}")
    return depth


def _parse_number(text: str, least: int) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 18 or int(text) < least:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least {least}")
    return int(text)


def choose_threads(wanted: int | None) -> int:
    """Return how many threads to use: as many as wanted, but no more than processors.

    Larger numbers often come from another machine's settings; a note on standard error says that
    they are reduced.
    """
    processors = count_processors()
    return processors if wanted is None else _limit("--threads", wanted, processors, "processors")


def choose_hash(wanted: int) -> int:
    """Return how many megabytes to use: as many as wanted, but no more than the machine has."""
    return _limit("--hash", wanted, memory_megabytes(), "megabytes of memory")


def _limit(option: str, wanted: int, most: int, unit: str) -> int:
    def note(text: str) -> None:
        print(f"merels: {text}", file=sys.stderr)

    return limit_size(option, wanted, most, unit, note)


def add_threads(parser: argparse.ArgumentParser, use: str = "threads") -> None:
    """Add ``--threads``; ``use`` says what they are for."""
    parser.add_argument(
        "--threads", type=parse_positive, metavar="N", help=f"{use} (default: one per processor)"
    )


def add_tables(parser: argparse.ArgumentParser) -> None:
    """Add ``--tables``."""
    parser.add_argument(
        "--tables",
        metavar="DIR",
        help="folder of tables (default: $MERELS_TABLES, or the user's data folder)",
    )
