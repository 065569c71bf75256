"""Nine Men's Morris, complete.

>>> import merels
>>> game = merels.Game()
>>> game.push(merels.Move.parse("d6"))
>>> len(game.legal_moves), game.outcome()
(23, None)
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from merels import svg
from merels._version import __version__
from merels.errors import (
    CorruptTableError,
    IllegalMoveError,
    MerelsError,
    MissingExtraError,
    MissingTableError,
    NotationError,
    PositionError,
)
from merels.rules import pgn
from merels.rules.color import BLACK, WHITE, Color
from merels.rules.game import NO_DRAW_RULES, DrawRules, Game
from merels.rules.move import Move
from merels.rules.outcome import Outcome, Reason
from merels.rules.position import Phase, Position
from merels.rules.value import DRAW, Result, Value
from merels.rules.variant import NINE_MENS_MORRIS, Variant

if TYPE_CHECKING:
    from merels.tables.tablebase import Tablebase

__all__ = [
    "BLACK",
    "DRAW",
    "NINE_MENS_MORRIS",
    "NO_DRAW_RULES",
    "WHITE",
    "Color",
    "CorruptTableError",
    "DrawRules",
    "Game",
    "IllegalMoveError",
    "MerelsError",
    "MissingExtraError",
    "MissingTableError",
    "Move",
    "NotationError",
    "Outcome",
    "Phase",
    "Position",
    "PositionError",
    "Reason",
    "Result",
    "Value",
    "Variant",
    "__version__",
    "open_book",
    "open_tablebase",
    "pgn",
    "results",
    "svg",
]


def open_book(path: str | os.PathLike[str] | None = None) -> Tablebase:
    """Open the book of first placings that ships with the package, or another one.

    It answers `probe` and `get` as tables do; see `open_tablebase`, which falls back on it.

    Raises `MissingExtraError` where the packages that read it are not installed.
    """
    try:
        from merels.tables import tablebase
    except ImportError as error:
        raise _explain_missing("the book needs", "engine") from error
    return tablebase.open_book(path)


def open_tablebase(
    path: str | os.PathLike[str] | None = None, cache_bytes: int | None = None
) -> Tablebase:
    """Open the tables of a folder; by default, the folder that ``merels solve`` writes to.

    ``cache_bytes`` bounds the decoded blocks that are kept in memory, 256 MB by default. The result
    is a context manager: see `merels.tables.tablebase.Tablebase` for what it answers. What the
    folder lacks is looked up in the book that ships; `Tablebase.source` tells which it was.

    Raises `MissingExtraError` where the packages that read tables are not installed.
    """
    try:
        from merels.tables import tablebase

        if cache_bytes is None:
            cache_bytes = tablebase.CACHE_BYTES
        return tablebase.open_tablebase(path, cache_bytes)
    except ImportError as error:
        raise _explain_missing("tables need", "engine") from error


def results() -> dict[str, Any]:
    """Return the figures of the solved game that ship with the package.

    The value of the empty board, the counts of every table, the opening and the longest game: what
    ``merels results`` gathers from tables. See ``docs/book.md`` for its members.

    >>> results()["format"]
    'merels-results'
    """
    import json
    from importlib.resources import files

    text = files("merels.reports").joinpath("results.json").read_bytes()
    document: dict[str, Any] = json.loads(text)
    return document


def _explain_missing(need: str, extra: str) -> MissingExtraError:
    return MissingExtraError(
        f"{need} packages that are not installed; add them with: pip install 'merels[{extra}]'"
    )
