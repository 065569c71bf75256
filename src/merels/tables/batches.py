"""Many positions at once: masks sorted by table and block, so that each block is read once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from merels.board.index.dense import Bytes
from merels.board.index.ranking import HALF, LOW_HALF, Int64s
from merels.errors import PositionError

Masks: TypeAlias = npt.ArrayLike
"""Integers, one per position; bit ``p`` is set if a man stands on point ``p``."""

Selection: TypeAlias = slice | Int64s
"""Some of the positions in an array."""

_COUNTS: Final = np.array([half.bit_count() for half in range(1 << HALF)], dtype=np.uint8)
_CODE_BITS: Final = 5  # a side has at most 24 men


def check_masks(own: Masks, enemy: Masks) -> tuple[Int64s, Int64s]:
    """Return two arrays of masks as the index takes them.

    Raises `PositionError` if masks leave the board or share a point, `ValueError` if the arrays
    differ in shape, and `TypeError` if they hold anything but integers.
    """
    ours, theirs = _as_masks("own", own), _as_masks("enemy", enemy)
    if ours.shape != theirs.shape:
        raise ValueError(f"own has shape {ours.shape} and enemy {theirs.shape}; they must be equal")
    both = ours & theirs
    if both.any():
        number = int(np.flatnonzero(both)[0])
        raise PositionError("enemy", f"in position {number} an own man stands on the same point")
    return ours, theirs


def _as_masks(name: str, masks: Masks) -> Int64s:
    array: npt.NDArray[Any] = np.asarray(masks)
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"{name}: masks are whole numbers, not {array.dtype}")
    array = np.ascontiguousarray(array, dtype=np.int64)
    outside = array >> 2 * HALF
    if outside.any():
        first = array.ravel()[np.flatnonzero(outside)[0]]
        raise PositionError(name, f"{int(first):#x} has bits outside the 24 points")
    return array


def split_by_men(own: Int64s, enemy: Int64s) -> Iterator[tuple[int, int, Selection]]:
    """Yield each combination of own and enemy men that occurs, with its positions."""
    codes = _count_men(own).astype(np.int16) << _CODE_BITS | _count_men(enemy)
    present = np.flatnonzero(np.bincount(codes))
    for code in map(int, present):
        alone = len(present) == 1
        selection = slice(None) if alone else np.flatnonzero(codes == code)
        yield code >> _CODE_BITS, code & (1 << _CODE_BITS) - 1, selection


def _count_men(masks: Int64s) -> Bytes:
    counts: Bytes = _COUNTS[masks & LOW_HALF] + _COUNTS[masks >> HALF]
    return counts


def gather_scores(slots: Int64s, block_slots: int, read_block: Callable[[int], Bytes]) -> Bytes:
    """Return the scores of slots in any order, reading each block once."""
    numbers = slots // block_slots
    if len(numbers) and numbers.max() < 1 << 16:
        numbers = numbers.astype(np.uint16)  # which NumPy sorts in linear time
    order = np.argsort(numbers, kind="stable")
    numbers = numbers[order]
    places = slots[order]
    changes = np.flatnonzero(numbers[1:] != numbers[:-1]) + 1
    scores = np.empty(len(slots), dtype=np.uint8)
    for first, last in pairwise((0, *changes.tolist(), len(slots))):
        number = int(numbers[first])
        block = read_block(number)
        scores[first:last] = block[places[first:last] - number * block_slots]
    unsorted = np.empty_like(scores)
    unsorted[order] = scores
    return unsorted
