"""The index: a bijection between the classes of equivalent positions of a table and its slots.

A table holds every position with ``own`` men, to move, against ``enemy`` men. A symmetry maps the
own men to the representative of their orbit; the enemy men are ranked among the remaining points.
Slots are ordered by orbit, then by rank. If the representative has symmetries of its own, several
ranks are equivalent: only the smallest rank has a slot.

>>> index = table_index(3, 3)
>>> index.size
169626
>>> index.masks_of(147)
(7, 35072)
>>> index.slot_of(7, 35072)
147
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from math import comb

import numpy as np

from merels._jit import deposit_bits, extract_bits, kernel, lowest_bit
from merels.board.board import THREE_SQUARES, Board, Mask, Symmetry, points_of, transform
from merels.board.index.ranking import (
    MOST_SYMMETRIES,
    BoardTables,
    Int32s,
    Int64s,
    Orbits,
    board_tables,
    image_of,
    images_of,
    index_symmetries,
    orbits_of,
    rank,
    rank_of,
    subsets,
)


@kernel
def smallest_rank(enemy: int, free: int, stabilizer: int, tables: BoardTables) -> int:
    """Return the smallest rank of ``enemy`` under the symmetries that fix the own men."""
    smallest = rank_of(extract_bits(enemy, free), tables)
    others = stabilizer & ~1
    while others:
        image = image_of(enemy, lowest_bit(others), tables)
        smallest = min(smallest, rank_of(extract_bits(image, free), tables))
        others &= others - 1
    return int(smallest)


@kernel
def locate(
    own: int,
    enemy: int,
    tables: BoardTables,
    representatives: Int32s,
    stabilizers: Int32s,
    places: Int32s,
) -> tuple[int, int]:
    """Return the orbit of the own men and the smallest rank of the enemy men next to it."""
    place = places[rank_of(own, tables)]
    orbit, symmetry = place >> 4, place & 15
    free = tables.full & ~representatives[orbit]
    image = image_of(enemy, symmetry, tables)
    return int(orbit), smallest_rank(image, free, stabilizers[orbit], tables)


@kernel
def locate_many(
    own: Int64s,
    enemy: Int64s,
    tables: BoardTables,
    representatives: Int32s,
    stabilizers: Int32s,
    places: Int32s,
    orbits: Int64s,
    ranks: Int64s,
) -> None:
    """Fill ``orbits`` and ``ranks`` for many positions."""
    for i in range(len(own)):
        orbits[i], ranks[i] = locate(own[i], enemy[i], tables, representatives, stabilizers, places)


@kernel
def place_enemies(
    orbits: Int64s, ranks: Int64s, representatives: Int32s, arrangements: Int32s, full: int
) -> None:
    """Replace orbits by own men, and ranks by enemy men."""
    for i in range(len(orbits)):
        own = representatives[orbits[i]]
        orbits[i], ranks[i] = own, deposit_bits(arrangements[ranks[i]], full & ~own)


@dataclass(frozen=True, eq=False)
class TableIndex:
    """The index of one table; see `table_index`."""

    own: int
    enemy: int
    orbits: Orbits = field(repr=False)
    starts: Int64s = field(repr=False)
    board: Board = field(default=THREE_SQUARES, repr=False)

    @property
    def size(self) -> int:
        """The number of slots."""
        return int(self.starts[-1])

    @property
    def arrangements(self) -> Int32s:
        """The sets of enemy men by rank, as masks over the free points alone."""
        return subsets(len(self.board.names) - self.own, self.enemy)

    @property
    def tables(self) -> BoardTables:
        """The look-up tables of the board."""
        return board_tables(self.board)

    @property
    def _arrays(self) -> tuple[BoardTables, Int32s, Int32s, Int32s]:
        """What `locate` looks up."""
        orbits = self.orbits
        return self.tables, orbits.representatives, orbits.stabilizers, orbits.places

    @cached_property
    def _images(self) -> tuple[tuple[Mask, ...], ...]:
        """The image of each point under each symmetry."""
        return tuple(
            tuple(1 << image for image in symmetry) for symmetry in index_symmetries(self.board)
        )

    def slot_of(self, own: Mask, enemy: Mask) -> int:
        """Return the slot of a position, the same for all its images; without compiled code."""
        orbit, number = divmod(int(self.orbits.places[rank(own)]), MOST_SYMMETRIES)
        free = self.board.full & ~int(self.orbits.representatives[orbit])
        images = self._images[number]
        beside = 0  # the enemy men over the free points alone
        while enemy:  # not over `points_of`: each probe waits for this
            lowest = enemy & -enemy
            beside |= 1 << (free & images[lowest.bit_length() - 1] - 1).bit_count()
            enemy ^= lowest
        start = int(self.starts[orbit])
        if self.orbits.stabilizers[orbit] == 1:
            return start + rank(beside)
        # Masks ascend with ranks, so the smallest image has the smallest rank.
        equal = (transform(beside, symmetry) for symmetry in _symmetries_beside(self, orbit))
        smallest = rank(min((beside, *equal)))
        return start + int(np.searchsorted(_ranks_with_slot(self, orbit), smallest))

    def slots_of(self, own: Int64s, enemy: Int64s) -> Int64s:
        """Return the slots of many positions at once."""
        orbits, ranks = np.empty(len(own), np.int64), np.empty(len(own), np.int64)
        locate_many(own, enemy, *self._arrays, orbits, ranks)
        for group in self._split_by_symmetric_orbit(orbits):
            ranks_with_slot = _ranks_with_slot(self, int(orbits[group[0]]))
            ranks[group] = np.searchsorted(ranks_with_slot, ranks[group])
        slots: Int64s = self.starts[orbits] + ranks
        return slots

    def place_of(self, slot: int) -> tuple[int, int]:
        """Return the orbit and the rank of the position in a slot.

        Raises `IndexError` if the slot is out of range.
        """
        if not 0 <= slot < self.size:
            raise IndexError(f"slot {slot} is out of range; the table has {self.size}")
        orbit = int(np.searchsorted(self.starts, slot, side="right")) - 1
        rank = slot - int(self.starts[orbit])
        if self.orbits.stabilizers[orbit] != 1:
            rank = int(_ranks_with_slot(self, orbit)[rank])
        return orbit, rank

    def masks_of(self, slot: int) -> tuple[Mask, Mask]:
        """Return the own and the enemy men of the position in a slot.

        Raises `IndexError` if the slot is out of range.
        """
        orbit, rank = self.place_of(slot)
        own = int(self.orbits.representatives[orbit])
        free = list(points_of(self.board.full & ~own))
        enemy = sum(1 << free[i] for i in points_of(int(self.arrangements[rank])))
        return own, enemy

    def masks_of_many(self, slots: Int64s) -> tuple[Int64s, Int64s]:
        """Return the own and the enemy men of the positions in many slots.

        Raises `IndexError` if a slot is out of range.
        """
        if len(slots) and not 0 <= slots.min() <= slots.max() < self.size:
            raise IndexError(f"a slot is out of range; the table has {self.size}")
        orbits: Int64s = np.searchsorted(self.starts, slots, side="right") - 1
        ranks: Int64s = slots - self.starts[orbits]
        for group in self._split_by_symmetric_orbit(orbits):
            ranks[group] = _ranks_with_slot(self, int(orbits[group[0]]))[ranks[group]]
        own_men, full = self.orbits.representatives, self.board.full
        place_enemies(orbits, ranks, own_men, self.arrangements, full)
        return orbits, ranks

    def _split_by_symmetric_orbit(self, orbits: Int64s) -> list[Int64s]:
        """Return the places of each orbit that has symmetries of its own."""
        symmetric = np.flatnonzero(self.orbits.stabilizers[orbits] != 1)
        by_orbit = symmetric[np.argsort(orbits[symmetric], kind="stable")]
        firsts = np.flatnonzero(np.diff(orbits[by_orbit], prepend=-1))
        return [group for group in np.split(by_orbit, firsts[1:]) if len(group)]


@cache
def table_index(own: int, enemy: int, board: Board = THREE_SQUARES) -> TableIndex:
    """Return the index of the table with ``own`` men to move against ``enemy`` men."""
    orbits, symmetries = orbits_of(own, board), index_symmetries(board)
    sizes = np.full(len(orbits), comb(len(board.names) - own, enemy), dtype=np.int64)
    for orbit in np.flatnonzero(orbits.stabilizers != 1):
        representative = int(orbits.representatives[orbit])
        stabilizer = [symmetries[s] for s in points_of(int(orbits.stabilizers[orbit]))]
        sizes[orbit] = count_classes(board.full & ~representative, stabilizer, enemy)
    starts = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes)])
    return TableIndex(own, enemy, orbits, starts, board)


@lru_cache(maxsize=8192)
def _ranks_with_slot(index: TableIndex, orbit: int) -> Int32s:
    """Return the ranks that have a slot next to symmetric own men, ascending."""
    arrangements = index.arrangements
    has_slot = np.ones(len(arrangements), dtype=bool)
    for symmetry in _symmetries_beside(index, orbit):
        has_slot &= images_of(arrangements, symmetry) >= arrangements  # ranks ascend with masks
    return np.flatnonzero(has_slot).astype(np.int32)


@lru_cache(maxsize=8192)
def _symmetries_beside(index: TableIndex, orbit: int) -> tuple[Symmetry, ...]:
    """Return the symmetries that keep the own men of an orbit, over the free points alone."""
    own, stabilizer = (
        int(each[orbit]) for each in (index.orbits.representatives, index.orbits.stabilizers)
    )
    free = list(points_of(index.board.full & ~own))
    number = {point: place for place, point in enumerate(free)}
    symmetries = index_symmetries(index.board)
    return tuple(
        tuple(number[symmetries[each][point]] for point in free)
        for each in points_of(stabilizer & ~1)
    )


def count_classes(points: Mask, group: list[Symmetry], men: int) -> int:
    """Count the sets of ``men`` among ``points`` up to symmetry, by Burnside's lemma.

    >>> count_classes(THREE_SQUARES.full, list(THREE_SQUARES.symmetries), 3)
    158
    """
    fixed = sum(_count_fixed(_cycle_lengths(points, symmetry), men) for symmetry in group)
    return fixed // len(group)


def _cycle_lengths(points: Mask, symmetry: Symmetry) -> tuple[int, ...]:
    lengths = []
    left = points
    while left:
        first = point = (left & -left).bit_length() - 1
        length = 0
        while left >> point & 1:
            left ^= 1 << point
            point = symmetry[point]
            length += 1
        assert point == first, "the symmetry does not preserve the points"
        lengths.append(length)
    return tuple(sorted(lengths))


@cache
def _count_fixed(cycles: tuple[int, ...], men: int) -> int:
    """Count the sets of ``men`` that are unions of cycles."""
    ways = [1] + [0] * men
    for length in cycles:
        for total in range(men, length - 1, -1):
            ways[total] += ways[total - length]
    return ways[men]
