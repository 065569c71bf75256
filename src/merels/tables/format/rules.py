"""The variant of a table or a book, as its header describes it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from merels.rules.variant import Variant
from merels.rules.variants import RULES, VARIANTS, describe
from merels.tables.homes import shipped_on


def format_variant(variant: Variant) -> dict[str, Any]:
    """Return a variant as JSON: on nine men's board only what may differ, else all its fields.

    >>> format_variant(Variant())
    {'men': 9, 'flying': True}
    """
    if variant == Variant(bool(variant.flying), variant.men):
        return {"men": variant.men, "flying": bool(variant.flying)}
    rules = {"name": variant.name} | {rule: getattr(variant, rule) for rule in RULES}
    return rules if shipped_on(variant.board) else rules | _format_board(variant)


def _format_board(variant: Variant) -> dict[str, Any]:
    """Return the board as a variant's file has it."""
    board = variant.board

    def name(group: tuple[int, ...]) -> str:
        return " ".join(board.names[point] for point in group)

    return {
        "title": variant.title,
        "points": " ".join(board.names),
        "parts": [name(part) for part in board.parts],
        "lines": [name(line) for line in board.lines],
        "edges": [name(edge) for edge in board.edges],
    }


def parse_variant(document: dict[str, Any]) -> Variant:
    """Return the variant that `format_variant` has described.

    Raises `ValueError` or `TypeError` if the document does not describe one.
    """
    if "points" in document:
        return describe(document)
    fields = {rule: document[rule] for rule in RULES if rule in document}
    if type(fields["men"]) is not int:  # True would pass as a number
        raise ValueError(f"'men' is {fields['men']!r} and should be a number")
    if "name" in document:
        return replace(VARIANTS[document["name"]], **fields)
    if not isinstance(fields["flying"], bool):
        raise ValueError(f"flying is {fields['flying']!r} and should be true or false")
    return Variant(fields["flying"], fields["men"])
