"""Homes: a table that several variants share is solved and kept once, in one of them.

The value of a position follows from the board, the rules and the men on the board and in hand; how
many men the game began with does not matter. So every table of nine men's morris is a table of
`ten`, and Lasker's tables without men in hand are tables of nine and ten, too. The home of a table
is the shipped variant with the fewest men that has the same board, the same rules as far as they
matter there, and the table.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from functools import cache
from typing import Any, Final, TypeAlias

from merels.board.board import Board
from merels.rules.variant import (
    NINE_MENS_MORRIS,
    VARIANTS,
    Flying,
    FullBoard,
    Placing,
    Variant,
)

FEWEST: Final = 3
"""A side with fewer men, on the board and in hand together, has lost: no tables are needed."""

Men: TypeAlias = tuple[int, int, int, int]
"""Men on the board, own and enemy, then men in hand."""

WORK_FOLDER: Final = "work"
"""The folder of tables that are kept only while other tables need them; no variant has its name."""

RULES: Final = ("flying", "placing", "full_board")

SUFFIXES: Final[dict[StrEnum, str]] = {
    Flying.NEVER: "noflying",
    Flying.THREE_ON_BOARD: "flying",
    Flying.THREE_IN_ALL: "flying-in-all",
    Placing.FIRST: "place-first",
    Placing.ANY_TURN: "any-turn",
    FullBoard.LOSS: "full-loss",
    FullBoard.DRAW: "full-draw",
}
"""The suffixes of a table's name for rules that the variant of its folder does not have."""


def is_possible(men: Men, variant: Variant) -> bool:
    """Whether play from the empty board can lead to these numbers of men.

    >>> is_possible((4, 3, 5, 5), NINE_MENS_MORRIS), is_possible((4, 3, 6, 5), NINE_MENS_MORRIS)
    (True, False)
    """
    own, enemy, own_in_hand, enemy_in_hand = men
    if not all(
        FEWEST <= side <= variant.men for side in (own + own_in_hand, enemy + enemy_in_hand)
    ):
        return False
    if own_in_hand == enemy_in_hand == 0:
        return True
    return men in men_with_hands(variant.men, any_turn=variant.placing is Placing.ANY_TURN)


@cache
def men_with_hands(start: int, *, any_turn: bool) -> frozenset[Men]:
    """Return the numbers of men that play reaches with men in hand, ``start`` at the beginning.

    >>> len(men_with_hands(9, any_turn=False))
    269
    """
    found = {(0, 0, start, start)}
    queue = list(found)
    while queue:
        men = queue.pop()
        new = {after for after in men_after(men, any_turn=any_turn) if after[2] or after[3]} - found
        found |= new
        queue += new
    return frozenset(found)


def men_after(men: Men, *, any_turn: bool) -> list[Men]:
    """Return where moves lead unless they end the game: by steps, then by placings; quiet first.

    >>> men_after((2, 3, 7, 6), any_turn=False)
    [(3, 3, 6, 6), (2, 3, 6, 6)]
    """
    own, enemy, own_in_hand, enemy_in_hand = men
    found = []
    for placed in (0, 1):
        possible = own_in_hand > 0 if placed else own > 0 and (any_turn or not own_in_hand)
        if possible:
            found.append((enemy, own + placed, enemy_in_hand, own_in_hand - placed))
            if own + placed >= FEWEST and enemy and enemy + enemy_in_hand > FEWEST:
                found.append((enemy - 1, own + placed, enemy_in_hand, own_in_hand - placed))
    return found


def rules_that_matter(men: Men, variant: Variant) -> tuple[Flying, Placing, FullBoard]:
    """Return a variant's rules, with the usual rule wherever a rule makes no difference."""
    in_hand = men[2] + men[3]
    placing = variant.placing if in_hand else Placing.FIRST
    flying = variant.flying
    if flying is Flying.THREE_IN_ALL and placing is Placing.FIRST:
        flying = Flying.THREE_ON_BOARD
    may_fill = sum(men) >= len(variant.board.names)
    return flying, placing, variant.full_board if may_fill else FullBoard.LOSS


@cache
def shipped_on(board: Board) -> tuple[Variant, ...]:
    """Return the variants that ship on a board, nine men's morris first."""
    on_board = [each for each in VARIANTS.values() if each.board == board and each.is_usual]
    return tuple(sorted(on_board, key=lambda each: each != NINE_MENS_MORRIS))


def home_of(men: Men, variant: Variant) -> Variant:
    """Return the variant that keeps a table of ``variant``; for an impossible table, ``variant``.

    >>> home_of((4, 3, 0, 0), VARIANTS["ten"]).name, home_of((10, 3, 0, 0), VARIANTS["ten"]).name
    ('nine', 'ten')
    """
    return _home_of(men, variant, variant.name)


@cache
def _home_of(men: Men, variant: Variant, _name: str) -> Variant:  # equal games may have other names
    shipped = shipped_on(variant.board)
    if not shipped or not is_possible(men, variant):
        return variant
    rules = rules_that_matter(men, variant)
    alike = [each for each in shipped if rules_that_matter(men, each) == rules]
    for each in sorted(alike, key=lambda each: each.men):
        if is_possible(men, each):
            return each
    starts = [] if alike else sorted({each.men for each in shipped})
    changed = (_change(men, replace(variant, men=start)) for start in (*starts, variant.men))
    return next(each for each in changed if is_possible(men, each))


def _differences(men: Men, variant: Variant) -> tuple[Variant, dict[str, Any]]:
    """Return the nearest shipped variant, and the fields that differ where that matters."""
    rules = rules_that_matter(men, variant)

    def fields_unlike(each: Variant) -> dict[str, Any]:
        fields: dict[str, Any] = {} if each.men == variant.men else {"men": variant.men}
        theirs = rules_that_matter(men, each)
        pairs = zip(RULES, rules, theirs, strict=True)
        return fields | {name: rule for name, rule, their in pairs if rule != their}

    nearest = min(shipped_on(variant.board), key=lambda each: len(fields_unlike(each)))
    return nearest, fields_unlike(nearest)


def _change(men: Men, variant: Variant) -> Variant:
    """Return the variant with rules that do not matter taken from the nearest variant."""
    nearest, fields = _differences(men, variant)
    return replace(nearest, **fields)


def place_of(men: Men, home: Variant) -> tuple[str, str]:
    """Return the folder of a table, empty for nine men's, and the suffix of its name.

    >>> place_of((4, 3, 0, 0), NINE_MENS_MORRIS), place_of((10, 3, 0, 0), VARIANTS["ten"])
    (('', ''), ('ten', ''))
    """
    return _place_of(men, home, home.name)


@cache
def _place_of(men: Men, home: Variant, _name: str) -> tuple[str, str]:
    if not shipped_on(home.board):
        is_taken = home.name in {*VARIANTS, WORK_FOLDER}
        return f"{home.name}.{home.digest}" if is_taken else home.name, ""
    nearest, fields = _differences(men, home)
    suffix = "".join(
        f".{value}men" if name == "men" else f".{SUFFIXES[value]}" for name, value in fields.items()
    )
    return "" if nearest == NINE_MENS_MORRIS else nearest.name, suffix


def variant_at(folder: str, suffixes: str) -> Variant | None:
    """Return the shipped variant whose tables have a place, None if no shipped variant has it.

    >>> variant_at("", ".4men.noflying")
    variant('nine:men=4,flying=never')
    """
    found = VARIANTS.get(folder or NINE_MENS_MORRIS.name)
    if found is None:
        return None
    rules: dict[str, Any] = {text: value for value, text in SUFFIXES.items()}
    names: dict[type, str] = dict(zip((Flying, Placing, FullBoard), RULES, strict=True))
    for text in suffixes.split(".")[1:]:
        if text in rules:
            found = replace(found, **{names[type(rules[text])]: rules[text]})
        elif text.endswith("men") and text[:-3].isdecimal() and len(text) < 6:
            found = replace(found, men=int(text[:-3]))
        else:
            return None
    return found
