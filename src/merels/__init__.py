"""Nine Men's Morris, complete.

>>> import merels
>>> game = merels.Game()
>>> game.push(merels.Move.parse("d6"))
>>> len(game.legal_moves), game.outcome()
(23, None)
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

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
    from merels.tablebase.tablebase import Tablebase

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
    "open_tablebase",
    "pgn",
]


def open_tablebase(
    path: str | os.PathLike[str] | None = None, cache_bytes: int | None = None
) -> Tablebase:
    """Open the tables of a folder; by default, the folder that ``merels solve`` writes to.

    ``cache_bytes`` bounds the decoded blocks that are kept in memory, 256 MB by default. The result
    is a context manager: see `merels.tablebase.tablebase.Tablebase` for what it answers.

    Raises `MissingExtraError` where the packages that read tables are not installed.
    """
    try:
        from merels.tablebase import tablebase

        if cache_bytes is None:
            cache_bytes = tablebase.CACHE_BYTES
        return tablebase.open_tablebase(path, cache_bytes)
    except ImportError as error:
        raise MissingExtraError(
            "tables need packages that are not installed; add them with: "
            "pip install 'merels[solve]'"
        ) from error
