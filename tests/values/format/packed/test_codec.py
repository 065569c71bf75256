"""Packed tables: everything comes back, and damage is found."""

from dataclasses import replace

import numpy as np
import pytest
from damage import KEYS, MemorySource, load
from packing import SMALL, header_of, image_of, model_of, random_slots, read, small_image
from small_opening import solved_opening

from merels import CorruptTableError, Variant
from merels.values.folder import TableFolder
from merels.values.format.header import Codec, Kind, parse_header
from merels.values.format.packed.codec import PackedCodec, fit_model, play_of
from merels.values.format.packed.model import Model
from merels.values.format.reader import TableFile
from merels.values.layout.key import TableKey
from merels.values.layout.statistics import RESULTS

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
    packed = small_image()
    header, *_ = parse_header(packed)
    other = replace(header, key=TableKey(2, 3, 1, 0, Variant(men=3)))
    with pytest.raises(CorruptTableError, match="positions"):
        PackedCodec(other, Model.parse(model_of(packed), 256))


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
