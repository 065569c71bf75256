"""Print a script with which a shell completes this command."""

from __future__ import annotations

import argparse

from merels.cli.about.completion import WRITERS, list_commands


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("shell", choices=tuple(WRITERS), help="the shell to write for")


def run(arguments: argparse.Namespace) -> None:
    """Print the script."""
    from merels.cli.main import build_parser

    print(WRITERS[arguments.shell](list_commands(build_parser())), end="")
