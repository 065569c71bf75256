"""Game files: PGN as mill programs write it.

`read_games` reads a file game by game, `read_game` one of its games, `parse_game` a single game,
`write_games` writes a file. PlayOK's games, whose points have numbers, are read like all other
games.

>>> from merels.rules import pgn
>>> record = pgn.parse_game('[White "Ada"] 1. d6 f4 2. d2! {a good point} b4 *')
>>> record.headers["White"], [str(move) for move in record.moves]
('Ada', ['d6', 'f4', 'd2', 'b4'])
>>> record.to_game().fen()
'********/O*@*O*@*/******** w p p 2 7 2 7 0 0 0 0 0 0 0 4 3'

``docs/game-files.md`` describes the format and how broken files are read.
"""

from merels.rules.pgn.model import (
    GLYPHS,
    MAX_DEPTH,
    RESULTS,
    ROSTER,
    GameRecord,
    Node,
    format_variant,
    parse_variant,
)
from merels.rules.pgn.reader import GameReader, parse_game, read_game, read_games
from merels.rules.pgn.writer import append_game, format_game, write_games

__all__ = [
    "GLYPHS",
    "MAX_DEPTH",
    "RESULTS",
    "ROSTER",
    "GameReader",
    "GameRecord",
    "Node",
    "append_game",
    "format_game",
    "format_variant",
    "parse_game",
    "parse_variant",
    "read_game",
    "read_games",
    "write_games",
]
