"""Reading table files: header, block index and single blocks, every byte of them checked."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Protocol, Self

import numpy as np

from merels.board.index.dense import Bytes
from merels.board.index.ranking import Int64s
from merels.errors import CorruptTableError
from merels.tables.format.blocks import decode_block
from merels.tables.format.header import (
    CHECKSUM,
    LONGEST_HEADER,
    checksum,
    parse_header,
)

ENTRY: Final = np.dtype([("checksum", "<u8"), ("size", "<u4")])
"""An entry of the block index: the checksum and the size of a compressed block."""


class ByteSource(Protocol):
    """Random access to the bytes of a file, from any thread."""

    name: str
    size: int

    def read_at(self, offset: int, size: int) -> bytes:
        """Return up to ``size`` bytes from ``offset`` on."""

    def close(self) -> None:
        """Release the file."""


class FileSource:
    """A file on disk as a `ByteSource`."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._file = path.open("rb", buffering=0)
        self.size = os.fstat(self._file.fileno()).st_size

    def read_at(self, offset: int, size: int) -> bytes:
        """Return up to ``size`` bytes from ``offset`` on."""
        return os.pread(self._file.fileno(), size, offset)

    def close(self) -> None:
        """Release the file."""
        self._file.close()


class TableFile:
    """An open table file. Reading is thread-safe.

    Raises `CorruptTableError`, which names the file and the part, wherever the bytes do not match
    their checksums; a wrong value is never returned.
    """

    def __init__(self, source: ByteSource) -> None:
        self._source = source
        with self._naming("header"):
            self.header, start, seed = parse_header(source.read_at(0, _header_bytes(source)))
        self._seed = seed
        with self._naming("block index"):
            self._entries, self._offsets = self._read_index(start, seed)

    @classmethod
    def open(cls, path: Path) -> TableFile:
        """Open a file on disk."""
        source = FileSource(path)
        try:
            return cls(source)
        except BaseException:
            source.close()
            raise

    @property
    def name(self) -> str:
        """The file's name."""
        return self._source.name

    @property
    def size(self) -> int:
        """The file's size in bytes."""
        return self._source.size

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Release the file."""
        self._source.close()

    def read_block(self, number: int) -> Bytes:
        """Return the slots of one block."""
        header = self.header
        first = number * header.block_slots
        slots = min(header.block_slots, header.statistics.positions - first)
        expected, size = (int(field) for field in self._entries[number])
        with self._naming(f"block {number}"):
            data = self._source.read_at(int(self._offsets[number]), size)
            if len(data) != size or checksum(data, self._seed + number + 1) != expected:
                raise CorruptTableError("the bytes do not match their checksum")
            return decode_block(header.kind, data, slots)

    def read_all(self, threads: int = 1, out: Bytes | None = None) -> Bytes:
        """Return every slot of the table; in ``out``, if it is given."""
        size = self.header.block_slots
        slots = np.empty(self.header.statistics.positions, np.uint8) if out is None else out

        def read_into(number: int) -> None:
            slots[number * size : (number + 1) * size] = self.read_block(number)

        with ThreadPoolExecutor(threads) as pool:
            for _ in pool.map(read_into, range(self.header.block_count), chunksize=16):
                pass
        return slots

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
        ends = start + len(data) + np.cumsum(entries["size"], dtype=np.int64)
        end = int(ends[-1]) if len(ends) else start + len(data)
        if end != self._source.size:
            raise CorruptTableError(f"the file has {self._source.size} bytes and should have {end}")
        return entries, ends - entries["size"]

    @contextmanager
    def _naming(self, part: str) -> Iterator[None]:
        """Add file and part to errors: the one place that does."""
        try:
            yield
        except CorruptTableError as error:
            raise CorruptTableError(f"{self._source.name}: {part}: {error}") from None
        except OSError as error:
            raise CorruptTableError(f"{self._source.name}: {part}: {error.strerror}") from error


def _header_bytes(source: ByteSource) -> int:
    return min(source.size, LONGEST_HEADER)
