"""The rules of moving and capturing on masks, in plain Python: the reference generator.

``own`` and ``enemy`` are masks from the mover's point of view, turns are triples ``(origin, target,
captured)`` as in `Move`. The compiled twin in `merels.rules.kernels` must generate the same turns
in the same order; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from merels.board.geometry import FULL, MILLS, MILLS_THROUGH, NEIGHBOURS, Mask, Point, points_of

Turn: TypeAlias = tuple[Point | None, Point | None, Point | None]
"""``(origin, target, captured)``."""


def in_mill(men: Mask, point: Point) -> bool:
    """Return whether ``point`` is part of a mill of ``men``."""
    first, second = MILLS_THROUGH[point]
    return men & first == first or men & second == second


def men_in_mills(men: Mask) -> Mask:
    """Return those of ``men`` that are part of a mill."""
    together = 0
    for mill in MILLS:
        if men & mill == mill:
            together |= mill
    return together


def removable(enemy: Mask) -> Mask:
    """Return the men that may be captured: those outside mills, or all if all are in mills."""
    return enemy & ~men_in_mills(enemy) or enemy


def may_fly(own: Mask, own_in_hand: int, flying: bool) -> bool:
    """Return whether the side may move a man to any empty point."""
    return flying and own_in_hand == 0 and own.bit_count() == 3


def has_too_few(men: Mask, in_hand: int) -> bool:
    """Return whether a side has lost: fewer than three men, on the board and in hand."""
    return men.bit_count() + in_hand < 3


def generate_steps(
    own: Mask, enemy: Mask, own_in_hand: int, flying: bool
) -> Iterator[tuple[Point | None, Point]]:
    """Yield each way to place or move a man, ``(origin, target)``, without captures."""
    empty = FULL & ~(own | enemy)
    if own_in_hand:
        for target in points_of(empty):
            yield None, target
        return
    anywhere = may_fly(own, own_in_hand, flying)
    for origin in points_of(own):
        for target in points_of(empty if anywhere else empty & NEIGHBOURS[origin]):
            yield origin, target


def generate_turns(
    own: Mask, enemy: Mask, own_in_hand: int, enemy_in_hand: int, flying: bool
) -> Iterator[Turn]:
    """Yield every legal turn, ordered by origin, target and captured man.

    There are none if a side has fewer than three men: the game is over.
    """
    if has_too_few(own, own_in_hand) or has_too_few(enemy, enemy_in_hand):
        return
    for origin, target in generate_steps(own, enemy, own_in_hand, flying):
        if in_mill(stand_after(own, origin, target), target) and enemy:
            for captured in points_of(removable(enemy)):
                yield origin, target, captured
        else:
            yield origin, target, None


def has_turn(own: Mask, enemy: Mask, own_in_hand: int, enemy_in_hand: int, flying: bool) -> bool:
    """Return whether there is a legal turn, without generating all of them."""
    if has_too_few(own, own_in_hand) or has_too_few(enemy, enemy_in_hand):
        return False
    return next(generate_steps(own, enemy, own_in_hand, flying), None) is not None


def generate_removals(enemy: Mask) -> Iterator[Turn]:
    """Yield the captures that complete a turn in mid-turn, after a mill has been closed."""
    for captured in points_of(removable(enemy)):
        yield None, None, captured


def stand_after(own: Mask, origin: Point | None, target: Point) -> Mask:
    """Return the mover's men after placing a man, or moving it from ``origin``."""
    if origin is not None:
        own &= ~(1 << origin)
    return own | 1 << target
