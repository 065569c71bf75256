"""The static form of a table: an index in pages at fixed places, then blocks, each with a checksum.

A reader fetches a page and a block by two ranges of bytes; there is no header to read first. The
content of a header is in the catalog. ``docs/static-tables.md`` describes the form.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, Protocol, Self

import numpy as np
import xxhash

from merels.board.index.dense import Slots
from merels.errors import CorruptTableError
from merels.values.format.file import VALUES, pack_slots, packed_size, unpack_slots
from merels.values.format.header import Kind
from merels.values.format.packed.coder import PackedCodec
from merels.values.format.packed.model import LARGEST, Model
from merels.values.layout.key import TableKey

FORMAT: Final = "merels-static-tables"
VERSION: Final = 1

BLOCK_SLOTS: Final = 1 << 13
PAGE_BLOCKS: Final = 1 << 10
"""Reading a position and all its moves takes 2 requests and 6 KB in the median, 10 requests and 25
KB at 90 % (14 random games of nine men's morris, at two bits a position, without models). Pages of
512 blocks take 11 requests and 21 KB at 90 %, pages of 2,048 blocks 10 requests and 31 KB. With
half the slots, blocks take 0.6 % to 7 % more room."""

START_BYTES: Final = 6
SIZE_BYTES: Final = 2
LARGEST_BLOCK: Final = (1 << 8 * SIZE_BYTES) - 1
"""Bytes, the checksum included."""
SUM: Final = struct.Struct("<I")

BLOCK_SEEDS: Final = 1 << 31
"""Added to the seed of a table for its blocks; pages begin at the seed itself."""

SUFFIX: Final = ".mst"
MODEL_SUFFIX: Final = ".model"


def checksum(data: bytes, seed: int = 0) -> int:
    """Return the checksum of the static form: XXH32, which is quick in browsers."""
    return xxhash.xxh32_intdigest(data, seed=seed % (1 << 32))


def identify(data: bytes | memoryview) -> str:
    """Return the digest in a file's name: 16 hexadecimal digits of the SHA-256 of its content."""
    return hashlib.sha256(data).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class CatalogRow:
    """What the catalog says about a table; the fields are its columns.

    ``file`` and ``model`` are paths below ``tables/``. Without a file, the values follow by a
    one-move look-ahead; without a model, blocks are deflated.
    """

    own: int
    enemy: int
    own_in_hand: int
    enemy_in_hand: int
    positions: int
    score_bytes: int
    file: str | None = None
    bytes: int = 0
    seed: int = 0
    model: str | None = None
    model_bytes: int = 0
    model_checksum: int = 0

    @property
    def men(self) -> tuple[int, int, int, int]:
        """The men on the board and in hand."""
        return self.own, self.enemy, self.own_in_hand, self.enemy_in_hand

    def values(self) -> list[Any]:
        """Return the fields in the order of the columns."""
        return [getattr(self, name) for name in COLUMNS]


COLUMNS: Final = tuple(field.name for field in fields(CatalogRow))


def _page_bytes(blocks: int) -> int:
    return START_BYTES + SIZE_BYTES * blocks + SUM.size


@dataclass(frozen=True, slots=True)
class Cut:
    """A table as it is cut into blocks and pages."""

    key: TableKey
    kind: Kind
    score_bytes: int = 1
    block_slots: int = BLOCK_SLOTS
    page_blocks: int = PAGE_BLOCKS

    @property
    def positions(self) -> int:
        """How many slots there are."""
        return self.key.index.size

    @property
    def block_count(self) -> int:
        """How many blocks the table has."""
        return -(-self.positions // self.block_slots)

    @property
    def page_count(self) -> int:
        """How many pages the index has."""
        return -(-self.block_count // self.page_blocks)

    def blocks_of(self, page: int) -> int:
        """Return how many blocks a page lists; the last page lists the rest."""
        return min(self.page_blocks, self.block_count - page * self.page_blocks)

    def range_of_page(self, page: int) -> tuple[int, int]:
        """Return where a page begins and ends in the file: a whole page's size apart."""
        start = page * _page_bytes(self.page_blocks)
        return start, start + _page_bytes(self.blocks_of(page))

    def slots_of(self, number: int) -> int:
        """Return how many slots a block has."""
        return min(self.block_slots, self.positions - number * self.block_slots)

    def seed(self, model: str | None) -> int:
        """Return the seed of the table's checksums, with the identity of its model.

        A block or page of another table, or for another model, does not match it.
        """
        codec = "deflate" if model is None else "packed"
        parts = (
            *(self.key.variant.digest, self.key.name, self.kind.value, self.positions),
            *(self.block_slots, self.page_blocks, codec, self.score_bytes, model or "-"),
        )
        return checksum("/".join(map(str, parts)).encode())


class BlockCodec(Protocol):
    """Codes the blocks of a table."""

    def encode(self, number: int, slots: Slots) -> bytes:
        """Return block ``number`` with these scores."""

    def decode(self, number: int, data: bytes, count: int) -> Slots:
        """Return the ``count`` values of a block."""


class DeflateCodec:
    """Codes blocks by deflate, which every browser can undo, unlike zstd."""

    def __init__(self, kind: Kind, score_bytes: int) -> None:
        self._kind = kind
        self._dtype = np.dtype(f"u{score_bytes}")

    def encode(self, number: int, slots: Slots) -> bytes:
        """Return a block with these scores."""
        return deflate(pack_slots(self._kind, slots))

    def decode(self, number: int, data: bytes, count: int) -> Slots:
        """Return the values of a block; raises `CorruptTableError`."""
        size = packed_size(self._kind, count, self._dtype.itemsize)
        return unpack_slots(self._kind, inflate(data, size), count, self._dtype)


def deflate(data: bytes) -> bytes:
    """Compress bytes as raw deflate (RFC 1951)."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    return compressor.compress(data) + compressor.flush()


def inflate(data: bytes, size: int | None = None) -> bytes:
    """Undo `deflate`; raises `CorruptTableError` if it is not ``size`` bytes."""
    most = LARGEST if size is None else size
    inflater = zlib.decompressobj(-15)
    try:
        content = inflater.decompress(data, most + 1)
    except zlib.error as error:
        raise CorruptTableError(f"the bytes cannot be decompressed: {error}") from None
    if (
        not inflater.eof
        or inflater.unused_data
        or len(content) > most
        or size not in (None, len(content))
    ):
        raise CorruptTableError("the bytes have the wrong size when decompressed")
    return content


def read_model(data: bytes, kind: Kind) -> Model:
    """Return the model that a file holds; raises `CorruptTableError`."""
    return Model.parse_content(inflate(data), VALUES[kind])


def codec_for(cut: Cut, model: Model | None) -> BlockCodec:
    """Return what codes the blocks of a table."""
    if model is None:
        return DeflateCodec(cut.kind, cut.score_bytes)
    return PackedCodec(cut, model)


def seal(data: bytes, number: int, seed: int) -> bytes:
    """Return a block with its checksum."""
    return data + SUM.pack(checksum(data, seed + BLOCK_SEEDS + number))


def unseal(sealed: bytes, number: int, seed: int) -> bytes:
    """Return the data of a block; raises `CorruptTableError` unless the checksum matches."""
    data = sealed[: -SUM.size]
    if len(sealed) <= SUM.size or seal(data, number, seed) != sealed:
        raise CorruptTableError("the bytes do not match their checksum")
    return data


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the index: where its first block begins, and the sizes of its blocks."""

    start: int
    sizes: tuple[int, ...]

    def format(self, number: int, seed: int) -> bytes:
        """Return the page with its checksum."""
        sizes = np.array(self.sizes, dtype=f"<u{SIZE_BYTES}")
        data = self.start.to_bytes(START_BYTES, "little") + sizes.tobytes()
        return data + SUM.pack(checksum(data, seed + number))

    @classmethod
    def parse(cls, data: bytes, number: int, seed: int) -> Self:
        """Read a page; raises `CorruptTableError` unless the checksum matches."""
        content, found = data[: -SUM.size], data[-SUM.size :]
        if len(data) <= START_BYTES + SUM.size or found != SUM.pack(
            checksum(content, seed + number)
        ):
            raise CorruptTableError("the bytes do not match their checksum")
        sizes = np.frombuffer(content, dtype=f"<u{SIZE_BYTES}", offset=START_BYTES)
        return cls(int.from_bytes(content[:START_BYTES], "little"), tuple(sizes.tolist()))

    def range_of(self, place: int) -> tuple[int, int]:
        """Return where a block of the page begins and ends in the file."""
        start = self.start + sum(self.sizes[:place])
        return start, start + self.sizes[place]


def format_index(cut: Cut, sizes: Sequence[int], seed: int) -> bytes:
    """Return all pages of a table whose blocks have these sizes."""
    _, start = cut.range_of_page(cut.page_count - 1)
    pages = []
    for number in range(cut.page_count):
        first = number * cut.page_blocks
        page = Page(start, tuple(sizes[first : first + cut.page_blocks]))
        pages.append(page.format(number, seed))
        start += sum(page.sizes)
    return b"".join(pages)


def join(cut: Cut, blocks: Iterable[bytes], seed: int) -> bytes:
    """Return the file of a table from its coded blocks, in order.

    Raises `ValueError` if a block is too large for the index.
    """
    sealed = [seal(block, number, seed) for number, block in enumerate(blocks)]
    if max(map(len, sealed)) > LARGEST_BLOCK:
        raise ValueError(f"a block of {max(map(len, sealed))} bytes")
    return b"".join((format_index(cut, [len(block) for block in sealed], seed), *sealed))
