"""Packed tables in memory."""

from __future__ import annotations

import io
from functools import cache

import numpy as np
from damage import MemorySource

from merels import Variant
from merels.values.format.file import TableFile, write_image
from merels.values.format.header import Codec, Header, Kind, parse_header
from merels.values.format.source import CHECKSUM
from merels.values.layout.key import TableKey
from merels.values.layout.statistics import gather_statistics

SMALL = TableKey(2, 2, 1, 1, Variant(men=3))


def random_slots(seed, values=20):
    return np.random.default_rng(seed).integers(0, values, SMALL.index.size, dtype=np.uint8)


def header_of(key, slots, kind=Kind.DISTANCE, block_slots=8192):
    return Header(key, kind, gather_statistics(key, slots), block_slots, Codec.PACKED)


def image_of(header, slots, threads=1):
    file = io.BytesIO()
    assert write_image(file, header, slots, threads) == len(file.getvalue())
    return file.getvalue()


@cache
def small_image():
    """Return the bytes of a table of a few blocks."""
    slots = random_slots(3)
    return image_of(header_of(SMALL, slots, block_slots=1000), slots)


def read(data, key=None, kind=Kind.DISTANCE, threads=1):
    return TableFile(MemorySource(data), key, kind).read_all(threads)


def model_of(data):
    """Return the model section of a file."""
    header, start, _ = parse_header(data)
    begin = start + 12 * header.block_count + CHECKSUM.size
    return data[begin : begin + header.model_bytes]
