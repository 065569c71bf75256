"""Show a guide in the terminal, or list the guides."""

from __future__ import annotations

import argparse
import io
import shutil
import sys

from merels.cli.about.guides import list_topics, read_guide, set_text
from merels.cli.shared.terminal import Paint, Terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "topic",
        nargs="?",
        metavar="TOPIC",
        help="the guide, or a command that has none (default: list the guides)",
    )


def run(arguments: argparse.Namespace) -> None:
    """Print the guide, in a pager if someone is looking; else how to use the command."""
    if arguments.topic in _commands_without_guide():
        from merels.cli.main import build_parser

        build_parser().parse_args([arguments.topic, "--help"])  # prints it, and exits
    terminal = Terminal(source=io.StringIO())
    width = shutil.get_terminal_size().columns
    if arguments.topic is None:
        lines = _list(terminal)
    else:
        lines = set_text(read_guide(arguments.topic), terminal, width)
    if arguments.topic is not None and sys.stdout.isatty():
        from pydoc import pager

        pager("\n".join(lines) + "\n")
        return
    for line in lines:
        terminal.say(line)


def _commands_without_guide() -> set[str]:
    from merels.cli.commands import COMMANDS

    return set(COMMANDS) - set(list_topics())


def _list(terminal: Terminal) -> list[str]:
    topics = list_topics()
    widest = max(map(len, topics))
    return [
        terminal.paint("Show a guide with: merels help TOPIC", Paint.FAINT),
        *(f"{topic:<{widest}}  {title}" for topic, title in topics.items()),
    ]
