"""One module per command, with a one-line summary as its docstring, `add_arguments` and `run`.

All of them are imported at every start, so they import heavy modules inside `run`.
"""

from __future__ import annotations

import argparse
from typing import Final, Protocol

from merels.cli.commands import (
    analyse,
    bench,
    book,
    completion,
    doctor,
    export,
    match,
    mod,
    perft,
    play,
    probe,
    regret,
    results,
    serve,
    site,
    solve,
    tables,
    uci,
    verify,
)
from merels.cli.commands import help as help_


class CommandModule(Protocol):
    """The interface of a command module."""

    __name__: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""

    def run(self, arguments: argparse.Namespace) -> int | None:
        """Run the command and return its exit status; None means success."""


_IN_ORDER: Final[tuple[CommandModule, ...]] = (
    *(play, serve, match),
    *(solve, verify, tables, site, book, results, probe, export, regret),
    *(analyse, perft, uci, bench, mod),
    *(doctor, help_, completion),
)
COMMANDS: Final = {command.__name__.rpartition(".")[2]: command for command in _IN_ORDER}
"""The commands by name, in the order of the help."""
