"""Compiled twin of `merels.rules.generator`: the same turns, in the same order.

A position is ``own, enemy, own_in_hand, enemy_in_hand`` as in `merels.rules.position`, all int64.
The board and rules of the variant are an argument (`Rules`). A turn is packed into one integer::

    bits 0-4   origin    bits 5-9   target    bits 10-14  captured     (31: none)
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple, TypeAlias

# First: it reports missing packages.
from merels._jit import bare_kernel, inlined, lowest_bit, popcount

# isort: split
import numpy as np
import numpy.typing as npt

from merels.rules.variant import Flying, FullBoard, Placing, Variant

Masks: TypeAlias = npt.NDArray[np.int64]

NONE: Final = 31
NO_MILL: Final = 1 << 31
"""A mill that no men form."""

FLYING: Final = tuple(Flying)
"""How `Rules.flying` numbers the kinds: 0 never, 1 three on board, 2 three in all."""


class Rules(NamedTuple):
    """Board and rules of a variant as kernels take them."""

    neighbours: Masks
    """For each point."""
    mills_through: Masks
    """For each point a row, filled up with `NO_MILL`."""
    mills: Masks
    full: int
    flying: int
    any_turn: bool
    """Whether a side with men in hand may move."""
    full_is_draw: bool
    most_turns: int
    """No position has more turns."""


@cache
def rules_of(variant: Variant) -> Rules:
    """Return the board and rules of a variant."""
    board = variant.board
    longest = max(map(len, board.mills_through))
    through = [(*mills, *[NO_MILL] * (longest - len(mills))) for mills in board.mills_through]
    # Every turn leads along an edge, places a man, or is a flight of one of three men.
    ways = max(len(board.steps) + len(board.names), 4 * len(board.names))
    return Rules(
        np.array(board.neighbours, dtype=np.int64),
        np.array(through, dtype=np.int64),
        np.array(board.mills, dtype=np.int64),
        board.full,
        FLYING.index(variant.flying),
        variant.placing is Placing.ANY_TURN,
        variant.full_board is FullBoard.DRAW,
        ways * variant.men,
    )


@inlined
def in_mill(men: int, point: int, rules: Rules) -> bool:
    """Return whether ``point`` is part of a mill of ``men``."""
    for mill in rules.mills_through[point]:  # noqa: SIM110 - kernels cannot use generators
        if men & mill == mill:
            return True
    return False


@inlined
def removable(enemy: int, rules: Rules) -> int:
    """Return the men that may be captured: men outside mills, or all men if all are in mills."""
    together = 0
    for mill in rules.mills:
        if enemy & mill == mill:
            together |= mill
    outside = enemy & ~together
    return int(outside) if outside else enemy


@inlined
def may_fly(own: int, own_in_hand: int, rules: Rules) -> bool:
    """Return whether the side may move a man to any empty point."""
    if rules.flying == 0 or popcount(own) + own_in_hand != 3:
        return False
    return own_in_hand == 0 or rules.flying == 2


@inlined
def targets_of(origin: int, empty: int, anywhere: bool, rules: Rules) -> int:
    """Return where the man on ``origin`` may go."""
    return int(empty if anywhere else empty & rules.neighbours[origin])


@inlined
def closing_targets(own: int, targets: int, rules: Rules) -> int:
    """Return the ``targets`` where another man would complete a mill of ``own``."""
    closing = 0
    for mill in rules.mills:
        missing = mill & ~own
        if missing & (missing - 1) == 0:
            closing |= missing
    return int(closing & targets)


@inlined
def is_over(own: int, enemy: int, own_in_hand: int, enemy_in_hand: int) -> bool:
    """Return whether a side has fewer than three men."""
    return popcount(own) + own_in_hand < 3 or popcount(enemy) + enemy_in_hand < 3


@bare_kernel
def count_turns(own: int, enemy: int, own_in_hand: int, enemy_in_hand: int, rules: Rules) -> int:
    """Return the number of legal turns without generating them."""
    if is_over(own, enemy, own_in_hand, enemy_in_hand):
        return 0
    empty = rules.full & ~(own | enemy)
    captures = max(1, popcount(removable(enemy, rules)))
    total = 0
    if own_in_hand:
        total = popcount(empty) + popcount(closing_targets(own, empty, rules)) * (captures - 1)
        if not rules.any_turn:
            return total
    anywhere = may_fly(own, own_in_hand, rules)
    left = own
    while left:
        origin = lowest_bit(left)
        left &= left - 1
        targets = targets_of(origin, empty, anywhere, rules)
        closing = closing_targets(own & ~(1 << origin), targets, rules)
        total += popcount(targets) + popcount(closing) * (captures - 1)
    return total


@bare_kernel
def write_turns_from(
    origin: int,
    own: int,
    enemy: int,
    targets: int,
    takeable: int,
    rules: Rules,
    out: Masks,
    count: int,
) -> int:
    """Append the turns of one man, on the board or in hand, to ``out``; return the new count."""
    rest = own if origin == NONE else own & ~(1 << origin)
    while targets:
        target = lowest_bit(targets)
        targets &= targets - 1
        turn = origin | target << 5
        if enemy and in_mill(rest | 1 << target, target, rules):
            left = takeable
            while left:
                out[count] = turn | lowest_bit(left) << 10
                left &= left - 1
                count += 1
        else:
            out[count] = turn | NONE << 10
            count += 1
    return count


@bare_kernel
def write_turns(
    own: int, enemy: int, own_in_hand: int, enemy_in_hand: int, rules: Rules, out: Masks
) -> int:
    """Write every legal turn to ``out``, in the order of the reference; return how many."""
    if is_over(own, enemy, own_in_hand, enemy_in_hand):
        return 0
    empty = rules.full & ~(own | enemy)
    takeable = removable(enemy, rules)
    count = 0
    if own_in_hand:
        count = write_turns_from(NONE, own, enemy, empty, takeable, rules, out, 0)
        if not rules.any_turn:
            return count
    anywhere = may_fly(own, own_in_hand, rules)
    left = own
    while left:
        origin = lowest_bit(left)
        left &= left - 1
        targets = targets_of(origin, empty, anywhere, rules)
        count = write_turns_from(origin, own, enemy, targets, takeable, rules, out, count)
    return count


@inlined
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


def working_space(depth: int, rules: Rules) -> Masks:
    """Return an array for the turns at each depth of `perft`."""
    return np.empty((depth + 1, rules.most_turns), dtype=np.int64)


@bare_kernel
def perft(
    own: int,
    enemy: int,
    own_in_hand: int,
    enemy_in_hand: int,
    depth: int,
    rules: Rules,
    turns: Masks,
) -> int:
    """Count the positions after ``depth`` turns; row ``depth`` of ``turns`` is working space."""
    if depth == 0:
        return 1
    if depth == 1:
        return count_turns(own, enemy, own_in_hand, enemy_in_hand, rules)
    count = write_turns(own, enemy, own_in_hand, enemy_in_hand, rules, turns[depth])
    leaves = 0
    for i in range(count):
        men, others, in_hand = play_turn(own, enemy, own_in_hand, turns[depth, i])
        leaves += perft(others, men, enemy_in_hand, in_hand, depth - 1, rules, turns)
    return leaves
