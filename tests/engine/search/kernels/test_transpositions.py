"""The transposition table: what is stored is found, and nothing else."""

import numpy as np
import pytest
from random_games import play_randomly

from merels.engine.search.kernels.transpositions import (
    BUCKET,
    EXACT,
    LOWER,
    UPPER,
    WORDS,
    bound_in,
    bucket_of,
    create_table,
    depth_in,
    find,
    key_of,
    score_in,
    store,
    turn_in,
)
from merels.engine.search.threads import pack_hands, pack_key


@pytest.mark.parametrize("megabytes", [1, 3, 4])
def test_size(megabytes):
    table = create_table(megabytes)
    assert len(table) * 8 <= megabytes << 20 < len(table) * 16
    assert len(table) & (len(table) - 1) == 0
    assert table.ctypes.data % 64 == 0


def test_different_positions_have_different_keys():
    positions = {p for seed in range(20) for p in play_randomly(seed, 100).positions}
    seen = {(p.own, p.enemy, pack_hands(p)) for p in positions}
    assert len({key_of(*each) for each in seen}) == len(seen) > 500
    assert all(pack_key(p) == key_of(p.own, p.enemy, pack_hands(p)) for p in positions)


def test_buckets_lie_in_the_table_and_are_spread():
    table = create_table(1)
    keys = [key_of(own, 0xFF, 0) for own in range(0x100, 0x4100)]
    buckets = [bucket_of(key, table) for key in keys]
    assert all(0 <= bucket < len(table) and bucket % WORDS == 0 for bucket in buckets)
    used = len(set(buckets)) / len(keys)
    assert used > 0.55  # as many keys as buckets: by chance 63 % are used


@pytest.mark.parametrize("score", [-29990, -1, 0, 250, 29999])
@pytest.mark.parametrize("bound", [UPPER, LOWER, EXACT])
def test_stored_entries_are_found(score, bound):
    table = create_table(1)
    key = key_of(0x800001, 0x7FFFFE, 0xCC) | 11 << 56
    bucket = bucket_of(key, table)
    assert find(key, bucket, table) == 0
    store(key, bucket, 0x7FFF, score, 99, bound, 127, table)
    data = find(key, bucket, table)
    assert (turn_in(data), score_in(data), depth_in(data), bound_in(data)) == (
        0x7FFF,
        score,
        99,
        bound,
    )
    assert find(key ^ 1, bucket, table) == 0


def test_a_torn_entry_counts_as_empty():
    table = create_table(1)
    store(77, bucket_of(77, table), 5, 10, 3, EXACT, 1, table)
    table[np.flatnonzero(table)[-1]] ^= 1 << 20
    assert find(77, bucket_of(77, table), table) == 0


def test_shallow_and_old_entries_make_room():
    table = create_table(1)
    keys = range(1, BUCKET + 1)
    for key in keys:
        store(key, 0, 5, key, 10 + key, EXACT, 1, table)
    store(100, 0, 5, 0, 1, EXACT, 1, table)
    assert [find(key, 0, table) != 0 for key in keys] == [False, True, True, True]
    store(101, 0, 5, 0, 1, EXACT, 9, table)
    store(102, 0, 5, 0, 1, EXACT, 9, table)
    assert [find(key, 0, table) != 0 for key in keys] == [False, False, True, True]
    assert find(100, 0, table) == 0
    store(4, 0, 5, -7, 2, EXACT, 9, table)  # the same key keeps its place
    assert score_in(find(4, 0, table)) == -7
