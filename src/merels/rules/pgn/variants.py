"""The Variant tag: a variant as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from merels.errors import MerelsError, NotationError, advise, quote
from merels.rules.variant import NINE_MENS_MORRIS, Flying, FullBoard, Placing, Variant
from merels.rules.variants import ALIASES, VARIANTS

_REMARKS: Final[Mapping[str, Mapping[str, str]]] = {
    "flying": {
        Flying.NEVER: "no flying",
        Flying.THREE_ON_BOARD: "flying",
        Flying.THREE_IN_ALL: "flying with three in all",
    },
    "placing": {Placing.FIRST: "placing first", Placing.ANY_TURN: "place or move"},
    "full_board": {FullBoard.LOSS: "full board loses", FullBoard.DRAW: "full board draws"},
}
"""What is written of a rule that differs from the title's."""

_RULES: Final = {
    text: (rule, value) for rule, texts in _REMARKS.items() for value, text in texts.items()
}
_MEN: Final = re.compile(r"([0-9]{1,2}) men")
_NO_FLYING: Final = re.compile(r"\b(?:no|without) fly\w*")
_STANDARD: Final = ("", "standard", "default", "mill", "mühle", "muehle", "merels", "morris")
"""What programs write of the standard game, besides its title."""

_COUNT: Final = re.compile(r"\b(\w+?)[ -]?m[ae]n")
_BY_COUNT: Final = {
    count: name
    for number, name in (
        *((3, "three"), (5, "five"), (6, "six"), (9, "nine")),
        *((10, "ten"), (11, "eleven"), (12, "twelve")),
    )
    for count in (str(number), name)
}
"""Variants by the number of men in a title."""

_BY_NAME: Final = {"lasker": "lasker", **ALIASES}
# Names of games with other lines or rules.
_OTHER_GAME: Final = re.compile(r"filja|nerenchi|gonu|chess|checkers|draughts|reversi|othello")


def format_variant(variant: Variant) -> str:
    """Return the text of the Variant tag for ``variant``.

    >>> format_variant(Variant()), format_variant(VARIANTS["lasker"])
    ("Nine Men's Morris", 'Lasker Morris')
    >>> format_variant(Variant(flying=False, men=12))
    "Nine Men's Morris (12 men, no flying)"
    """
    base = VARIANTS.get(variant.name, variant)
    remarks = []
    if variant.men != base.men:
        remarks.append(f"{variant.men} men")
    for rule, texts in _REMARKS.items():
        value = getattr(variant, rule)
        if value != getattr(base, rule):
            remarks.append(texts[value])
    return f"{variant.title} ({', '.join(remarks)})" if remarks else variant.title


def parse_variant(text: str) -> Variant:
    """Return the variant named by a Variant tag.

    Besides titles, it knows what other programs call the games; ``Standard`` and ``?`` are the
    standard game.

    >>> parse_variant("Nine Men's Morris (no flying)")
    variant('nine:flying=never')
    >>> parse_variant("Twelve men's morris"), parse_variant("Morabaraba"), parse_variant("Standard")
    (variant('twelve'), variant('twelve'), variant('nine'))

    Raises `NotationError` if the text names another game or one that is not known, and
    `VariantError` if it gives too few or too many men.
    """
    plain = " ".join(text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").casefold().split())
    name, _, remarks = plain.partition("(")
    base = _find(name)
    if base is None:
        titles = [variant.title for variant in VARIANTS.values()]
        known = (
            f"the variants are {', '.join(titles)}; one of your own is known by its title if it is "
            "given as --variant, or as own= in Python"
        )
        raise NotationError(f"{quote(text)} is not a known variant", advise(text, titles, known))
    changes: dict[str, Any] = {}
    for remark in (each.strip() for each in remarks.rstrip(") ").split(",")):
        if men := _MEN.fullmatch(remark):
            changes["men"] = int(men[1])
        elif remark in _RULES:
            rule, value = _RULES[remark]
            changes[rule] = value
    if _NO_FLYING.search(plain):
        changes["flying"] = Flying.NEVER
    return replace(base, **changes) if changes else base


def unknown_by_title(variant: Variant) -> Variant | None:
    """Return a variant that its tag alone does not identify, such as one from a file, or None."""
    try:
        return None if parse_variant(format_variant(variant)) == variant else variant
    except MerelsError:
        return variant


def _find(name: str) -> Variant | None:
    """Return the variant that a title names, or None."""
    for word, variant in _BY_NAME.items():
        if word in name:
            return VARIANTS[variant]
    count = _COUNT.search(name)
    if count is not None and not _OTHER_GAME.search(name):
        return VARIANTS.get(_BY_COUNT.get(count[1], ""))
    return NINE_MENS_MORRIS if _NO_FLYING.sub("", name).strip(" -?") in _STANDARD else None
