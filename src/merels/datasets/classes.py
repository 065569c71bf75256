"""Many positions in columns, as the side to move sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from merels.board.board import Symmetry, transform
from merels.board.index.ranking import Int32s, Int64s
from merels.regret.suite import load_suite
from merels.rules.position import Position
from merels.rules.variant import NINE_MENS_MORRIS, Variant
from merels.values.batches import split_by_men
from merels.values.layout.key import TableKey


class Boards(NamedTuple):
    """Positions, one per row."""

    own: Int64s
    enemy: Int64s
    own_in_hand: Int64s
    enemy_in_hand: Int64s

    def take(self, chosen: npt.NDArray[np.generic] | slice) -> Boards:
        """Return some of the positions."""
        return Boards(*(column[chosen] for column in self))


def start_boards(games: int, variant: Variant = NINE_MENS_MORRIS) -> Boards:
    """Return empty boards."""
    columns = (0, 0, variant.men, variant.men)
    return Boards(*(np.full(games, value, dtype=np.int64) for value in columns))


def boards_of(positions: Sequence[Position]) -> Boards:
    """Return positions as columns."""
    sides = np.array([position.sides for position in positions], dtype=np.int64).reshape(-1, 4)
    return Boards(*sides.T)


def boards_at(key: TableKey, slots: Int64s) -> Boards:
    """Return the positions at slots of a table."""
    own, enemy = key.index.masks_of_many(slots)
    return Boards(own, enemy, *(np.full_like(own, hand) for hand in key.men[2:]))


def join_boards(parts: Iterable[Boards]) -> Boards:
    """Return the positions of several groups, one after the other."""
    found = list(parts) or [boards_of(())]
    return Boards(*(np.concatenate(columns) for columns in zip(*found, strict=True)))


def split_by_table(boards: Boards, variant: Variant) -> Iterator[tuple[TableKey, Int64s]]:
    """Yield each table that the positions belong to, with the numbers of its positions."""
    numbers = np.arange(len(boards.own))
    for men, chosen in split_by_men(*boards):
        yield TableKey(*men, variant), numbers[chosen]


# Symmetry classes: which positions are equal, and the split into training and test data.

Flags = npt.NDArray[np.bool_]

POINT_BITS: Final = 25
HAND_BITS: Final = 4


@cache
def image_tables(symmetries: tuple[Symmetry, ...]) -> Int32s:
    """Return the images of each byte of a mask under each symmetry; the last may have 9 bits."""
    points = len(symmetries[0])
    full, last_byte = (1 << points) - 1, 1 << max(8, points - 16)
    return np.array(
        [
            [
                [transform(byte << 8 * i & full, symmetry) for byte in range(last_byte)]
                for i in range(3)
            ]
            for symmetry in symmetries
        ],
        dtype=np.int32,
    )


def images_of(masks: Int64s, images: Int32s) -> Int64s:
    """Return the images of masks under one symmetry of `image_tables`."""
    found = images[0, masks & 255] | images[1, masks >> 8 & 255] | images[2, masks >> 16]
    return np.asarray(found, dtype=np.int64)


def find_classes(boards: Boards, variant: Variant = NINE_MENS_MORRIS) -> Int64s:
    """Return a number for each position, the same for all positions of its class.

    It is made of the `Position.sides` of the position's `Position.canonical`.
    """
    classes = np.empty(len(boards.own), dtype=np.int64)
    for key, chosen in split_by_table(boards, variant):
        own, enemy = boards.own[chosen], boards.enemy[chosen]
        least = np.full(len(own), np.iinfo(np.int64).max)
        symmetries = key.position(int(own[0]), int(enemy[0])).symmetries
        for images in image_tables(symmetries):
            image = images_of(own, images) | images_of(enemy, images) << POINT_BITS
            least = np.minimum(least, image)
        hands = key.own_in_hand | key.enemy_in_hand << HAND_BITS
        classes[chosen] = least | hands << 2 * POINT_BITS
    return classes


@cache
def suite_classes() -> Int64s:
    """Return the classes of the positions by which players are measured, `merels.regret`."""
    return find_classes(boards_of([case.position for case in load_suite().cases]))


def choose_test(boards: Boards, variant: Variant, share: float) -> Flags:
    """Return which positions are test data: the suite, and about a ``share`` of all classes.

    So the suite can measure a model that was trained on the rest.
    """
    classes = find_classes(boards, variant)
    tested = is_test(classes, share)
    if variant.board == NINE_MENS_MORRIS.board:
        tested |= np.isin(classes, suite_classes())
    return tested


def is_test(classes: Int64s, share: float) -> Flags:
    """Return which classes belong to the test data; about a ``share`` of them do.

    The choice depends on the class alone, so a class that is test data in one file is test data in
    every file, with any sample and seed. A larger share contains a smaller share.
    """
    mixed = classes.astype(np.uint64)
    # The finaliser of SplitMix64: every bit of the class changes about half of the result's.
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ mixed >> np.uint64(shift)) * np.uint64(factor)
    mixed ^= mixed >> np.uint64(31)
    chosen: Flags = (mixed >> np.uint64(11)) < np.uint64(share * (1 << 53))
    return chosen
