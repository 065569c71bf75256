"""The results that ship with the package: a document for each variant that has tables."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

from merels.errors import MissingTableError
from merels.rules import variant as variants

Document: TypeAlias = dict[str, Any]

FOLDER: Final = files(__package__) / "solved"
SUFFIX: Final = ".json"


def read_results(of: variants.Variant) -> bytes:
    """Return the results of a variant as JSON.

    Raises `MissingTableError`, which names the variants that have results.
    """
    try:
        return (FOLDER / f"{variants.file_stem(of)}{SUFFIX}").read_bytes()
    except FileNotFoundError:
        solved = ", ".join(map(variants.spell, solved_variants())) or "no variant"
        raise MissingTableError(
            f"no results of {of.title} ({variants.spell(of)}) ship with Merels, only those of "
            f"{solved}; from tables of your own: "
            f"merels results --variant {variants.spell_option(of)}"
        ) from None


def load_results(of: variants.Variant) -> Document:
    """Return the results of a variant; raises as `read_results` does."""
    document: Document = json.loads(read_results(of))
    return document


@cache
def solved_variants() -> tuple[variants.Variant, ...]:
    """Return the variants whose results ship, in the order of the variants.

    >>> variants.NINE_MENS_MORRIS in solved_variants()
    True
    """
    found = [variants.variant(document["variant"]["name"]) for document in load_all()]
    order = list(variants.VARIANTS)
    return tuple(sorted(found, key=lambda each: (order.index(each.name), variants.spell(each))))


@cache
def load_all() -> tuple[Document, ...]:
    """Return all results that ship, nine men's morris first."""
    found = FOLDER.iterdir() if FOLDER.is_dir() else ()
    names = sorted(file.name for file in found if file.name.endswith(SUFFIX))
    first = f"{variants.file_stem(variants.NINE_MENS_MORRIS)}{SUFFIX}"
    names.sort(key=lambda name: name != first)
    return tuple(json.loads((FOLDER / name).read_bytes()) for name in names)


# How large the files of tables are, known from finished runs.


@cache
def known_sizes() -> Mapping[str, int]:
    """Return the bytes of each exact table by its name, from the results that ship.

    Tables that variants share count as tables of nine men's morris. The bytes of tables that were
    left out are unknown.

    >>> known_sizes()["3-3"]
    46479
    """
    sizes: dict[str, int] = {}
    for document in load_all():
        for table in document["tables"]:
            if table.get("stored", True):
                sizes.setdefault(table["name"], table["bytes"])
    return sizes
