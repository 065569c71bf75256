"""One module a command; each has a summary as its docstring, `add_arguments` and `run`.

The modules are imported at every start: what is heavy, they import inside `run`.
"""

from __future__ import annotations

import argparse
from typing import Final, Protocol

from merels.cli.commands import perft


class Command(Protocol):
    """What a command module offers."""

    __doc__: str | None

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""

    @staticmethod
    def run(arguments: argparse.Namespace) -> int:
        """Run the command and return its exit status."""


COMMANDS: Final[dict[str, Command]] = {
    "perft": perft,
}
