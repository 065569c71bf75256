"""Fitting a model to a table: a tree by how often values occur, weights by a sample of blocks."""

from __future__ import annotations

from math import gcd
from typing import Final

import numpy as np
import numpy.typing as npt

from merels._jit import kernel
from merels.board.index.dense import Bytes
from merels.board.index.ranking import Int32s, Int64s
from merels.values.format.packed.contexts import LEVELS, TOTAL
from merels.values.format.packed.model import (
    CHANCES,
    LEAF,
    LIMIT,
    SCALE,
    Int16s,
    Model,
    Paths,
    columns_for,
    find_paths,
)

Float32s = npt.NDArray[np.float32]

RATE: Final = np.float32(0.08)
"""How far weights follow their first errors."""

LOSS_LEVELS: Final = range(1, 45)
DRAW_LEVEL: Final = 46
WIN_LEVELS: Final = range(49, LEVELS)


def grow_tree(counts: list[int]) -> Int16s:
    """Return a tree that is short for frequent values: draws, then losses and wins by length.

    Each node splits its values into two parts as equally frequent as possible. Nodes are numbered
    from the most frequent one on.
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
    """Move the weights of each decision towards what happened, by less the more it did before.

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

    @property
    def model(self) -> Model:
        """The model as far as it has been trained."""
        weights = np.clip(np.rint(self._weights * SCALE), -127, 127).astype(np.int8)
        return Model(self._children, self._levels, weights)

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
