"""Save games to files and load them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from merels.cli.console.game import ConsoleGame
from merels.errors import MerelsError, NotationError
from merels.rules.color import BLACK, WHITE
from merels.rules.game import Game
from merels.rules.outcome import DrawRules, Outcome, Reason


def exists(file: str) -> bool:
    """Whether a regular file of this name exists.

    Raises `MerelsError` for invalid names, and for folders, devices and pipes.
    """
    with _naming(file, "use"):
        path = _parse_path(file)
        if path.exists() and not path.is_file():
            raise NotationError("it is not a regular file")
        return path.exists()


def save(file: str, current: ConsoleGame) -> None:
    """Save the game to a file, completely or not at all; raises `MerelsError` if that fails."""
    from merels.rules import pgn

    headers = {"Event": "Console game", "Date": f"{date.today():%Y.%m.%d}"}
    headers |= {str(color): name for color, name in current.names.items()}
    record = pgn.GameRecord.from_game(current.game, headers)
    with _naming(file, "save"):
        pgn.write_games(_parse_path(file), [record])


def load(file: str) -> Game:
    """Return the first game of a file, at its end.

    If the file gives a winner and the board does not, the other side has resigned.
    Raises `MerelsError` if there is no file or no playable game in it.
    """
    from merels.rules import pgn

    exists(file)
    with _naming(file, "load"):
        with pgn.read_games(_parse_path(file)) as games:
            record = next(games, None)
        if record is None:
            raise NotationError("it contains no game")
        game = record.to_game()
    game.draw_rules = DrawRules()  # only now: the file may continue past a draw
    for winner in (WHITE, BLACK):
        if record.result == Outcome(winner, Reason.RESIGNATION).result:
            game.resign(winner.other)
    return game


def _parse_path(file: str) -> Path:
    if "\0" in file:
        raise NotationError("it is not a file name")
    try:
        return Path(file).expanduser()
    except RuntimeError:
        raise NotationError("there is no home folder for this user") from None


@contextmanager
def _naming(file: str, doing: str) -> Iterator[None]:
    """Make errors name the file as typed, and what could not be done with it."""
    shown = file if len(file) <= 80 else f"{file[:25]}...{file[-52:]}"  # the end matters most
    try:
        yield
    except (OSError, MerelsError) as error:
        problem = (isinstance(error, OSError) and error.strerror) or error
        raise MerelsError(f"cannot {doing} {shown!r}: {problem}") from None
