"""Show a guide in the terminal, or list the guides."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from merels.cli.shared.output import Paint, Terminal
from merels.errors import NotationError, did_you_mean
from merels.rules.text import has_symbols

PACKAGE: Final = Path(__file__).parents[2]
PLACES: Final = (PACKAGE / "cli" / "guides", PACKAGE.parents[1] / "docs")
"""Where the guides may be: a wheel has them beside the commands, a working copy in ``docs``."""
INDEX: Final = "README"
NARROWEST: Final = 40
WIDEST: Final = 100

_COMMENT: Final = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_IMAGE: Final = re.compile(r"^(?:!\[.*?\]\(.*?\)|<img .*?>)\n", re.MULTILINE)
_LINK: Final = re.compile(r"\[([^\]]+)\]\([^)\s]+\)")
_CODE: Final = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
_INDENT: Final = re.compile(r" *(?:[-*] |\d+\. )?")
_CONTINUATION: Final = re.compile(r"(?<=[^\n|])\n *(?![\n #|>]|[-*] |\d+\. )")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "topic",
        nargs="?",
        metavar="TOPIC",
        help="the guide, or a command that has none (default: list the guides)",
    )


def run(arguments: argparse.Namespace) -> None:
    """Print the guide, in a pager if someone is looking; else how to use the command."""
    topic, topics, commands = arguments.topic, list_topics(), arguments.commands
    terminal = Terminal.for_output()
    if topic is None:
        terminal.say(terminal.paint("Show a guide with: merels help TOPIC", Paint.FAINT))
        widest = max(map(len, topics))
        for each, title in topics.items():
            terminal.say(f"{each:<{widest}}  {title}")
        return
    if topic not in topics and topic in commands:
        commands[topic].print_help()
        return
    guide = strip(read_guide(topic, commands))
    width = max(NARROWEST, min(shutil.get_terminal_size().columns, WIDEST))
    if find_spec("rich") and has_symbols(sys.stdout):
        text = set_in_type(guide, width, in_colour=terminal.in_colour)
    else:
        text = wrap(guide, width)
    if sys.stdout.isatty():
        from pydoc import pager

        pager(text)
    else:
        terminal.say(text)


def guides_folder() -> Path:
    """Return the folder of the guides; raises `NotationError` if this copy has none."""
    for place in PLACES:
        if (place / f"{INDEX}.md").is_file():
            return place
    raise NotationError("this copy of Merels has no guides", "install it with: pip install merels")


def list_topics() -> dict[str, str]:
    """Return the topics with their titles, in alphabetical order.

    >>> list_topics()["rules"]
    'The rules'
    """
    topics = {}
    for path in sorted(guides_folder().rglob("*.md"), key=lambda path: path.stem):
        if path.stem != INDEX:
            with path.open(encoding="utf-8") as file:
                topics[path.stem] = file.readline().lstrip("# ").rstrip()
    return topics


def read_guide(topic: str, commands: Iterable[str] = ()) -> str:
    """Return the Markdown of a guide.

    Raises `NotationError`, which names topics and commands spelt alike, or guides that mention the
    word.
    """
    topics = list_topics()
    if topic not in topics:
        hint = did_you_mean(topic, (*topics, *commands)) or _name_mentions(topic)
        advice = f"{hint} 'merels help' lists all guides".lstrip()
        raise NotationError(f"there is no guide {topic!r}", advice)
    return _read(topic)


def _read(topic: str) -> str:
    [path] = guides_folder().rglob(f"{topic}.md")
    return path.read_text(encoding="utf-8")


def _name_mentions(word: str) -> str:
    mentioned = find_mentions(word)
    verb = "mentions" if len(mentioned) == 1 else "mention"
    return f"{' and '.join(map(repr, mentioned))} {verb} it;" if mentioned else ""


def find_mentions(word: str) -> list[str]:
    """Return the guides that mention a word, at most two.

    Guides with the word in a heading come first, then the guides that mention it most often.

    >>> find_mentions("fen")[0]
    'notation'
    """
    pattern = re.compile(rf"\b{re.escape(word)}", re.IGNORECASE)
    found = []
    for topic in list_topics():
        text = _read(topic)
        is_title = any(line.lstrip("# ").lower() == word.lower() for line in text.splitlines())
        if times := len(pattern.findall(text)):
            found.append((not is_title, -times, topic))
    return [topic for _, _, topic in sorted(found)[:2]]


def strip(markdown: str) -> str:
    """Return a guide without the addresses of links, without pictures and without comments."""
    parts = _CODE.split(_IMAGE.sub("", _COMMENT.sub("", markdown)))
    parts[::2] = [_LINK.sub(r"\1", prose) for prose in parts[::2]]  # the other parts are code
    return "".join(parts)


def set_in_type(markdown: str, width: int, *, in_colour: bool = False) -> str:
    """Return a guide as Rich shows it."""
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(
        width=width,
        force_terminal=in_colour,
        color_system="standard" if in_colour else None,
    )
    with console.capture() as capture:
        console.print(Markdown(markdown, code_theme="ansi_dark"))
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def wrap(markdown: str, width: int) -> str:
    """Return a guide as it is written, with lines that fit."""
    parts = _CODE.split(markdown)
    parts[::2] = [_CONTINUATION.sub(" ", prose) for prose in parts[::2]]
    return "\n".join(_fill(line, width) for line in "".join(parts).splitlines())


def _fill(line: str, width: int) -> str:
    indent = " " * len(_INDENT.match(line)[0])  # type: ignore[index]  # it may be empty
    return textwrap.fill(line, width, subsequent_indent=indent, break_on_hyphens=False)
