"""The cache of blocks: what it keeps, what it drops, and its size."""

import threading

import numpy as np
import pytest

from merels.errors import CorruptTableError
from merels.tables.cache import BlockCache


class Source:
    """Blocks of ten bytes, each filled with its number; counts how often each is read."""

    def __init__(self):
        self.reads = []

    def read_block(self, number):
        self.reads.append(number)
        return np.full(10, number, dtype=np.uint8)


def test_a_block_is_read_once():
    source, cache = Source(), BlockCache(100)
    for _ in range(3):
        assert cache.read_block(source, 7).tolist() == [7] * 10
    assert source.reads == [7]
    assert cache.size == 10


def test_the_least_recently_used_block_goes_first():
    source, cache = Source(), BlockCache(30)
    for number in (0, 1, 2, 0, 3, 0, 2, 1):
        cache.read_block(source, number)
    assert source.reads == [0, 1, 2, 3, 1]
    assert cache.size == 30


def test_blocks_of_different_files_are_kept_apart():
    first, second, cache = Source(), Source(), BlockCache(100)
    cache.read_block(first, 1)
    cache.read_block(second, 1)
    assert (first.reads, second.reads) == ([1], [1])


@pytest.mark.parametrize("capacity", [0, 9])
def test_a_block_larger_than_the_cache_is_not_kept(capacity):
    source, cache = Source(), BlockCache(capacity)
    for _ in range(2):
        assert len(cache.read_block(source, 1)) == 10
    assert source.reads == [1, 1]
    assert cache.size == 0


def test_clearing_forgets_everything():
    source, cache = Source(), BlockCache(100)
    cache.read_block(source, 1)
    cache.clear()
    assert cache.size == 0
    cache.read_block(source, 1)
    assert source.reads == [1, 1]


def test_a_block_that_cannot_be_read_is_tried_again():
    class Broken(Source):
        def read_block(self, number):
            block = super().read_block(number)
            if len(self.reads) == 1:
                raise CorruptTableError("broken")
            return block

    source, cache = Broken(), BlockCache(100)
    with pytest.raises(CorruptTableError):
        cache.read_block(source, 5)
    assert cache.size == 0
    assert cache.read_block(source, 5)[0] == 5


def test_a_negative_capacity_is_rejected():
    with pytest.raises(ValueError, match="a cache cannot have -1 bytes"):
        BlockCache(-1)


def test_threads_share_it_within_its_capacity():
    source, cache = Source(), BlockCache(50)
    wrong = []

    def read(seed):
        wrong.extend(
            number
            for number in np.random.default_rng(seed).integers(0, 20, 2000).tolist()
            if cache.read_block(source, number)[3] != number or cache.size > 50
        )

    threads = [threading.Thread(target=read, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert cache.size == 50
