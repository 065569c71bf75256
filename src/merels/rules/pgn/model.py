"""The content of a game file: headers and moves, with comments, glyphs and variations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from merels.errors import MerelsError, NotationError, advise, quote
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.outcome import NO_DRAW_RULES, DrawRules
from merels.rules.position import Position
from merels.rules.text import GameState, parse_fen
from merels.rules.variant import (
    NINE_MENS_MORRIS,
    RULES,
    VARIANTS,
    Blocked,
    Captures,
    Flying,
    FullBoard,
    Placing,
    Variant,
)

ROSTER: Final = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}
"""The seven tags that every game is written with, in order, and their default values."""

UNFINISHED: Final = "*"
RESULTS: Final = ("1-0", "0-1", "1/2-1/2", UNFINISHED)
"""The possible results."""

GLYPHS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""Glyphs that have a sign, and their numbers; all other glyphs are written ``$n``."""

LAST_GLYPH: Final = 255

MAX_DEPTH: Final = 64
"""How deep variations may be nested: more than anyone writes, and safe for recursion."""


@dataclass(slots=True)
class Node:
    """A move with its annotations.

    ``comments_before`` precede the move, ``comments`` follow it. Each of ``variations`` is a line
    that starts with an alternative to this move. White space in comments is collapsed.
    """

    move: Move
    comments_before: list[str] = field(default_factory=list)
    glyphs: list[int] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    variations: list[list[Node]] = field(default_factory=list)


@dataclass(slots=True)
class GameRecord:
    """A game as stored in a file.

    ``headers`` are the tags in order; they alone determine the start and the variant. ``comments``
    precede the first move. ``mainline`` is the game as played. ``marker`` is the result after the
    last move, None if the file has none. ``own`` is a variant that no program knows by its title,
    such as one from a file.

    >>> record = GameRecord.from_game(Game(), {"White": "Ada"})
    >>> record.result, record.headers["White"], record.headers["PlyCount"]
    ('*', 'Ada', '0')
    """

    headers: dict[str, str] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    mainline: list[Node] = field(default_factory=list)
    marker: str | None = None
    own: Variant | None = None

    @classmethod
    def from_game(
        cls, game: Game, headers: Mapping[str, str] | None = None, *, result: str | None = None
    ) -> GameRecord:
        """Record the moves of a game so far, without moves that were taken back.

        ``headers`` add players, date and other tags, but Variant, PlyCount, SetUp, FEN and Result
        (``*`` if the game is not over) always come from the game itself. ``result`` replaces the
        game's own result, for example after a loss on time.

        Raises `NotationError` if ``result`` is not one of `RESULTS`.
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
        mainline = [Node(move) for move in game.history]
        return cls(tags, mainline=mainline, marker=result, own=unknown_by_title(game.variant))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the main line."""
        return tuple(node.move for node in self.mainline)

    @property
    def variant(self) -> Variant:
        """The variant named in the headers; raises as `parse_variant` does."""
        return variant_of(self.headers, self.own)

    @property
    def start(self) -> GameState:
        """The start of the game, with its counters; raises as `start_of` does."""
        return start_of(self.headers, self.variant)

    @property
    def result(self) -> str:
        """The result: the Result tag, else the marker after the moves, else ``*``.

        If tag and marker disagree, the tag wins unless it is ``*``.
        """
        tag = self.headers.get("Result")
        if tag in RESULTS and tag != UNFINISHED:
            return tag
        return self.marker or UNFINISHED

    def to_game(self, draw_rules: DrawRules = NO_DRAW_RULES) -> Game:
        """Return a game at the end of the main line.

        Draw rules are off by default, since a recorded game may continue after a third repetition
        or 100 plies without a capture.

        Raises `IllegalMoveError` if a move is illegal; records that were read contain no illegal
        move.
        """
        game = Game.from_state(self.start, draw_rules=draw_rules)
        for move in self.moves:
            game.push(move)
        return game

    def __str__(self) -> str:
        from merels.rules.pgn.writer import format_game

        return format_game(self)


def variant_of(headers: Mapping[str, str], own: Variant | None = None) -> Variant:
    """Return the variant named in ``headers``, by default the standard game.

    ``own`` is recognised by its title, besides the variants that ship.
    """
    text = headers.get("Variant")
    if own is not None and text == format_variant(own):
        return own
    return NINE_MENS_MORRIS if text is None else parse_variant(text)


def start_of(headers: Mapping[str, str], variant: Variant) -> GameState:
    """Return the start of a game: the FEN in ``headers``, or the empty board.

    Raises `NotationError` or `PositionError` for a bad FEN, or for SetUp "1" without a FEN.
    """
    fen = headers.get("FEN")
    if fen is not None:
        return parse_fen(fen, variant)
    if headers.get("SetUp") == "1":
        raise NotationError('the tag SetUp "1" needs a FEN tag')
    return GameState(Position.start(variant))


# The Variant tag: a variant as text.

_REMARKS: Final[Mapping[str, Mapping[str | bool, str]]] = {
    "flying": {
        Flying.NEVER: "no flying",
        Flying.THREE_ON_BOARD: "flying",
        Flying.THREE_IN_ALL: "flying with three in all",
    },
    "placing": {Placing.FIRST: "placing first", Placing.ANY_TURN: "place or move"},
    "full_board": {FullBoard.LOSS: "full board loses", FullBoard.DRAW: "full board draws"},
    "captures": {
        Captures.AT_ONCE: "mills capture at once",
        Captures.AFTER_PLACING: "captures after placing",
    },
    "protected": {True: "mills protect", False: "mills do not protect"},
    "several": {True: "two mills take two", False: "two mills take one"},
    "blocked": {Blocked.LOSS: "blocked loses", Blocked.GIVE_WAY: "blocked passes"},
    "return_ban": {True: "return ban", False: "no return ban"},
}
"""How a rule that differs from the rules of the title is written."""

_RULES: Final = {
    text: (rule, value) for rule, texts in _REMARKS.items() for value, text in texts.items()
}
_MEN: Final = re.compile(r"([0-9]{1,2}) men")
_DRAWS: Final = re.compile(r"drawn after ([0-9 +-]+)")
_NO_DRAWS: Final = "no draw by men"
_NO_FLYING: Final = re.compile(r"\b(?:no|without) fly\w*")
_STANDARD: Final = ("", "standard", "default", "mill", "mühle", "muehle", "merels", "morris")
"""Other programs' names of the standard game, besides its title."""

_COUNT: Final = re.compile(r"\b(\w+?)[ -]?m[ae]n")
_BY_COUNT: Final = {
    count: name
    for number, name in (
        *((3, "three"), (5, "five"), (6, "six"), (9, "nine")),
        *((10, "ten"), (11, "eleven"), (12, "twelve")),
    )
    for count in (str(number), name)
}
"""Variants by the number of men in a title."""

_BY_NAME: Final = ("lasker", "morabaraba", "shax")
"""Variants by a word of their title."""
# Names of games with other lines or rules.
_OTHER_GAME: Final = re.compile(r"filja|nerenchi|gonu|chess|checkers|draughts|reversi|othello")


def format_variant(variant: Variant) -> str:
    """Return the text of the Variant tag for ``variant``.

    >>> format_variant(Variant()), format_variant(VARIANTS["lasker"])
    ("Nine Men's Morris", 'Lasker Morris')
    >>> format_variant(Variant(flying=False, men=12))
    "Nine Men's Morris (12 men, no flying)"
    """
    base = VARIANTS.get(variant.name, variant)
    remarks = []
    if variant.men != base.men:
        remarks.append(f"{variant.men} men")
    for rule, texts in _REMARKS.items():
        value = getattr(variant, rule)
        if value != getattr(base, rule):
            remarks.append(texts[value])
    if variant.draw_after != base.draw_after:
        draws = "+".join(variant.draw_after)
        remarks.append(f"drawn after {draws}" if draws else _NO_DRAWS)
    return f"{variant.title} ({', '.join(remarks)})" if remarks else variant.title


def parse_variant(text: str) -> Variant:
    """Return the variant named by a Variant tag.

    Besides titles, it knows what other programs call the games; ``Standard`` and ``?`` are the
    standard game.

    >>> parse_variant("Nine Men's Morris (no flying)")
    variant('nine:flying=never')
    >>> parse_variant("Twelve men's morris"), parse_variant("Morabaraba"), parse_variant("Standard")
    (variant('twelve'), variant('morabaraba'), variant('nine'))

    Raises `NotationError` if the text names another game or an unknown game, and
    `VariantError` if it gives too few or too many men.
    """
    plain = " ".join(text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").casefold().split())
    name, _, remarks = plain.partition("(")
    base = _find(name)
    if base is None:
        titles = [variant.title for variant in VARIANTS.values()]
        known = (
            f"the variants are {', '.join(titles)}; a variant of your own is known by its title if "
            "it is given as --variant, or as own= in Python"
        )
        raise NotationError(f"{quote(text)} is not a known variant", advise(text, titles, known))
    changes: dict[str, Any] = {}
    for remark in (each.strip() for each in remarks.rstrip(") ").split(",")):
        if men := _MEN.fullmatch(remark):
            changes["men"] = int(men[1])
        elif draws := _DRAWS.fullmatch(remark):
            changes["draw_after"] = draws[1]
        elif remark == _NO_DRAWS:
            changes["draw_after"] = ()
        elif remark in _RULES:
            rule, value = _RULES[remark]
            changes[rule] = value
    if _NO_FLYING.search(plain):
        changes["flying"] = Flying.NEVER
    return replace(base, **changes) if changes else base


def without_ban(variant: Variant) -> Variant | None:
    """Return what a variant called Morabaraba meant before it had its return ban, else None."""
    if variant.name != "morabaraba" or not variant.return_ban:
        return None
    kept = {
        rule: getattr(variant, rule) for rule in RULES if rule not in ("return_ban", "draw_after")
    }
    return replace(VARIANTS["twelve"], **kept)


def unknown_by_title(variant: Variant) -> Variant | None:
    """Return a variant that its tag alone does not identify, such as one from a file, or None."""
    try:
        return None if parse_variant(format_variant(variant)) == variant else variant
    except MerelsError:
        return variant


def _find(name: str) -> Variant | None:
    """Return the variant that a title names, or None."""
    for word in _BY_NAME:
        if word in name:
            return VARIANTS[word]
    count = _COUNT.search(name)
    if count is not None and not _OTHER_GAME.search(name):
        return VARIANTS.get(_BY_COUNT.get(count[1], ""))
    return NINE_MENS_MORRIS if _NO_FLYING.sub("", name).strip(" -?") in _STANDARD else None
