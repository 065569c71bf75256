"""Compiled twin of `merels.rules.unusual`: the same turns, in the same order.

A position is ``own, enemy, own_in_hand, enemy_in_hand, marks`` as the side to move sees it. Marks
and turns are packed, 0 meaning that there are no marks::

    marks  bits 0-4, 5-9    origin + 1 and target + 1 of the own ban     (0: none)
           bits 10-19 the same of the enemy's ban
           bits 20-21       who closed the first mill: 1 own, 2 enemy's
           bits 22-23       how many sides have yet to take a man
    turn   bits 0-4 origin  5-9 target (31: none)  10-34 captured men, as a mask
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

# First: it reports missing packages.
from merels._jit import bare_kernel, inlined, lowest_bit, popcount

# isort: split
import numpy as np

from merels.board.board import points_of
from merels.rules.kernels import (
    NONE,
    Masks,
    Rules,
    in_mill,
    is_over,
    may_fly,
    removable,
    rules_of,
)
from merels.rules.unusual import Ban, Marks, State, UnusualTurn
from merels.rules.variant import Blocked, Captures, Variant

OTHER_BAN: Final = 10
FIRST_MILL: Final = 20
TAKINGS: Final = 22
BAN: Final = (1 << OTHER_BAN) - 1
"""The own ban of marks."""
BANS: Final = (1 << FIRST_MILL) - 1

CAPTURES: Final = 10
"""Where the captured men of a turn begin."""
NOWHERE: Final = NONE | NONE << 5
"""Origin and target of a pass, and of a turn that only captures."""


class Fields(NamedTuple):
    """The rules that a usual variant lacks, as kernels take them."""

    after_placing: bool
    protected: bool
    several: bool
    give_way: bool
    return_ban: bool
    most_turns: int
    """No position has more turns."""


@cache
def fields_of(variant: Variant) -> Fields:
    """Return the unusual rules of a variant."""
    most = rules_of(variant).most_turns
    if variant.several:
        mills = max(map(len, variant.board.mills_through))
        sets = max(sum(1 for _ in combinations(range(variant.men), k + 1)) for k in range(mills))
        most = most // variant.men * sets
    return Fields(
        variant.captures is Captures.AFTER_PLACING,
        variant.protected,
        variant.several,
        variant.blocked is Blocked.GIVE_WAY,
        variant.return_ban,
        most,
    )


def pack_marks(marks: Marks) -> int:
    """Return marks as kernels take them.

    >>> pack_marks(Marks(Ban(0, 1))), unpack_marks(65)
    (65, Marks(ban=Ban(origin=0, target=1), other_ban=None, first_mill=0, takings=0))
    """
    bans = (0 if ban is None else ban.origin + 1 | ban.target + 1 << 5 for ban in marks[:2])
    own, other = bans
    return own | other << OTHER_BAN | marks.first_mill << FIRST_MILL | marks.takings << TAKINGS


def unpack_marks(packed: int) -> Marks:
    """Return packed marks."""
    own, other = (
        Ban((each & 31) - 1, (each >> 5 & 31) - 1) if each else None
        for each in (packed & BAN, packed >> OTHER_BAN & BAN)
    )
    return Marks(own, other, packed >> FIRST_MILL & 3, packed >> TAKINGS)


def pack_state(state: State) -> tuple[int, int, int, int, int]:
    """Return a position as kernels take it."""
    return *state[:4], pack_marks(state.marks)


def pack_turn(turn: UnusualTurn) -> int:
    """Return a turn as kernels take it."""
    origin, target = (NONE if point is None else point for point in turn[:2])
    return origin | target << 5 | sum(1 << point for point in turn[2]) << CAPTURES


def unpack_turn(packed: int) -> UnusualTurn:
    """Return a packed turn.

    >>> unpack_turn(pack_turn((None, 9, (11, 15)))), unpack_turn(pack_turn((None, None, ())))
    ((None, 9, (11, 15)), (None, None, ()))
    """
    origin, target = (None if each == NONE else each for each in (packed & 31, packed >> 5 & 31))
    return origin, target, tuple(points_of(packed >> CAPTURES))


@inlined
def takeable(enemy: int, rules: Rules, fields: Fields) -> int:
    """Return the men that may be captured next."""
    return removable(enemy, rules) if fields.protected else enemy


@inlined
def targets_from(origin: int, own: int, empty: int, flies: bool, marks: int, rules: Rules) -> int:
    """Return where a man on the board may go."""
    targets = int(empty if flies else empty & rules.neighbours[origin])
    ban = marks & BAN
    if ban >> 5 == origin + 1:
        back = (ban & 31) - 1
        if targets >> back & 1 and in_mill(own & ~(1 << origin) | 1 << back, back, rules):
            targets &= ~(1 << back)
    return targets


@bare_kernel
def can_step(own: int, enemy: int, own_in_hand: int, marks: int, rules: Rules) -> bool:
    """Return whether the side to move can place or move a man."""
    empty = rules.full & ~(own | enemy)
    if own_in_hand:
        return empty != 0
    flies = may_fly(own, own_in_hand, rules)
    left = own
    while left:
        if targets_from(lowest_bit(left), own, empty, flies, marks, rules):
            return True
        left &= left - 1
    return False


@bare_kernel
def can_take(enemy: int, captures: int, rules: Rules, fields: Fields) -> bool:
    """Return whether men may be taken one after the other, in some order."""
    left = captures & takeable(enemy, rules, fields)
    if captures & (captures - 1) == 0:
        return left == captures
    while left:
        man = left & -left
        left &= left - 1
        if can_take(enemy & ~man, captures & ~man, rules, fields):
            return True
    return False


@bare_kernel
def write_captures(
    turn: int,
    enemy: int,
    candidates: int,
    due: int,
    rules: Rules,
    fields: Fields,
    out: Masks,
    count: int,
) -> int:
    """Append a turn for each set of ``due`` further men among the candidates; return the new count.

    No argument may be a constant: Numba cannot compile a recursion that begins with a constant.
    """
    while candidates:
        longer = turn | (candidates & -candidates) << CAPTURES
        candidates &= candidates - 1
        if due > 1:
            count = write_captures(longer, enemy, candidates, due - 1, rules, fields, out, count)
        elif can_take(enemy, longer >> CAPTURES, rules, fields):
            out[count] = longer
            count += 1
    return count


@inlined
def write_takings(enemy: int, rules: Rules, fields: Fields, out: Masks) -> int:
    """Write a turn for each man that may be taken after the placing; return how many."""
    count = 0
    left = takeable(enemy, rules, fields)
    while left:
        out[count] = NOWHERE | (left & -left) << CAPTURES
        left &= left - 1
        count += 1
    return count


@inlined
def count_mills(men: int, point: int, rules: Rules) -> int:
    """Return how many mills of ``men`` the point is part of."""
    mills = 0
    for mill in rules.mills_through[point]:
        if men & mill == mill:
            mills += 1
    return mills


@bare_kernel
def write_steps(
    origin: int,
    targets: int,
    own: int,
    enemy: int,
    rules: Rules,
    fields: Fields,
    out: Masks,
    count: int,
) -> int:
    """Append the turns of one man, on the board or in hand; return the new count."""
    rest = own if origin == NONE else own & ~(1 << origin)
    count = int(count)
    while targets:
        target = lowest_bit(targets)
        targets &= targets - 1
        due = 0
        if origin != NONE or not fields.after_placing:
            due = count_mills(rest | 1 << target, target, rules)
            if due and not fields.several:
                due = 1
            due = min(due, popcount(enemy))
        turn = origin | target << 5
        if due:
            count = write_captures(turn, enemy, enemy, due, rules, fields, out, count)
        else:
            out[count] = turn
            count += 1
    return count


@bare_kernel
def keep_openings(
    own: int, enemy: int, other_marks: int, rules: Rules, out: Masks, count: int
) -> int:
    """Remove captures, and turns that open no way if other turns do; return how many are left."""
    steps, opening = 0, 0
    last = -1
    for i in range(count):
        turn = out[i] & NOWHERE
        if turn == last:
            continue  # the same step with another capture
        last = turn
        origin, target = turn & 31, turn >> 5
        moved = own & ~(1 << origin) | 1 << target
        opens = can_step(enemy, moved, 0, other_marks, rules)
        if opens or not opening:
            if opens and not opening:
                steps = 0
                opening = 1
            out[steps] = turn
            steps += 1
    return steps


@bare_kernel
def write_turns(  # noqa: PLR0911 - kernels cannot use exceptions
    own: int,
    enemy: int,
    own_in_hand: int,
    enemy_in_hand: int,
    marks: int,
    rules: Rules,
    fields: Fields,
    out: Masks,
) -> int:
    """Write every legal turn to ``out``, in the order of the reference; return how many."""
    if is_over(own, enemy, own_in_hand, enemy_in_hand):
        return 0
    if marks >> TAKINGS:
        return write_takings(enemy, rules, fields, out)
    empty = rules.full & ~(own | enemy)
    count = 0
    if own_in_hand:
        count = write_steps(NONE, empty, own, enemy, rules, fields, out, 0)
    if not own_in_hand or rules.any_turn:
        flies = may_fly(own, own_in_hand, rules)
        left = own
        while left:
            origin = lowest_bit(left)
            left &= left - 1
            targets = targets_from(origin, own, empty, flies, marks, rules)
            count = write_steps(origin, targets, own, enemy, rules, fields, out, count)
    if not fields.give_way:
        return count
    if count == 0:
        if empty:
            out[0] = NOWHERE
            return 1
        return 0
    other_marks = marks >> OTHER_BAN & BAN
    if own_in_hand or enemy_in_hand or can_step(enemy, own, 0, other_marks, rules):
        return count
    return keep_openings(own, enemy, other_marks, rules, out, count)


@inlined
def swap_marks(marks: int) -> int:
    """Return marks from the other side's point of view."""
    first = marks >> FIRST_MILL & 3
    other = (2 if first == 1 else 1 if first == 2 else 0) << FIRST_MILL
    bans = marks >> OTHER_BAN & BAN | (marks & BAN) << OTHER_BAN
    return marks >> TAKINGS << TAKINGS | other | bans


class PackedState(NamedTuple):
    """A position after a turn as its side to move sees it."""

    own: int
    enemy: int
    own_in_hand: int
    enemy_in_hand: int
    marks: int
    again: bool
    """Whether the side that has just had its turn is to move."""


@inlined
def move_men(
    own: int, enemy: int, own_in_hand: int, marks: int, turn: int, rules: Rules, fields: Fields
) -> tuple[int, int, int, int]:
    """Return own men, the enemy's, own men in hand and marks after a turn, as the mover sees it."""
    origin, target, captures = turn & 31, turn >> 5 & 31, turn >> CAPTURES
    if target != NONE or captures == 0:
        marks &= ~BAN  # captures alone complete a turn, and keep the ban of its step
    if target != NONE:
        moved = own | 1 << target
        if origin == NONE:
            own_in_hand -= 1
            is_first = fields.after_placing and marks >> FIRST_MILL & 3 == 0
            if is_first and in_mill(moved, target, rules):
                marks |= 1 << FIRST_MILL
        else:
            moved &= ~(1 << origin)
            closes = fields.return_ban and in_mill(moved, target, rules)
            if closes and in_mill(own, origin, rules):
                marks |= origin + 1 | target + 1 << 5
        own = moved
    other = marks >> OTHER_BAN & BAN
    if other and captures >> (other >> 5) - 1 & 1:
        marks &= ~(BAN << OTHER_BAN)
    return own, enemy & ~captures, own_in_hand, marks


@inlined
def play_turn(
    own: int,
    enemy: int,
    own_in_hand: int,
    enemy_in_hand: int,
    marks: int,
    turn: int,
    rules: Rules,
    fields: Fields,
) -> PackedState:
    """Return what follows a turn."""
    men, others, in_hand, after = move_men(own, enemy, own_in_hand, marks, turn, rules, fields)
    again = False
    if after >> TAKINGS:
        after -= 1 << TAKINGS
    elif fields.after_placing and own_in_hand + enemy_in_hand and in_hand + enemy_in_hand == 0:
        again = after >> FIRST_MILL & 3 != 2
        after = after & BANS | 2 << TAKINGS
    if again:
        return PackedState(men, others, in_hand, enemy_in_hand, after, again)
    return PackedState(others, men, enemy_in_hand, in_hand, swap_marks(after), again)


@bare_kernel
def perft(  # noqa: PLR0913, PLR0917 - numbers: a call passes each field of a tuple anyway
    own: int,
    enemy: int,
    own_in_hand: int,
    enemy_in_hand: int,
    marks: int,
    depth: int,
    rules: Rules,
    fields: Fields,
    turns: Masks,
) -> int:
    """Count the positions after ``depth`` turns; row ``depth`` of ``turns`` is working space."""
    if depth == 0:
        return 1
    row = turns[depth]
    count = write_turns(own, enemy, own_in_hand, enemy_in_hand, marks, rules, fields, row)
    if depth == 1:
        return count
    leaves = 0
    for i in range(count):
        after = play_turn(own, enemy, own_in_hand, enemy_in_hand, marks, row[i], rules, fields)
        leaves += perft(
            after.own,
            after.enemy,
            after.own_in_hand,
            after.enemy_in_hand,
            after.marks,
            depth - 1,
            rules,
            fields,
            turns,
        )
    return leaves


def count_leaves(state: State, depth: int, variant: Variant) -> int:
    """Count the positions ``depth`` turns ahead."""
    rules, fields = rules_of(variant), fields_of(variant)
    turns = np.empty((depth + 1, fields.most_turns), dtype=np.int64)
    return int(perft(*pack_state(state), depth, rules, fields, turns))
