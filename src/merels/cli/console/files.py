"""Games saved to files and loaded from them."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from merels.cli.console.match import Match
from merels.errors import NotationError
from merels.rules.color import BLACK, WHITE
from merels.rules.game import DrawRules, Game
from merels.rules.outcome import Outcome, Reason


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

    headers = {"Event": "Console game", "Date": f"{date.today():%Y.%m.%d}"}
    headers |= {str(color): name for color, name in match.names.items()}
    pgn.write_games(path, [pgn.GameRecord.from_game(match.game, headers)])


def load(path: Path) -> Game:
    """Return the first game of a file, at its end.

    Where the file says that a side has won and the board does not, the other side has resigned.
    Raises `MerelsError` where the file holds no game that can be played.
    """
    from merels.rules import pgn

    record = next(iter(pgn.read_games(path)), None)
    if record is None:
        raise NotationError(f"{str(path)!r} holds no game")
    game = record.to_game()
    game.draw_rules = DrawRules()  # only now: the file may go on past a draw
    for winner in (WHITE, BLACK):
        if record.result == Outcome(winner, Reason.RESIGNATION).result:
            game.resign(winner.other)
    return game


def describe_error(error: Exception) -> str:
    """Return on one line what went wrong."""
    if isinstance(error, OSError) and error.strerror:
        return f"{str(error.filename)!r}: {error.strerror}"
    return " ".join(str(error).split())
