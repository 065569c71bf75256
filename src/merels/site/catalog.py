"""The catalogs of static tables: which variants there are, and where each of their tables is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Self

from merels.errors import CorruptTableError
from merels.rules.variant import Variant, file_stem, spell
from merels.site.format import (
    BLOCK_SLOTS,
    COLUMNS,
    FORMAT,
    PAGE_BLOCKS,
    VERSION,
    CatalogRow,
    Cut,
    checksum,
    identify,
)
from merels.values.format.header import Kind, parse_variant, spell_out
from merels.values.layout.key import TableKey

OVERVIEW: Final = "catalog.json"
"""The one file below ``tables/`` whose name stays when its content changes."""


def _dump(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document, separators=(",", ":")).encode()


def _load(data: bytes) -> dict[str, Any]:
    """Return a document of this format; raises `ValueError` for another format."""
    document: dict[str, Any] = json.loads(data)
    if (document["format"], document["version"]) != (FORMAT, VERSION):
        raise ValueError(
            f"it is {document['format']!r}, version {document['version']!r}; this program reads "
            f"{FORMAT!r}, version {VERSION}"
        )
    return document


@dataclass(frozen=True, slots=True)
class Catalog:
    """The tables of a variant, by kind and by their men; ``split``: the bytes of a file's parts."""

    variant: Variant
    rows: dict[Kind, list[CatalogRow]]
    split: int | None = None
    block_slots: int = BLOCK_SLOTS
    page_blocks: int = PAGE_BLOCKS

    def format(self) -> bytes:
        """Return the catalog as a file."""
        return _dump(
            {
                "format": FORMAT,
                "version": VERSION,
                "name": spell(self.variant),
                "variant": spell_out(self.variant),
                "rules": self.variant.digest,
                "block_slots": self.block_slots,
                "page_blocks": self.page_blocks,
                "split": self.split,
                "columns": COLUMNS,
                "tables": {
                    kind.value: [row.values() for row in rows] for kind, rows in self.rows.items()
                },
            }
        )

    @classmethod
    def parse(cls, data: bytes) -> Self:
        """Read a catalog; raises `CorruptTableError`."""
        try:
            document = _load(data)
            variant = parse_variant(document["variant"])
            if document["rules"] != variant.digest:
                raise ValueError(f"rules {document['rules']!r} instead of {variant.digest!r}")
            rows = {
                Kind(kind): [
                    CatalogRow(**dict(zip(document["columns"], row, strict=True))) for row in tables
                ]
                for kind, tables in document["tables"].items()
            }
            return cls(
                *(variant, rows, document["split"]),
                *(document["block_slots"], document["page_blocks"]),
            )
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
            raise CorruptTableError(f"the catalog makes no sense: {error}") from None

    @property
    def name(self) -> str:
        """The name of its file, which changes with its content."""
        return f"{file_stem(self.variant)}-{identify(self.format())}.json"

    def key_of(self, row: CatalogRow) -> TableKey:
        """Return the table that a row describes."""
        return TableKey(*row.men, self.variant)

    def cut_of(self, row: CatalogRow, kind: Kind) -> Cut:
        """Return how the table of a row is cut."""
        return Cut(self.key_of(row), kind, row.score_bytes, self.block_slots, self.page_blocks)

    @property
    def bytes(self) -> int:
        """The bytes of all files of tables and models."""
        return sum(row.bytes + row.model_bytes for rows in self.rows.values() for row in rows)

    def describe(self) -> dict[str, Any]:
        """Return a summary of the catalog, as JSON."""
        rows = [row for rows in self.rows.values() for row in rows]
        return {
            "variant": spell(self.variant),
            "kinds": [kind.value for kind in self.rows],
            "tables": len(rows),
            "stored": sum(row.file is not None for row in rows),
            "positions": sum(row.positions for row in rows),
            "bytes": self.bytes,
        }

    @property
    def files(self) -> set[str]:
        """The paths below ``tables/`` of all files of tables, in parts, and of models."""
        rows = [row for rows in self.rows.values() for row in rows]
        models = {row.model for row in rows if row.model is not None}
        return models.union(
            *(parts_of(row.file, row.bytes, self.split) for row in rows if row.file is not None)
        )


def parts_of(file: str, size: int, split: int | None) -> list[str]:
    """Return the files that a table's file is cut into, or the file itself if it is whole.

    >>> parts_of("six/3-3.mst", 11, 5), parts_of("six/3-3.mst", 11, None)
    (['six/3-3.mst.0', 'six/3-3.mst.1', 'six/3-3.mst.2'], ['six/3-3.mst'])
    """
    if split is None:
        return [file]
    return [f"{file}.{number}" for number in range(-(-size // split))]


@dataclass(frozen=True, slots=True)
class Entry:
    """Where the catalog of a variant is, its own size and checksum, and the size of its tables."""

    catalog: str
    bytes: int
    checksum: int
    tables_bytes: int

    @classmethod
    def of(cls, catalog: Catalog) -> Self:
        """Return the entry of a catalog."""
        data = catalog.format()
        return cls(catalog.name, len(data), checksum(data), catalog.bytes)


@dataclass(frozen=True, slots=True)
class Overview:
    """The variants of a folder: what is known about the catalog of each."""

    catalogs: dict[str, Entry] = field(default_factory=dict)

    def format(self) -> bytes:
        """Return the overview as a file."""
        variants = {name: asdict(entry) for name, entry in self.catalogs.items()}
        return _dump({"format": FORMAT, "version": VERSION, "variants": variants})

    @classmethod
    def parse(cls, data: bytes) -> Self:
        """Read an overview; raises `CorruptTableError`."""
        try:
            variants = _load(data)["variants"]
            return cls({name: Entry(**each) for name, each in variants.items()})
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
            raise CorruptTableError(f"the catalog makes no sense: {error}") from None
