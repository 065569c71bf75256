"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import sys

from merels._machine import count_processors, memory_megabytes
from merels.rules.perft import DEEPEST
from merels.rules.position import Position
from merels.rules.variant import Variant


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add ``--json``."""
    parser.add_argument(
        "--json", action="store_true", help="print one JSON document and nothing else"
    )


def add_flying(parser: argparse.ArgumentParser) -> None:
    """Add ``--no-flying``."""
    parser.add_argument(
        "--no-flying", action="store_true", help="three men move like more: along the lines"
    )


def add_position(parser: argparse.ArgumentParser) -> None:
    """Add an optional ``FEN`` and the variant it is played in."""
    parser.add_argument("fen", nargs="?", metavar="FEN", help="position (default: the empty board)")
    add_flying(parser)


def parse_variant(arguments: argparse.Namespace) -> Variant:
    """Return the variant that the arguments ask for."""
    return Variant(flying=not arguments.no_flying)


def parse_position(arguments: argparse.Namespace) -> Position:
    """Return the position that the arguments ask for; raises as `Position.from_fen` does."""
    variant = parse_variant(arguments)
    if arguments.fen is None:
        return Position.start(variant)
    return Position.from_fen(arguments.fen, variant)


def parse_count(text: str) -> int:
    """Return a number that is not negative."""
    return _parse_number(text, least=0)


def parse_positive(text: str) -> int:
    """Return a number of at least 1."""
    return _parse_number(text, least=1)


def parse_depth(text: str) -> int:
    """Return a number of turns to look ahead, 0 to `DEEPEST`."""
    depth = parse_count(text)
    if depth > DEEPEST:
        raise argparse.ArgumentTypeError(f"{text!r} is too deep; {DEEPEST} is the most")
    return depth


def _parse_number(text: str, least: int) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 18 or int(text) < least:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least {least}")
    return int(text)


def choose_threads(wanted: int | None) -> int:
    """Return how many threads to use: those that are wanted, at most the processors.

    More are often those of another machine; that they are not used is said on standard error.
    """
    processors = count_processors()
    return processors if wanted is None else _limit("--threads", wanted, processors, "processors")


def choose_hash(wanted: int) -> int:
    """Return how many megabytes to use: those that are wanted, at most the machine's memory."""
    return _limit("--hash", wanted, memory_megabytes(), "megabytes of memory")


def _limit(option: str, wanted: int, most: int, unit: str) -> int:
    if wanted > most:
        print(
            f"merels: {option} {wanted} is more than there are {unit} here; {most} is used",
            file=sys.stderr,
        )
    return min(wanted, most)


def add_tables(parser: argparse.ArgumentParser) -> None:
    """Add ``--tables``."""
    parser.add_argument(
        "--tables",
        metavar="DIR",
        help="folder of tables (default: $MERELS_TABLES, or the user's data folder)",
    )
