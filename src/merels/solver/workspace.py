"""Memory to solve in: the same arrays serve one pair of tables after the other.

The system hands out fresh memory page by page and clears each; with several gigabytes a pair, that
takes as long as a good part of the solving.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from merels.board.index.dense import Bytes, dense_size
from merels.solver.placing.kernels import bags_size
from merels.solver.row import SEGMENTS
from merels.tables.key import TableKey
from merels.tables.plan import Pair, needed_tables

STATE_BYTES: Final = 2
SCORES: Final = 256


def array_sizes(pair: Pair) -> dict[str, int]:
    """Return the bytes of each large array that solving a pair takes.

    ``removal`` is the table that a removal leads to, ``slots`` a table as it is read or written.
    """
    if pair[0].is_placing:
        return _placing_sizes(pair[0])
    removals = [key.index for key in needed_tables(pair)]
    sizes = {
        "removal": max((dense_size(index) for index in removals), default=0),
        "slots": max(index.size for index in [*removals, *(key.index for key in pair)]),
    }
    for number, key in enumerate(pair):
        sizes[f"values {number}"] = dense_size(key.index)
        sizes[f"states {number}"] = STATE_BYTES * dense_size(key.transposed.index)
        sizes[f"levels {number}"] = SCORES * SEGMENTS * len(key.index.orbits)
    return sizes


def _placing_sizes(key: TableKey) -> dict[str, int]:
    """Return the same for a placing table.

    ``rated`` are the tables that placings lead to.
    """
    needed = [successor.index for successor in key.successors]
    rated = max(dense_size(index) for index in needed)
    return {
        "bags": bags_size(dense_size(key.index)),
        "rated 0": rated,
        "rated 1": rated,
        "slots": max(index.size for index in [*needed, key.index]),
        "values 0": dense_size(key.index),
    }


def joint_sizes(pairs: Iterable[Pair]) -> dict[str, int]:
    """Return the bytes of each array when the same ones serve several pairs."""
    joint: dict[str, int] = {}
    for pair in pairs:
        for name, size in array_sizes(pair).items():
            joint[name] = max(size, joint.get(name, 0))
    return joint


class Workspace:
    """Arrays by name, large enough for each of some pairs; what they hold is left from before."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        # Memory is only used where it is written to: what the last pair needs costs nothing yet.
        self._arrays = {
            name: np.empty(size, dtype=np.uint8) for name, size in joint_sizes(pairs).items()
        }
        self.contents: dict[str, TableKey] = {}
        """Which rated table an array holds, where that is known and may be of use again."""

    def take(self, name: str, size: int) -> Bytes:
        """Return the beginning of an array."""
        return self._arrays[name][:size]
