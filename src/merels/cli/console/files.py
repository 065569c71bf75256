"""Games saved to files and loaded from them."""

from __future__ import annotations

from pathlib import Path

from merels.cli.console.match import Match
from merels.errors import NotationError
from merels.rules.game import Game


def parse_path(text: str) -> Path:
    """Return the path that ``text`` names, ``~`` for the home folder included.

    Raises `NotationError` where no file can have this name.
    """
    if "\0" in text:
        raise NotationError(f"{text!r} is no file name")
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise NotationError(f"{text!r} names the home of somebody unknown") from None


def save(path: Path, match: Match) -> None:
    """Write the game to a file, whole or not at all."""
    from merels.rules import pgn

    pgn.write_games(path, [pgn.from_game(match.game)])


def load(path: Path) -> Game:
    """Return the first game of a file."""
    from merels.rules import pgn

    for record in pgn.read_games(path):
        return record.to_game()
    raise NotationError(f"{str(path)!r} holds no game")


def describe_error(error: Exception) -> str:
    """Return on one line what went wrong."""
    if isinstance(error, OSError) and error.strerror:
        return f"{str(error.filename)!r}: {error.strerror}"
    return " ".join(str(error).split())
