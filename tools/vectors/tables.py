"""Vectors of static tables: slots of positions, checksums, and packed blocks.

Models of real tables are fitted with fractions, which may differ from processor to processor, so
the blocks here have a model and values that both sides compute from whole numbers.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import xxhash

from merels.board.index.dense import Bytes
from merels.engine.players.plain import derive_seed
from merels.rules.variant import VARIANTS
from merels.site.format import Cut
from merels.values.format.header import Kind
from merels.values.format.packed.coder import PackedCodec
from merels.values.format.packed.contexts import LEVELS, TOTAL
from merels.values.format.packed.model import LEAF, Model, columns_for
from merels.values.layout.key import TableKey
from vectors.packing import Document

INDEXED: Final = {
    "three": [(0, 0), (1, 2), (3, 3)],
    "six": [(3, 3), (5, 6), (6, 5)],
    "nine": [(0, 1), (3, 3), (8, 8), (9, 3), (9, 9)],
    "twelve": [(4, 7), (12, 12)],
}
"""Tables by variant: men on the board, own and enemy."""

SAMPLES: Final = 40

PACKED: Final = (
    ("nine", (3, 3, 0, 0), 0, 2000),
    ("nine", (8, 7, 0, 0), 20_000, 1500),
    ("nine", (9, 9, 0, 0), 45, 1500),
    ("nine", (4, 3, 3, 3), 77, 1500),
    ("twelve", (5, 4, 0, 0), 300, 1500),
    ("six", (6, 5, 0, 0), 3, 1000),
    ("six", (4, 4, 0, 0), 40, 1000),
)
"""Variant, men, number of a block and its slots; among them blocks that begin in mid-row."""

NODES: Final = 40
HASH: Final = 2_654_435_761


def make_model() -> Model:
    """Return a model whose tree is a heap of `NODES` nodes."""
    children = [
        [child if child < NODES else LEAF + child - NODES for child in (2 * i + 1, 2 * i + 2)]
        for i in range(NODES)
    ]
    levels = [1 + value * 7 % (LEVELS - 1) for value in range(256)]
    columns = columns_for(NODES)
    places = np.arange(TOTAL * columns, dtype=np.uint64)
    weights = (places * HASH % 2**32 >> 26).astype(np.int8) - 32
    return Model(
        np.array(children, np.int16),
        np.array(levels, np.uint8),
        weights.reshape(TOTAL, columns).astype(np.int8),
    )


def make_values(first: int, count: int) -> Bytes:
    """Return values of slots."""
    slots = np.arange(first, first + count, dtype=np.uint64)
    values: Bytes = ((slots // 3 * HASH % 2**32 >> 24) % (NODES + 1)).astype(np.uint8)
    return values


def describe_slots(name: str, own: int, enemy: int) -> list[Any]:
    """Return the size of a table, and the slots of some positions in any symmetry."""
    board = VARIANTS[name].board
    index = TableKey(own, enemy, variant=VARIANTS[name]).index
    found = []
    for number in range(SAMPLES):
        chance = derive_seed(31, own, enemy, number)
        masks = index.masks_of(chance % index.size)
        symmetry = board.symmetries[chance // index.size % len(board.symmetries)]
        turned = [sum(1 << symmetry[p] for p in range(25) if mask >> p & 1) for mask in masks]
        found.append([*turned, chance % index.size])
    return [name, own, enemy, index.size, found]


def describe_block(name: str, men: tuple[int, int, int, int], number: int, size: int) -> list[Any]:
    """Return a packed block of made-up values."""
    cut = Cut(TableKey(*men, VARIANTS[name]), Kind.DISTANCE, block_slots=size)
    values = make_values(number * size, cut.slots_of(number))
    data = PackedCodec(cut, make_model()).encode(number, values)
    return [name, *men, number, size, len(values), data.hex()]


def describe_checksums() -> list[list[int]]:
    """Return the checksums of 0, 1, 2 and so on, as bytes."""
    return [
        [length, seed, xxhash.xxh32_intdigest(bytes(i * 7 % 256 for i in range(length)), seed)]
        for length, seed in ((0, 0), (1, 1), (3, 2**31), (15, 3), (16, 2**32 - 1), (100, 4))
    ]


def describe_tables() -> Document:
    """Return everything."""
    return {
        "checksums": describe_checksums(),
        "slots": [describe_slots(name, *men) for name in INDEXED for men in INDEXED[name]],
        "blocks": [describe_block(*block) for block in PACKED],
    }
