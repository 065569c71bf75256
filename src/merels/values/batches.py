"""Many positions at once: masks sorted by table and block, so that each block is read once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from merels._jit import kernel
from merels.board.board import THREE_SQUARES, Board
from merels.board.index.dense import Bytes, Slots
from merels.board.index.ranking import HALF, LOW_HALF, Int64s
from merels.errors import PositionError
from merels.rules import unusual_kernels as unusual
from merels.rules.kernels import NONE, Rules, play_turn, rules_of, write_turns
from merels.values.layout.key import TableKey

Masks: TypeAlias = npt.ArrayLike
"""Integers, one per position; bit ``p`` is set if a man stands on point ``p``."""

Counts: TypeAlias = npt.ArrayLike
"""Men in hand: one number for all positions, or one per position."""

Scores: TypeAlias = npt.NDArray[np.uint16]

Selection: TypeAlias = slice | Int64s
"""The numbers of some positions in an array."""

_COUNTS: Final = np.array([half.bit_count() for half in range(2 << HALF)], dtype=np.uint8)
_CODE_BITS: Final = 5  # a side has at most 24 men
_MOST_IN_HAND: Final = 12


def check_masks(own: Masks, enemy: Masks, board: Board = THREE_SQUARES) -> tuple[Int64s, Int64s]:
    """Return two arrays of masks as the index takes them.

    Raises `PositionError` if masks leave the board or share a point, `ValueError` if the arrays
    differ in shape, and `TypeError` if they hold anything but integers.
    """
    ours, theirs = _as_masks("own", own, board), _as_masks("enemy", enemy, board)
    if ours.shape != theirs.shape:
        raise ValueError(f"own has shape {ours.shape} and enemy {theirs.shape}; they must be equal")
    both = ours & theirs
    if both.any():
        number = int(np.flatnonzero(both)[0])
        raise PositionError("enemy", f"in position {number} an own man stands on the same point")
    return ours, theirs


def _as_masks(name: str, masks: Masks, board: Board) -> Int64s:
    array: npt.NDArray[Any] = np.asarray(masks)
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"{name}: masks are whole numbers, not {array.dtype}")
    array = np.ascontiguousarray(array, dtype=np.int64)
    outside = array & ~board.full
    if outside.any():
        first = array.ravel()[np.flatnonzero(outside)[0]]
        points = len(board.names)
        raise PositionError(name, f"{int(first):#x} has bits outside the {points} points")
    return array


def check_hands(own: Counts, enemy: Counts, shape: tuple[int, ...]) -> tuple[Int64s, Int64s]:
    """Return the men in hand of both sides, one number per position.

    Raises `PositionError` if a number is impossible, `ValueError` if there are more or fewer than
    positions, and `TypeError` if they are not whole numbers.
    """
    hands = []
    for name, counts in (("own_in_hand", own), ("enemy_in_hand", enemy)):
        array: npt.NDArray[Any] = np.asarray(counts)
        if array.size and array.dtype.kind not in "iu":
            raise TypeError(f"{name}: men in hand are whole numbers, not {array.dtype}")
        if array.size and not 0 <= array.min() <= array.max() <= _MOST_IN_HAND:
            wrong = array.min() if array.min() < 0 else array.max()
            raise PositionError(name, f"{int(wrong)} men in hand; a side has 0 to {_MOST_IN_HAND}")
        hands.append(np.broadcast_to(array.astype(np.int64), shape).ravel())
    return hands[0], hands[1]


def split_by_men(
    own: Int64s, enemy: Int64s, own_in_hand: Int64s, enemy_in_hand: Int64s
) -> Iterator[tuple[tuple[int, int, int, int], Selection]]:
    """Yield each combination of men on the board and in hand that occurs, with its positions."""
    codes = np.zeros(len(own), dtype=np.int32)
    for counts in (_count_men(own), _count_men(enemy), own_in_hand, enemy_in_hand):
        codes = codes << _CODE_BITS | counts.astype(np.int32)
    present = np.unique(codes)
    for code in map(int, present):
        men = [code >> _CODE_BITS * i & (1 << _CODE_BITS) - 1 for i in (3, 2, 1, 0)]
        selection = slice(None) if len(present) == 1 else np.flatnonzero(codes == code)
        yield (men[0], men[1], men[2], men[3]), selection


def _count_men(masks: Int64s) -> Bytes:
    counts: Bytes = _COUNTS[masks & LOW_HALF] + _COUNTS[masks >> HALF]
    return counts


def gather_scores(slots: Int64s, block_slots: int, read_block: Callable[[int], Slots]) -> Scores:
    """Return the scores of slots in any order, reading each block once."""
    numbers = slots // block_slots
    if len(numbers) and numbers.max() < 1 << 16:
        numbers = numbers.astype(np.uint16)  # which NumPy sorts in linear time
    order = np.argsort(numbers, kind="stable")
    numbers = numbers[order]
    places = slots[order]
    changes = np.flatnonzero(numbers[1:] != numbers[:-1]) + 1
    scores = np.empty(len(slots), dtype=np.uint16)
    for first, last in pairwise((0, *changes.tolist(), len(slots))):
        number = int(numbers[first])
        block = read_block(number)
        scores[first:last] = block[places[first:last] - number * block_slots]
    unsorted = np.empty_like(scores)
    unsorted[order] = scores
    return unsorted


# A one-move look-ahead: scores of positions from the scores after each of their moves.

NO_WIN: Final = 1 << 16
LOST_NOW: Final = 1
"""The score of a side that cannot move."""

ROOM: Final = 1 << 20
"""The most successors that are looked up together."""

Probe: TypeAlias = Callable[[TableKey, Int64s, Int64s], Slots]
"""Returns the scores of positions of one table."""


class Successors(NamedTuple):
    """The positions after the moves of some positions, grouped by the position before."""

    ends: Int64s
    """For each position, where its successors end and the successors of the next begin."""
    own: Int64s
    enemy: Int64s
    """The men of the side to move then, and of the other side."""
    captures: Bytes
    """1 if a man was captured; if placing was a choice and a man was placed, 2 more."""


@kernel
def write_successors(
    own: Int64s,
    enemy: Int64s,
    hands: tuple[int, int],
    rules: Rules,
    turns: Int64s,
    found: Successors,
) -> int:
    """Write the successors of positions until there is no room.

    Return how many positions were done.
    """
    count = 0
    for i in range(len(own)):
        if count + len(turns) > len(found.own):
            return i
        written = write_turns(own[i], enemy[i], hands[0], hands[1], rules, turns)
        for turn in turns[:written]:
            men, others, _ = play_turn(own[i], enemy[i], hands[0], turn)
            found.own[count], found.enemy[count] = others, men
            chose_placing = rules.any_turn and turn & 31 == NONE
            found.captures[count] = (turn >> 10 & 31 != NONE) + 2 * chose_placing
            count += 1
        found.ends[i] = count
    return len(own)


@kernel
def write_unusual_successors(
    own: Int64s,
    enemy: Int64s,
    hands: tuple[int, int],
    marks: int,
    rules: Rules,
    fields: unusual.Fields,
    turns: Int64s,
    found: Successors,
) -> int:
    """Do what `write_successors` does for positions of an unusual variant, all with these marks.

    While men are placed without captures, ``captures`` is 1 after the first mill.
    """
    count = 0
    staged = fields.after_placing and (hands[0] + hands[1] > 0 or marks >> unusual.TAKINGS != 0)
    for i in range(len(own)):
        if count + len(turns) > len(found.own):
            return i
        hand, other = hands
        men, others = own[i], enemy[i]
        written = unusual.write_turns(men, others, hand, other, marks, rules, fields, turns)
        for turn in turns[:written]:
            after = unusual.play_turn(men, others, hand, other, marks, turn, rules, fields)
            found.own[count], found.enemy[count] = after.own, after.enemy
            if staged:
                is_first = marks == 0 and after.marks >> unusual.FIRST_MILL & 3 != 0
                found.captures[count] = is_first
            else:
                chose_placing = rules.any_turn and turn & 31 == NONE
                found.captures[count] = (turn >> unusual.CAPTURES != 0) + 2 * chose_placing
            count += 1
        found.ends[i] = count
    return len(own)


@kernel
def best_scores(ends: Int64s, after: Scores, scores: Scores) -> None:
    """Write the score of each position: one ply more than its best successor has."""
    begin = 0
    for i in range(len(ends)):
        quickest_win, slowest_loss, drawn = NO_WIN, 0, False
        for score in after[begin : ends[i]]:
            if score & 1:
                quickest_win = min(quickest_win, score + 1)
            elif score == 0:
                drawn = True
            else:
                slowest_loss = max(slowest_loss, score + 1)
        begin = ends[i]
        if quickest_win < NO_WIN:
            scores[i] = quickest_win
        elif drawn:
            scores[i] = 0
        else:
            scores[i] = max(slowest_loss, LOST_NOW)


def look_ahead(key: TableKey, own: Int64s, enemy: Int64s, probe: Probe) -> Scores:
    """Return the scores of positions of a table; ``probe`` gives the scores of successors."""
    scores = np.empty(len(own), dtype=np.uint16)
    done = 0
    for after, found in find_successors(key, own, enemy, probe):
        count = len(after.ends)
        best_scores(after.ends, found, scores[done : done + count])
        done += count
    return scores


def find_successors(
    key: TableKey, own: Int64s, enemy: Int64s, probe: Probe
) -> Iterator[tuple[Successors, Scores]]:
    """Yield the successors of positions and their scores in parts, valid until the next part."""
    rules, fields = rules_of(key.variant), unusual.fields_of(key.variant)
    room = min(len(own) * fields.most_turns, ROOM)
    found = Successors(
        np.empty(len(own), np.int64),
        np.empty(room, np.int64),
        np.empty(room, np.int64),
        np.empty(room, np.uint8),
    )
    hands = key.own_in_hand, key.enemy_in_hand
    turns = np.empty(fields.most_turns, np.int64)
    marks = unusual.pack_marks(key.marks)
    first = 0
    while first < len(own):
        men = own[first:], enemy[first:], hands
        if key.variant.is_usual:
            done = write_successors(*men, rules, turns, found)
        else:
            done = write_unusual_successors(*men, marks, rules, fields, turns, found)
        size = int(found.ends[done - 1])
        after = Successors(
            found.ends[:done], found.own[:size], found.enemy[:size], found.captures[:size]
        )
        scores = np.empty(size, dtype=np.uint16)
        for captures, table in key.branches:
            chosen = np.flatnonzero(after.captures == captures)
            if len(chosen):
                scores[chosen] = probe(table, after.own[chosen], after.enemy[chosen])
        if key.again:  # the turn that the other side misses counts as a ply
            scores += scores > 0
        yield after, scores
        first += done
