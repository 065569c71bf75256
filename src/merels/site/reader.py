"""Reading static tables as a program elsewhere does: the catalog, a page, a model, a block."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

from merels.board.index.dense import Slots
from merels.errors import CorruptTableError
from merels.site.catalog import Catalog, parts_of
from merels.site.format import BlockCodec, CatalogRow, Page, checksum, codec_for, read_model, unseal
from merels.values.format.header import Kind


class StaticTable:
    """A stored table in a folder of static tables. Every byte is checked before it is used.

    Raises `CorruptTableError`, which names the file and the part, wherever bytes are missing or do
    not match their checksums.
    """

    def __init__(self, folder: Path, catalog: Catalog, row: CatalogRow, kind: Kind) -> None:
        if row.file is None:
            raise ValueError("the table is left out")
        self.cut = catalog.cut_of(row, kind)
        self._folder = folder
        self._row = row
        self._file = row.file
        self._part = catalog.split
        self._pages: dict[int, Page] = {}

    def read_block(self, number: int) -> Slots:
        """Return the values of a block."""
        page, place = divmod(number, self.cut.page_blocks)
        start, end = self._page(page).range_of(place)
        codec = self._codec
        with self._naming(f"block {number}"):
            data = unseal(self._read(start, end), number, self._row.seed)
            return codec.decode(number, data, self.cut.slots_of(number))

    def _page(self, number: int) -> Page:
        if number not in self._pages:
            with self._naming(f"page {number}"):
                data = self._read(*self.cut.range_of_page(number))
                self._pages[number] = Page.parse(data, number, self._row.seed)
        return self._pages[number]

    @cached_property
    def _codec(self) -> BlockCodec:
        row = self._row
        if row.model is None:
            return codec_for(self.cut, None)
        with self._naming("model"):
            data = (self._folder / row.model).read_bytes()
            if (len(data), checksum(data)) != (row.model_bytes, row.model_checksum):
                raise CorruptTableError("the bytes do not match their checksum")
            return codec_for(self.cut, read_model(data, self.cut.kind))

    def _read(self, start: int, end: int) -> bytes:
        """Return bytes of the file, wherever it is cut into parts."""
        part = self._part or max(end, self._row.bytes)
        names = parts_of(self._file, self._row.bytes, self._part)
        pieces = []
        for number in range(start // part, -(-end // part)):
            if number >= len(names):
                raise CorruptTableError("the file is cut short")
            with (self._folder / names[number]).open("rb") as file:
                file.seek(max(0, start - number * part))
                pieces.append(file.read(min(end, (number + 1) * part) - max(start, number * part)))
        return b"".join(pieces)

    @contextmanager
    def _naming(self, what: str) -> Iterator[None]:
        """Add the file and the part to errors."""
        path = str(self._folder / self._file)
        try:
            yield
        except CorruptTableError as error:
            raise CorruptTableError(f"{path}: {what}: {error}") from None
        except OSError as error:
            raise CorruptTableError(f"{path}: {what}: {error.strerror}") from error
