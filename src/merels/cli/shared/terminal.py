"""Keyboard and screen: lines in, lines out, colour if the terminal has it."""

from __future__ import annotations

import io
import os
import shutil
import sys
import textwrap
import time
from collections.abc import Mapping
from contextlib import suppress
from enum import Enum
from typing import Final, Self, TextIO

from merels.rules.diagram import IN_ASCII, has_symbols

LONGEST_LINE: Final = 4096
"""Characters read from a line; the rest of the line is ignored."""

_LONGEST_ECHO: Final = 60
_NARROWEST: Final = 20


class Paint(Enum):
    """The role of a piece of text; the value is how a terminal shows it (an SGR sequence)."""

    PLAIN = ""
    FAINT = "2"
    WHITE_MAN = "1;33"
    BLACK_MAN = "1;36"
    WHITE_MILL = "33"
    BLACK_MILL = "36"
    WHITE_LAST = "1;7;33"
    BLACK_LAST = "1;7;36"
    LEFT = "2;7"
    CAPTURED = "1;31"
    STRONG = "1"
    WON = "32"
    LOST = "31"


class Terminal:
    """The keyboard and the screen.

    ``interactive`` is true if someone is typing; lines from a pipe or a file are echoed after
    their prompt instead, so that the output reads like a session.
    """

    def __init__(
        self,
        *,
        plain: bool = False,
        source: TextIO | None = None,
        target: TextIO | None = None,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        # A closed standard input is None; treat it as empty.
        self._source = source or sys.stdin or io.StringIO()
        self._target = target or sys.stdout
        self.interactive = self._source.isatty()
        self.in_colour = not plain and has_colour(self._target, environment)
        self._encoding = getattr(self._target, "encoding", None) or "utf-8"
        self._has_symbols = has_symbols(self._target)
        if isinstance(self._source, io.TextIOWrapper):
            # Undecodable bytes must not end the game; file names keep them as they are.
            self._source.reconfigure(errors="surrogateescape")
        if self.interactive:
            _load_line_editing()

    @classmethod
    def for_output(cls) -> Self:
        """Return standard output alone, for commands that ask nothing."""
        return cls(source=io.StringIO())

    def say(self, text: str = "") -> None:
        """Print text as it is, replacing characters that the encoding lacks."""
        print(self._make_encodable(text), file=self._target, flush=True)

    def tell(self, text: str, indent: str = "") -> None:
        """Print a sentence, wrapped at the width of the terminal.

        Every line but the first starts with ``indent``.
        """
        if self._target.isatty():
            width = max(shutil.get_terminal_size().columns, _NARROWEST)
            text = textwrap.fill(
                text,
                width,
                subsequent_indent=indent,
                break_long_words=False,
                break_on_hyphens=False,
            )
        self.say(text)

    def ask(self, prompt: str) -> str | None:
        """Return the next line, None at the end of input."""
        if self.interactive:
            try:
                return input(self._make_encodable(prompt))
            except EOFError:
                self.say()
                return None
        line = self._read_line()
        self.say(prompt.rstrip() if line is None else prompt + make_printable(line))
        return line

    def paint(self, text: str, paint: Paint) -> str:
        """Return ``text`` as the terminal should show it: unchanged without colour."""
        if not self.in_colour or paint is Paint.PLAIN:
            return text
        return f"\x1b[{paint.value}m{text}\x1b[0m"

    def pause(self, seconds: float) -> None:
        """Wait, if the output is a terminal."""
        if self._target.isatty():
            time.sleep(seconds)

    def _make_encodable(self, text: str) -> str:
        if not self._has_symbols:
            text = text.translate(IN_ASCII)
        return text.encode(self._encoding, "backslashreplace").decode(self._encoding)

    def _read_line(self) -> str | None:
        """Read a line in bounded memory, however long it is."""
        part = line = self._source.readline(LONGEST_LINE)
        while part and not part.endswith("\n"):
            part = self._source.readline(LONGEST_LINE)
        return line.rstrip("\r\n") if line else None


def has_colour(target: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether ``target`` is a terminal with colours and colour is not turned off.

    >>> has_colour(io.StringIO(), {"TERM": "xterm"})
    False
    """
    return (
        target.isatty()
        and not environment.get("NO_COLOR")
        and environment.get("TERM", "dumb") != "dumb"
    )


def make_printable(text: str) -> str:
    """Return ``text`` on one line, without control characters, truncated if long.

    >>> make_printable("D6" + chr(27) + "[2J")
    'D6?[2J'
    """
    shown = "".join(c if c.isprintable() else "?" for c in text[: _LONGEST_ECHO + 1])
    return shown if len(shown) <= _LONGEST_ECHO else f"{shown[:_LONGEST_ECHO]}..."


def _load_line_editing() -> None:
    """Enable line editing and history for `input`, if the system has them."""
    with suppress(ImportError):
        import readline

        # Both would write escape sequences even in plain mode.
        readline.parse_and_bind("set enable-bracketed-paste off")
        readline.parse_and_bind("set enable-meta-key off")
