"""Homes: a table that several variants share is solved and kept once, in one of them.

The value of a position follows from the board, the rules and the men on the board and in hand; how
many men the game began with does not matter. So every table of nine men's morris is a table of
`ten`, and Lasker's tables without men in hand are tables of nine and ten, too. The home of a table
is the shipped variant with the fewest men that has the same board, the same rules as far as they
matter there, and the table.
"""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum
from functools import cache
from typing import Any, Final, TypeAlias

from merels.board.board import Board
from merels.rules.variant import (
    NINE_MENS_MORRIS,
    VARIANTS,
    Blocked,
    Captures,
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


class Stage(IntEnum):
    """What a table knows besides its men, where mills capture after the placing alone."""

    USUAL = 0
    """Nothing: men move, or are placed and nobody has closed a mill yet."""
    OWN_MILL = 1
    """Men are placed, and the side to move has closed the first mill."""
    ENEMY_MILL = 2
    """Men are placed, and the other side has closed the first mill."""
    TAKES_FIRST = 3
    """All men are placed; the side to move takes one, then the other side."""
    TAKES_LAST = 4
    """All men are placed; the other side has taken one, and the side to move takes one."""

    @property
    def takes(self) -> bool:
        """Whether the side to move takes a man after the placing."""
        return self >= Stage.TAKES_FIRST


MARKS: Final = {
    Stage.USUAL: "",
    Stage.OWN_MILL: "m1",
    Stage.ENEMY_MILL: "m2",
    Stage.TAKES_FIRST: "x2",
    Stage.TAKES_LAST: "x1",
}
"""What follows the men in the name of a table."""

SUFFIXES: Final[dict[tuple[str, object], str]] = {
    ("flying", Flying.NEVER): "noflying",
    ("flying", Flying.THREE_ON_BOARD): "flying",
    ("flying", Flying.THREE_IN_ALL): "flying-in-all",
    ("placing", Placing.FIRST): "place-first",
    ("placing", Placing.ANY_TURN): "any-turn",
    ("full_board", FullBoard.LOSS): "full-loss",
    ("full_board", FullBoard.DRAW): "full-draw",
    ("captures", Captures.AT_ONCE): "at-once",
    ("captures", Captures.AFTER_PLACING): "after-placing",
    ("protected", True): "protected",
    ("protected", False): "unprotected",
    ("blocked", Blocked.LOSS): "blocked-loss",
    ("blocked", Blocked.GIVE_WAY): "give-way",
    ("return_ban", True): "return-ban",
    ("return_ban", False): "no-ban",
}
"""The suffixes of a table's name for rules that the variant of its folder does not have."""

RULES: Final = tuple(dict.fromkeys(name for name, _ in SUFFIXES))

Rules: TypeAlias = tuple[object, ...]
"""The values of `RULES`."""


def is_possible(men: Men, variant: Variant, stage: Stage = Stage.USUAL) -> bool:
    """Whether play from the empty board can lead to these numbers of men.

    >>> is_possible((4, 3, 5, 5), NINE_MENS_MORRIS), is_possible((4, 3, 6, 5), NINE_MENS_MORRIS)
    (True, False)
    """
    own, enemy, own_in_hand, enemy_in_hand = men
    if not all(
        FEWEST <= side <= variant.men for side in (own + own_in_hand, enemy + enemy_in_hand)
    ):
        return False
    if variant.captures is Captures.AFTER_PLACING:
        return is_possible_after_placing(men, variant.men, stage)
    if stage is not Stage.USUAL:
        return False
    if own_in_hand == enemy_in_hand == 0:
        return True
    return men in men_with_hands(variant.men, any_turn=variant.placing is Placing.ANY_TURN)


def is_possible_after_placing(men: Men, start: int, stage: Stage) -> bool:
    """Whether play leads to these men if mills capture after placing ``start`` men of each side."""
    own, enemy, own_in_hand, enemy_in_hand = men
    if own_in_hand or enemy_in_hand:
        takes_turns = own_in_hand - enemy_in_hand in (0, 1)
        if stage.takes or not own + own_in_hand == enemy + enemy_in_hand == start:
            return False
        mill = {Stage.OWN_MILL: own, Stage.ENEMY_MILL: enemy}.get(stage, FEWEST)
        return takes_turns and mill >= FEWEST
    if stage.takes:
        return (own, enemy) == (start - (stage is Stage.TAKES_LAST), start)
    return stage is Stage.USUAL and max(own, enemy) < start


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


def rules_that_matter(men: Men, variant: Variant, stage: Stage = Stage.USUAL) -> Rules:
    """Return a variant's `RULES`, with the usual rule wherever a rule makes no difference."""
    in_hand = men[2] + men[3]
    placing = variant.placing if in_hand else Placing.FIRST
    flying = variant.flying
    if flying is Flying.THREE_IN_ALL and placing is Placing.FIRST:
        flying = Flying.THREE_ON_BOARD
    may_fill = sum(men) >= len(variant.board.names)
    full_board = variant.full_board if may_fill else FullBoard.LOSS
    captures = variant.captures if in_hand or stage else Captures.AT_ONCE
    others = variant.protected, variant.blocked, variant.return_ban
    return flying, placing, full_board, captures, *others


@cache
def shipped_on(board: Board, *, usual: bool = True) -> tuple[Variant, ...]:
    """Return the variants that ship on a board, nine men's morris first.

    Variants with unusual rules have tables of their own: usual variants do not look for a home
    among them.
    """
    on_board = [each for each in VARIANTS.values() if each.board == board]
    kept = [each for each in on_board if each.is_usual or not usual]
    return tuple(sorted(kept, key=lambda each: each != NINE_MENS_MORRIS))


def home_of(men: Men, variant: Variant, stage: Stage = Stage.USUAL) -> Variant:
    """Return the variant that keeps a table of ``variant``; for an impossible table, ``variant``.

    >>> home_of((4, 3, 0, 0), VARIANTS["ten"]).name, home_of((10, 3, 0, 0), VARIANTS["ten"]).name
    ('nine', 'ten')
    """
    return _home_of(men, variant, stage, variant.name)


@cache
def _home_of(men: Men, variant: Variant, stage: Stage, _name: str) -> Variant:
    # Equal variants may have other names.
    shipped = shipped_on(variant.board, usual=variant.is_usual)
    if not shipped or not is_possible(men, variant, stage):
        return variant
    rules = rules_that_matter(men, variant, stage)
    alike = [each for each in shipped if rules_that_matter(men, each, stage) == rules]
    for each in sorted(alike, key=lambda each: each.men):
        if is_possible(men, each, stage):
            return each
    starts = [] if alike else sorted({each.men for each in shipped})
    changed = (_change(men, replace(variant, men=start), stage) for start in (*starts, variant.men))
    return next(each for each in changed if is_possible(men, each, stage))


def _differences(men: Men, variant: Variant, stage: Stage) -> tuple[Variant, dict[str, Any]]:
    """Return the nearest shipped variant, and the fields that differ where that matters."""
    rules = rules_that_matter(men, variant, stage)

    def fields_unlike(each: Variant) -> dict[str, Any]:
        fields: dict[str, Any] = {} if each.men == variant.men else {"men": variant.men}
        theirs = rules_that_matter(men, each, stage)
        pairs = zip(RULES, rules, theirs, strict=True)
        return fields | {name: rule for name, rule, their in pairs if rule != their}

    shipped = shipped_on(variant.board, usual=variant.is_usual)
    nearest = min(shipped, key=lambda each: len(fields_unlike(each)))
    return nearest, fields_unlike(nearest)


def _change(men: Men, variant: Variant, stage: Stage) -> Variant:
    """Return the variant with rules that do not matter taken from the nearest one."""
    nearest, fields = _differences(men, variant, stage)
    return replace(nearest, **fields)


def place_of(men: Men, home: Variant, stage: Stage = Stage.USUAL) -> tuple[str, str]:
    """Return the folder of a table, empty for nine men's, and what follows the men in its name.

    >>> place_of((4, 3, 0, 0), NINE_MENS_MORRIS), place_of((10, 3, 0, 0), VARIANTS["ten"])
    (('', ''), ('ten', ''))
    """
    return _place_of(men, home, stage, home.name)


@cache
def _place_of(men: Men, home: Variant, stage: Stage, _name: str) -> tuple[str, str]:
    if not shipped_on(home.board):
        is_taken = home.name in {*VARIANTS, WORK_FOLDER}
        return f"{home.name}.{home.digest}" if is_taken else home.name, ""
    nearest, fields = _differences(men, home, stage)
    suffix = "".join(
        f".{value}men" if name == "men" else f".{SUFFIXES[name, value]}"
        for name, value in fields.items()
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
    rules: dict[str, dict[str, Any]] = {
        text: {name: value} for (name, value), text in SUFFIXES.items()
    }
    for text in suffixes.split(".")[1:]:
        if text in rules:
            found = replace(found, **rules[text])
        elif text.endswith("men") and text[:-3].isdecimal() and len(text) < 6:
            found = replace(found, men=int(text[:-3]))
        else:
            return None
    return found
