"""The server's own time: how long it has run in all, which stands still while it is down."""

from __future__ import annotations

import time


class ServerTime:
    """Milliseconds that the server has run, over all its starts.

    It goes on from what is stored, so a server that was killed lost at most what had run since it
    last stored its time: to the players' favour. Workers on one database agree on the largest.
    """

    def __init__(self, stored: int = 0) -> None:
        self.go_on_from(stored)

    @staticmethod
    def _monotonic() -> int:
        return time.monotonic_ns() // 1_000_000

    def now(self) -> int:
        """Return the time."""
        return self._offset + self._monotonic()

    def go_on_from(self, stored: int) -> None:
        """Go back to what is stored: time in which nothing could be stored does not count."""
        self._offset = stored - self._monotonic()

    def catch_up(self, stored: int) -> None:
        """Go forward to what another worker has stored; never back."""
        self._offset = max(self._offset, stored - self._monotonic())


def wall_clock() -> int:
    """Return milliseconds since 1970."""
    return time.time_ns() // 1_000_000
