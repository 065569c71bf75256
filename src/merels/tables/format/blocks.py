"""The zstd blocks of a table file: slots, packed by kind and compressed."""

from __future__ import annotations

import threading
from typing import Any, Final

import numpy as np
import zstandard

from merels.board.index.dense import Bytes, Slots
from merels.errors import CorruptTableError
from merels.tables.format.header import SCORES, Kind
from merels.tables.statistics import RESULTS

PARAMETERS: Final = {
    # Short matches cost more than the literals they save. On tables of 14 men this writes 1.3 %
    # less than level 1 at the same speed; higher levels take four times as long to save 3 %.
    # Level -1 writes 40 % more and is no faster; the fast strategy with short hash tables saves
    # 1 ns a position.
    Kind.DISTANCE: zstandard.ZstdCompressionParameters(
        window_log=16,
        hash_log=15,
        chain_log=14,
        min_match=7,
        strategy=zstandard.STRATEGY_DFAST,
        write_content_size=True,
    ),
    Kind.WDL: zstandard.ZstdCompressionParameters.from_level(6, write_content_size=True),
}

SMALLEST: Final = zstandard.ZstdCompressionParameters.from_level(22, write_content_size=True)
"""For files that are written once and read often, of either kind; a hundred times slower."""

BYTE: Final = np.dtype(np.uint8)

_POWERS: Final = np.array([1, 3, 9, 27, 81], dtype=np.uint8)

# The five slots of a packed byte: 0 drawn, 1 lost, 2 won. Bytes from 243 on are invalid.
_UNPACKED: Final = np.array(
    [[byte // power % 3 for power in (1, 3, 9, 27, 81)] for byte in range(243)], dtype=np.uint8
)

_context = threading.local()  # zstd contexts must not be shared between threads


def packed_size(kind: Kind, slots: int, score_bytes: int = 1) -> int:
    """Return the bytes of a block of ``slots`` before compression."""
    return -(-slots // 5) if kind is Kind.WDL else slots * score_bytes


def encode_block(kind: Kind, slots: Slots, *, smallest: bool = False) -> bytes:
    """Compress slots into a block; ``smallest`` takes all the time it needs."""
    packed = slots.astype(slots.dtype.newbyteorder("<"), copy=False)
    if kind is Kind.WDL:
        packed = _pack(slots)
    name = "compressor_smallest" if smallest else f"compressor_{kind.value}"
    if not hasattr(_context, name):
        parameters = SMALLEST if smallest else PARAMETERS[kind]
        setattr(_context, name, zstandard.ZstdCompressor(compression_params=parameters))
    compressed: bytes = getattr(_context, name).compress(packed.tobytes())
    return compressed


def decode_block(kind: Kind, data: bytes, slots: int, dtype: np.dtype[Any] = BYTE) -> Slots:
    """Return the slots of a compressed block.

    Raises `CorruptTableError` if the data are not a block of this many slots.
    """
    size = packed_size(kind, slots, dtype.itemsize)
    if not hasattr(_context, "decompressor"):
        _context.decompressor = zstandard.ZstdDecompressor()
    try:
        if zstandard.frame_content_size(data) != size:
            raise CorruptTableError("the block has the wrong size")
        unpacked = _context.decompressor.decompress(data)
    except zstandard.ZstdError as error:
        raise CorruptTableError(f"the block cannot be decompressed: {error}") from None
    if kind is Kind.WDL:
        return _unpack(np.frombuffer(unpacked, dtype=np.uint8), slots)
    scores = np.frombuffer(unpacked, dtype=dtype.newbyteorder("<"))
    if dtype.itemsize > 1 and len(scores) and scores.max() >= SCORES[dtype.itemsize]:
        raise CorruptTableError(f"the block holds a score above {SCORES[dtype.itemsize] - 1}")
    return scores.astype(dtype, copy=False)


def _pack(slots: Slots) -> Bytes:
    """Pack win, draw and loss five to a byte, as digits of base 3."""
    results = RESULTS[slots]
    padded = np.zeros(-(-len(slots) // 5) * 5, dtype=np.uint8)
    padded[: len(slots)] = results
    packed: Bytes = (padded.reshape(-1, 5) * _POWERS).sum(axis=1, dtype=np.uint8)
    return packed


def _unpack(packed: Bytes, slots: int) -> Bytes:
    """Undo `_pack`."""
    if len(packed) and packed.max() >= len(_UNPACKED):
        raise CorruptTableError("the block holds an invalid byte")
    unpacked: Bytes = _UNPACKED[packed].reshape(-1)[:slots]
    return unpacked
