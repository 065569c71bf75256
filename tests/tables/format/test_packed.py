"""Packed tables: everything comes back, and damage is found."""

import io
from dataclasses import replace

import numpy as np
import pytest
import zstandard
from damage import KEYS, MemorySource, load
from small_opening import solved_opening

from merels import CorruptTableError, Variant
from merels.tables.folder import TableFolder
from merels.tables.format.header import Codec, Header, Kind, format_header, parse_header
from merels.tables.format.packed.codec import PackedCodec, fit_model
from merels.tables.format.packed.contexts import COUNT, STARTS
from merels.tables.format.packed.model import CHANCES, LEAF, Model
from merels.tables.format.packed.training import choose_levels, grow_tree, scatter
from merels.tables.format.preamble import CHECKSUM
from merels.tables.format.reader import TableFile
from merels.tables.format.writer import write_image
from merels.tables.key import TableKey
from merels.tables.statistics import RESULTS, gather_statistics

KEY = TableKey(3, 3)
SMALL = TableKey(2, 2, 1, 1, Variant(men=3))
ONE_SLOT = TableKey(0, 0, 9, 9)


def header_of(key, slots, kind=Kind.DISTANCE, block_slots=8192):
    return Header(key, kind, gather_statistics(key, slots), block_slots, Codec.PACKED)


def image_of(header, slots, threads=1):
    file = io.BytesIO()
    assert write_image(file, header, slots, threads) == len(file.getvalue())
    return file.getvalue()


def read(data, key=None, kind=Kind.DISTANCE, threads=1):
    return TableFile(MemorySource(data), key, kind).read_all(threads)


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
    slots = np.random.default_rng(1).integers(0, 9, SMALL.index.size, dtype=np.uint8)
    assert_comes_back(SMALL, slots, block_slots=block_slots)


@pytest.mark.parametrize(
    "slots",
    [
        np.random.default_rng(2).integers(0, 256, SMALL.index.size, dtype=np.uint8),
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


@pytest.fixture(scope="module")
def packed():
    """The bytes of a table of a few blocks."""
    slots = np.random.default_rng(3).integers(0, 20, SMALL.index.size, dtype=np.uint8)
    return image_of(header_of(SMALL, slots, block_slots=1000), slots)


def test_every_changed_byte_is_found(packed):
    values = read(packed)
    step = max(1, len(packed) // 500)
    for place in range(0, len(packed), step):
        damaged = bytearray(packed)
        damaged[place] ^= 1 << place % 8
        with pytest.raises(CorruptTableError):
            read(bytes(damaged))
    assert np.array_equal(read(packed), values)


@pytest.mark.parametrize("length", [0, 100, 1000, -1])
def test_a_file_that_is_cut_short_is_found(packed, length):
    with pytest.raises(CorruptTableError):
        read(packed[:length])


def model_of(data):
    """Return the model section of a file."""
    header, start, _ = parse_header(data)
    begin = start + 12 * header.block_count + CHECKSUM.size
    return data[begin : begin + header.model_bytes]


def change_child(child):
    def change(content):
        content[1:3] = child.to_bytes(2, "little", signed=True)

    return change


def change_level(content):
    content[1 + 4 * content[0]] = 93


@pytest.mark.parametrize(
    "change",
    [
        change_child(0),
        change_child(-1),
        change_child(200),
        change_child(2),
        change_child(LEAF + 256),
        change_level,
        lambda content: content[:-1],
        lambda content: bytes(content) + b"\0",
        lambda _: b"\0",
        lambda _: bytes(3_000_000),
    ],
    ids=[
        *("circle", "negative", "no node", "shared node", "no value", "level"),
        *("short", "long", "no nodes", "huge"),
    ],
)
def test_a_model_that_makes_no_sense_is_refused(packed, change):
    content = bytearray(zstandard.decompress(model_of(packed)))
    Model.parse(zstandard.compress(bytes(content)), 256)
    changed = change(content) or content
    with pytest.raises(CorruptTableError):
        Model.parse(zstandard.compress(bytes(changed)), 256)


def test_a_model_of_scores_is_refused_for_results(packed):
    with pytest.raises(CorruptTableError):
        Model.parse(model_of(packed), 3)


def test_a_model_that_is_not_compressed_is_refused():
    for data in (b"", b"not compressed"):
        with pytest.raises(CorruptTableError):
            Model.parse(data, 256)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("data", [b"", bytes(1), bytes(5000), b"\xff" * 5000], ids=len)
def test_any_bytes_give_some_values(kind, data):
    slots = np.random.default_rng(4).integers(0, 20, SMALL.index.size, dtype=np.uint8)
    header = header_of(SMALL, slots, kind)
    values = PackedCodec(header, fit_model(header, slots)).decode(0, data, len(slots))
    assert len(values) == len(slots)
    assert values.max() < (20 if kind is Kind.DISTANCE else 3)


def test_a_table_of_another_size_is_refused(packed):
    header, *_ = parse_header(packed)
    other = replace(header, key=TableKey(2, 3, 1, 0, Variant(men=3)))
    with pytest.raises(CorruptTableError, match="positions"):
        PackedCodec(other, Model.parse(model_of(packed), 256))


@pytest.mark.parametrize(
    "change", [{"model_bytes": 0}, {"codec": Codec.ZSTD}, {"model_bytes": 1 << 21}]
)
def test_a_header_that_does_not_fit_the_model_is_refused(packed, change):
    header, *_ = parse_header(packed)
    with pytest.raises(CorruptTableError, match="model"):
        parse_header(format_header(replace(header, **change)))


def test_contexts_are_rows_of_the_model():
    slots = load(KEY)
    header = header_of(KEY, slots)
    described = PackedCodec(header, fit_model(header, slots)).describe(0, slots[:8192])
    assert described.shape == (8192, COUNT)
    # The outer and the inner square share their rows, and so do the four sides.
    sorts = [*range(11), 11, 11, 12, 12, 12, 12]
    for context, sort in zip(described.T, sorts, strict=True):
        assert STARTS[sort] <= context.min()
        assert context.max() < STARTS[sort + 1]


def test_chances_are_far_from_a_tie_of_rounding():
    # So that any program computes the same, whatever its exponential function.
    totals = (np.arange(len(CHANCES)) - len(CHANCES) // 2) / 16
    exact = 65536 / (1 + np.exp(-totals))
    assert np.abs(exact - np.floor(exact) - 0.5).min() > 1e-5
    assert CHANCES.min() >= 1
    assert CHANCES.max() <= 65535


def test_frequent_values_have_short_paths():
    tree = grow_tree([50, 5, 20, 5, 20])
    assert tree.tolist() == [[LEAF, 1], [3, 2], [LEAF + 2, LEAF + 4], [LEAF + 1, LEAF + 3]]


def test_levels_ascend_from_lost_soon_to_won_soon():
    levels = choose_levels([10, 5, 5, 5, 5, 5, 5])
    assert levels[1] < levels[3] < levels[5] < levels[0] < levels[6] < levels[4] < levels[2]


@pytest.mark.parametrize("count", [1, 2, 3, 10, 1000])
def test_a_scattered_order_has_every_number_once(count):
    assert sorted(scatter(count).tolist()) == list(range(count))
