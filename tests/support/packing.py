"""Packed tables in memory."""

from __future__ import annotations

import io

import numpy as np
import pytest
from damage import MemorySource

from merels import Variant
from merels.tables.format.header import Codec, Header, Kind, parse_header
from merels.tables.format.preamble import CHECKSUM
from merels.tables.format.reader import TableFile
from merels.tables.format.writer import write_image
from merels.tables.key import TableKey
from merels.tables.statistics import gather_statistics

SMALL = TableKey(2, 2, 1, 1, Variant(men=3))


def header_of(key, slots, kind=Kind.DISTANCE, block_slots=8192):
    return Header(key, kind, gather_statistics(key, slots), block_slots, Codec.PACKED)


def image_of(header, slots, threads=1):
    file = io.BytesIO()
    assert write_image(file, header, slots, threads) == len(file.getvalue())
    return file.getvalue()


def read(data, key=None, kind=Kind.DISTANCE, threads=1):
    return TableFile(MemorySource(data), key, kind).read_all(threads)


def model_of(data):
    """Return the model section of a file."""
    header, start, _ = parse_header(data)
    begin = start + 12 * header.block_count + CHECKSUM.size
    return data[begin : begin + header.model_bytes]


@pytest.fixture(scope="session")
def packed():
    """The bytes of a table of a few blocks."""
    slots = np.random.default_rng(3).integers(0, 20, SMALL.index.size, dtype=np.uint8)
    return image_of(header_of(SMALL, slots, block_slots=1000), slots)
