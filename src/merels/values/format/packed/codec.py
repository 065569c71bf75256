"""The packed blocks of a table, and the model that they are coded by."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np

from merels.board.index.dense import Bytes, layout_of
from merels.board.index.ranking import Int32s
from merels.errors import CorruptTableError
from merels.values.format.header import Header, Kind
from merels.values.format.packed.coder import Subject, encode, walk
from merels.values.format.packed.contexts import COUNT, Notes, Play
from merels.values.format.packed.model import Model
from merels.values.format.packed.training import Trainer, scatter
from merels.values.layout.key import TableKey
from merels.values.layout.statistics import RESULTS, histogram_of

SHARE: Final = 10
FEWEST, MOST = 1 << 22, 3 << 22
"""A model is trained on a tenth of the slots, but at least and at most this many.

Three times as many save 2 % of the bytes, and take as long as coding.
"""

BATCH: Final = 1 << 19
"""How many slots are mixed, so that the model does not learn one row after the other.

In the order of slots it needs 2.2018 bits for a position of 7-8, not 2.1616. A second pass over the
sample saves 0.001.
"""

_NO_DATA: Final[Bytes] = np.frombuffer(b"", dtype=np.uint8)
_NO_CONTEXTS: Final[Int32s] = np.zeros((0, COUNT), dtype=np.int32)


class PackedCodec:
    """Codes the blocks of one table by a model. Thread-safe.

    Raises `CorruptTableError` if the header has another number of positions than the table.
    """

    def __init__(self, header: Header, model: Model) -> None:
        key = header.key
        if header.statistics.positions != key.index.size:
            raise CorruptTableError(f"the table should have {key.index.size} positions")
        self._header = header
        self._model = model
        self._subject = Subject(layout_of(key.index), play_of(key), model.network)

    def encode(self, number: int, slots: Bytes) -> bytes:
        """Return block ``number`` with these scores, which the model must have been made for."""
        values = values_of(self._header, slots)
        network, paths = self._subject.network, self._model.paths
        decisions = paths.lengths[values]
        if not decisions.all():
            raise ValueError("the model lacks a value of the block")
        out = np.empty(4 * int(decisions.sum()) + 1, dtype=np.uint8)
        size = encode(values, self.describe(number, values), network, paths, out)
        return out[:size].tobytes()

    def decode(self, number: int, data: bytes, count: int) -> Bytes:
        """Return the values of a block, arbitrary ones if these are not its bytes."""
        values = np.empty(count, dtype=np.uint8)
        self._walk(number, np.frombuffer(data, dtype=np.uint8), values, _NO_CONTEXTS)
        return values

    def describe(self, number: int, values: Bytes) -> Int32s:
        """Return the contexts of a block's positions."""
        described = np.empty((len(values), COUNT), dtype=np.int32)
        self._walk(number, _NO_DATA, values.copy(), described)  # the kernel wants to write to it
        return described

    def _walk(self, number: int, data: Bytes, values: Bytes, described: Int32s) -> None:
        start = self._header.key.index.place_of(number * self._header.block_slots)
        notes = Notes(
            np.zeros(len(self._subject.layout.arrangements), dtype=np.uint16),
            np.zeros(COUNT, dtype=np.int64),
        )
        walk(start, self._subject, data, values, described, notes)


def play_of(key: TableKey) -> Play:
    """Return how the sides of a table move."""
    enemy_flies = key.transposed.own_flies
    return Play(key.own_in_hand > 0 or key.own_flies, key.enemy_in_hand > 0 or enemy_flies)


def values_of(header: Header, slots: Bytes) -> Bytes:
    """Return the values that blocks of the table's kind store for scores."""
    return slots if header.kind is Kind.DISTANCE else RESULTS[slots]


def fit_model(header: Header, slots: Bytes, threads: int = 1) -> Model:
    """Return a model for a table."""
    size = header.block_slots
    counts = histogram_of(slots, threads).tolist()
    if header.kind is Kind.WDL:
        counts = [counts[0], sum(counts[1::2]), sum(counts[2::2])]
    trainer = Trainer(counts)
    codec = PackedCodec(header, trainer.model)
    wanted = min(max(FEWEST, len(slots) // SHARE), MOST)
    chosen = scatter(header.block_count)[: max(1, wanted // size)].tolist()
    together = max(1, BATCH // size)

    def load(number: int) -> tuple[Bytes, Int32s]:
        values = values_of(header, slots[number * size : (number + 1) * size])
        return values, codec.describe(number, values)

    with ThreadPoolExecutor(threads) as pool:
        batches = [chosen[i : i + together] for i in range(0, len(chosen), together)]
        ahead = pool.map(load, batches[0])
        for following in (*batches[1:], []):
            values, described = zip(*ahead, strict=True)
            ahead = pool.map(load, following)  # while this batch is learnt
            trainer.train(np.concatenate(values), np.concatenate(described))
    return trainer.model
