"""How the games of a match begin: at random, or from a file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from merels.engine.players.plain import Generator, derive_seed
from merels.errors import MerelsError, NotationError
from merels.rules import pgn
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.outcome import NO_DRAW_RULES
from merels.rules.position import Position
from merels.rules.variant import NINE_MENS_MORRIS, Variant

MOST_OPENING_PLIES: Final = 40
"""Longer random openings would often be finished games."""

MOST_ATTEMPTS: Final = 1000
"""How many random games are tried to find a game that lasts."""


def parse_openings(text: str) -> int | None:
    """Return the number of plies in ``random:PLIES``, or None if ``text`` names a file.

    >>> parse_openings("random:4"), parse_openings("openings.txt")
    (4, None)

    Raises `NotationError` for ``random`` without a valid number.
    """
    if not re.match(r"random(:|$)", text):
        return None
    found = re.fullmatch(r"random:([0-9]{1,2})", text, re.ASCII)
    plies = int(found[1]) if found else -1
    if not 0 <= plies <= MOST_OPENING_PLIES:
        raise NotationError(
            f"{text!r} does not name openings; write random:PLIES with 0 to {MOST_OPENING_PLIES} "
            "plies, or the name of a file"
        )
    return plies


def random_opening(plies: int, seed: int, variant: Variant = NINE_MENS_MORRIS) -> Game:
    """Return an unfinished game of random moves.

    >>> random_opening(4, seed=1).ply
    4

    Raises `NotationError` if no opening is found: the games of a variant may all be shorter.
    """
    for attempt in range(MOST_ATTEMPTS):
        generator = Generator(derive_seed(seed, attempt))
        game = Game(variant=variant)
        while game.ply < plies and game.outcome() is None:
            moves = list(game.legal_moves)
            game.push(moves[generator.choice(len(moves))])
        if game.outcome() is None:
            return game
    raise NotationError(f"random games of {variant.title} do not last {plies} plies; play fewer")


def read_openings(
    path: str | os.PathLike[str], variant: Variant = NINE_MENS_MORRIS
) -> tuple[Game, ...]:
    """Return games at the end of their openings, from a PGN file or from lines of text.

    A line holds a FEN, or moves from the empty board, or a FEN, the word ``moves`` and moves. A
    capture may follow its move directly (``d6xb4``) or as a word of its own (``d6 xb4``). Empty
    lines, and lines that begin with ``#``, are ignored. The games of a PGN file must be of the same
    ``variant``.

    Raises `NotationError`, `PositionError` or `IllegalMoveError`, which name file and line, and
    `OSError`.
    """
    file = Path(path)
    read = _read_games if file.suffix.lower() == ".pgn" else _read_lines
    openings = tuple(read(file, variant))
    if not openings:
        raise NotationError(f"{str(file)!r} contains no openings")
    return openings


def _read_games(file: Path, variant: Variant) -> Iterator[Game]:
    with _at(str(file)):
        for number, record in enumerate(pgn.read_games(file, own=variant), start=1):
            with _at(f"game {number}"):
                if record.variant != variant:
                    titles = map(pgn.format_variant, (record.variant, variant))
                    raise NotationError("it is {}, but the match is {}".format(*titles))
                yield _begin(record.to_game().start_fen, record.moves, variant)


def _read_lines(file: Path, variant: Variant) -> Iterator[Game]:
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise NotationError(
            f"{str(file)!r} is not UTF-8 text: byte {error.start} is "
            f"0x{error.object[error.start]:02x}"
        ) from None
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text and not text.startswith("#"):
            with _at(f"{file}: line {number}"):
                yield _parse_line(text, variant)


def _parse_line(text: str, variant: Variant) -> Game:
    words = text.split()
    start, tokens = Position.start(variant).fen(), words
    if set(words[0]) & set("*@/"):  # characters of boards that no move has
        place = words.index("moves") if "moves" in words else len(words)
        start, tokens = " ".join(words[:place]), words[place + 1 :]
    game = Game.from_fen(start, variant=variant, draw_rules=NO_DRAW_RULES)
    for token in tokens:
        game.push_action(token)
    if game.pending is not None:
        raise NotationError(f"{text!r} ends in mid-turn; append the capture")
    return _begin(game.start_fen, game.history, variant)


def _begin(start_fen: str, moves: Iterable[Move], variant: Variant) -> Game:
    """Return a game at the end of an opening; raise a `MerelsError` if it is illegal or over."""
    game = Game.from_fen(start_fen, variant=variant)
    for move in moves:
        game.push(move)
    outcome = game.outcome()
    if outcome is not None:
        raise NotationError(f"the game is already over: {outcome.reason.value}")
    return game


@contextmanager
def _at(place: str) -> Iterator[None]:
    """Add the place of an error to its message."""
    try:
        yield
    except MerelsError as error:
        raise NotationError(f"{place}: {error}") from None
