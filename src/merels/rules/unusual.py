"""Moves by the rules that a usual variant lacks, in plain Python: the reference generator.

A variant is unusual if it lets mills capture only after the placing, does not protect men in mills,
takes several men at once, lets a blocked side pass, or forbids the way back into a mill. Turns are
triples ``(origin, target, captures)``: a pass has none of the three, a taking after the placing has
only captures. `merels.rules.generator` knows what all variants have in common; the compiled twin is
`merels.rules.unusual_kernels`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Final, NamedTuple, TypeAlias

from merels.board.board import Board, Mask, Point, Symmetry, points_of
from merels.rules import generator
from merels.rules.generator import stand_after
from merels.rules.variant import Blocked, Captures, Variant

Captured: TypeAlias = tuple[Point, ...]
"""The men that a turn takes, in the order of their points."""

UnusualTurn: TypeAlias = tuple[Point | None, Point | None, Captured]


class Ban(NamedTuple):
    """A man's last step or flight, if the man may not go back into a mill."""

    origin: Point
    target: Point


class Marks(NamedTuple):
    """What a position remembers of both sides besides their men.

    A position keeps White's side first, generators the side to move.
    """

    ban: Ban | None = None
    other_ban: Ban | None = None
    first_mill: int = 0
    """While men are placed: who closed the first mill, 1 this side, 2 the other side, 0 neither."""
    takings: int = 0
    """How many sides have yet to take a man after the placing."""

    @property
    def swapped(self) -> Marks:
        """The marks from the other side's point of view."""
        first_mill = (0, 2, 1)[self.first_mill]
        return Marks(self.other_ban, self.ban, first_mill, self.takings)

    def transform(self, symmetry: Symmetry) -> Marks:
        """Return the image under a symmetry of the board."""
        ban, other = (
            None if each is None else Ban(symmetry[each.origin], symmetry[each.target])
            for each in (self.ban, self.other_ban)
        )
        return Marks(ban, other, self.first_mill, self.takings)


NO_MARKS: Final = Marks()


class State(NamedTuple):
    """A position of an unusual variant as the side to move sees it."""

    own: Mask
    enemy: Mask
    own_in_hand: int
    enemy_in_hand: int
    marks: Marks = NO_MARKS

    @property
    def swapped(self) -> State:
        """The position from the other side's point of view."""
        hands = self.enemy_in_hand, self.own_in_hand
        return State(self.enemy, self.own, *hands, self.marks.swapped)

    @property
    def are_all_placed(self) -> bool:
        """Whether the placing is over, and the taking after it, if there is any."""
        return not (self.own_in_hand or self.enemy_in_hand or self.marks.takings)


def takeable(enemy: Mask, variant: Variant) -> Mask:
    """Return the men that may be captured next."""
    return generator.removable(enemy, variant.board) if variant.protected else enemy


def count_mills(men: Mask, point: Point, board: Board) -> int:
    """Return how many mills of ``men`` the point is part of."""
    return sum(men & mill == mill for mill in board.mills_through[point])


def is_banned(state: State, origin: Point | None, target: Point, board: Board) -> bool:
    """Return whether a man would go straight back to where it came from and close a mill."""
    is_way_back = state.marks.ban == (target, origin)
    return is_way_back and generator.in_mill(stand_after(state.own, origin, target), target, board)


def generate_steps(state: State, variant: Variant) -> Iterator[tuple[Point | None, Point]]:
    """Yield each way to place or move a man that no ban forbids."""
    own, enemy, in_hand = state[:3]
    for origin, target in generator.generate_steps(own, enemy, in_hand, variant):
        if not is_banned(state, origin, target, variant.board):
            yield origin, target


def can_step(state: State, variant: Variant) -> bool:
    """Return whether the side to move can place or move a man."""
    return next(generate_steps(state, variant), None) is not None


def gives_way(state: State, variant: Variant) -> bool:
    """Return whether the side to move must open a way, as its enemy cannot move."""
    if variant.blocked is not Blocked.GIVE_WAY or not state.are_all_placed:
        return False
    return not can_step(state.swapped, variant)


def opens_way(state: State, origin: Point | None, target: Point, variant: Variant) -> bool:
    """Return whether the enemy can move after a step."""
    moved = state._replace(own=stand_after(state.own, origin, target))
    return can_step(moved.swapped, variant)


def count_captures(state: State, origin: Point | None, target: Point, variant: Variant) -> int:
    """Return how many men a step takes."""
    if origin is None and variant.captures is Captures.AFTER_PLACING:
        return 0
    mills = count_mills(stand_after(state.own, origin, target), target, variant.board)
    if not mills or gives_way(state, variant):
        return 0
    return min(mills if variant.several else 1, state.enemy.bit_count())


def generate_captures(enemy: Mask, count: int, variant: Variant) -> list[Captured]:
    """Return the sets of men that may be taken, one man after the other, in order."""
    taken: set[Captured] = {()}
    for _ in range(count):
        taken = {
            tuple(sorted((*men, point)))
            for men in taken
            for point in points_of(takeable(enemy & ~sum(1 << each for each in men), variant))
        }
    return sorted(taken)


def take_order(enemy: Mask, captures: Captured, variant: Variant) -> Captured:
    """Return men that may be taken in an order in which each may be taken."""
    orders = permutations(captures)
    return next(order for order in orders if _can_take(enemy, order, variant))


def _can_take(enemy: Mask, order: Captured, variant: Variant) -> bool:
    for point in order:
        if not takeable(enemy, variant) >> point & 1:
            return False
        enemy &= ~(1 << point)
    return True


def generate_turns(state: State, variant: Variant) -> Iterator[UnusualTurn]:
    """Yield every legal turn, ordered by origin, target and captured men."""
    own, enemy, own_in_hand, enemy_in_hand, marks = state
    if generator.has_too_few(own, own_in_hand) or generator.has_too_few(enemy, enemy_in_hand):
        return
    if marks.takings:
        for point in points_of(takeable(enemy, variant)):
            yield None, None, (point,)
        return
    steps = list(generate_steps(state, variant))
    if not steps:
        is_full = own | enemy == variant.board.full
        if variant.blocked is Blocked.GIVE_WAY and not is_full:
            yield None, None, ()
    elif gives_way(state, variant):
        opening = [step for step in steps if opens_way(state, *step, variant)]
        for origin, target in opening or steps:
            yield origin, target, ()
    else:
        for origin, target in steps:
            count = count_captures(state, origin, target, variant)
            for captures in generate_captures(enemy, count, variant):
                yield origin, target, captures


def has_turn(state: State, variant: Variant) -> bool:
    """Return whether there is a legal turn."""
    return next(generate_turns(state, variant), None) is not None


def move_men(state: State, turn: UnusualTurn, variant: Variant) -> State:
    """Return what the mover sees after a turn, or after the part that names no captures yet.

    Its own ban is the ban that the turn brings, and who takes after the placing is not decided.
    """
    own, enemy, in_hand, enemy_in_hand, marks = state
    origin, target, captures = turn
    # Captures alone complete a turn, and keep the ban of its step.
    ban, first_mill = marks.ban if captures and target is None else None, marks.first_mill
    if target is not None:
        moved = stand_after(own, origin, target)
        closes = generator.in_mill(moved, target, variant.board)
        if origin is None:
            in_hand -= 1
            if closes and not first_mill and variant.captures is Captures.AFTER_PLACING:
                first_mill = 1
        elif variant.return_ban and closes and generator.in_mill(own, origin, variant.board):
            ban = Ban(origin, target)
        own = moved
    state = State(
        own, enemy, in_hand, enemy_in_hand, marks._replace(ban=ban, first_mill=first_mill)
    )
    return take_men(state, captures)


def take_men(state: State, captures: Captured) -> State:
    """Return what the mover sees without some of the enemy's men; a captured man has no ban."""
    enemy, marks = state.enemy, state.marks
    for point in captures:
        enemy &= ~(1 << point)
    other = marks.other_ban
    if other is not None and other.target in captures:
        marks = marks._replace(other_ban=None)
    return state._replace(enemy=enemy, marks=marks)


class Next(NamedTuple):
    """What follows a turn: a position as its side to move sees it, and which side this is."""

    state: State
    again: bool
    """Whether the side that has just had its turn is to move."""


def play(state: State, turn: UnusualTurn, variant: Variant) -> Next:
    """Return what follows a legal turn."""
    after = move_men(state, turn, variant)
    marks = after.marks
    if marks.takings:
        return Next(after._replace(marks=marks._replace(takings=marks.takings - 1)).swapped, False)
    was_placing = state.own_in_hand or state.enemy_in_hand
    is_placed = was_placing and after.are_all_placed
    if not is_placed or variant.captures is Captures.AT_ONCE:
        return Next(after.swapped, False)
    # The side that places last is the second player, who takes first if nobody closed a mill.
    takes_first = marks.first_mill != 2
    after = after._replace(marks=marks._replace(first_mill=0, takings=2))
    return Next(after if takes_first else after.swapped, takes_first)
