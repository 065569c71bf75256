"""The `merels` command: find the subcommand, run it, turn errors into exit statuses.

Status 0: done. 1: the answer is no. 2: bad usage or bad input.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import Any, Final, NoReturn

from merels import __version__
from merels._code_cache import watching
from merels.cli.commands import COMMANDS
from merels.cli.shared.output import INTERRUPTED, StatusLine
from merels.errors import MerelsError, MissingTableError, did_you_mean


class HintingParser(argparse.ArgumentParser):
    """A parser whose errors suggest a known name for an unknown command, option or value."""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            hint = did_you_mean(str(value), action.choices or ())
            raise argparse.ArgumentError(action, _join(error.message, hint)) from None

    def refuse(self, unknown: Sequence[str]) -> NoReturn:
        """Exit with the usage and a message about arguments that the parser does not know."""
        flags = [flag for action in self._actions for flag in action.option_strings]
        words = (word.partition("=")[0] for word in unknown if word.startswith("-"))
        hints = (did_you_mean(word, flags) for word in words)
        self.error(_join(f"unrecognized arguments: {' '.join(unknown)}", *hints))

    def parse_args(  # type: ignore[override]  # it has overloads for namespaces of other types
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> argparse.Namespace:
        """Parse all arguments, or exit with a message."""
        parsed, unknown = self.parse_known_args(args, namespace)
        if unknown:
            self.refuse(unknown)
        return parsed


class CommandParser(HintingParser):
    """A parser that takes options between arguments, as in ``merels perft 3 --split FEN``.

    Python 3.11's own parser refuses an optional argument after an option as one too many.
    """

    _is_parsing = False

    def parse_known_args(  # type: ignore[override]  # parents call it without a namespace
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse the options, then the remaining arguments; each step calls this method again."""
        if self._is_parsing:
            return super().parse_known_args(args, namespace)
        self._is_parsing = True
        try:
            parsed, unknown = self.parse_known_intermixed_args(args, namespace)
        finally:
            self._is_parsing = False
        if unknown:
            self.refuse(unknown)  # here, so that the usage is the command's
        return parsed, unknown


def _join(*parts: str) -> str:
    return "; ".join(filter(None, parts))


OVERVIEW: Final = f"""\
Merels {__version__}: Nine Men's Morris and its family, solved.

Play
  merels play                      in this terminal, against the computer
  merels serve                     in the browser: the computer, people, puzzles
Ask
  merels analyse FEN               what the engine thinks of a position
  merels probe FEN                 exact values of a position and its moves
  merels match hard expert         games between players or other engines
  merels regret hard               what a player's moves give away
Compute
  merels solve --men 8             tables of exact values
  merels export --table 4-3 --out 4-3.csv     positions with values, as data
Learn more
  merels help                      guides: rules, notation, the library, ...
  merels --help                    all commands; each has --help
  merels doctor                    what is installed, and what is wrong
"""
"""What ``merels`` alone prints."""


def show_overview(_: argparse.Namespace) -> None:
    """Print what the commands are good for."""
    print(OVERVIEW, end="")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser with every subcommand."""
    parser = HintingParser(prog="merels", description="Nine Men's Morris, complete.")
    parser.add_argument("--version", action="version", version=f"merels {__version__}")
    subparsers = parser.add_subparsers(
        title="commands", metavar="COMMAND", parser_class=CommandParser
    )
    # Commands about commands find them here.
    parser.set_defaults(run=show_overview, parser=parser, commands=subparsers.choices)
    for name, command in COMMANDS.items():
        summary = (command.__doc__ or "").splitlines()[0]
        subparser = subparsers.add_parser(name, help=summary, description=summary)
        command.add_arguments(subparser)
        subparser.set_defaults(run=command.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    try:
        return _run(arguments)
    except MissingTableError as error:
        return _complain(error, status=1)
    except BrokenPipeError:
        return 0  # the reader stopped reading, as in ``merels ... | head``
    except (MerelsError, OSError) as error:
        return _complain(error, status=2)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


def _run(arguments: Sequence[str] | None) -> int:
    _allow_all_characters()
    try:
        parsed = build_parser().parse_args(arguments)
        with StatusLine() as status, watching(status.show):
            return parsed.run(parsed) or 0
    finally:
        _flush_output()


def _allow_all_characters() -> None:
    """Write characters that the output cannot encode as escapes, rather than lose a result."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _flush_output() -> None:
    """Flush standard output now, while a failure can still be reported."""
    if sys.stdout is None:  # closed by the caller
        return
    try:
        sys.stdout.flush()
    except OSError:
        # Otherwise the interpreter would try again at exit and print its own error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


def _complain(error: Exception, status: int) -> int:
    text = str(error)
    if isinstance(error, OSError) and error.strerror and error.filename is not None:
        text = f"{error.strerror}: {str(error.filename)!r}"  # without the number
    print(f"merels: {text}", file=sys.stderr)
    return status
