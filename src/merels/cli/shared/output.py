"""Output that several commands share."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NoReturn, Self

from merels.errors import MissingExtraError
from merels.rules.value import UNKNOWN_DOCUMENT, Value
from merels.rules.variant import NINE_MENS_MORRIS, Variant


def no_tables_message(folder: Path, chosen: Variant | None) -> str:
    """Return an error message for a folder without tables of a variant, or without any."""
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

    Only for commands that have nothing to clean up, or whose next run does.
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
