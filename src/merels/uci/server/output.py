"""Output of the protocol: whole lines, from any thread."""

from __future__ import annotations

import os
import select
import stat
import threading
from collections.abc import Callable
from typing import TextIO


class Output:
    """Writes whole lines and flushes them.

    Once the reader has gone (``closed``), lines are silently dropped. None stands for standard
    output that was closed before the program began.
    """

    def __init__(self, target: TextIO | None) -> None:
        self._target = target
        self._lock = threading.Lock()
        self.closed = target is None

    def watch(self, on_close: Callable[[], None]) -> None:
        """Call ``on_close``, on a thread, when the reader goes; a search may write nothing.

        Only where the system says so: on pipes and sockets of POSIX systems.
        """
        if self._target is None or not hasattr(select, "poll"):
            return
        try:
            mode = os.fstat(self._target.fileno()).st_mode
        except (OSError, ValueError):  # not a file of the system
            return
        if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)):
            return
        poll = select.poll()
        poll.register(self._target.fileno(), 0)  # which leaves errors and the end

        def wait() -> None:
            poll.poll()
            self.closed = True
            on_close()

        threading.Thread(target=wait, name="output", daemon=True).start()

    def say(self, *lines: str) -> None:
        """Write lines, with nothing between them."""
        with self._lock:
            if self.closed or self._target is None:
                return
            try:
                self._target.write("".join(f"{line}\n" for line in lines))
                self._target.flush()
            except (OSError, ValueError):  # a broken pipe, or a stream that was closed
                self.closed = True

    def note(self, text: str) -> None:
        """Write a remark for people on one line."""
        self.say(f"info string {' '.join(text.split())}")
