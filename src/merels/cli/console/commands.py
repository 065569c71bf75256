"""Parse what the user types: commands and moves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from merels.cli.console.coordinates import CONSOLE, Coordinates
from merels.cli.console.descriptions import list_phases
from merels.errors import NotationError
from merels.rules.move import Move
from merels.rules.position import Phase, Position


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, short forms, help text, and whether it takes a file name."""

    name: str
    short: tuple[str, ...]
    help: str
    takes_file: bool = False


COMMANDS: Final = (
    Command("help", ("h", "?"), "show this text"),
    Command("undo", ("u", "back"), "take back your last move"),
    Command("redo", ("r",), "replay what you took back"),
    Command("hint", ("i",), "show a good move"),
    Command("moves", ("m",), "list the legal moves"),
    Command("save", ("s",), "save the game to a file", takes_file=True),
    Command("load", ("l",), "continue a game from a file", takes_file=True),
    # Commands that end the game have no one-letter form: a typo must not lose it.
    Command("resign", (), "give up"),
    Command("new", (), "start a new game"),
    Command("quit", ("q", "exit"), "leave"),
)
_LONGEST_WORD: Final = 24
_BY_WORD: Final = {word: command for command in COMMANDS for word in (command.name, *command.short)}


def parse_command(line: str) -> tuple[Command, str] | None:
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
    if text.isalpha():
        word = text if len(text) <= _LONGEST_WORD else f"{text[:_LONGEST_WORD]}..."
        raise NotationError(f"{word!r} is neither a move nor a command; type help")
    if position.removing and len(text) == 2:
        text = f"x{text}"
    try:
        return coordinates.parse(text)
    except NotationError as error:
        # The console gives its own advice, which suits the position and fits on the line.
        raise NotationError(error.problem, _advise(position, coordinates)) from None


def _advise(position: Position, coordinates: Coordinates) -> str:
    if position.removing:
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
        f"Type two points to move one: {moving}",
        f"Add the man that a mill captures: {moving}x{captured}",
        *coordinates.notes,
        "",
    ]
    for command in COMMANDS:
        name = f"{command.name} FILE" if command.takes_file else command.name
        short = f" (or {', '.join(command.short)})" if command.short else ""
        lines.append(f"{name:<{len(HELP_INDENT)}}{command.help}{short}")
    return lines
