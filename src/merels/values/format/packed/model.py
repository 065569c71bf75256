"""The model of a packed table: how likely each value is, given the contexts of its position.

The values are the leaves of a binary tree. At each node, the weights of the position's contexts
add up to the logarithm of the odds that the path goes on to the second child.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import exp, gcd, log
from typing import Final, NamedTuple, Self

import numpy as np
import numpy.typing as npt
import zstandard

from merels._jit import kernel
from merels.board.index.dense import Bytes
from merels.board.index.ranking import Int32s, Int64s
from merels.errors import CorruptTableError
from merels.values.format.packed.contexts import LEVELS, PATTERNS, TOTAL, LinePatterns

Int8s = npt.NDArray[np.int8]
Int16s = npt.NDArray[np.int16]

LEAF: Final = 256
"""The number of a leaf is this plus its value; smaller numbers are nodes."""

COLUMNS: Final = 32
"""The most nodes with weights of their own; all other nodes share the last column.

64 nodes save nothing: a position of 7-8 takes 2.1616 bits with either number.
"""

SCALE: Final = 16
"""The stored number for a weight of 1 in the logarithm of the odds."""

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

    @property
    def content(self) -> bytes:
        """The model as bytes that are not compressed."""
        return (
            len(self.children).to_bytes(1, "little")
            + self.children.astype("<i2").tobytes()
            + self.levels.tobytes()
            + self.weights.tobytes()
        )

    def format(self) -> bytes:
        """Return the model as a section of a file."""
        return zstandard.ZstdCompressor(level=19).compress(self.content)

    @classmethod
    def parse(cls, data: bytes, values: int) -> Self:
        """Read a section of a file; values must be below ``values``. Raises `CorruptTableError`."""
        try:
            if not 0 < zstandard.frame_content_size(data) <= LARGEST:
                raise CorruptTableError("the model has the wrong size")
            content = zstandard.ZstdDecompressor().decompress(data)
        except zstandard.ZstdError as error:
            raise CorruptTableError(f"the model cannot be decompressed: {error}") from None
        return cls.parse_content(content, values)

    @classmethod
    def parse_content(cls, content: bytes, values: int) -> Self:
        """Read a model's `content`; values must be below ``values``. Raises `CorruptTableError`."""
        nodes = content[0] if content else 0
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


LARGEST: Final = size_of(LEAF - 1)
"""The most bytes that a model has before compression."""


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


# Fitting a model to a table: a tree by how often values occur, weights by a sample of blocks.

Float32s = npt.NDArray[np.float32]

RATE: Final = np.float32(0.08)
"""How far weights follow their first errors."""

WORTH: Final = 2.0
"""A slender model drops weights that save fewer bits of the sample.

A model of 7-6 then has 57 KB compressed instead of 157, and a position 1.552 bits instead of 1.545;
with 1 bit 70 KB, with 4 bits 44 KB and 1.558 bits. One model for 7-6, 6-7 and 7-7 would take 1.67,
1.54 and 1.91 bits instead of 1.55, 1.41 and 1.86.
"""

LOSS_LEVELS: Final = range(1, 45)
DRAW_LEVEL: Final = 46
WIN_LEVELS: Final = range(49, LEVELS)


def grow_tree(counts: list[int]) -> Int16s:
    """Return a tree that is short for frequent values: draws, then losses and wins by length.

    Each node splits its values into two parts as equally frequent as possible. Nodes are numbered
    from the most frequent node on.
    """
    lost, won = (
        [value for value in range(first, len(counts), 2) if counts[value]] for first in (1, 2)
    )
    classes = [group for group in ([0] if counts[0] else [], lost, won) if group]
    nodes: list[tuple[int, list[int]]] = []

    def grow_class(groups: list[list[int]]) -> int:
        if len(groups) == 1:
            return grow(groups[0])
        number = add(sum(counts[value] for group in groups for value in group))
        nodes[number][1][:] = [grow(groups[0]), grow_class(groups[1:])]
        return number

    def grow(values: list[int]) -> int:
        if len(values) == 1:
            return LEAF + values[0]
        sums = np.cumsum([counts[value] for value in values])
        number = add(int(sums[-1]))
        cut = int(np.argmin(np.abs(2 * sums[:-1] - sums[-1]))) + 1
        nodes[number][1][:] = [grow(values[:cut]), grow(values[cut:])]
        return number

    def add(count: int) -> int:
        nodes.append((count, [0, 0]))
        return len(nodes) - 1

    root = grow_class(classes)
    if root >= LEAF:
        return np.array([[root, root]], dtype=np.int16)
    order = sorted(range(len(nodes)), key=lambda node: -nodes[node][0])
    numbers = {node: number for number, node in enumerate(order)}
    return np.array(
        [[numbers.get(child, child) for child in nodes[node][1]] for node in order], dtype=np.int16
    )


def choose_levels(counts: list[int]) -> Bytes:
    """Return the level of each value: losses from short to long, draws, wins from long to short.

    The levels of losses and of wins are about equally frequent.
    """
    levels = np.zeros(256, dtype=np.uint8)
    levels[0] = DRAW_LEVEL
    lost, won = range(1, len(counts), 2), range((len(counts) - 1) // 2 * 2, 1, -2)
    for values, to in ((lost, LOSS_LEVELS), (won, WIN_LEVELS)):
        total = sum(counts[value] for value in values)
        seen = 0
        for value in values:
            middle = 2 * seen + counts[value]
            levels[value] = to[len(to) * middle // (2 * total + 1)]
            seen += counts[value]
    return levels


def scatter(count: int) -> Int64s:
    """Return the numbers below ``count`` in an order that covers their range evenly.

    >>> scatter(8).tolist()
    [0, 5, 2, 7, 4, 1, 6, 3]
    """
    step = max(1, round(count * 0.618))
    while gcd(step, count) != 1:
        step += 1
    numbers: Int64s = np.arange(count) * step % count
    return numbers


@kernel
def learn(
    order: Int64s,
    values: Bytes,
    described: Int32s,
    paths: Paths,
    chances: Int64s,
    rate: np.float32,
    weights: Float32s,
    squares: Float32s,
) -> None:
    """Move the weights of each decision towards it; weights that have moved much move less.

    ``squares`` adds up the squares of a weight's errors (AdaGrad).
    """
    last = weights.shape[1] - 1
    for i in order:
        value = values[i]
        contexts = described[i]
        for step in range(paths.lengths[value]):
            decision = int(paths.decisions[value, step])
            column = min(decision >> 1, last)
            total = np.float32(0)
            for context in contexts:
                total += weights[context, column]
            place = int(np.rint(total * np.float32(SCALE)))
            chance = chances[min(max(place, -LIMIT), LIMIT) + LIMIT]
            error = np.float32((decision & 1) - chance / 65536)
            square = error * error
            for context in contexts:
                squares[context, column] += square
                slowness = np.sqrt(squares[context, column] + np.float32(0.5))
                weights[context, column] += rate * error / slowness


class Trainer:
    """Fits a model to blocks of values and the contexts of their positions."""

    def __init__(self, counts: list[int]) -> None:
        self._children = grow_tree(counts)
        self._levels = choose_levels(counts)
        self._paths = find_paths(self._children)
        shape = TOTAL, columns_for(len(self._children))
        self._weights: Float32s = np.zeros(shape, dtype=np.float32)
        self._squares: Float32s = np.zeros(shape, dtype=np.float32)
        self._dropped = np.zeros(shape, dtype=np.bool_)

    @property
    def model(self) -> Model:
        """The model as far as it has been trained."""
        return self._round(np.ones_like(self._weights))

    @property
    def slender_model(self) -> Model:
        """The model with each weight as coarse as it may be without costing `WORTH` bits.

        Fewer different numbers take fewer bytes.
        """
        steps = np.ones_like(self._weights)
        information = np.where(self._dropped | self._unworthy(), 0, self._squares)
        for step in (2, 4, 8, 16, 32, 64):
            # An error is up to half a step either way; its mean square is a twelfth of the step's
            # square.
            steps[information * (step / SCALE) ** 2 / 24 / log(2) < WORTH] = step
        steps[information == 0] = 256  # so that nothing is left
        return self._round(steps)

    def _round(self, steps: Float32s) -> Model:
        most = 127 // steps * steps
        weights = np.clip(np.rint(self._weights * SCALE / steps) * steps, -most, most)
        return Model(self._children, self._levels, weights.astype(np.int8))

    def drop_weights(self) -> None:
        """Set weights that save less than `WORTH` bits to 0, for good; other weights adapt.

        Training goes on with the other weights: a quarter more of the sample saves half of the bits
        that the dropped weights cost.
        """
        self._dropped |= self._unworthy()
        self._weights[self._dropped] = 0
        self._squares[self._dropped] = np.inf  # no error moves a weight the other way

    def _unworthy(self) -> npt.NDArray[np.bool_]:
        """Return which weights save little, by their squares of errors: their information."""
        squares = np.where(self._dropped, 0, self._squares)
        few: npt.NDArray[np.bool_] = squares * self._weights**2 / (2 * log(2)) < WORTH
        return few

    def train(self, values: Bytes, described: Int32s) -> None:
        """Learn from values in a mixed order: neighbours are too much alike."""
        learn(
            scatter(len(values)),
            values,
            described,
            self._paths,
            CHANCES,
            RATE,
            self._weights,
            self._squares,
        )
