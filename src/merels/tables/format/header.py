"""The header of a table file: what the table holds, as JSON behind a magic number.

The whole format is described in ``docs/table-format.md``.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from enum import Enum
from math import comb
from typing import Any, Final

import xxhash

from merels.board.geometry import POINTS
from merels.errors import CorruptTableError
from merels.rules.variant import Variant
from merels.tables.key import TableKey
from merels.tables.statistics import Extreme, Statistics

# A line end of each kind shows at once whether a file has been through a text conversion.
MAGIC: Final = b"MERELS\r\n"
VERSION: Final = 1
PREFIX: Final = struct.Struct("<8sII")  # magic, version, length of the JSON text
CHECKSUM: Final = struct.Struct("<Q")
LONGEST_HEADER: Final = 1 << 20
BLOCK_SLOTS: Final = 1 << 16
LARGEST_BLOCK: Final = 1 << 24


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
    except KeyError as error:
        raise CorruptTableError(f"the header does not tell {error}") from None
    except (TypeError, ValueError, RecursionError) as error:
        raise CorruptTableError(f"the header makes no sense: {error}") from None
    return header, end + CHECKSUM.size, expected


def _read_document(document: dict[str, Any]) -> Header:
    for name, expected in (("format", "merels-table"), ("codec", "zstd")):
        if document[name] != expected:
            raise ValueError(f"{name} {document[name]!r}; this program reads {expected!r}")
    key = _read_key(document)
    most = comb(len(POINTS), key.own) * comb(len(POINTS) - key.own, key.enemy)
    return Header(
        key,
        Kind(document["kind"]),
        _read_statistics(document, most),
        _read_number(document, "block_slots", 1, LARGEST_BLOCK),
    )


def _read_key(document: dict[str, Any]) -> TableKey:
    variant = document["variant"]
    flying = variant["flying"]
    if not isinstance(flying, bool):
        raise ValueError(f"flying is {flying!r} and should be true or false")
    men = _read_number(variant, "men", 3, len(POINTS) // 2)
    own, enemy, own_in_hand, enemy_in_hand = (
        _read_number(document, name, 0, men)
        for name in ("own", "enemy", "own_in_hand", "enemy_in_hand")
    )
    return TableKey(own, enemy, own_in_hand, enemy_in_hand, Variant(flying, men))


def _read_statistics(document: dict[str, Any], most: int) -> Statistics:
    """Read the counts, which must agree with each other; ``most`` bounds the positions."""
    positions = _read_number(document, "positions", 1, most)
    histogram = document["histogram"]
    if not isinstance(histogram, list) or len(histogram) > 256:
        raise ValueError("the histogram is no list of at most 256 counts")
    counts = tuple(_read_number(histogram, score, 0, positions) for score in range(len(histogram)))
    wins, draws, losses = (
        _read_number(document, name, 0, positions) for name in ("wins", "draws", "losses")
    )
    if (draws, losses, wins) != (sum(counts[:1]), sum(counts[1::2]), sum(counts[2::2])):
        raise ValueError("the histogram does not add up to the wins, draws and losses")
    if wins + draws + losses != positions:
        raise ValueError("wins, draws and losses do not add up to the positions")
    longest_win = _read_extreme(document["longest_win"], counts, first=2)
    longest_loss = _read_extreme(document["longest_loss"], counts, first=1)
    return Statistics(counts, wins, draws, losses, longest_win, longest_loss)


def _read_extreme(
    document: dict[str, Any] | None, counts: tuple[int, ...], first: int
) -> Extreme | None:
    """Read the longest win or loss; ``first`` is the lowest score of its kind."""
    scores = [score for score in range(first, len(counts), 2) if counts[score]]
    if document is None and not scores:
        return None
    if document is None or not scores or document["plies"] != scores[-1] - 1:
        raise ValueError("the longest win or loss is not that of the histogram")
    if not isinstance(document["fen"], str):
        raise ValueError(f"{document['fen']!r} is no position")
    return Extreme(scores[-1] - 1, document["fen"])


def _read_number(document: Any, name: str | int, least: int, most: int) -> int:
    number = document[name]
    # Strict, since True and 3.0 would pass for numbers of men.
    if type(number) is not int or not least <= number <= most:
        raise ValueError(f"{name!r} is {number!r} and should be from {least} to {most}")
    return number


def _format_extreme(extreme: Extreme | None) -> dict[str, Any] | None:
    return None if extreme is None else {"plies": extreme.plies, "fen": extreme.fen}
