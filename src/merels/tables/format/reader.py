"""Reading table files: header, block index and single blocks, every byte of them checked."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property
from typing import Final

import numpy as np

from merels.board.index.dense import Slots
from merels.board.index.ranking import Int64s
from merels.errors import CorruptTableError, MissingTableError
from merels.tables.format.blocks import decode_block
from merels.tables.format.header import Header, Kind, parse_header
from merels.tables.format.packed.codec import PackedCodec
from merels.tables.format.packed.model import Model
from merels.tables.format.preamble import CHECKSUM, checksum, read_preamble
from merels.tables.format.source import ByteSource, SourceReader
from merels.tables.key import TableKey

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
    """

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
        expected, size = (int(field) for field in self._entries[number])
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
        """What decodes packed blocks, read when it is first needed."""
        header = self.header
        if not header.has_model:
            return None
        with self._naming("model"):
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
        return entries, ends - entries["size"]

    @contextmanager
    def _naming(self, part: str) -> Iterator[None]:
        """Add the file and the part to errors; nothing else does."""
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
