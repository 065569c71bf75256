"""The coder: values come back by the documented steps, in as few bytes as their chances allow."""

from dataclasses import replace
from math import log2

import numpy as np
import pytest
from arrangements import spread
from damage import KEYS, MemorySource, load
from packing import SMALL, header_of, image_of, random_slots, read, small_image
from small_opening import solved_opening

from merels import CorruptTableError, Variant
from merels.board.board import FULL
from merels.board.index.dense import layout_of
from merels.values.folder import TableFolder
from merels.values.format.file import TableFile
from merels.values.format.header import Codec, Kind
from merels.values.format.packed.coder import (
    PackedCodec,
    encode,
    fit_model,
    has_slot,
    play_of,
    values_of,
)
from merels.values.format.packed.contexts import COUNT, TOTAL
from merels.values.format.packed.model import CHANCES, LEAF, LIMIT, Model, choose_levels, grow_tree
from merels.values.layout.key import TableKey
from merels.values.layout.statistics import RESULTS

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


# Packed tables: everything comes back, and damage is found.

KEY = TableKey(3, 3)
ONE_SLOT = TableKey(0, 0, 9, 9)


def assert_comes_back(key, slots, **options):
    for kind in Kind:
        header = header_of(key, slots, kind, **options)
        expected = slots if kind is Kind.DISTANCE else RESULTS[slots]
        assert np.array_equal(read(image_of(header, slots), key, kind), expected)


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_solved_tables_come_back(key):
    assert_comes_back(key, load(key))


def test_every_table_of_a_small_game_comes_back():
    folder = TableFolder(solved_opening())
    for key in folder.keys(Kind.DISTANCE):
        assert_comes_back(key, folder.load_slots(key))


@pytest.mark.parametrize("block_slots", [1, 7, 1000, 1 << 16])
def test_blocks_have_any_size(block_slots):
    slots = random_slots(1, 9)
    assert_comes_back(SMALL, slots, block_slots=block_slots)


@pytest.mark.parametrize(
    "slots",
    [
        random_slots(2, 256),
        np.zeros(SMALL.index.size, dtype=np.uint8),
        np.full(SMALL.index.size, 255, dtype=np.uint8),
        np.arange(SMALL.index.size).astype(np.uint8),
    ],
    ids=["random", "all drawn", "all equal", "every value"],
)
def test_any_values_come_back(slots):
    assert_comes_back(SMALL, slots)


@pytest.mark.parametrize("score", [0, 1, 2, 255])
def test_a_single_slot_comes_back(score):
    assert_comes_back(ONE_SLOT, np.array([score], dtype=np.uint8))


def test_packed_is_smaller():
    slots = load(TableKey(3, 4))
    for kind in Kind:
        header = header_of(TableKey(3, 4), slots, kind)
        plain = replace(header, codec=Codec.ZSTD, block_slots=1 << 16)
        assert len(image_of(header, slots)) < len(image_of(plain, slots))


def test_threads_change_no_byte():
    slots = load(KEY)
    header = header_of(KEY, slots)
    data = image_of(header, slots)
    assert image_of(header, slots, threads=3) == data
    assert np.array_equal(read(data, threads=3), slots)


def test_blocks_are_read_alone():
    slots = load(KEY)
    file = TableFile(MemorySource(image_of(header_of(KEY, slots), slots)))
    for number in (13, 2, 20, 0):
        assert np.array_equal(file.read_block(number), slots[number * 8192 : (number + 1) * 8192])


def test_a_value_that_the_model_lacks_is_refused():
    slots = np.zeros(SMALL.index.size, dtype=np.uint8)
    header = header_of(SMALL, slots)
    codec = PackedCodec(header, fit_model(header, slots))
    with pytest.raises(ValueError, match="lacks a value"):
        codec.encode(0, slots + 1)


def test_every_changed_byte_is_found():
    packed = small_image()
    values = read(packed)
    step = max(1, len(packed) // 500)
    for place in range(0, len(packed), step):
        damaged = bytearray(packed)
        damaged[place] ^= 1 << place % 8
        with pytest.raises(CorruptTableError):
            read(bytes(damaged))
    assert np.array_equal(read(packed), values)


@pytest.mark.parametrize("length", [0, 100, 1000, -1])
def test_a_file_that_is_cut_short_is_found(length):
    with pytest.raises(CorruptTableError):
        read(small_image()[:length])


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("data", [b"", bytes(1), bytes(5000), b"\xff" * 5000], ids=len)
def test_any_bytes_give_some_values(kind, data):
    slots = random_slots(4)
    header = header_of(SMALL, slots, kind)
    values = PackedCodec(header, fit_model(header, slots)).decode(0, data, len(slots))
    assert len(values) == len(slots)
    assert values.max() < (20 if kind is Kind.DISTANCE else 3)


def test_a_table_of_another_size_is_refused():
    slots = random_slots(3)
    other = replace(header_of(SMALL, slots), key=TableKey(2, 3, 1, 0, Variant(men=3)))
    with pytest.raises(CorruptTableError, match="positions"):
        read(image_of(other, slots))


@pytest.mark.parametrize("kind", Kind)
def test_a_slender_model_saves_more_than_it_costs(kind):
    slots = load(KEYS[0])
    header = header_of(KEYS[0], slots, kind)
    sizes = {}
    for slender in (False, True):
        model = fit_model(header, slots, slender=slender)
        codec = PackedCodec(header, model)
        blocks = [slots[first : first + 8192] for first in range(0, len(slots), 8192)]
        coded = [codec.encode(number, block) for number, block in enumerate(blocks)]
        values = [codec.decode(n, data, len(blocks[n])) for n, data in enumerate(coded)]
        assert np.array_equal(np.concatenate(values), values_of(kind, slots))
        sizes[slender] = len(model.format()), sum(map(len, coded))
    assert sizes[True][0] < 0.6 * sizes[False][0]
    assert sum(sizes[True]) < sum(sizes[False])


@pytest.mark.parametrize(
    ("key", "play"),
    [
        (TableKey(4, 3), (False, True)),
        (TableKey(3, 4), (True, False)),
        (TableKey(3, 3, variant=Variant(flying=False)), (False, False)),
        (TableKey(4, 4, 2, 1), (True, True)),
        (TableKey(4, 5, 1, 0), (True, False)),
        (TableKey(4, 3, 1, 0), (True, True)),
    ],
    ids=lambda value: value.name if isinstance(value, TableKey) else "",
)
def test_men_in_hand_and_flying_men_roam(key, play):
    assert play_of(key) == play
