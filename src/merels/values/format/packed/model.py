"""The model of a packed table: how likely each value is, given the contexts of its position.

The values are the leaves of a binary tree. At each node, the weights of the position's contexts
add up to the logarithm of the odds that the path goes on to the second child.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import exp
from typing import Final, NamedTuple, Self

import numpy as np
import numpy.typing as npt
import zstandard

from merels.board.index.dense import Bytes
from merels.board.index.ranking import Int64s
from merels.errors import CorruptTableError
from merels.values.format.packed.contexts import LEVELS, PATTERNS, TOTAL, LinePatterns

Int8s = npt.NDArray[np.int8]
Int16s = npt.NDArray[np.int16]

LEAF: Final = 256
"""What the number of a leaf is above its value; smaller numbers are those of nodes."""

COLUMNS: Final = 32
"""The most nodes with weights of their own; all further ones share the last column.

64 save nothing: 2.1616 bits for a position of 7-8 with either.
"""

SCALE: Final = 16
"""What a weight of 1 in the logarithm of the odds is stored as."""

LIMIT: Final = 11 * SCALE
"""Sums of weights end here: no decision is surer than 65535 to 1."""

CHANCES: Final[Int64s] = np.array(
    [round(65536 / (1 + exp(-total / SCALE))) for total in range(-LIMIT, LIMIT + 1)], dtype=np.int64
)


class Network(NamedTuple):
    """A model as kernels need it, with `CHANCES` and `PATTERNS`."""

    children: Int16s
    levels: Bytes
    weights: Int8s
    chances: Int64s
    patterns: LinePatterns


class Paths(NamedTuple):
    """The path to each value: its length, 0 if there is none, and its decisions.

    A decision is twice the number of the node, plus which child.
    """

    lengths: Int64s
    decisions: Int16s


@dataclass(frozen=True, eq=False)
class Model:
    """A model. ``children[node]`` are nodes, or values plus `LEAF`; node 0 is the root.

    ``levels``: the level of each value, for contexts of its neighbours. ``weights``: a row for each
    context, a column for each node.
    """

    children: Int16s
    levels: Bytes
    weights: Int8s

    @property
    def network(self) -> Network:
        """The model as kernels need it."""
        return Network(self.children, self.levels, self.weights, CHANCES, PATTERNS)

    @cached_property
    def paths(self) -> Paths:
        """The path to each value."""
        return find_paths(self.children)

    def format(self) -> bytes:
        """Return the model as a section of a file."""
        data = (
            len(self.children).to_bytes(1, "little")
            + self.children.astype("<i2").tobytes()
            + self.levels.tobytes()
            + self.weights.tobytes()
        )
        return zstandard.ZstdCompressor(level=19).compress(data)

    @classmethod
    def parse(cls, data: bytes, values: int) -> Self:
        """Read a section of a file; values must be below ``values``. Raises `CorruptTableError`."""
        most = size_of(LEAF - 1)
        try:
            if not 0 < zstandard.frame_content_size(data) <= most:
                raise CorruptTableError("the model has the wrong size")
            content = zstandard.ZstdDecompressor().decompress(data)
        except zstandard.ZstdError as error:
            raise CorruptTableError(f"the model cannot be decompressed: {error}") from None
        nodes = content[0]
        if nodes == 0 or len(content) != size_of(nodes):
            raise CorruptTableError("the model has the wrong size")
        children = np.frombuffer(content, "<i2", 2 * nodes, 1).reshape(-1, 2)
        levels = np.frombuffer(content, np.uint8, 256, 1 + 4 * nodes)
        weights = np.frombuffer(content, np.int8, offset=257 + 4 * nodes)
        _check_tree(children, values)
        if levels.max() >= LEVELS:
            raise CorruptTableError("the model has an invalid level")
        # Copied, since read-only arrays would have kernels of their own.
        return cls(children.astype(np.int16), levels.copy(), weights.reshape(TOTAL, -1).copy())


def columns_for(nodes: int) -> int:
    """Return the columns of weights for a tree."""
    return min(nodes, COLUMNS)


def size_of(nodes: int) -> int:
    """Return the bytes of a model before compression."""
    return 1 + 4 * nodes + 256 + TOTAL * columns_for(nodes)


def _check_tree(children: Int16s, values: int) -> None:
    """Check that every path ends at a value. Raises `CorruptTableError`."""
    numbers = np.arange(len(children))[:, None]
    is_node = (children > numbers) & (children < len(children))
    is_leaf = (children >= LEAF) & (children < LEAF + values)
    once_each = np.array_equal(np.sort(children[is_node]), np.arange(1, len(children)))
    if not (is_node | is_leaf).all() or not once_each:
        raise CorruptTableError("the model's tree has an invalid node")


def find_paths(children: Int16s) -> Paths:
    """Return the path to each value of a tree."""
    lengths = np.zeros(LEAF, dtype=np.int64)
    decisions = np.zeros((LEAF, len(children)), dtype=np.int16)
    waiting: list[tuple[int, list[int]]] = [(0, [])]
    while waiting:
        node, path = waiting.pop()
        for bit in (0, 1):
            child, longer = int(children[node, bit]), [*path, 2 * node + bit]
            if child < LEAF:
                waiting.append((child, longer))
            else:
                lengths[child - LEAF] = len(longer)
                decisions[child - LEAF, : len(longer)] = longer
    return Paths(lengths, decisions)
