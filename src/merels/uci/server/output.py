"""Output of the protocol: whole lines, from any thread."""

from __future__ import annotations

import threading
from typing import TextIO


class Output:
    """Writes whole lines and flushes them.

    Once the reader has gone (``closed``), lines are silently dropped.
    """

    def __init__(self, target: TextIO) -> None:
        self._target = target
        self._lock = threading.Lock()
        self.closed = False

    def say(self, *lines: str) -> None:
        """Write lines, with nothing between them."""
        with self._lock:
            if self.closed:
                return
            try:
                self._target.write("".join(f"{line}\n" for line in lines))
                self._target.flush()
            except (OSError, ValueError):  # a broken pipe, or a stream that was closed
                self.closed = True

    def note(self, text: str) -> None:
        """Write a remark for people on one line."""
        self.say(f"info string {' '.join(text.split())}")
