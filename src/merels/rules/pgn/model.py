"""What a game file holds: a record of headers and moves, with comments, glyphs and variations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from merels.errors import NotationError
from merels.rules.game import NO_DRAW_RULES, DrawRules, Game
from merels.rules.move import Move
from merels.rules.pgn.variants import format_variant, parse_variant
from merels.rules.position import Position
from merels.rules.state import GameState
from merels.rules.text.fen import parse_fen
from merels.rules.variant import NINE_MENS_MORRIS, Variant

ROSTER: Final = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}
"""The seven tags that every game is written with, in their order, and what they say by default."""

UNFINISHED: Final = "*"
RESULTS: Final = ("1-0", "0-1", "1/2-1/2", UNFINISHED)
"""What may end the moves of a game."""

GLYPHS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""Annotation glyphs that have a sign of their own; the rest are written ``$n``."""

LAST_GLYPH: Final = 255

MAX_DEPTH: Final = 64
"""How deep variations may be nested: far more than people write, and safe to walk."""


@dataclass(slots=True)
class Node:
    """A move with what is said about it.

    ``comments_before`` precede the move, ``comments`` follow it. Each of ``variations`` is a line
    that begins with another move in place of this one. White space in comments counts as one space.
    """

    move: Move
    comments_before: list[str] = field(default_factory=list)
    glyphs: list[int] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    variations: list[list[Node]] = field(default_factory=list)


@dataclass(slots=True)
class GameRecord:
    """A game as a file keeps it.

    ``headers`` are the tags in their order; they alone say where the game starts and in which
    variant. ``comments`` precede the first move. ``mainline`` is the game that was played.
    ``marker`` is the result behind the last move, None where the file has none.

    >>> record = GameRecord.from_game(Game(), {"White": "Ada"})
    >>> record.result, record.headers["White"], record.headers["PlyCount"]
    ('*', 'Ada', '0')
    """

    headers: dict[str, str] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    mainline: list[Node] = field(default_factory=list)
    marker: str | None = None

    @classmethod
    def from_game(
        cls, game: Game, headers: Mapping[str, str] | None = None, *, result: str | None = None
    ) -> GameRecord:
        """Record a game as it stands; moves that were taken back are not part of it.

        ``headers`` add names, date and what else is known. What the game itself says is taken from
        the game: Variant, PlyCount (whole turns), SetUp and FEN where it did not start from the
        empty board, and Result, ``*`` while it goes on. ``result`` overrules the game's own, for
        games that were ended by somebody else.

        Raises `NotationError` where ``result`` is none.
        """
        if result is None:
            outcome = game.outcome()
            result = UNFINISHED if outcome is None else outcome.result
        elif result not in RESULTS:
            raise NotationError(f"{result!r} is not a result; use {', '.join(RESULTS)}")
        own = {
            "Result": result,
            "Variant": format_variant(game.variant),
            "PlyCount": str(game.ply),
        }
        if game.start_fen != Position.start(game.variant).fen():
            own |= {"SetUp": "1", "FEN": game.start_fen}
        tags = ROSTER | own
        for name, text in (headers or {}).items():
            if name not in own and name not in ("SetUp", "FEN"):
                tags[name] = text
        return cls(tags, mainline=[Node(move) for move in game.history], marker=result)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the main line."""
        return tuple(node.move for node in self.mainline)

    @property
    def variant(self) -> Variant:
        """The variant that the headers name; raises as `parse_variant` does."""
        return variant_of(self.headers)

    @property
    def start(self) -> GameState:
        """Where the game starts, counters included; raises as `start_of` does."""
        return start_of(self.headers, self.variant)

    @property
    def result(self) -> str:
        """The result: what the Result tag says, or else the marker behind the moves, or ``*``.

        Where the two contradict each other the tag is right, unless it calls a finished game
        unfinished.
        """
        tag = self.headers.get("Result")
        if tag in RESULTS and tag != UNFINISHED:
            return tag
        return self.marker or UNFINISHED

    def to_game(self, draw_rules: DrawRules = NO_DRAW_RULES) -> Game:
        """Return a game at the end of the main line.

        By default it knows no draw rules, since a file may go on past a third repetition or
        100 plies without a removal.

        Raises `IllegalMoveError` where a move is illegal; those of a record that was read are not.
        """
        game = Game.from_state(self.start, draw_rules=draw_rules)
        for move in self.moves:
            game.push(move)
        return game

    def __str__(self) -> str:
        from merels.rules.pgn.writer import format_game

        return format_game(self)


def variant_of(headers: Mapping[str, str]) -> Variant:
    """Return the variant that ``headers`` name, by default the standard game."""
    text = headers.get("Variant")
    return NINE_MENS_MORRIS if text is None else parse_variant(text)


def start_of(headers: Mapping[str, str], variant: Variant) -> GameState:
    """Return the start that ``headers`` give: the FEN where there is one, or the empty board.

    Raises `NotationError` or `PositionError` for a bad FEN, and for SetUp "1" without any.
    """
    fen = headers.get("FEN")
    if fen is not None:
        return parse_fen(fen, variant)
    if headers.get("SetUp") == "1":
        raise NotationError('SetUp "1" announces a position, but there is no FEN tag')
    return GameState(Position.start(variant))
