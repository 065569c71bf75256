"""Games saved to files and loaded from them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from merels.cli.console.match import Match
from merels.errors import MerelsError, NotationError
from merels.rules.color import BLACK, WHITE
from merels.rules.game import DrawRules, Game
from merels.rules.outcome import Outcome, Reason


def exists(file: str) -> bool:
    """Whether there is a file of this name that a game can be saved to or loaded from.

    Raises `MerelsError` for names that no file can have, and for folders, devices and pipes.
    """
    with _naming(file, "use"):
        path = _parse_path(file)
        if path.exists() and not path.is_file():
            raise NotationError("it is no ordinary file")
        return path.exists()


def save(file: str, match: Match) -> None:
    """Write the game to a file, whole or not at all; raises `MerelsError` where that fails."""
    from merels.rules import pgn

    headers = {"Event": "Console game", "Date": f"{date.today():%Y.%m.%d}"}
    headers |= {str(color): name for color, name in match.names.items()}
    record = pgn.GameRecord.from_game(match.game, headers)
    with _naming(file, "save"):
        pgn.write_games(_parse_path(file), [record])


def load(file: str) -> Game:
    """Return the first game of a file, at its end.

    Where the file says that a side has won and the board does not, the other side has resigned.
    Raises `MerelsError` where there is no file or no game that can be played.
    """
    from merels.rules import pgn

    exists(file)
    with _naming(file, "load"):
        with pgn.read_games(_parse_path(file)) as games:
            record = next(games, None)
        if record is None:
            raise NotationError("it holds no game")
        game = record.to_game()
    game.draw_rules = DrawRules()  # only now: the file may go on past a draw
    for winner in (WHITE, BLACK):
        if record.result == Outcome(winner, Reason.RESIGNATION).result:
            game.resign(winner.other)
    return game


def _parse_path(file: str) -> Path:
    if "\0" in file:
        raise NotationError("it is no file name")
    try:
        return Path(file).expanduser()
    except RuntimeError:
        raise NotationError("nobody of this name has a home folder") from None


@contextmanager
def _naming(file: str, doing: str) -> Iterator[None]:
    """Let errors name the file as it was typed, and what could not be done with it."""
    shown = file if len(file) <= 80 else f"{file[:25]}...{file[-52:]}"  # the end tells most
    try:
        yield
    except OSError as error:
        problem = error.strerror or str(error)
        raise MerelsError(f"cannot {doing} {shown!r}: {problem}") from None
    except MerelsError as error:
        raise MerelsError(f"cannot {doing} {shown!r}: {error}") from None
