"""The guides of ``docs/`` in a terminal: found, and set as plain text without other packages.

A wheel has them beside the commands; a working copy has them in ``docs``.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from merels.cli.shared.terminal import Paint, Terminal
from merels.errors import NotationError, did_you_mean

PACKAGE: Final = Path(__file__).parents[2]
PLACES: Final = (PACKAGE / "cli" / "guides", PACKAGE.parents[1] / "docs")
INDEX: Final = "README"
NARROWEST: Final = 40
WIDEST: Final = 100

_COMMENT: Final = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_IMAGE: Final = re.compile(r"^(?:!\[.*?\]\(.*?\)|<img .*?>)\n", re.MULTILINE)
_LINK: Final = re.compile(r"\[([^\]]+)\]\([^)\s]+\)")
_ITEM: Final = re.compile(r"(\s*)([-*]|\d+\.)\s+")
_MARKED: Final = re.compile(r"\*\*(.+?)\*\*|`([^`]+)`")


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


def read_guide(topic: str) -> str:
    """Return the Markdown of a guide.

    Raises `NotationError`, which names topics spelt alike, or guides that mention the word.
    """
    topics = list_topics()
    if topic not in topics:
        raise NotationError(f"there is no guide {topic!r}", _advise(topic, topics))
    return _read(topic)


def _read(topic: str) -> str:
    [path] = guides_folder().rglob(f"{topic}.md")
    return path.read_text(encoding="utf-8")


def _advise(topic: str, topics: Iterable[str]) -> str:
    from merels.cli.commands import COMMANDS

    hint = did_you_mean(topic, (*topics, *COMMANDS))
    mentioned = find_mentions(topic)
    if mentioned and not hint:
        verb = "mentions" if len(mentioned) == 1 else "mention"
        hint = f"{' and '.join(map(repr, mentioned))} {verb} it;"
    return f"{hint} 'merels help' lists all guides".lstrip()


def find_mentions(word: str) -> list[str]:
    """Return the guides that mention a word, at most two.

    Guides with a heading of that word come first, then those that mention it most often.

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


def set_text(markdown: str, terminal: Terminal, width: int) -> list[str]:
    """Return the lines of a guide as a terminal shows them.

    Paragraphs are wrapped, tables aligned, code indented; links lose their addresses, and pictures
    and comments are left out.
    """
    width = max(NARROWEST, min(width, WIDEST))
    text = _IMAGE.sub("", _COMMENT.sub("", markdown))
    lines: list[str] = []
    for block in _split_blocks(text):
        lines += [*_set_block(block, terminal, width), ""]
    return lines[:-1]


def _split_blocks(text: str) -> Iterator[list[str]]:
    """Yield the blocks of a text: headings, paragraphs, lists, tables, fenced code."""
    block: list[str] = []
    in_code = False
    for line in text.splitlines():
        if line.startswith("```"):
            if not in_code and block:
                yield block
                block = []
            in_code = not in_code
            block.append(line)
            if not in_code:
                yield block
                block = []
        elif in_code or line.strip():
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _set_block(block: list[str], terminal: Terminal, width: int) -> list[str]:
    first = block[0]
    if first.startswith("```"):
        code = "\n".join(block[1:-1]).rstrip().splitlines()
        return [part for line in code for part in _set_code(f"    {line}".rstrip(), width)]
    if first.startswith("    "):
        return [part for line in block for part in _set_code(line.rstrip(), width)]
    if first.startswith("#"):
        return _set_heading(first, terminal)
    if first.startswith("|"):
        return _set_table(block, terminal, width)
    items = _join_items(block)
    return [line for item in items for line in _set_item(item, terminal, width)]


def _set_code(line: str, width: int) -> list[str]:
    """Return a line of code, continued further to the right if it is too long."""
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    return textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False) or [""]


def _set_heading(line: str, terminal: Terminal) -> list[str]:
    title = _plain(line.lstrip("# "))
    is_top = line.startswith("# ")
    return [terminal.paint(title.upper() if is_top else title, Paint.STRONG)]


def _join_items(block: list[str]) -> list[str]:
    """Return each item of a list, or the paragraph, as one line."""
    items: list[str] = []
    for line in block:
        if items and not _ITEM.match(line):
            items[-1] += f" {line.strip()}"
        else:
            items.append(line.rstrip())
    return items


def _set_item(item: str, terminal: Terminal, width: int) -> list[str]:
    match = _ITEM.match(item)
    indent = match.end() if match else 0
    wrapped = textwrap.wrap(
        _plain(item),
        width,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [_MARKED.sub(partial(_paint, terminal), line) for line in wrapped]


def _set_table(block: list[str], terminal: Terminal, width: int) -> list[str]:
    """Return a table in columns, or row by row if it is too wide for them."""
    rows = [
        [_unmark(_plain(cell.strip().replace("\\|", "|"))) for cell in _cells(line)]
        for line in block
        if not re.fullmatch(r"[|\s:-]+", line)
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=False)]
    room = width - sum(widths[:-1]) - 2 * (len(widths) - 1)
    if room < min(widths[-1], NARROWEST // 2):
        return _set_records(rows, width)
    return _set_columns(rows, widths[:-1], terminal, room)


def _set_columns(
    rows: list[list[str]], widths: list[int], terminal: Terminal, room: int
) -> list[str]:
    """Return rows with aligned columns; what does not fit is wrapped in the last one."""
    before = " " * (sum(widths) + 2 * len(widths))
    lines = []
    for number, row in enumerate(rows):
        start = "".join(f"{cell:<{size}}  " for cell, size in zip(row, widths, strict=False))
        [first, *rest] = textwrap.wrap(row[-1], room, break_long_words=False) or [""]
        line = f"{start}{first}".rstrip()
        lines.append(terminal.paint(line, Paint.FAINT) if number == 0 else line)
        lines += [before + more for more in rest]
    return lines


def _set_records(rows: list[list[str]], width: int) -> list[str]:
    """Return each row as a paragraph: its first cell, then the others with their headings."""
    [_, *headings], *records = rows
    lines = []
    for name, *cells in records:
        pairs = zip(headings, cells, strict=False)
        text = "; ".join(f"{heading} {cell}".strip() for heading, cell in pairs if cell)
        lines += textwrap.wrap(name, width) or [""]
        lines += textwrap.wrap(
            text, width, initial_indent="    ", subsequent_indent="    ", break_long_words=False
        )
    return lines


def _cells(line: str) -> list[str]:
    return re.split(r"(?<!\\)\|", line.strip().strip("|"))


def _plain(text: str) -> str:
    return _LINK.sub(r"\1", text)


def _unmark(text: str) -> str:
    return _MARKED.sub(lambda match: match[1] or match[2], text)


def _paint(terminal: Terminal, match: re.Match[str]) -> str:
    if match[1]:
        return terminal.paint(match[1], Paint.STRONG)
    return terminal.paint(match[2], Paint.WHITE_MILL) if terminal.in_colour else match[0]
