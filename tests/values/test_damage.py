"""Damaged files: readers and verification find any wrong byte or block."""

import random

import numpy as np
import pytest
from damage import (
    BLOCK_SLOTS,
    KEY,
    MemorySource,
    Parts,
    assert_found,
    load,
    read_everything,
    verify,
)
from hypothesis import given
from hypothesis import strategies as st
from solved import KEYS, solved_folder

import merels
from merels import CorruptTableError, Position
from merels.values.folder import TableFolder
from merels.values.format.file import TableFile
from merels.values.format.header import Kind
from merels.values.format.source import checksum


def assert_block_found(folder, key, number):
    """Assert that every reader gets an error for one block and can read all others."""
    expected, size = load(key), BLOCK_SLOTS
    message = f"{folder.path_of(key)}: block {number}: "
    with folder.open(key) as file:
        for other in range(file.header.block_count):
            if other == number:
                with pytest.raises(CorruptTableError) as caught:
                    file.read_block(number)
                assert str(caught.value).startswith(message)
            else:
                right = expected[other * size : (other + 1) * size]
                assert np.array_equal(file.read_block(other), right)
        with pytest.raises(CorruptTableError):
            file.read_all(threads=2)
    assert str(caught.value) in verify(folder, key)
    with merels.open_tablebase(folder.path) as tablebase:
        for slot in (number * size, min((number + 1) * size, key.index.size) - 1):
            own, enemy = key.index.masks_of(slot)
            with pytest.raises(CorruptTableError, match=f"block {number}: "):
                tablebase.probe(Position(own, enemy))
            with pytest.raises(CorruptTableError, match=f"block {number}: "):
                tablebase.probe_many([own], [enemy])


# Bytes.


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.soak)])
def test_any_changed_byte_is_found(small_blocks, every):
    data, chance = small_blocks[KEY], random.Random(0)
    parts = Parts(data)
    for place in range(0, len(data), every):
        broken = bytearray(data)
        broken[place] ^= chance.randrange(1, 256)
        if place < parts.starts[0]:
            with pytest.raises(CorruptTableError, match=r"^memory: (header|block index): "):
                TableFile(MemorySource(bytes(broken)))
            continue
        number = sum(start <= place for start in parts.starts) - 1
        file = TableFile(MemorySource(bytes(broken)))
        with pytest.raises(CorruptTableError, match=f"^memory: block {number}: "):
            file.read_block(number)


def test_any_changed_bit_of_header_and_index_is_found(small_blocks):
    data = small_blocks[KEY]
    for place in range(Parts(data).starts[0]):
        for bit in range(8):
            broken = bytearray(data)
            broken[place] ^= 1 << bit
            with pytest.raises(CorruptTableError, match=r"^memory: "):
                TableFile(MemorySource(bytes(broken)))


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_a_changed_byte_on_disk_is_found(folder, small_blocks, key):
    chance = random.Random(0)
    starts = Parts(small_blocks[key]).starts
    for place in [0, 9, 300, starts[0] - 1, *(chance.randrange(starts[0]) for _ in range(10))]:
        change_byte(folder.path_of(key), small_blocks[key], place)
        assert_found(folder, key, "header|block index")
    for number in (0, 1, len(starts) // 2, len(starts) - 1):
        change_byte(folder.path_of(key), small_blocks[key], starts[number] + chance.randrange(20))
        assert_block_found(folder, key, number)


def change_byte(path, data, place):
    path.write_bytes(data[:place] + bytes([data[place] ^ 0x10]) + data[place + 1 :])


def test_a_truncated_file_is_found(small_blocks, folder):
    data = small_blocks[KEY]
    lengths = {*range(0, Parts(data).starts[0] + 100), *range(0, len(data), 97), len(data) - 1}
    for length in lengths:
        with pytest.raises(CorruptTableError, match=r"^memory: (header|block index): "):
            TableFile(MemorySource(data[:length]))
    for length in (0, 1, 16, 1000, len(data) // 2, len(data) - 1):
        folder.path_of(KEY).write_bytes(data[:length])
        assert_found(folder, KEY, "header|block index")


def test_bytes_after_the_end_are_found(small_blocks, folder):
    for extra in (b"\0", b"extra", small_blocks[KEY]):
        folder.path_of(KEY).write_bytes(small_blocks[KEY] + extra)
        assert_found(folder, KEY, "block index: the file has .* bytes and should have")


def test_a_file_that_shrinks_while_it_is_open_is_found(folder):
    with folder.open(KEY) as file:
        with folder.path_of(KEY).open("r+b") as other:
            other.truncate(file.size - 10)
        assert np.array_equal(file.read_block(0), load(KEY)[:BLOCK_SLOTS])
        with pytest.raises(CorruptTableError, match=f"block {file.header.block_count - 1}: "):
            file.read_block(file.header.block_count - 1)


@given(st.binary(max_size=300))
def test_bytes_that_are_not_a_table_are_found(data):
    with pytest.raises(CorruptTableError):
        TableFile(MemorySource(data))


# Blocks.


@pytest.mark.parametrize(("first", "second"), [(0, 1), (3, 40), (10, 11)])
def test_two_swapped_blocks_are_found(small_blocks, folder, first, second):
    path, both = folder.path_of(KEY), [first, second]
    mismatch = "the bytes do not match their checksum"
    parts = Parts(small_blocks[KEY])
    parts.blocks[first], parts.blocks[second] = parts.blocks[second], parts.blocks[first]
    path.write_bytes(parts.join())
    assert verify(folder, KEY)[0] == f"{path}: block {first}: {mismatch}"
    assert_blocks_raise(folder, both)
    # The entries of the block index go with them.
    parts.entries[both] = parts.entries[both[::-1]]
    path.write_bytes(parts.join())
    assert_found(folder, KEY, f"block index: {mismatch}")
    # With a corrected checksum of the block index.
    parts.renew_index_checksum()
    path.write_bytes(parts.join())
    assert verify(folder, KEY) == [f"{path}: block {number}: {mismatch}" for number in both]
    assert_blocks_raise(folder, both)


def assert_blocks_raise(folder, numbers):
    with folder.open(KEY) as file:
        for number in numbers:
            with pytest.raises(CorruptTableError, match=f"3-3.mtb: block {number}: "):
                file.read_block(number)


def test_a_block_of_another_table_is_found(small_blocks, folder):
    parts, other = Parts(small_blocks[KEYS[1]]), Parts(small_blocks[KEYS[2]])
    parts.blocks[5], parts.entries[5] = other.blocks[5], other.entries[5]
    parts.renew_index_checksum()
    folder.path_of(KEYS[1]).write_bytes(parts.join())
    assert_block_found(folder, KEYS[1], 5)


@pytest.mark.parametrize("block", [b"", b"no block", bytes(100)])
def test_an_invalid_block_is_found_even_with_the_right_checksum(small_blocks, folder, block):
    parts = Parts(small_blocks[KEY])
    parts.blocks[7] = block
    parts.entries[7] = checksum(block, parts.seed + 7 + 1), len(block)
    parts.renew_index_checksum()
    folder.path_of(KEY).write_bytes(parts.join())
    assert_block_found(folder, KEY, 7)


def test_many_broken_blocks_are_not_all_reported(small_blocks, folder):
    data = bytearray(small_blocks[KEY])
    for start in Parts(small_blocks[KEY]).starts:
        data[start] ^= 1
    folder.path_of(KEY).write_bytes(data)
    assert 1 < len(verify(folder, KEY)) <= 10


def test_any_changed_byte_of_a_table_without_distances_is_found():
    path = TableFolder(solved_folder(kind=Kind.WDL)).path_of(KEY, Kind.WDL)
    data, chance = path.read_bytes(), random.Random(0)
    for place in range(0, len(data), 7):
        broken = bytearray(data)
        broken[place] ^= chance.randrange(1, 256)
        with pytest.raises(CorruptTableError, match=r"^memory: "):
            read_everything(bytes(broken))
