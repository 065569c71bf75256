"""The header of a table file: what the table holds, as JSON behind a magic number.

The whole format is described in ``docs/table-format.md``.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

import xxhash

from merels.errors import CorruptTableError
from merels.rules.variant import Variant
from merels.solver.statistics import Extreme, Statistics
from merels.solver.table import TableKey

# A line end of each kind shows at once whether a file has been through a text conversion.
MAGIC: Final = b"MERELS\r\n"
VERSION: Final = 1
PREFIX: Final = struct.Struct("<8sII")  # magic, version, length of the JSON text
CHECKSUM: Final = struct.Struct("<Q")
LONGEST_HEADER: Final = 1 << 20
BLOCK_SLOTS: Final = 1 << 16


class Kind(Enum):
    """What a table says of each position."""

    DISTANCE = "distance"
    """The exact score, one byte a slot."""

    WDL = "wdl"
    """Win, draw or loss alone, five slots a byte."""


@dataclass(frozen=True, slots=True)
class Header:
    """The description of a table."""

    key: TableKey
    kind: Kind
    statistics: Statistics
    block_slots: int = BLOCK_SLOTS

    @property
    def block_count(self) -> int:
        """How many blocks the file has."""
        return -(-self.statistics.positions // self.block_slots)


def checksum(data: bytes, seed: int = 0) -> int:
    """Return the checksum of the format: XXH3 of 64 bits with a seed."""
    return xxhash.xxh3_64_intdigest(data, seed=seed % (1 << 64))


def format_header(header: Header) -> bytes:
    """Return the beginning of a file, its checksum included."""
    key, statistics = header.key, header.statistics
    document = {
        "format": "merels-table",
        "variant": {"men": key.variant.men, "flying": key.variant.flying},
        "own": key.own,
        "enemy": key.enemy,
        "own_in_hand": key.own_in_hand,
        "enemy_in_hand": key.enemy_in_hand,
        "kind": header.kind.value,
        "codec": "zstd",
        "block_slots": header.block_slots,
        "positions": statistics.positions,
        "wins": statistics.wins,
        "draws": statistics.draws,
        "losses": statistics.losses,
        "longest_win": _format_extreme(statistics.longest_win),
        "longest_loss": _format_extreme(statistics.longest_loss),
        "histogram": list(statistics.histogram),
    }
    text = json.dumps(document, separators=(",", ":")).encode()
    start = PREFIX.pack(MAGIC, VERSION, len(text)) + text
    return start + CHECKSUM.pack(checksum(start))


def parse_header(data: bytes) -> tuple[Header, int, int]:
    """Read the beginning of a file; return the header, its length in bytes and its checksum.

    Raises `CorruptTableError`.
    """
    if len(data) < PREFIX.size:
        raise CorruptTableError("the file is shorter than a header")
    magic, version, length = PREFIX.unpack_from(data)
    if magic != MAGIC:
        raise CorruptTableError("the file does not begin as a table of Merels does")
    if version != VERSION:
        raise CorruptTableError(
            f"the file has format version {version}, and this program reads version {VERSION}"
        )
    end = PREFIX.size + length
    if length > LONGEST_HEADER or len(data) < end + CHECKSUM.size:
        raise CorruptTableError("the header is cut short")
    (expected,) = CHECKSUM.unpack_from(data, end)
    if checksum(data[:end]) != expected:
        raise CorruptTableError("the header does not match its checksum")
    try:
        header = _read_document(json.loads(data[PREFIX.size : end]))
    except (KeyError, TypeError, ValueError) as error:
        raise CorruptTableError(f"the header makes no sense: {error}") from None
    return header, end + CHECKSUM.size, expected


def _read_document(document: dict[str, Any]) -> Header:
    variant = Variant(flying=document["variant"]["flying"], men=document["variant"]["men"])
    if document["codec"] != "zstd":
        raise ValueError(f"unknown codec {document['codec']!r}")
    key = TableKey(
        document["own"],
        document["enemy"],
        document["own_in_hand"],
        document["enemy_in_hand"],
        variant,
    )
    statistics = Statistics(
        tuple(document["histogram"]),
        document["wins"],
        document["draws"],
        document["losses"],
        _read_extreme(document["longest_win"]),
        _read_extreme(document["longest_loss"]),
    )
    if statistics.positions != document["positions"]:
        raise ValueError("wins, draws and losses do not add up to the positions")
    return Header(key, Kind(document["kind"]), statistics, int(document["block_slots"]))


def _format_extreme(extreme: Extreme | None) -> dict[str, Any] | None:
    return None if extreme is None else {"plies": extreme.plies, "fen": extreme.fen}


def _read_extreme(document: dict[str, Any] | None) -> Extreme | None:
    return None if document is None else Extreme(document["plies"], document["fen"])
