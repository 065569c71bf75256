"""One module a command; each has a summary as its docstring, `add_arguments` and `run`.

The modules are imported at every start: what is heavy, they import inside `run`.
"""

from __future__ import annotations

import argparse
from typing import Final, Protocol

from merels.cli.commands import (
    analyse,
    bench,
    book,
    match,
    mod,
    perft,
    play,
    probe,
    results,
    serve,
    solve,
    tables,
    uci,
    verify,
)


class Command(Protocol):
    """What a command module offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the command and return its exit status."""


COMMANDS: Final[dict[str, Command]] = {
    "play": play,
    "serve": serve,
    "match": match,
    "solve": solve,
    "verify": verify,
    "tables": tables,
    "book": book,
    "results": results,
    "probe": probe,
    "analyse": analyse,
    "perft": perft,
    "uci": uci,
    "bench": bench,
    "mod": mod,
}
