"""Table files: their blocks (slots, packed by kind and compressed), reading and writing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import IO, Any, Final

import numpy as np
import zstandard

from merels._files import FILES, FileSystem, whole_file
from merels.board.index.dense import Bytes, Slots
from merels.board.index.ranking import Int64s
from merels.errors import CorruptTableError, MerelsError, MissingTableError
from merels.values.format.header import SCORES, Header, Kind, format_header, parse_header
from merels.values.format.packed.coder import PackedCodec, fit_model
from merels.values.format.packed.model import Model
from merels.values.format.source import CHECKSUM, ByteSource, SourceReader, checksum, read_preamble
from merels.values.layout.key import TableKey
from merels.values.layout.statistics import RESULTS

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

# The five slots of a packed byte, its digits in base 3: 0 drawn, 1 lost, 2 won. Bytes from 243 on
# are invalid.
_UNPACKED: Final = np.array(
    [[byte // power % 3 for power in (1, 3, 9, 27, 81)] for byte in range(243)], dtype=np.uint8
)

_context = threading.local()  # zstd contexts must not be shared between threads


def packed_size(kind: Kind, slots: int, score_bytes: int = 1) -> int:
    """Return the bytes of a block of ``slots`` before compression."""
    return -(-slots // 5) if kind is Kind.WDL else slots * score_bytes


def encode_block(kind: Kind, slots: Slots, *, smallest: bool = False) -> bytes:
    """Compress slots into a block; ``smallest`` takes all the time it needs."""
    name = "compressor_smallest" if smallest else f"compressor_{kind.value}"
    if not hasattr(_context, name):
        parameters = SMALLEST if smallest else PARAMETERS[kind]
        setattr(_context, name, zstandard.ZstdCompressor(compression_params=parameters))
    compressed: bytes = getattr(_context, name).compress(pack_slots(kind, slots))
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
    return unpack_slots(kind, unpacked, slots, dtype)


def pack_slots(kind: Kind, slots: Slots) -> bytes:
    """Return the bytes of a block before compression; of `Kind.WDL`, five slots to a byte."""
    if kind is Kind.WDL:
        padded = np.zeros(-(-len(slots) // 5) * 5, dtype=np.uint8)
        padded[: len(slots)] = RESULTS[slots]
        packed: Bytes = (padded.reshape(-1, 5) * _POWERS).sum(axis=1, dtype=np.uint8)
        return packed.tobytes()
    return slots.astype(slots.dtype.newbyteorder("<"), copy=False).tobytes()


def unpack_slots(kind: Kind, unpacked: bytes, slots: int, dtype: np.dtype[Any] = BYTE) -> Slots:
    """Undo `pack_slots`. Raises `CorruptTableError` if the bytes hold an impossible value."""
    if kind is Kind.WDL:
        packed = np.frombuffer(unpacked, dtype=np.uint8)
        if len(packed) and packed.max() >= len(_UNPACKED):
            raise CorruptTableError("the block holds an invalid byte")
        results: Bytes = _UNPACKED[packed].reshape(-1)[:slots]
        return results
    scores = np.frombuffer(unpacked, dtype=dtype.newbyteorder("<"))
    if dtype.itemsize > 1 and len(scores) and scores.max() >= SCORES[dtype.itemsize]:
        raise CorruptTableError(f"the block holds a score above {SCORES[dtype.itemsize] - 1}")
    return scores.astype(dtype, copy=False)


# Reading table files: header, block index and single blocks, every byte of them checked.

ENTRY: Final = np.dtype([("checksum", "<u8"), ("size", "<u4")])
"""An entry of the block index: the checksum and the size of a compressed block."""


VALUES: Final = {Kind.DISTANCE: 256, Kind.WDL: 3}
"""How many different values a slot can have."""


def model_size(header: Header) -> int:
    """Return the size of a file's model with its checksum."""
    return header.model_bytes + CHECKSUM.size if header.has_model else 0


class TableFile(SourceReader):
    """An open table file. Reading is thread-safe.

    Raises `CorruptTableError`, which names the file and the part, wherever the bytes do not match
    their checksums, and if the file holds another table than ``key`` and ``kind``, where given. It
    never returns a wrong value.

    ``fingerprint`` is the checksum of header and block index, and so depends on every byte: files
    with other values, or in another form, have another fingerprint.
    """

    fingerprint: str

    def __init__(
        self, source: ByteSource, key: TableKey | None = None, kind: Kind = Kind.DISTANCE
    ) -> None:
        super().__init__(source)
        with self._naming("header"):
            self.header, start, seed = parse_header(read_preamble(source))
            if key is not None:
                _check_table(self.header, key, kind)
        self._seed = seed
        with self._naming("block index"):
            self._entries, self._offsets = self._read_index(start, seed)

    def read_block(self, number: int) -> Slots:
        """Return the slots of one block."""
        header = self.header
        first = number * header.block_slots
        slots = min(header.block_slots, header.statistics.positions - first)
        expected, size = self._entries[number].item()
        packed = self._packed
        with self._naming(f"block {number}"):
            data = self._source.read_at(int(self._offsets[number]), size)
            if len(data) != size or checksum(data, self._seed + number + 1) != expected:
                raise CorruptTableError("the bytes do not match their checksum")
            if packed is None:
                return decode_block(header.kind, data, slots, header.dtype)
            return packed.decode(number, data, slots)

    def read_all(self, threads: int = 1, out: Slots | None = None) -> Slots:
        """Return every slot of the table, in ``out`` if that is given."""
        size = self.header.block_slots
        if not self.header.stored:
            raise MissingTableError(f"{self.name}: the values of this table are left out")
        slots = (
            np.empty(self.header.statistics.positions, self.header.dtype) if out is None else out
        )

        def read_into(number: int) -> None:
            slots[number * size : (number + 1) * size] = self.read_block(number)

        with ThreadPoolExecutor(threads) as pool:
            for _ in pool.map(read_into, range(self.header.block_count), chunksize=16):
                pass
        return slots

    @cached_property
    def _packed(self) -> PackedCodec | None:
        """The model that decodes packed blocks, read when it is first needed."""
        header = self.header
        if not header.has_model:
            return None
        with self._naming("model"):
            if header.statistics.positions != header.key.index.size:
                raise CorruptTableError(f"the table should have {header.key.index.size} positions")
            size = model_size(header)
            section = self._source.read_at(int(self._offsets[0]) - size, size)
            data = section[: header.model_bytes]
            if section[len(data) :] != CHECKSUM.pack(checksum(data, self._seed - 1)):
                raise CorruptTableError("the bytes do not match their checksum")
            return PackedCodec(header, Model.parse(data, VALUES[header.kind]))

    def _read_index(self, start: int, seed: int) -> tuple[np.ndarray, Int64s]:
        size = self.header.block_count * ENTRY.itemsize
        if start + size + CHECKSUM.size > self._source.size:
            raise CorruptTableError("the file is cut short")
        data = self._source.read_at(start, size + CHECKSUM.size)
        if len(data) != size + CHECKSUM.size:
            raise CorruptTableError("the file is cut short")
        (expected,) = CHECKSUM.unpack_from(data, size)
        if checksum(data[:size], seed) != expected:
            raise CorruptTableError("the bytes do not match their checksum")
        entries = np.frombuffer(data[:size], dtype=ENTRY)
        first = start + len(data) + model_size(self.header)
        ends = first + np.cumsum(entries["size"], dtype=np.int64)
        end = int(ends[-1]) if len(ends) else first
        if end != self._source.size:
            raise CorruptTableError(f"the file has {self._source.size} bytes and should have {end}")
        self.fingerprint = f"{expected:016x}"
        return entries, ends - entries["size"]

    @contextmanager
    def _naming(self, part: str) -> Iterator[None]:
        """Add the file and the part to errors; no other place adds them."""
        try:
            yield
        except CorruptTableError as error:
            raise CorruptTableError(f"{self._source.name}: {part}: {error}") from None
        except OSError as error:
            raise CorruptTableError(f"{self._source.name}: {part}: {error.strerror}") from error


def _check_table(header: Header, key: TableKey, kind: Kind) -> None:
    is_same_game = header.key.variant.digest == key.variant.digest
    if header.key.name == key.name and not is_same_game:
        raise CorruptTableError(
            f"the file holds a table of another game named {key.variant.name!r}; "
            "give one of the two games another name"
        )
    if (header.key.men, is_same_game, header.kind) != (key.men, True, kind):
        raise CorruptTableError(f"the file holds table {header.key.name} ({header.kind.value})")
    found, expected = header.statistics.positions, key.index.size
    if found != expected:
        raise CorruptTableError(f"{found} positions instead of {expected}")


# Writing table files: whole or not at all.


def write_table(
    path: Path, header: Header, slots: Slots, threads: int = 1, files: FileSystem = FILES
) -> int:
    """Write a table file, only the header if it says not ``stored``; return the size in bytes.

    Raises `MerelsError`, which names the file, if it cannot be written, as on a full disk.
    """
    try:
        with whole_file(path, files) as file:
            return write_image(file, header, slots, threads)
    except OSError as error:
        raise MerelsError(f"cannot write {str(path)!r}: {error.strerror}") from error


def write_image(
    file: IO[bytes], header: Header, slots: Slots, threads: int = 1, *, smallest: bool = False
) -> int:
    """Write a table to the beginning of an open file; return its size in bytes.

    ``smallest`` takes far longer and writes fewer bytes, which are just as fast to read.
    """
    model = fit_model(header, slots, threads) if header.has_model else None
    section = b"" if model is None else model.format()
    header = replace(header, model_bytes=len(section))
    start = format_header(header)
    (seed,) = CHECKSUM.unpack(start[-CHECKSUM.size :])
    entries = np.zeros(header.block_count, dtype=ENTRY)
    file.write(start)
    file.write(bytes(entries.nbytes + CHECKSUM.size))
    if section:
        file.write(section + CHECKSUM.pack(checksum(section, seed - 1)))
    packed = None if model is None else PackedCodec(header, model)
    for number, block in enumerate(_encode(header, packed, slots, threads, smallest)):
        entries[number] = checksum(block, seed + number + 1), len(block)
        file.write(block)
    size = file.tell()
    index = entries.tobytes()
    file.seek(len(start))
    file.write(index + CHECKSUM.pack(checksum(index, seed)))
    return size


def _encode(
    header: Header, packed: PackedCodec | None, slots: Slots, threads: int, smallest: bool
) -> Iterator[bytes]:
    """Yield the compressed blocks in order, working a bounded number of them ahead."""
    size = header.block_slots
    ahead = 64 * threads

    def encode(number: int) -> bytes:
        block = slots[number * size : (number + 1) * size]
        if packed is None:
            return encode_block(header.kind, block, smallest=smallest)
        return packed.encode(number, block)

    with ThreadPoolExecutor(threads) as pool:
        for first in range(0, header.block_count, ahead):
            yield from pool.map(encode, range(first, min(first + ahead, header.block_count)))
