"""The rules once more, slow and from their description alone: sets of names, no masks, no sharing.

It takes from `merels` only a variant's fields and the names on its board. `count_leaves` is perft.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import permutations

from merels import Position, Variant
from merels.rules.text import format_fen


@dataclass(frozen=True)
class Board:
    """Names of points, mills, and who is whose neighbour."""

    points: tuple[str, ...]
    mills: tuple[frozenset[str], ...]
    neighbours: dict[str, frozenset[str]]


@cache
def board_of(variant: Variant) -> Board:
    names = variant.board.names
    mills = tuple(
        frozenset(name for point, name in enumerate(names) if mask >> point & 1)
        for mask in variant.board.mills
    )
    neighbours = {
        name: frozenset(other for point, other in enumerate(names) if mask >> point & 1)
        for name, mask in zip(names, variant.board.neighbours, strict=True)
    }
    return Board(names, mills, neighbours)


@dataclass(frozen=True)
class Slow:
    """A position: men and men in hand of White and Black (0 and 1), and what has to be remembered.

    ``went``: how a man of each side may not go back, (from, to). ``takers``: who has yet to take.
    """

    men: tuple[frozenset[str], frozenset[str]]
    hand: tuple[int, int]
    turn: int
    went: tuple[tuple[str, str] | None, tuple[str, str] | None] = (None, None)
    first_mill: int | None = None
    takers: tuple[int, ...] = ()
    variant: Variant = field(default_factory=Variant, compare=False)


def start(variant: Variant) -> Slow:
    return Slow((frozenset(), frozenset()), (variant.men, variant.men), 0, variant=variant)


def read(position: Position) -> Slow:
    """Read a position by its FEN."""
    fields = format_fen(position).split()
    names = [position.board.names[point] for part in position.board.parts for point in part]
    symbols = fields[0].replace("/", "")
    men = tuple(
        frozenset(name for name, each in zip(names, symbols, strict=True) if each == symbol)
        for symbol in "O@"
    )
    turn = "wb".index(fields[1])
    hand = int(fields[5]), int(fields[7])
    went = tuple(
        (names[int(fields[i]) - 8], names[int(fields[i + 1]) - 8]) if int(fields[i]) else None
        for i in (10, 12)
    )
    said = fields[8:10]
    first, takers = None, ()
    if position.variant.captures == "after-placing" and sum(hand):
        first = said.index("1") if "1" in said else None
    elif fields[3] == "r":
        takers = (turn, 1 - turn) if said == ["1", "1"] else (turn,)
    return Slow(men, hand, turn, went, first, takers, position.variant)


def is_milled(men: frozenset[str], point: str, board: Board) -> int:
    """Count the mills of the men that a point is part of."""
    return sum(point in mill and mill <= men for mill in board.mills)


def free_to_take(men: frozenset[str], variant: Variant) -> frozenset[str]:
    board = board_of(variant)
    outside = frozenset(each for each in men if not is_milled(men, each, board))
    return outside if variant.protected and outside else men


def takings(men: frozenset[str], count: int, variant: Variant) -> set[frozenset[str]]:
    """Return the sets of men that can be taken one after the other."""
    found = set()
    for order in permutations(sorted(men), min(count, len(men))):
        left = men
        for each in order:
            if each not in free_to_take(left, variant):
                break
            left -= {each}
        else:
            found.add(frozenset(order))
    return found


def steps(now: Slow, side: int) -> Iterator[tuple[str | None, str]]:
    """Yield where a side could go if it were to move."""
    variant, own = now.variant, now.men[side]
    board = board_of(variant)
    empty = [each for each in board.points if each not in now.men[0] | now.men[1]]
    if now.hand[side]:
        yield from ((None, each) for each in empty)
        if variant.placing == "first":
            return
    count = len(own) + now.hand[side]
    flies = variant.flying == "three-in-all" or (
        variant.flying == "three-on-board" and now.hand[side] == 0
    )
    for origin in sorted(own):
        for target in empty:
            if not (count == 3 and flies) and target not in board.neighbours[origin]:
                continue
            back = now.went[side] == (target, origin)
            if not (back and is_milled(own - {origin} | {target}, target, board)):
                yield origin, target


def moved(now: Slow, side: int, origin: str | None, target: str) -> Slow:
    """Return the men after a step, and nothing else changed."""
    own = now.men[side] - {origin} | {target}
    hand = tuple(n - (i == side and origin is None) for i, n in enumerate(now.hand))
    men = (own, now.men[1]) if side == 0 else (now.men[0], own)
    return replace(now, men=men, hand=hand)


def turns(now: Slow) -> Iterator[tuple[str | None, str | None, frozenset[str]]]:
    """Yield every legal turn."""
    variant, side, enemy = now.variant, now.turn, now.men[1 - now.turn]
    if any(len(now.men[each]) + now.hand[each] < 3 for each in (0, 1)):
        return
    if now.takers:
        for each in free_to_take(enemy, variant):
            yield None, None, frozenset([each])
        return
    board = board_of(variant)
    ways = list(steps(now, side))
    gives_way = variant.blocked == "give-way"
    if not ways:
        if gives_way and len(now.men[0] | now.men[1]) < len(board.points):
            yield None, None, frozenset()
        return
    if gives_way and now.hand == (0, 0) and not list(steps(now, 1 - side)):
        opening = [way for way in ways if list(steps(moved(now, side, *way), 1 - side))]
        yield from ((*way, frozenset()) for way in opening or ways)
        return
    for origin, target in ways:
        mills = is_milled(now.men[side] - {origin} | {target}, target, board)
        if not mills or not enemy or (origin is None and variant.captures == "after-placing"):
            yield origin, target, frozenset()
        else:
            for taken in takings(enemy, mills if variant.several else 1, variant):
                yield origin, target, taken


def play(now: Slow, turn: tuple[str | None, str | None, frozenset[str]]) -> Slow:
    """Return the position after a turn."""
    origin, target, taken = turn
    variant, side = now.variant, now.turn
    board = board_of(variant)
    after, went, first = now, None, now.first_mill
    if target is not None:
        after = moved(now, side, origin, target)
        closes = is_milled(after.men[side], target, board)
        left = origin is not None and is_milled(now.men[side], origin, board)
        if variant.return_ban and closes and left:
            went = origin, target
        if closes and first is None:
            first = side
    theirs = now.went[1 - side]
    if theirs is not None and theirs[1] in taken:
        theirs = None
    enemy = after.men[1 - side] - taken
    men = (after.men[0], enemy) if side == 0 else (enemy, after.men[1])
    both = (went, theirs) if side == 0 else (theirs, went)
    after = replace(after, men=men, went=both, turn=1 - side)
    if variant.captures == "at-once":
        return after
    if now.takers:
        return replace(after, takers=now.takers[1:])
    if sum(now.hand) and not sum(after.hand):
        begins = 1 if first is None else first
        return replace(after, takers=(begins, 1 - begins), turn=begins, first_mill=None)
    return replace(after, first_mill=first if sum(after.hand) else None)


def count_leaves(now: Slow, depth: int, known: dict[tuple[Slow, int], int] | None = None) -> int:
    """Count the positions some turns ahead; equal positions are counted once."""
    known = {} if known is None else known
    if depth == 0:
        return 1
    found = known.get((now, depth))
    if found is None:
        all_turns = list(turns(now))
        found = len(all_turns)
        if depth > 1:
            found = sum(count_leaves(play(now, each), depth - 1, known) for each in all_turns)
        known[now, depth] = found
    return found


MIXED = (
    "morabaraba",
    "shax",
    "nine:captures=after-placing",
    "nine:protected=false",
    "nine:several=true",
    "nine:blocked=give-way",
    "nine:return_ban=true",
    "three:several=true,protected=false",
    "six:captures=after-placing,blocked=give-way,protected=false",
    "twelve:several=true,return_ban=true,blocked=give-way",
    "lasker:return_ban=true,several=true,protected=false,blocked=give-way",
    "five:blocked=give-way,captures=after-placing",
)
"""Variants that between them have every field, alone and with others."""
