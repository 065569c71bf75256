"""Coding the values of a block, by a binary arithmetic coder.

A value is coded as a path from the root of the model's tree, one decision at each node. The coder
keeps an interval of 32-bit numbers. A decision divides it in proportion to the chances; the first
bytes that both ends have in common are settled.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple, Protocol

import numpy as np

from merels._jit import bare_kernel, deposit_bits, inlined, kernel
from merels.board.index.dense import Bytes, Layout, layout_of
from merels.board.index.ranking import Int32s, Int64s
from merels.board.index.slots import smallest_rank
from merels.values.format.header import Kind
from merels.values.format.packed.contexts import COUNT, Notes, Play, describe, row_of
from merels.values.format.packed.model import LEAF, LIMIT, Model, Network, Paths, Trainer, scatter
from merels.values.layout.key import TableKey
from merels.values.layout.statistics import RESULTS, histogram_of

HIGHEST: Final = 0xFFFFFFFF


class Subject(NamedTuple):
    """A table and its model, as kernels need them."""

    layout: Layout
    play: Play
    network: Network


@inlined
def chance_of(contexts: Int64s, node: int, network: Network) -> int:
    """Return the chance of decision 1 at a node, in 65536ths."""
    column = min(node, network.weights.shape[1] - 1)
    total = 0
    for i in range(COUNT):
        total += network.weights[contexts[i], column]
    return int(network.chances[min(max(total, -LIMIT), LIMIT) + LIMIT])


@inlined
def byte_at(data: Bytes, place: int) -> int:
    """Return a byte of a block; zeros follow its end."""
    return int(data[place]) if place < len(data) else 0


@inlined
def decode_value(
    contexts: Int64s, network: Network, data: Bytes, state: tuple[int, int, int, int]
) -> tuple[int, tuple[int, int, int, int]]:
    """Return the next value, and the state after it.

    A state is the low and the high end, the number between them, and the place of the next byte.
    """
    low, high, number, place = state
    node = 0
    while node < LEAF:
        split = low + ((high - low) * chance_of(contexts, node, network) >> 16)
        if number <= split:
            high = split
            node = int(network.children[node, 1])
        else:
            low = split + 1
            node = int(network.children[node, 0])
        while (low ^ high) >> 24 == 0:
            low = low << 8 & HIGHEST
            high = (high << 8 & HIGHEST) | 255
            number = (number << 8 & HIGHEST) | byte_at(data, place)
            place += 1
    return node - LEAF, (low, high, number, place)


@inlined
def has_slot(own: int, enemy: int, rank: int, stabilizer: int, layout: Layout) -> bool:
    """Whether a rank is the smallest of its class."""
    free = layout.tables.full & ~own
    return stabilizer == 1 or smallest_rank(enemy, free, stabilizer, layout.tables) == rank


@bare_kernel
def walk(
    start: tuple[int, int],
    subject: Subject,
    data: Bytes,
    values: Bytes,
    described: Int32s,
    notes: Notes,
) -> None:
    """Walk through a block from its first orbit and rank on.

    With room in ``described``, list the contexts of known values, else decode ``data``.
    """
    layout, play, network = subject
    arrangements = layout.arrangements
    number = 0
    for i in range(4):
        number = number << 8 | byte_at(data, i)
    state = 0, HIGHEST, number, 4
    orbit, rank = start
    done = 0
    while done < len(values):
        own, stabilizer = int(layout.representatives[orbit]), int(layout.stabilizers[orbit])
        row = row_of(own, play, network.patterns)
        first, before = rank, 0
        while rank < len(arrangements) and done < len(values):
            enemy = deposit_bits(int(arrangements[rank]), row.free)
            if has_slot(own, enemy, rank, stabilizer, layout):
                sign = describe(row, enemy, before, play, network.patterns, layout.tables, notes)
                if len(described):
                    for i in range(COUNT):
                        described[done, i] = notes.contexts[i]
                else:
                    values[done], state = decode_value(notes.contexts, network, data, state)
                before = int(network.levels[values[done]])
                notes.known[rank] = before | sign << 7
                done += 1
            rank += 1
        for i in range(first, rank):
            notes.known[i] = 0
        orbit += 1
        rank = 0


@kernel
def encode(values: Bytes, described: Int32s, network: Network, paths: Paths, out: Bytes) -> int:
    """Code values with their contexts; return how many bytes were written.

    ``out`` needs four bytes for each decision, and a further byte.
    """
    low, high, size = 0, HIGHEST, 0
    for i in range(len(values)):
        value = values[i]
        contexts = described[i]
        for step in range(paths.lengths[value]):
            decision = int(paths.decisions[value, step])
            split = low + ((high - low) * chance_of(contexts, decision >> 1, network) >> 16)
            if decision & 1:
                high = split
            else:
                low = split + 1
            while (low ^ high) >> 24 == 0:
                out[size] = high >> 24
                size += 1
                low = low << 8 & HIGHEST
                high = (high << 8 & HIGHEST) | 255
    # The ends differ in their first byte, so one byte, with zeros after it, lies between them.
    out[size] = (low >> 24) + 1 if low else 0
    return size + 1


# The packed blocks of a table, and the model that they are coded by.

SHARE: Final = 10
FEWEST, MOST = 1 << 22, 3 << 22
"""A model is trained on a tenth of the slots, within these bounds.

Three times as many slots save 2 % of the bytes, but training takes as long as coding.
"""

BATCH: Final = 1 << 19
"""How many slots are mixed, so that the model does not learn one row after the other.

In the order of slots it needs 2.2018 bits for a position of 7-8, not 2.1616. A second pass over the
sample saves 0.001.
"""

_NO_DATA: Final[Bytes] = np.frombuffer(b"", dtype=np.uint8)
_NO_CONTEXTS: Final[Int32s] = np.zeros((0, COUNT), dtype=np.int32)


class Blocks(Protocol):
    """A table that is cut into blocks, such as a `Header` describes."""

    @property
    def key(self) -> TableKey:
        """The table."""

    @property
    def kind(self) -> Kind:
        """What it stores for each position."""

    @property
    def block_slots(self) -> int:
        """The slots of each block but the last."""


class PackedCodec:
    """Codes the blocks of one table by a model. Thread-safe."""

    def __init__(self, blocks: Blocks, model: Model) -> None:
        self._blocks = blocks
        self._model = model
        self._subject = Subject(layout_of(blocks.key.index), play_of(blocks.key), model.network)

    def encode(self, number: int, slots: Bytes) -> bytes:
        """Return block ``number`` with these scores, which the model must have been made for."""
        values = values_of(self._blocks.kind, slots)
        network, paths = self._subject.network, self._model.paths
        decisions = paths.lengths[values]
        if not decisions.all():
            raise ValueError("the model lacks a value of the block")
        out = np.empty(4 * int(decisions.sum()) + 1, dtype=np.uint8)
        size = encode(values, self.describe(number, values), network, paths, out)
        return out[:size].tobytes()

    def decode(self, number: int, data: bytes, count: int) -> Bytes:
        """Return the values of a block, or arbitrary values if the bytes are wrong."""
        values = np.empty(count, dtype=np.uint8)
        self._walk(number, np.frombuffer(data, dtype=np.uint8), values, _NO_CONTEXTS)
        return values

    def describe(self, number: int, values: Bytes) -> Int32s:
        """Return the contexts of a block's positions."""
        described = np.empty((len(values), COUNT), dtype=np.int32)
        self._walk(number, _NO_DATA, values.copy(), described)  # the kernel wants a writable array
        return described

    def _walk(self, number: int, data: Bytes, values: Bytes, described: Int32s) -> None:
        start = self._blocks.key.index.place_of(number * self._blocks.block_slots)
        notes = Notes(
            np.zeros(len(self._subject.layout.arrangements), dtype=np.uint16),
            np.zeros(COUNT, dtype=np.int64),
        )
        walk(start, self._subject, data, values, described, notes)


def play_of(key: TableKey) -> Play:
    """Return how the sides of a table move."""
    enemy_flies = key.transposed.own_flies
    return Play(key.own_in_hand > 0 or key.own_flies, key.enemy_in_hand > 0 or enemy_flies)


def values_of(kind: Kind, slots: Bytes) -> Bytes:
    """Return the values that blocks of a kind store for scores."""
    return slots if kind is Kind.DISTANCE else RESULTS[slots]


def fit_model(blocks: Blocks, slots: Bytes, threads: int = 1, *, slender: bool = False) -> Model:
    """Return a model for a table.

    A ``slender`` model takes a third of the bytes, and its blocks take 0.4 % more: for readers that
    fetch a model for a few blocks.
    """
    size = blocks.block_slots
    counts = histogram_of(slots, threads).tolist()
    if blocks.kind is Kind.WDL:
        counts = [counts[0], sum(counts[1::2]), sum(counts[2::2])]
    trainer = Trainer(counts)
    codec = PackedCodec(blocks, trainer.model)
    wanted = min(max(FEWEST, len(slots) // SHARE), MOST)
    order = scatter(-(-len(slots) // size))
    sample = max(1, wanted // size)
    together = max(1, BATCH // size)

    def load(number: int) -> tuple[Bytes, Int32s]:
        values = values_of(blocks.kind, slots[number * size : (number + 1) * size])
        return values, codec.describe(number, values)

    def train(chosen: list[int]) -> None:
        batches = [chosen[i : i + together] for i in range(0, len(chosen), together)]
        ahead = pool.map(load, batches[0])
        for following in (*batches[1:], []):
            values, described = zip(*ahead, strict=True)
            ahead = pool.map(load, following)  # while this batch is learnt
            trainer.train(np.concatenate(values), np.concatenate(described))

    with ThreadPoolExecutor(threads) as pool:
        train(order[:sample].tolist())
        if not slender:
            return trainer.model
        trainer.drop_weights()
        fresh = np.roll(order, -sample)  # the first slots again, if there are no others
        train(fresh[: max(1, sample // 4)].tolist())
        return trainer.slender_model
