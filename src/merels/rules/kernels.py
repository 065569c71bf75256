"""Compiled twin of `merels.rules.generator`: the same turns, in the same order.

A position is ``own, enemy, own_in_hand, enemy_in_hand`` as in `merels.rules.sides`, all int64. The
geometry is an argument because the cache on disk does not notice when a global changes. A turn is
packed into one integer::

    bits 0-4   origin    bits 5-9   target    bits 10-14  captured     (31: none)
"""

from __future__ import annotations

from typing import Final, TypeAlias

from merels._jit import kernel, lowest_bit, popcount  # first: it reports missing packages

# isort: split
import numpy as np
import numpy.typing as npt

from merels.board.geometry import FULL, MILLS, MILLS_THROUGH, NEIGHBOURS

Masks: TypeAlias = npt.NDArray[np.int64]
Geometry: TypeAlias = tuple[Masks, Masks, Masks]

NONE: Final = 31
MOST_TURNS: Final = 3 * 18 * 9
"""The most turns of any position: three men flying to 18 points, each capturing one of nine."""

GEOMETRY: Final[Geometry] = (
    np.array(NEIGHBOURS, dtype=np.int64),
    np.array(MILLS_THROUGH, dtype=np.int64),
    np.array(MILLS, dtype=np.int64),
)
"""Neighbours of each point, mills through each point, all mills."""


@kernel
def in_mill(men: int, point: int, geometry: Geometry) -> bool:
    """Return whether ``point`` is part of a mill of ``men``."""
    first, second = geometry[1][point, 0], geometry[1][point, 1]
    return bool(men & first == first or men & second == second)


@kernel
def removable(enemy: int, geometry: Geometry) -> int:
    """Return the men that may be captured: those outside mills, or all if all are in mills."""
    together = 0
    for mill in geometry[2]:
        if enemy & mill == mill:
            together |= mill
    outside = enemy & ~together
    return int(outside) if outside else enemy


@kernel
def targets_of(origin: int, own: int, empty: int, flying: bool, geometry: Geometry) -> int:
    """Return where the man on ``origin`` may go; all empty points if it is placed."""
    if origin == NONE or (flying and popcount(own) == 3):
        return empty
    return int(empty & geometry[0][origin])


@kernel
def closing_targets(own: int, targets: int, geometry: Geometry) -> int:
    """Return those of ``targets`` where another man would complete a mill of ``own``."""
    closing = 0
    for mill in geometry[2]:
        missing = mill & ~own
        if missing & (missing - 1) == 0:
            closing |= missing
    return int(closing & targets)


@kernel
def is_over(own: int, enemy: int, own_in_hand: int, enemy_in_hand: int) -> bool:
    """Return whether a side has fewer than three men."""
    return popcount(own) + own_in_hand < 3 or popcount(enemy) + enemy_in_hand < 3


@kernel
def count_turns(
    own: int, enemy: int, own_in_hand: int, enemy_in_hand: int, flying: bool, geometry: Geometry
) -> int:
    """Return the number of legal turns without generating them."""
    if is_over(own, enemy, own_in_hand, enemy_in_hand):
        return 0
    empty = FULL & ~(own | enemy)
    captures = max(1, popcount(removable(enemy, geometry)))
    if own_in_hand:
        return popcount(empty) + popcount(closing_targets(own, empty, geometry)) * (captures - 1)
    total = 0
    left = own
    while left:
        origin = lowest_bit(left)
        left &= left - 1
        targets = targets_of(origin, own, empty, flying, geometry)
        closing = closing_targets(own & ~(1 << origin), targets, geometry)
        total += popcount(targets) + popcount(closing) * (captures - 1)
    return total


@kernel
def write_turns_from(
    origin: int,
    own: int,
    enemy: int,
    targets: int,
    takeable: int,
    geometry: Geometry,
    out: Masks,
    count: int,
) -> int:
    """Append the turns of one man, on the board or in hand, to ``out``; return the new count."""
    rest = own if origin == NONE else own & ~(1 << origin)
    while targets:
        target = lowest_bit(targets)
        targets &= targets - 1
        turn = origin | target << 5
        if enemy and in_mill(rest | 1 << target, target, geometry):
            left = takeable
            while left:
                out[count] = turn | lowest_bit(left) << 10
                left &= left - 1
                count += 1
        else:
            out[count] = turn | NONE << 10
            count += 1
    return count


@kernel
def write_turns(
    own: int,
    enemy: int,
    own_in_hand: int,
    enemy_in_hand: int,
    flying: bool,
    geometry: Geometry,
    out: Masks,
) -> int:
    """Write every legal turn to ``out``, in the order of the reference; return how many."""
    if is_over(own, enemy, own_in_hand, enemy_in_hand):
        return 0
    empty = FULL & ~(own | enemy)
    takeable = removable(enemy, geometry)
    if own_in_hand:
        return write_turns_from(NONE, own, enemy, empty, takeable, geometry, out, 0)
    count = 0
    left = own
    while left:
        origin = lowest_bit(left)
        left &= left - 1
        targets = targets_of(origin, own, empty, flying, geometry)
        count = write_turns_from(origin, own, enemy, targets, takeable, geometry, out, count)
    return count


@kernel
def play_turn(own: int, enemy: int, own_in_hand: int, turn: int) -> tuple[int, int, int]:
    """Return the mover's men, the enemy's men and the mover's men in hand after a turn."""
    origin, target, captured = turn & 31, turn >> 5 & 31, turn >> 10 & 31
    own |= 1 << target
    if origin == NONE:
        own_in_hand -= 1
    else:
        own &= ~(1 << origin)
    if captured != NONE:
        enemy &= ~(1 << captured)
    return own, enemy, own_in_hand


def working_space(depth: int) -> Masks:
    """Return an array for the turns at each depth of `perft`."""
    return np.empty((depth + 1, MOST_TURNS), dtype=np.int64)


@kernel
def perft(
    own: int,
    enemy: int,
    own_in_hand: int,
    enemy_in_hand: int,
    flying: bool,
    depth: int,
    geometry: Geometry,
    turns: Masks,
) -> int:
    """Count the positions after ``depth`` turns; row ``depth`` of ``turns`` is working space."""
    if depth == 0:
        return 1
    if depth == 1:
        return count_turns(own, enemy, own_in_hand, enemy_in_hand, flying, geometry)
    count = write_turns(own, enemy, own_in_hand, enemy_in_hand, flying, geometry, turns[depth])
    leaves = 0
    for i in range(count):
        men, others, in_hand = play_turn(own, enemy, own_in_hand, turns[depth, i])
        leaves += perft(others, men, enemy_in_hand, in_hand, flying, depth - 1, geometry, turns)
    return leaves
