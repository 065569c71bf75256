"""Nine Men's Morris, complete.

>>> import merels
>>> game = merels.Game()
>>> game.push(merels.Move.parse("d6"))
>>> len(game.legal_moves), game.outcome()
(23, None)
"""

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
from merels.rules.variant import NINE_MENS_MORRIS, Variant

__all__ = [
    "BLACK",
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
    "Variant",
    "__version__",
    "pgn",
]
