"""The coder: values come back by the documented steps, in as few bytes as their chances allow."""

from math import log2

import numpy as np
import pytest
from arrangements import spread
from damage import load
from packing import SMALL, header_of, random_slots

from merels.board.boards import FULL
from merels.board.index.dense import layout_of
from merels.values.format.packed.codec import PackedCodec, fit_model
from merels.values.format.packed.coder import encode, has_slot
from merels.values.format.packed.contexts import COUNT, TOTAL
from merels.values.format.packed.model import CHANCES, LEAF, LIMIT, Model
from merels.values.format.packed.training import choose_levels, grow_tree
from merels.values.layout.key import TableKey

COUNTS = [50, 20, 20, 5, 5, 1, 1]


def random_model(chance, largest):
    children = grow_tree(COUNTS)
    shape = TOTAL, len(children)
    weights = chance.integers(-largest, largest + 1, shape).astype(np.int8)
    return Model(children, choose_levels(COUNTS), weights)


def encode_all(values, described, model):
    out = np.empty(4 * int(model.paths.lengths[values].sum()) + 1, np.uint8)
    size = encode(values, described, model.network, model.paths, out)
    return out[:size].tobytes()


def chance_of(contexts, node, model):
    total = int(model.weights[contexts, node].astype(int).sum())
    return int(CHANCES[min(max(total, -LIMIT), LIMIT) + LIMIT])


def decode_plainly(data, described, model):
    """Decode as the description of the format has it."""
    low, high, rest = 0, (1 << 32) - 1, iter(data[4:])
    number = int.from_bytes(data[:4].ljust(4, b"\0"))
    for contexts in described:
        node = 0
        while node < LEAF:
            split = low + (high - low) * chance_of(contexts, node, model) // 65536
            if number <= split:
                high = split
            else:
                low = split + 1
            node = int(model.children[node, int(number <= split)])
            while low >> 24 == high >> 24:
                low, high = low % (1 << 24) << 8, high % (1 << 24) << 8 | 255
                number = number % (1 << 24) << 8 | next(rest, 0)
        yield node - LEAF


@pytest.mark.parametrize("largest", [0, 3, 127], ids=["even", "unsure", "sure"])
def test_values_come_back_by_the_documented_steps(largest):
    chance = np.random.default_rng(largest)
    model = random_model(chance, largest)
    values = chance.integers(0, len(COUNTS), 1000).astype(np.uint8)
    described = chance.integers(0, TOTAL, (1000, COUNT)).astype(np.int32)
    data = encode_all(values, described, model)
    assert list(decode_plainly(data, described, model)) == values.tolist()


def test_a_table_comes_back_by_the_documented_steps():
    """The compiled decoder finds the same contexts on its way."""
    slots = random_slots(5, 6)
    header = header_of(SMALL, slots, block_slots=500)
    model = fit_model(header, slots)
    codec = PackedCodec(header, model)
    block = slots[500:1000]
    data = codec.encode(1, block)
    assert list(decode_plainly(data, codec.describe(1, block), model)) == block.tolist()
    assert np.array_equal(codec.decode(1, data, 500), block)


@pytest.mark.parametrize("largest", [0, 3, 30])
def test_a_block_takes_as_many_bits_as_its_chances_allow(largest):
    chance = np.random.default_rng(largest)
    model = random_model(chance, largest)
    values = chance.integers(0, len(COUNTS), 1000).astype(np.uint8)
    described = chance.integers(0, TOTAL, (1000, COUNT)).astype(np.int32)
    bits = 0.0
    for value, contexts in zip(values, described, strict=True):
        for decision in model.paths.decisions[value, : model.paths.lengths[value]].tolist():
            share = chance_of(contexts, decision >> 1, model) / 65536
            bits -= log2(share if decision & 1 else 1 - share)
    size = len(encode_all(values, described, model))
    assert bits / 8 - 1 < size < 1.001 * bits / 8 + 5


def test_no_values_take_one_byte():
    model = random_model(np.random.default_rng(1), 3)
    data = encode_all(np.zeros(0, np.uint8), np.zeros((0, COUNT), np.int32), model)
    assert data == b"\0"


def test_ranks_that_have_a_slot_are_those_of_the_index():
    index = TableKey(3, 3).index
    layout = layout_of(index)
    symmetric = np.flatnonzero(index.orbits.stabilizers != 1)[:5].tolist()
    for orbit in [*symmetric, int(np.argmin(index.orbits.stabilizers))]:
        own, stabilizer = (int(a[orbit]) for a in (layout.representatives, layout.stabilizers))
        slots = 0
        for rank, arrangement in enumerate(index.arrangements.tolist()):
            enemy = spread(arrangement, FULL & ~own)
            found = has_slot(own, enemy, rank, stabilizer, layout)
            assert found == (index.masks_of(index.slot_of(own, enemy)) == (own, enemy))
            slots += found
        assert slots == index.starts[orbit + 1] - index.starts[orbit]


def test_a_walk_may_start_anywhere():
    slots = load(TableKey(3, 3))
    header = header_of(TableKey(3, 3), slots, block_slots=1111)
    codec = PackedCodec(header, fit_model(header, slots))
    for number in (0, 1, header.block_count - 1):
        block = slots[number * 1111 : (number + 1) * 1111]
        assert np.array_equal(codec.decode(number, codec.encode(number, block), len(block)), block)
