"""The `merels` command: finds the subcommand, runs it and turns errors into exit statuses.

Status 0: done. 1: the answer is no. 2: bad usage or bad input.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from merels import __version__
from merels.cli.commands import COMMANDS
from merels.errors import MerelsError, MissingTableError

INTERRUPTED = 130  # what a shell reports after Ctrl-C


def build_parser() -> argparse.ArgumentParser:
    """Return the parser with every subcommand."""
    parser = argparse.ArgumentParser(prog="merels", description="Nine Men's Morris, complete.")
    parser.add_argument("--version", action="version", version=f"merels {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        summary = (command.__doc__ or "").splitlines()[0]
        subparser = subparsers.add_parser(name, help=summary, description=summary)
        command.add_arguments(subparser)
        subparser.set_defaults(run=command.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    parsed = build_parser().parse_args(arguments)
    try:
        status: int = parsed.run(parsed)
        sys.stdout.flush()
    except MissingTableError as error:
        return _complain(error, status=1)
    except (MerelsError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            return _end_quietly()
        return _complain(error, status=2)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    return status


def _complain(error: Exception, status: int) -> int:
    print(f"merels: {error}", file=sys.stderr)
    return status


def _end_quietly() -> int:
    # The reader has gone (``merels ... | head``); keep the interpreter from complaining at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
