"""Coding the values of a block, by a binary arithmetic coder.

A value is coded as a path from the root of the model's tree, one decision at each node. The coder
keeps an interval of 32-bit numbers. A decision divides it in proportion to the chances; the first
bytes that both ends have in common are settled.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from merels._jit import bare_kernel, deposit_bits, inlined, kernel
from merels.board.index.dense import Bytes, Layout
from merels.board.index.ranking import Int32s, Int64s
from merels.board.index.slots import smallest_rank
from merels.values.format.packed.contexts import COUNT, Notes, Play, describe, row_of
from merels.values.format.packed.model import LEAF, LIMIT, Network, Paths

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

    ``out`` needs four bytes for each decision and one more.
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
