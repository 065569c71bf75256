"""Output that several commands share."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from merels.rules.value import UNKNOWN_DOCUMENT, Value
from merels.rules.variant import NINE_MENS_MORRIS, Variant


def no_tables_message(folder: Path, chosen: Variant | None) -> str:
    """Return an error message for a folder without tables of a variant, or without any."""
    from merels.tables.folder import solve_command

    variant = chosen or NINE_MENS_MORRIS
    which = "" if variant == NINE_MENS_MORRIS else f" of {variant.title}"
    few = f"--men {min(8, 2 * variant.men)}"
    return (
        f"there are no tables{which} in {str(folder)!r}; make some with: "
        f"{solve_command(few, variant, folder)}"
    )


def value_to_json(value: Value | None) -> dict[str, Any]:
    """Return a result and plies for JSON, both null if the value is not known."""
    return UNKNOWN_DOCUMENT if value is None else value.document()


def print_report(arguments: argparse.Namespace, document: Any, lines: Iterable[str]) -> None:
    """Print a document if ``--json`` was given, otherwise lines of text."""
    if arguments.json:
        print_json(document)
        return
    for line in lines:
        print(line)


def print_json(document: Any) -> None:
    """Print one JSON document on standard output."""
    print(json.dumps(document, ensure_ascii=False, indent=2))
