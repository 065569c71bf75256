"""Reading tables: block by block, all at once, and not after closing."""

import numpy as np
import pytest
from damage import KEY, MemorySource, load

from merels.tables.format.reader import TableFile


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
