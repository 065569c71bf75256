"""Blocks: packed, compressed, and rejected if damaged."""

import numpy as np
import pytest
import zstandard

from merels import CorruptTableError
from merels.tables.format.blocks import decode_block, encode_block, packed_size
from merels.tables.format.header import Kind

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
