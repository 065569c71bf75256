"""Blocks: packed, compressed, and rejected if damaged."""

from dataclasses import replace

import numpy as np
import pytest
import zstandard
from damage import KEY, MemorySource, load
from solved import solved_folder

from merels import CorruptTableError, MerelsError
from merels.values.folder import TableFolder
from merels.values.format.file import (
    TableFile,
    decode_block,
    encode_block,
    packed_size,
    write_image,
    write_table,
)
from merels.values.format.header import Kind

SLOTS = np.random.default_rng(1).integers(0, 40, 1003).astype(np.uint8)


@pytest.mark.parametrize("smallest", [False, True])
def test_distances_round_trip(smallest):
    block = encode_block(Kind.DISTANCE, SLOTS, smallest=smallest)
    assert np.array_equal(decode_block(Kind.DISTANCE, block, len(SLOTS)), SLOTS)


@pytest.mark.parametrize("count", [1, 4, 5, 6, 1003])
def test_results_round_trip_as_draw_loss_and_win(count):
    block = encode_block(Kind.WDL, SLOTS[:count])
    results = [0 if score == 0 else 2 - score % 2 for score in SLOTS[:count].tolist()]
    assert decode_block(Kind.WDL, block, count).tolist() == results


@pytest.mark.parametrize(("slots", "size"), [(0, 0), (1, 1), (5, 1), (6, 2)])
def test_five_results_fit_in_a_byte(slots, size):
    assert packed_size(Kind.WDL, slots) == size
    assert packed_size(Kind.DISTANCE, slots) == slots


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (Kind.DISTANCE, b""),
        (Kind.DISTANCE, b"not compressed"),
        (Kind.DISTANCE, zstandard.compress(bytes(4))),
        (Kind.WDL, zstandard.compress(bytes([243]))),
    ],
    ids=["empty", "plain", "too short", "no results"],
)
def test_other_bytes_are_rejected(kind, data):
    with pytest.raises(CorruptTableError):
        decode_block(kind, data, 5)


def test_a_score_that_no_header_counts_is_rejected():
    wide = np.array([3, 1023], dtype=np.uint16)
    block = encode_block(Kind.DISTANCE, wide)
    assert np.array_equal(decode_block(Kind.DISTANCE, block, 2, wide.dtype), wide)
    block = encode_block(Kind.DISTANCE, wide + 1)
    with pytest.raises(CorruptTableError, match="the block holds a score above 1023"):
        decode_block(Kind.DISTANCE, block, 2, wide.dtype)


# Reading tables: block by block, all at once, and not after closing.


@pytest.fixture
def file(small_blocks):
    return TableFile(MemorySource(small_blocks[KEY]))


def test_blocks_make_up_the_table(file):
    blocks = [file.read_block(number) for number in range(file.header.block_count)]
    assert len(blocks) > 10
    assert {len(block) for block in blocks[:-1]} == {file.header.block_slots}
    assert np.array_equal(np.concatenate(blocks), load(KEY))


@pytest.mark.parametrize("threads", [1, 3])
def test_a_whole_table_is_read_into_a_given_array(file, threads):
    out = np.zeros(len(load(KEY)), dtype=np.uint8)
    assert file.read_all(threads, out) is out
    assert np.array_equal(out, load(KEY))


def test_the_size_is_that_of_the_file(file, small_blocks):
    assert file.size == len(small_blocks[KEY])


# Writing tables: the same bytes on any number of threads; errors name the file.


@pytest.fixture(scope="module")
def header():
    with TableFolder(solved_folder()).open(KEY) as file:
        return replace(file.header, block_slots=4096)


@pytest.mark.parametrize("threads", [1, 3])
def test_written_tables_are_read_back(tmp_path, header, threads):
    path = tmp_path / "table"
    assert write_table(path, header, load(KEY), threads) == path.stat().st_size
    with TableFile.open(path) as file:
        assert file.header == header
        assert np.array_equal(file.read_all(), load(KEY))


def test_the_number_of_threads_changes_no_byte(tmp_path, header):
    written = []
    for threads in (1, 3):
        write_table(tmp_path / "table", header, load(KEY), threads)
        written.append((tmp_path / "table").read_bytes())
    assert written[0] == written[1]


def test_the_smallest_file_can_be_read(tmp_path, header):
    sizes = []
    for smallest in (False, True):
        with (tmp_path / "table").open("wb") as file:
            sizes.append(write_image(file, header, load(KEY), smallest=smallest))
    assert sizes[1] < sizes[0]
    with TableFile.open(tmp_path / "table") as file:
        assert np.array_equal(file.read_all(), load(KEY))


def test_a_file_that_cannot_be_written_is_named(tmp_path, header):
    with pytest.raises(MerelsError, match="nowhere/table"):
        write_table(tmp_path / "nowhere" / "table", header, load(KEY))
