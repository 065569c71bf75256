"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from merels import NINE_MENS_MORRIS, VARIANTS, Game, Position, Variant
from merels._system import HALF_OF_MEMORY, count_processors, limit_size, spare_megabytes
from merels.engine.fallible.player import FALLIBLE_NAMES
from merels.errors import NotationError, VariantError, quote
from merels.rules.variant import SUFFIX, Flying, spell, variant

if TYPE_CHECKING:
    from merels.values.folder import TableFolder
    from merels.values.layout.key import TableKey


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add ``--json``."""
    parser.add_argument("--json", action="store_true", help="print one JSON document, nothing else")


def add_variant_name(
    parser: argparse.ArgumentParser, default: str | None = NINE_MENS_MORRIS.name
) -> None:
    """Add ``--variant``; without a default, all variants are meant."""
    parser.add_argument(
        "--variant",
        default=default,
        metavar="NAME",
        help=f"{', '.join(VARIANTS)}; NAME:RULE=VALUE,... for other rules, such as "
        f"five:men=4; or a {SUFFIX} file of your own (default: {default or 'all you have'})",
    )


def add_variant(
    parser: argparse.ArgumentParser, default: str | None = NINE_MENS_MORRIS.name
) -> None:
    """Add ``--variant`` and ``--no-flying``."""
    add_variant_name(parser, default)
    parser.add_argument(
        "--no-flying", action="store_true", help="three men do not fly: they move along the lines"
    )


def find_variant(text: str) -> Variant:
    """Return a variant; raises as `merels.variant` does, always with the text."""
    try:
        return variant(text)
    except VariantError as error:
        if text.endswith(SUFFIX):
            raise  # it names the file
        raise VariantError(error.field, f"{error.problem} (in {quote(text)})") from None


def parse_variant(arguments: argparse.Namespace) -> Variant:
    """Return the variant that the arguments select; ``--no-flying`` has the last word.

    Raises `NotationError` or `VariantError`, which quote the text, and `OSError` for a file.
    """
    text = NINE_MENS_MORRIS.name if arguments.variant is None else arguments.variant
    chosen = find_variant(text)
    return replace(chosen, flying=Flying.NEVER) if arguments.no_flying else chosen


def spell_variant(arguments: argparse.Namespace) -> str:
    """Return the variant as text that another program can read: its name, or its file."""
    if arguments.variant is not None and arguments.variant.endswith(SUFFIX):
        return str(arguments.variant)
    return spell(parse_variant(arguments))


def parse_solvable_variant(arguments: argparse.Namespace) -> Variant:
    """Return the variant that the arguments select; raises `NotationError` if it has no tables."""
    from merels.values.layout.key import (
        MOST_LINKS,
        MOST_PAIRS,
        UNSOLVED,
        has_tables,
        knows_rules,
    )

    chosen = parse_variant(arguments)
    if not knows_rules(chosen):
        raise NotationError(
            f"--variant {spell_variant(arguments)}: {chosen.title} cannot be solved yet: {UNSOLVED}"
        )
    if not has_tables(chosen):
        raise NotationError(
            f"--variant {spell_variant(arguments)}: {chosen.title} cannot be solved; only boards "
            f"with up to {MOST_PAIRS} pairs of neighbours, and up to {MOST_LINKS} pairs and "
            "lines together, can be solved"
        )
    return chosen


def parse_usual_variant(arguments: argparse.Namespace) -> Variant:
    """Return a variant whose positions are their men alone; raises as `parse_solvable_variant`."""
    chosen = parse_solvable_variant(arguments)
    if not chosen.is_usual:
        raise NotationError(
            f"--variant {spell_variant(arguments)}: positions of {chosen.title} remember more than "
            "their men, which this command cannot write yet"
        )
    return chosen


def parse_chosen_variant(arguments: argparse.Namespace) -> Variant | None:
    """Return the variant that the arguments select, None if they leave it open; raises as above."""
    is_open = arguments.variant is None and not arguments.no_flying
    return None if is_open else parse_solvable_variant(arguments)


def refuse_variants(parser: argparse.ArgumentParser) -> None:
    """Reject ``--variant`` for any game but nine men's, and say why."""

    def check(text: str) -> str:
        if text != NINE_MENS_MORRIS.name:
            raise argparse.ArgumentTypeError(
                f"{text!r} is not solved; this command knows only {NINE_MENS_MORRIS.title}"
            )
        return text

    parser.add_argument("--variant", type=check, help=argparse.SUPPRESS)


def add_position(parser: argparse.ArgumentParser) -> None:
    """Add an optional ``FEN``, which needs no quotes, and its variant."""
    parser.add_argument("fen", nargs="*", metavar="FEN", help="position (default: the empty board)")
    add_variant(parser)


def parse_game(fen: str | None, arguments: argparse.Namespace) -> Game:
    """Return a game that starts at a position or, without one, at the empty board."""
    chosen = parse_variant(arguments)
    return Game(variant=chosen) if fen is None else Game.from_fen(fen, variant=chosen)


def parse_position(arguments: argparse.Namespace) -> Position:
    """Return the position that the arguments give; raises what `Position.from_fen` raises."""
    chosen = parse_variant(arguments)
    if not arguments.fen:
        return Position.start(chosen)
    return Position.from_fen(" ".join(arguments.fen), chosen)


def add_number(
    parser: argparse._ActionsContainer,
    name: str,
    text: str,
    *,
    least: int = 1,
    most: int | None = None,
    default: int | None = None,
    metavar: str = "N",
) -> None:
    """Add an argument that takes a whole number; the help is ``text`` and the default, if any."""
    parser.add_argument(
        name,
        type=partial(parse_number, least=least, most=most),
        default=default,
        metavar=metavar,
        help=text if default is None else f"{text} (default: {default})",
    )


LARGEST: Final = 10**18
"""Options take smaller whole numbers than this."""


def parse_number(text: str, least: int = 1, most: int | None = None) -> int:
    """Return a whole number from ``least`` to ``most``."""
    is_number = text.isascii() and text.isdigit()
    is_long = is_number and len(text) >= len(str(LARGEST))
    if is_number and not is_long and least <= int(text) <= (LARGEST if most is None else most):
        return int(text)
    largest = LARGEST - 1 if most is None and is_long else most
    limits = f"of at least {least}" if largest is None else f"from {least} to {largest}"
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number {limits}")


def parse_folder(text: str) -> str:
    """Return the path of a folder that must exist."""
    if not Path(text).exists():
        raise argparse.ArgumentTypeError(f"there is no folder {text!r}")
    if not Path(text).is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is not a folder")
    return text


def check_tables(arguments: argparse.Namespace) -> None:
    """Raise `NotationError` if ``--tables`` names a file; a missing folder counts as empty."""
    if arguments.tables is not None and Path(arguments.tables).is_file():
        raise NotationError(f"--tables: {arguments.tables!r} is not a folder")


def parse_new_file(text: str) -> str:
    """Return the path of a file to write, in a folder that exists."""
    path = Path(text)
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is a folder, not a file")
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r}: there is no folder {str(path.parent)!r}")
    return text


def add_threads(parser: argparse.ArgumentParser, use: str = "threads") -> None:
    """Add ``--threads``; ``use`` says what they are for."""
    add_number(parser, "--threads", f"{use} (default: one per processor)")


def choose_threads(wanted: int | None) -> int:
    """Return how many threads to use: as many as wanted, but no more than processors.

    Larger numbers often come from another machine's settings; a note on standard error says that
    they are reduced.
    """
    processors = count_processors()
    if wanted is None:
        return processors
    return limit_size("--threads", wanted, processors, "processors", _note)


def choose_hash(wanted: int) -> int:
    """Return how many megabytes to use: as many as wanted, but at most half of what is free."""
    return limit_size("--hash", wanted, spare_megabytes(), HALF_OF_MEMORY, _note)


def _note(text: str) -> None:
    print(f"merels: {text}", file=sys.stderr)


def add_thinking(parser: argparse.ArgumentParser, penalty: str) -> None:
    """Add ``--movetime``, ``--nodes`` and ``--margin``; ``penalty`` is for late answers."""
    time = "milliseconds per move for expert, perfect and engines (default: 1000)"
    add_number(parser, "--movetime", time, metavar="MS")
    add_number(parser, "--nodes", "positions to search per move, instead of a time")
    margin = f"how far an engine may overrun before {penalty}"
    add_number(parser, "--margin", margin, default=2000, metavar="MS")


def add_chances(parser: argparse.ArgumentParser, use: str) -> None:
    """Add ``--chances``; ``use`` says what they are for."""
    names = ", ".join(FALLIBLE_NAMES)
    parser.add_argument(
        "--chances", metavar="PERSON", choices=FALLIBLE_NAMES, help=f"{use}: {names}"
    )


def add_tables(parser: argparse.ArgumentParser) -> None:
    """Add ``--tables``."""
    parser.add_argument(
        "--tables",
        metavar="DIR",
        help="folder of tables (default: $MERELS_TABLES, or the user's data folder)",
    )


def open_folder(arguments: argparse.Namespace, threads: int) -> TableFolder:
    """Return the folder of tables that the arguments select."""
    from merels.values.folder import TableFolder, default_folder

    check_tables(arguments)
    return TableFolder(Path(arguments.tables or default_folder()), threads)


def add_table(parser: argparse._ActionsContainer, use: str) -> None:
    """Add ``--table``, which may be repeated; ``use`` says what is done with the tables."""
    parser.add_argument(
        "--table",
        action="append",
        metavar="A,B",
        help=f"{use}: A men to move against B, or A,B+C,D with men in hand; repeatable",
    )


def parse_tables(arguments: argparse.Namespace) -> list[TableKey]:
    """Return the tables that the arguments name; raises `NotationError`."""
    from merels.values.layout.key import TableKey

    chosen = parse_solvable_variant(arguments)
    return [TableKey.parse(text, chosen) for text in arguments.table or ()]
