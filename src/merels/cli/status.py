"""A progress line on standard error that is overwritten in place."""

from __future__ import annotations

import shutil
import sys
from typing import Final, Self

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
