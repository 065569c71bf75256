"""Blocks are decoded one by one, and any bytes as some values."""

import numpy as np
import pytest
from damage import MemorySource, load
from packing import SMALL, header_of, image_of

from merels.tables.format.header import Kind
from merels.tables.format.packed.codec import PackedCodec, fit_model
from merels.tables.format.reader import TableFile
from merels.tables.key import TableKey

KEY = TableKey(3, 3)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("data", [b"", bytes(1), bytes(5000), b"\xff" * 5000], ids=len)
def test_any_bytes_give_some_values(kind, data):
    slots = np.random.default_rng(4).integers(0, 20, SMALL.index.size, dtype=np.uint8)
    header = header_of(SMALL, slots, kind)
    values = PackedCodec(header, fit_model(header, slots)).decode(0, data, len(slots))
    assert len(values) == len(slots)
    assert values.max() < (20 if kind is Kind.DISTANCE else 3)


def test_blocks_are_read_alone():
    slots = load(KEY)
    file = TableFile(MemorySource(image_of(header_of(KEY, slots), slots)))
    for number in (13, 2, 20, 0):
        assert np.array_equal(file.read_block(number), slots[number * 8192 : (number + 1) * 8192])
