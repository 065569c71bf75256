"""Keyboard and screen: lines in, lines out, colour if the terminal has it, and shared reports."""

from __future__ import annotations

import argparse
import io
import json
import os
import shutil
import signal
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import Enum
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NoReturn, Self, TextIO

from merels import NINE_MENS_MORRIS, Value, Variant
from merels.errors import MissingExtraError
from merels.rules.text import IN_ASCII, has_symbols
from merels.rules.value import UNKNOWN_DOCUMENT

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

        # Both settings would write escape sequences even in plain mode.
        readline.parse_and_bind("set enable-bracketed-paste off")
        readline.parse_and_bind("set enable-meta-key off")


# Output that several commands share.


def no_tables_message(folder: Path, chosen: Variant | None) -> str:
    """Return an error message for a folder without tables of a variant, or without any tables."""
    from merels.values.folder import solve_command

    variant = chosen or NINE_MENS_MORRIS
    which = "" if variant == NINE_MENS_MORRIS else f" of {variant.title}"
    few = f"--men {min(8, 2 * variant.men)}"
    return (
        f"there are no tables{which} in {str(folder)!r}; make some with: "
        f"{solve_command(few, variant, folder)}"
    )


def value_to_json(value: Value | None) -> dict[str, Any]:
    """Return a result and plies for JSON, both null if the value is not known."""
    return UNKNOWN_DOCUMENT if value is None else value.document()


def print_report(arguments: argparse.Namespace, document: Any, lines: Iterable[str]) -> None:
    """Print a document if ``--json`` was given, otherwise lines of text."""
    if arguments.json:
        print_json(document)
        return
    for line in lines:
        print(line)


def print_json(document: Any) -> None:
    """Print one JSON document on standard output."""
    print(json.dumps(document, ensure_ascii=False, indent=2))


# A progress line on standard error that is overwritten in place.

_CLEAR: Final = "\r\x1b[K"


class StatusLine:
    """Shows one line in a terminal, nothing elsewhere, and clears it at the end."""

    def __init__(self) -> None:
        self.is_watched = sys.stderr is not None and sys.stderr.isatty()
        self._text = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._text:
            self.show("")

    def show(self, text: str) -> None:
        """Replace the line."""
        self._text = text
        if self.is_watched:
            shown = text[: shutil.get_terminal_size().columns - 1]
            print(f"{_CLEAR}{shown}", end="", file=sys.stderr, flush=True)

    def print(self, message: str) -> None:
        """Print a message above the line, where it stays."""
        print(f"{_CLEAR}{message}" if self.is_watched else message, file=sys.stderr, flush=True)
        self.show(self._text)


# Optional packages: check for them before they are imported.


def require(extra: str) -> None:
    """Raise `MissingExtraError`, which names the ``pip install``, unless an extra is installed."""
    missing = [package for package in list_packages(extra) if find_spec(package) is None]
    if missing:
        raise MissingExtraError(
            f"this needs {', '.join(missing)}; add it with: pip install 'merels[{extra}]'"
        )


def list_packages(extra: str) -> list[str]:
    """Return the modules of an extra's packages; a copy that was never installed knows none.

    >>> list_packages("notebook")
    ['anywidget', 'traitlets']
    """
    return [name.replace("-", "_") for name in (list_requirements() or {}).get(extra, {})]


def list_requirements() -> dict[str, dict[str, str]] | None:
    """Return the packages of each extra with their bounds, None if this copy was never installed.

    They are read from the installation without other packages, which may all be missing.

    >>> list_requirements()["people"]
    {'websockets': '<18,>=15'}
    """
    import re
    from importlib.metadata import PackageNotFoundError, requires

    try:
        lines = requires("merels") or []
    except PackageNotFoundError:
        return None
    pattern = re.compile(r"([\w.-]+)(?:\[[\w,]+\])?([^;]*); extra == ['\"](\w+)['\"]")
    extras: dict[str, dict[str, str]] = {}
    for match in filter(None, map(pattern.match, lines)):
        name, bounds, extra = match.groups()
        extras.setdefault(extra, {})[name] = bounds.strip(" ()")
    return extras


# Handle Ctrl-C while compiled code runs.

INTERRUPTED: Final = 130
"""The exit status after Ctrl-C, as shells report it."""


@contextmanager
def ctrl_c_ends_at_once() -> Iterator[None]:
    """Let Ctrl-C kill the process at once.

    Only for commands that have nothing to clean up, or whose next run cleans up.
    """
    previous = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


def run_in_thread(work: Callable[[], None]) -> None:
    """Do ``work`` in a thread while the main thread waits and can be interrupted at any time.

    After an interruption the work continues until the process exits: see `leave_at_once`.
    """
    from concurrent.futures import Future  # takes longer to load than most commands take to run

    outcome: Future[None] = Future()

    def run() -> None:
        try:
            work()
            outcome.set_result(None)
        except BaseException as error:
            outcome.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    outcome.result()


def leave_at_once() -> NoReturn:
    """Exit an interrupted process without waiting for kernels that are still running."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    print(file=sys.stderr, flush=True)
    os._exit(INTERRUPTED)
