"""Parse what the user types: commands and moves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from merels import BLACK, WHITE, DrawRules, Game, Move, Outcome, Phase, Position, Reason, Variant
from merels.cli.console.game import ConsoleGame
from merels.cli.shared.view import CONSOLE, Coordinates, list_phases
from merels.errors import MerelsError, NotationError
from merels.rules import pgn


@dataclass(frozen=True, slots=True)
class ConsoleCommand:
    """A command: its name, short forms, help text, and whether it takes a file name."""

    name: str
    short: tuple[str, ...]
    help: str
    takes_file: bool = False


COMMANDS: Final = (
    ConsoleCommand("help", ("h", "?"), "show this text"),
    ConsoleCommand("undo", ("u", "back"), "take back your last move"),
    ConsoleCommand("redo", ("r",), "replay what you took back"),
    ConsoleCommand("hint", ("i",), "show a good move"),
    ConsoleCommand("moves", ("m",), "list the legal moves"),
    ConsoleCommand("save", ("s",), "save the game to a file", takes_file=True),
    ConsoleCommand("load", ("l",), "continue a game from a file", takes_file=True),
    # Commands that end the game have no one-letter form: a typo must not lose the game.
    ConsoleCommand("resign", (), "give up"),
    ConsoleCommand("new", (), "start a new game"),
    ConsoleCommand("quit", ("q", "exit"), "leave"),
)
_LONGEST_WORD: Final = 24
_BY_WORD: Final = {word: command for command in COMMANDS for word in (command.name, *command.short)}


def parse_command(line: str) -> tuple[ConsoleCommand, str] | None:
    """Return the command on a line and its file name, or None if the line is a move.

    >>> command, file = parse_command("SAVE my first game.pgn")
    >>> command.name, file
    ('save', 'my first game.pgn')
    >>> parse_command("A1A4") is None
    True

    Raises `NotationError` if the file name is missing, or if a command is followed by more text.
    """
    word, *others = line.split(maxsplit=1) or [""]
    command = _BY_WORD.get(word.lower())
    if command is None:
        return None
    rest = unquote(others[0].strip()) if others else ""
    if command.takes_file and not rest:
        raise NotationError(f"{command.name} needs a file name: {command.name} FILE")
    if rest and not command.takes_file:
        raise NotationError(f"{command.name} takes no argument; type just {command.name}")
    return command, rest


def unquote(text: str) -> str:
    """Return a file name without the quotes around it, if it has any."""
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    return text


def parse_turn(line: str, position: Position, coordinates: Coordinates = CONSOLE) -> Move:
    """Return the move typed on a line, legal or not.

    In mid-turn a point names the man to capture. Spaces and hyphens between points are allowed.

    >>> parse_turn("a1 a4 xg7", Position.start()).console()
    'A1A4xG7'

    Raises `NotationError`.
    """
    text = re.sub(r"[\s-]+", "", line)
    coordinates = coordinates.on(position.board)
    if not text:
        raise NotationError("nothing was typed", _advise(position, coordinates))
    if text.lower() == "pass":
        return coordinates.parse(text.lower())
    if text.isalpha():
        word = text if len(text) <= _LONGEST_WORD else f"{text[:_LONGEST_WORD]}..."
        raise NotationError(f"{word!r} is neither a move nor a command; type help")
    if (position.removing or position.takings) and len(text) == 2:
        text = f"x{text}"
    try:
        return coordinates.parse(text)
    except NotationError as error:
        # The console gives its own advice, which suits the position and fits on the line.
        raise NotationError(error.problem, _advise(position, coordinates)) from None


def _advise(position: Position, coordinates: Coordinates) -> str:
    if position.removing or position.takings:
        return f"type a man to capture such as {coordinates.captured}, or help"
    examples = (
        coordinates.placing if phase is Phase.PLACING else coordinates.moving
        for phase in list_phases(position)
    )
    return f"type a move such as {' or '.join(examples)}, or help"


HELP_INDENT: Final = " " * len("save FILE  ")


def list_help(coordinates: Coordinates = CONSOLE) -> list[str]:
    """Return the help text, line by line."""
    moving, captured = coordinates.moving, coordinates.captured
    lines = [
        f"Type a point to place a man: {coordinates.placing}",
        f"Type two points to move a man: {moving}",
        f"Add the man that a mill captures: {moving}x{captured}",
        *coordinates.notes,
        "",
    ]
    for command in COMMANDS:
        name = f"{command.name} FILE" if command.takes_file else command.name
        short = f" (or {', '.join(command.short)})" if command.short else ""
        lines.append(f"{name:<{len(HELP_INDENT)}}{command.help}{short}")
    return lines


# Save games to files and load them.

MOST_LISTED: Final = 20
"""How many games of a file are listed; later games can still be loaded by their numbers."""


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
    headers = {"Event": "Console game", "Date": f"{date.today():%Y.%m.%d}"}
    headers |= {str(color): name for color, name in current.names.items()}
    record = pgn.GameRecord.from_game(current.game, headers)
    with _naming(file, "save"):
        pgn.write_games(_parse_path(file), [record])


def split_number(text: str) -> tuple[str, int | None]:
    """Return a file name and the number of a game after it, None without a number.

    If there is a file whose name is the whole text, the text is a name without a number. Raises as
    `exists` does.
    """
    match = re.fullmatch(r"(.*\S)\s+([0-9]{1,9})", text)
    if match is None or exists(text):
        return text, None
    return unquote(match[1]), int(match[2])


def list_games(file: str, variant: Variant | None = None) -> list[str]:
    """Return a line for each game of a file, up to `MOST_LISTED` and one more.

    ``variant`` is a variant to recognise besides the shipped variants.

    Raises `MerelsError` if there is no file.
    """
    exists(file)
    lines: list[str] = []
    with _naming(file, "load"), pgn.read_games(_parse_path(file), own=variant) as games:
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


def _describe(record: pgn.GameRecord) -> str:
    white, black, date = (record.headers.get(name, "?") for name in ("White", "Black", "Date"))
    count = len(record.moves)
    parts = [f"{white} - {black}", date, record.result, f"{count} move{'s' * (count != 1)}"]
    return ", ".join(part for part in parts if part.strip("?."))


def load(file: str, number: int = 1, variant: Variant | None = None) -> Game:
    """Return a game of a file, at its end; ``variant`` is as for `list_games`.

    If the file gives a winner and the board does not, the other side has resigned.
    Raises `MerelsError` if there is no file or no such game in it, or if it cannot be played.
    """
    exists(file)
    with _naming(file, "load"):
        record = pgn.read_game(_parse_path(file), number, own=variant)
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
    """Make errors name the file as typed, and the action that failed."""
    shown = file if len(file) <= 80 else f"{file[:25]}...{file[-52:]}"  # the end matters most
    try:
        yield
    except (OSError, MerelsError) as error:
        problem = (isinstance(error, OSError) and error.strerror) or error
        raise MerelsError(f"cannot {doing} {shown!r}: {problem}") from None
