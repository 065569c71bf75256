"""The rules of moving and capturing on masks, in plain Python: the reference generator.

``own`` and ``enemy`` are masks from the mover's point of view, turns are triples ``(origin, target,
captured)`` as in `Move`. Board and rules come from a variant. The compiled twin in
`merels.rules.kernels` must generate the same turns in the same order; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from merels.board.board import Board, Mask, Point, points_of
from merels.rules.variant import Flying, Placing, Variant

Turn: TypeAlias = tuple[Point | None, Point | None, Point | None]
"""``(origin, target, captured)``."""


def in_mill(men: Mask, point: Point, board: Board) -> bool:
    """Return whether ``point`` is part of a mill of ``men``."""
    return any(men & mill == mill for mill in board.mills_through[point])


def men_in_mills(men: Mask, board: Board) -> Mask:
    """Return the ``men`` that are part of a mill."""
    together = 0
    for mill in board.mills:
        if men & mill == mill:
            together |= mill
    return together


def removable(enemy: Mask, board: Board) -> Mask:
    """Return the men that may be captured: men outside mills, or all men if all are in mills."""
    return enemy & ~men_in_mills(enemy, board) or enemy


def may_fly(own: Mask, own_in_hand: int, flying: Flying) -> bool:
    """Return whether the side may move a man to any empty point."""
    if flying is Flying.NEVER or own.bit_count() + own_in_hand != 3:
        return False
    return own_in_hand == 0 or flying is Flying.THREE_IN_ALL


def has_too_few(men: Mask, in_hand: int) -> bool:
    """Return whether a side has lost: fewer than three men, on the board and in hand."""
    return men.bit_count() + in_hand < 3


def generate_steps(
    own: Mask, enemy: Mask, own_in_hand: int, variant: Variant
) -> Iterator[tuple[Point | None, Point]]:
    """Yield each way to place or move a man, ``(origin, target)``, without captures."""
    board = variant.board
    empty = board.full & ~(own | enemy)
    if own_in_hand:
        for target in points_of(empty):
            yield None, target
        if variant.placing is Placing.FIRST:
            return
    anywhere = may_fly(own, own_in_hand, variant.flying)
    for origin in points_of(own):
        for target in points_of(empty if anywhere else empty & board.neighbours[origin]):
            yield origin, target


def generate_turns(
    own: Mask, enemy: Mask, own_in_hand: int, enemy_in_hand: int, variant: Variant
) -> Iterator[Turn]:
    """Yield every legal turn, ordered by origin, target and captured man.

    There are none if a side has fewer than three men: the game is over.
    """
    if has_too_few(own, own_in_hand) or has_too_few(enemy, enemy_in_hand):
        return
    board = variant.board
    for origin, target in generate_steps(own, enemy, own_in_hand, variant):
        if enemy and in_mill(stand_after(own, origin, target), target, board):
            for captured in points_of(removable(enemy, board)):
                yield origin, target, captured
        else:
            yield origin, target, None


def has_turn(
    own: Mask, enemy: Mask, own_in_hand: int, enemy_in_hand: int, variant: Variant
) -> bool:
    """Return whether there is a legal turn, without generating all turns."""
    if has_too_few(own, own_in_hand) or has_too_few(enemy, enemy_in_hand):
        return False
    return next(generate_steps(own, enemy, own_in_hand, variant), None) is not None


def generate_removals(enemy: Mask, board: Board) -> Iterator[Turn]:
    """Yield the captures that complete a turn in mid-turn, after a mill has been closed."""
    for captured in points_of(removable(enemy, board)):
        yield None, None, captured


def stand_after(own: Mask, origin: Point | None, target: Point) -> Mask:
    """Return the mover's men after placing a man, or moving it from ``origin``."""
    if origin is not None:
        own &= ~(1 << origin)
    return own | 1 << target
