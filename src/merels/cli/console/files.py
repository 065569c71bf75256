"""Save games to files and load them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final

from merels.cli.console.commands import unquote
from merels.cli.console.game import ConsoleGame
from merels.errors import MerelsError, NotationError
from merels.rules.color import BLACK, WHITE
from merels.rules.game import Game
from merels.rules.outcome import DrawRules, Outcome, Reason
from merels.rules.variant import Variant

if TYPE_CHECKING:
    from merels.rules.pgn import GameRecord

MOST_LISTED: Final = 20
"""How many games of a file are listed; later ones can still be loaded by their numbers."""


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


def split_number(text: str) -> tuple[str, int | None]:
    """Return a file name and the number of a game after it, None without one.

    If a file of the whole text exists, the text is its name. Raises as `exists` does.
    """
    match = re.fullmatch(r"(.*\S)\s+([0-9]{1,9})", text)
    if match is None or exists(text):
        return text, None
    return unquote(match[1]), int(match[2])


def list_games(file: str, own: Variant | None = None) -> list[str]:
    """Return a line for each game of a file, up to `MOST_LISTED` and one more.

    ``own`` is a variant to recognise besides those that ship.

    Raises `MerelsError` if there is no file.
    """
    from merels.rules import pgn

    exists(file)
    lines: list[str] = []
    with _naming(file, "load"), pgn.read_games(_parse_path(file), own=own) as games:
        while len(lines) <= MOST_LISTED:
            try:
                record = next(games, None)
            except MerelsError as error:
                lines.append(f"cannot be read: {error}")
                continue
            if record is None:
                break
            lines.append(_describe(record))
    return lines


def _describe(record: GameRecord) -> str:
    white, black, date = (record.headers.get(name, "?") for name in ("White", "Black", "Date"))
    count = len(record.moves)
    parts = [f"{white} - {black}", date, record.result, f"{count} move{'s' * (count != 1)}"]
    return ", ".join(part for part in parts if part.strip("?."))


def load(file: str, number: int = 1, own: Variant | None = None) -> Game:
    """Return a game of a file, at its end; ``own`` is as for `list_games`.

    If the file gives a winner and the board does not, the other side has resigned.
    Raises `MerelsError` if there is no file or no such game in it, or if it cannot be played.
    """
    from merels.rules import pgn

    exists(file)
    with _naming(file, "load"):
        record = pgn.read_game(_parse_path(file), number, own=own)
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
