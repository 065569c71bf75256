"""Write what the front end takes from Python: boards, levels, curves, people, vectors.

``python tools/generate.py`` writes the files into ``frontend/`` of a checkout; with
``--check`` it writes nothing and reports which of them are stale.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import vectors

from merels._files import whole_file
from merels.board.board import BOARDS
from merels.engine.evaluation.plain import NUMBERS
from merels.engine.evaluation.static import find_curves
from merels.engine.fallible.player import load_fallible_players
from merels.engine.players.levels import LEVELS, PERFECT, STRENGTHS
from merels.matches import annotation
from merels.rules.variant import VARIANTS
from merels.values.book import shipped_path
from merels.web.http.security import CONTENT_POLICY

FRONTEND: Final = Path(__file__).parents[1] / "frontend"
"""The front end's folder in a checkout; an installed package has none."""

LONGEST_LINE: Final = 160


def describe_boards() -> dict[str, Any]:
    """Return each board: names of points, lines of three, masks of neighbours, parts of a FEN."""
    return {
        vectors.camel_case(name): {
            "names": board.names,
            "lines": board.lines,
            "neighbours": board.neighbours,
            "parts": board.parts,
        }
        for name, board in BOARDS.items()
    }


def describe_variants() -> dict[str, Any]:
    """Return each variant: its title, the name of its board, and its rules."""
    return {name: vectors.describe_variant(variant) for name, variant in VARIANTS.items()}


def describe_levels() -> dict[str, Any]:
    """Return the numbers of the plain levels, under the names that hosts use."""
    return {name.upper(): asdict(numbers) for name, numbers in NUMBERS.items()}


def describe_opponents() -> dict[str, Any]:
    """Return the levels that the pages offer.

    Each says how many seconds it searches, None if it is a plain one, whether it needs what only
    the server has, and what playing against it is like.
    """
    return {
        level.name: {
            "seconds": level.limits and level.limits.seconds,
            "needsServer": level.name == PERFECT,
            "text": level.text,
        }
        for level in LEVELS.values()
    }


def list_books() -> list[str]:
    """Return the names of the variants whose books ship."""
    return [name for name, variant in VARIANTS.items() if shipped_path(variant).is_file()]


def describe_strengths() -> dict[str, Any]:
    """Return the numbers of the measured strengths, weakest first."""
    return {str(number): asdict(strength) for number, strength in STRENGTHS.items()}


def describe_grades() -> dict[str, float]:
    """Return how much a move must lose to be dubious, a mistake or a blunder; and other limits."""
    return {
        "dubious": annotation.DUBIOUS,
        "mistake": annotation.MISTAKE,
        "blunder": annotation.BLUNDER,
        "decided": annotation.DECIDED,
        "hopeless": annotation.HOPELESS,
        "muchSlower": annotation.MUCH_SLOWER,
        "longestLine": annotation.LONGEST_LINE,
    }


def describe_curves() -> dict[str, Any]:
    """Return the curves from estimates by search to expected scores, by variant and phase."""
    return {
        name: {phase.value: asdict(curve) for phase, curve in find_curves(variant).items()}
        for name, variant in VARIANTS.items()
    }


def describe_people() -> dict[str, Any]:
    """Return what the pages need: strengths, and the curves of drawn positions for chances."""
    return {
        name: {
            "strength": person.strength,
            "discount": person.discount,
            "placing": person.placing_outlook._asdict(),
            "moving": person.moving_outlook._asdict(),
        }
        for name, person in load_fallible_players().items()
    }


def generate_files() -> dict[str, str]:
    """Return the text of every file by its path under ``frontend/``."""
    documents = {
        "src/generated/boards.json": describe_boards(),
        "src/generated/variants.json": describe_variants(),
        "src/generated/books.json": list_books(),
        "src/generated/levels.json": describe_levels(),
        "src/generated/grades.json": describe_grades(),
        "src/generated/expected-score.json": describe_curves(),
        "src/generated/opponents.json": describe_opponents(),
        "src/generated/people.json": describe_people(),
        "src/generated/strengths.json": describe_strengths(),
        "src/generated/content-policy.json": CONTENT_POLICY,
    }
    for name, document in vectors.describe_all().items():
        documents[f"tests/vectors/{name}"] = document
    return {path: format_json(document) + "\n" for path, document in documents.items()}


def format_json(value: Any, width: int = LONGEST_LINE) -> str:
    """Return a value as JSON; if a list of lists is too long for a line, each entry gets its own.

    >>> print(format_json({"names": ["a7", "d7", "g7"], "lines": [[0, 1], [2, 3]]}, width=12))
    {
    "names":["a7","d7","g7"],
    "lines":[
    [0,1],
    [2,3]
    ]
    }
    """
    text = json.dumps(value, separators=(",", ":"))
    if len(text) <= width or not isinstance(value, dict | list | tuple):
        return text
    if isinstance(value, dict):
        lines = [f"{json.dumps(key)}:{format_json(entry, width)}" for key, entry in value.items()]
    elif any(isinstance(entry, dict | list | tuple) for entry in value):
        lines = [format_json(entry, width) for entry in value]
    else:
        return text
    return text[0] + "\n" + ",\n".join(lines) + "\n" + text[-1]


def find_stale(folder: Path) -> list[str]:
    """Return the paths of the files under ``folder`` that are missing or would change."""
    return [
        path
        for path, text in generate_files().items()
        if not (folder / path).is_file() or (folder / path).read_bytes() != text.encode()
    ]


def write_files(folder: Path) -> None:
    """Write every file under ``folder``."""
    for path, text in generate_files().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        with whole_file(folder / path) as file:
            file.write(text.encode())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    parser = argparse.ArgumentParser(prog="python tools/generate.py", description=__doc__)
    parser.add_argument("--check", action="store_true", help="report stale files, write nothing")
    check = parser.parse_args(arguments).check
    if not FRONTEND.is_dir():
        print(f"{str(FRONTEND)!r} is not a folder; this command needs a checkout", file=sys.stderr)
        return 2
    if not check:
        write_files(FRONTEND)
        return 0
    stale = find_stale(FRONTEND)
    for path in stale:
        print(f"frontend/{path} is stale; run: python tools/generate.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
