"""The Variant tag: a variant as text."""

from __future__ import annotations

import re
from typing import Final

from merels.errors import NotationError
from merels.rules.variant import NINE_MENS_MORRIS, Variant

NAME: Final = "Nine Men's Morris"

_MEN: Final = re.compile(r"\b([0-9]{1,2}) men\b")
_NO_FLYING: Final = re.compile(r"\b(?:no|without) fly")
# Names with another number of men, or of games with other lines or rules.
_OTHER_GAME: Final = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|ten|eleven|twelve|(?!9\b)[0-9]+)[ -]m[ae]n"
    r"|morabaraba|filja|lasker|nerenchi|gonu|chess|checkers|draughts|reversi|othello"
)


def format_variant(variant: Variant) -> str:
    """Return the text of the Variant tag for ``variant``.

    >>> format_variant(Variant()), format_variant(Variant(flying=False))
    ("Nine Men's Morris", "Nine Men's Morris (no flying)")
    >>> format_variant(Variant(flying=False, men=12))
    "Nine Men's Morris (12 men, no flying)"
    """
    remarks = []
    if variant.men != NINE_MENS_MORRIS.men:
        remarks.append(f"{variant.men} men")
    if not variant.flying:
        remarks.append("no flying")
    return f"{NAME} ({', '.join(remarks)})" if remarks else NAME


def parse_variant(text: str) -> Variant:
    """Return the variant named by a Variant tag.

    Unknown text, such as ``Custom``, means the standard game: other programs write all sorts of
    things there.

    >>> parse_variant("Nine Men's Morris (no flying)")
    Variant(flying=False, men=9)
    >>> parse_variant("Custom")
    Variant(flying=True, men=9)

    Raises `NotationError` if the text clearly names another game, and `PositionError` if it gives
    too few or too many men.
    """
    plain = " ".join(text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").casefold().split())
    name, _, remarks = plain.partition("(")
    if _OTHER_GAME.search(name):
        raise NotationError(f"{text!r} is a different game; only {NAME} is supported")
    men = _MEN.search(remarks)
    return Variant(
        flying=_NO_FLYING.search(plain) is None,
        men=int(men[1]) if men else NINE_MENS_MORRIS.men,
    )
