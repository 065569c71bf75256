"""The variant of a table or a book, as its header describes it."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, replace
from enum import Enum
from math import comb
from typing import Any, Final

import numpy as np

from merels.rules.variant import RULES, VARIANTS, Variant, describe
from merels.values.format.source import Preamble
from merels.values.layout.homes import Stage, shipped_on
from merels.values.layout.key import TableKey, has_tables
from merels.values.layout.statistics import Extreme, Statistics


def format_variant(variant: Variant) -> dict[str, Any]:
    """Return a variant as JSON: on nine men's board only what may differ, else all its fields.

    >>> format_variant(Variant())
    {'men': 9, 'flying': True}
    """
    if variant == Variant(bool(variant.flying), variant.men):
        return {"men": variant.men, "flying": bool(variant.flying)}
    return spell_out(variant)


def spell_out(variant: Variant) -> dict[str, Any]:
    """Return a variant as JSON: its name and rules, and its board unless the board ships.

    >>> spell_out(Variant())["flying"]
    <Flying.THREE_ON_BOARD: 'three-on-board'>
    """
    rules = {"name": variant.name} | {rule: getattr(variant, rule) for rule in RULES}
    return rules if shipped_on(variant.board) else rules | _format_board(variant)


def _format_board(variant: Variant) -> dict[str, Any]:
    """Return the board as a variant's file has it."""
    board = variant.board

    def name(group: tuple[int, ...]) -> str:
        return " ".join(board.names[point] for point in group)

    return {
        "title": variant.title,
        "points": " ".join(board.names),
        "parts": [name(part) for part in board.parts],
        "lines": [name(line) for line in board.lines],
        "edges": [name(edge) for edge in board.edges],
    }


def parse_variant(document: dict[str, Any]) -> Variant:
    """Return the variant that `format_variant` or `spell_out` has described.

    Raises `ValueError` or `TypeError` if the document does not describe a variant.
    """
    if "points" in document:
        return describe(document)
    fields = {rule: document[rule] for rule in RULES if rule in document}
    if type(fields["men"]) is not int:  # True would pass as a number
        raise ValueError(f"'men' is {fields['men']!r} and should be a number")
    if "name" in document:
        return replace(VARIANTS[document["name"]], **fields)
    return Variant(_read_flag(fields, "flying"), fields["men"])


# The header of a table file: what the table holds, as JSON after a magic number.

# The line ends reveal a file that was converted as text on its way.
PREAMBLE: Final = Preamble(b"MERELS\r\n", 2, "Merels table", "header", oldest=1)
BLOCK_SLOTS: Final = 1 << 16
PACKED_BLOCK_SLOTS: Final = 1 << 13  # half as many take 0.6 % (9-9) to 7 % (6-7) more bytes
"""Fewer for packed blocks, which take longer to decode: a probe should take less than 2 ms."""
LARGEST_BLOCK: Final = 1 << 24
LARGEST_MODEL: Final = 1 << 20
MOST_PACKED_POINTS: Final = 24
"""The contexts of packed blocks know boards of up to three squares of eight points."""
SCORES: Final = {1: 256, 2: 1024}
"""How many scores there are, by their bytes: more than the longest games take."""

OF_VERSION_1: Final = {"stored": True, "sha256": None, "score_bytes": 1}
"""The fields that headers of version 1 lack, apart from the rules."""


class Kind(Enum):
    """What a table stores for each position."""

    DISTANCE = "distance"
    """The exact score, one byte per slot, or two where games are long (`Header.score_bytes`).

    The *score* is 0 for a draw, else the plies to the end plus 1; even scores are won and odd
    scores lost for the side to move. So 1 is lost now, 2 is won by the next move.
    Elsewhere the *value* of a position is a `Value`; see `Value.from_score`.
    """

    WDL = "wdl"
    """Win, draw or loss only, five slots per byte."""


class Codec(Enum):
    """How the blocks of a table are compressed."""

    ZSTD = "zstd"
    PACKED = "packed"


@dataclass(frozen=True, slots=True)
class Header:
    """The description of a table.

    Raises `ValueError` if no kernel could read the blocks: then no file is written or read.
    """

    key: TableKey
    kind: Kind
    statistics: Statistics
    block_slots: int = BLOCK_SLOTS
    codec: Codec = Codec.ZSTD
    stored: bool = True
    """Whether the file has blocks; if not, its values follow from other tables."""
    sha256: str | None = None
    """The digest of values that are left out, so that they can be checked once they are rebuilt."""
    model_bytes: int = 0
    """The size of the model that packed blocks are coded by; 0 if there is no model."""
    score_bytes: int = 1
    """The bytes of each score; two if a game is longer than one byte can hold."""
    version: int = PREAMBLE.version
    """The version of the file's format; files are always written in the last version."""

    def __post_init__(self) -> None:
        if self.score_bytes > 1 and (self.has_model or self.kind is Kind.WDL):
            raise ValueError(f"scores of {self.score_bytes} bytes are exact and not packed")
        if self.codec is Codec.PACKED and self.key.points > MOST_PACKED_POINTS:
            raise ValueError(
                f"codec 'packed' on a board of {self.key.points} points; packed blocks are of "
                f"boards of at most {MOST_PACKED_POINTS}"
            )

    @property
    def block_count(self) -> int:
        """How many blocks the file has."""
        return -(-self.statistics.positions // self.block_slots) if self.stored else 0

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the scores in memory."""
        return np.dtype(np.uint8 if self.score_bytes == 1 else np.uint16)

    @property
    def has_model(self) -> bool:
        """Whether the file has a model, which its blocks are coded by."""
        return self.stored and self.codec is Codec.PACKED


def format_header(header: Header) -> bytes:
    """Return the beginning of a file, its checksum included."""
    key, statistics = header.key, header.statistics
    document = {
        "format": "merels-table",
        "rules": key.variant.digest,
        "variant": format_variant(key.variant),
        "own": key.own,
        "enemy": key.enemy,
        "own_in_hand": key.own_in_hand,
        "enemy_in_hand": key.enemy_in_hand,
        **({"stage": key.stage.name.lower()} if key.stage else {}),
        "kind": header.kind.value,
        "stored": header.stored,
        "sha256": header.sha256,
        "codec": header.codec.value,
        "score_bytes": header.score_bytes,
        "block_slots": header.block_slots,
        "positions": statistics.positions,
        "wins": statistics.wins,
        "draws": statistics.draws,
        "losses": statistics.losses,
        "longest_win": statistics.longest_win and asdict(statistics.longest_win),
        "longest_loss": statistics.longest_loss and asdict(statistics.longest_loss),
        "histogram": list(statistics.histogram),
    }
    if header.model_bytes:
        document["model_bytes"] = header.model_bytes
    return PREAMBLE.format(document)


def parse_header(data: bytes) -> tuple[Header, int, int]:
    """Parse the beginning of a file; return the header, its length in bytes and its checksum.

    Raises `CorruptTableError`.
    """
    return PREAMBLE.parse(data, _read_document)


def _read_document(document: dict[str, Any], version: int) -> Header:
    if document["format"] != "merels-table":
        raise ValueError(f"format {document['format']!r}; this program reads 'merels-table'")
    key = _read_key(document)
    if version == 1:
        document = document | OF_VERSION_1 | {"rules": key.variant.digest}
    if document["rules"] != key.variant.digest:
        raise ValueError(
            f"rules {document['rules']!r}; the rules of {key.name} are {key.variant.digest!r}"
        )
    points = len(key.variant.board.names)
    most = comb(points, key.own) * comb(points - key.own, key.enemy)
    score_bytes = _read_number(document, "score_bytes", min(SCORES), max(SCORES))
    header = Header(
        key,
        Kind(document["kind"]),
        _read_statistics(document, most),
        _read_number(document, "block_slots", 1, LARGEST_BLOCK),
        Codec(document["codec"]),
        _read_flag(document, "stored"),
        _read_digest(document["sha256"]),
        _read_number({"model_bytes": 0} | document, "model_bytes", 0, LARGEST_MODEL),
        score_bytes,
        version,
    )
    if header.has_model != (header.model_bytes > 0):
        raise ValueError(
            f"{header.model_bytes} bytes for the model of codec {header.codec.value!r}"
        )
    return header


def _read_key(document: dict[str, Any]) -> TableKey:
    variant = parse_variant(document["variant"])
    own, enemy, own_in_hand, enemy_in_hand = (
        _read_number(document, name, 0, variant.men)
        for name in ("own", "enemy", "own_in_hand", "enemy_in_hand")
    )
    if not has_tables(variant):
        raise ValueError("board or rules are none that tables can have")
    stage = Stage[document.get("stage", Stage.USUAL.name).upper()]
    key = TableKey(own, enemy, own_in_hand, enemy_in_hand, variant, stage)
    if not key.is_possible:
        raise ValueError(f"play never leads to the numbers of men {key.men}")
    return key


def _read_statistics(document: dict[str, Any], most: int) -> Statistics:
    """Read the counts, which must agree with each other; there are at most ``most`` positions."""
    positions = _read_number(document, "positions", 1, most)
    histogram = document["histogram"]
    # The width of the exact scores, also where only results are stored.
    scores = SCORES[document["score_bytes"] if document["kind"] == Kind.DISTANCE.value else 2]
    if not isinstance(histogram, list) or len(histogram) > scores:
        raise ValueError(f"the histogram is not a list of at most {scores} counts")
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
    """Read the longest win or loss; ``first`` is the lowest score that counts."""
    scores = [score for score in range(first, len(counts), 2) if counts[score]]
    if document is None and not scores:
        return None
    if document is None or not scores or document["plies"] != scores[-1] - 1:
        raise ValueError("the longest win or loss does not match the histogram")
    if not isinstance(document["fen"], str):
        raise ValueError(f"{document['fen']!r} is not a position")
    return Extreme(scores[-1] - 1, document["fen"])


def _read_number(document: Any, name: str | int, least: int, most: int) -> int:
    number = document[name]
    # Strict, since True and 3.0 would pass as numbers of men.
    if type(number) is not int or not least <= number <= most:
        raise ValueError(f"{name!r} is {number!r} and should be from {least} to {most}")
    return number


def _read_flag(document: Any, name: str) -> bool:
    flag = document[name]
    if not isinstance(flag, bool):
        raise ValueError(f"{name} is {flag!r} and should be true or false")
    return flag


def _read_digest(digest: object) -> str | None:
    if digest is None or (isinstance(digest, str) and re.fullmatch("[0-9a-f]{64}", digest)):
        return digest
    raise ValueError(f"sha256 is {digest!r} and should be 64 hexadecimal digits or null")
