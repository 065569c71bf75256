"""Print a script with which a shell completes this command."""

from __future__ import annotations

import argparse
from typing import Any, Final

from merels import VARIANTS
from merels.cli.commands.help import list_topics
from merels.cli.shared import output
from merels.engine.players.levels import PLAYER_NAMES

SHELLS: Final = ("bash", "zsh", "fish")
FILE_SIGNS: Final = ("FILE", "PATH", ".pgn")
"""Parts of an argument's name in the help if the argument may be a file."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="the shell to write for")


def run(arguments: argparse.Namespace) -> None:
    """Print the script, which has the names of this version and runs no program."""
    output.require("shell")
    import shtab

    for command in arguments.commands.values():
        for action in command._actions:
            _offer(action)
    print(shtab.complete(arguments.parser, arguments.shell))


def _offer(action: Any) -> None:
    """Tell shtab what completes an argument without fixed choices."""
    values_or_files = {
        **dict.fromkeys(("a", "b", "player"), PLAYER_NAMES),
        "variant": tuple(VARIANTS),
    }
    name = action.metavar or ""
    if action.dest in values_or_files:
        action.complete = _values_or_file(action.dest, values_or_files[action.dest])
    elif action.dest == "topic":
        action.choices = tuple(list_topics())
    elif name == "DIR":
        action.complete = "directory"
    elif any(sign in name for sign in FILE_SIGNS):
        action.complete = "file"
    action.metavar = None  # its colons would end a rule of zsh


def _values_or_file(name: str, values: tuple[str, ...]) -> dict[str, Any]:
    """Return how each shell completes known values, or files, which shtab has no pattern for."""
    words, function = " ".join(values), f"_merels_{name}_or_file"
    return {
        "bash": function,
        "zsh": f"{{compadd -- {words}; _files}}",
        "fish": f"{words} (__fish_complete_path (commandline -ct))",
        "preamble": {
            "bash": f'{function}() {{ compgen -W "{words}" -- "$1" || compgen -f -- "$1"; }}'
        },
    }
