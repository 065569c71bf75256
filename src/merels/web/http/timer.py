"""Scheduled calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Timer:
    """A scheduled call that can be cancelled."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._handle: asyncio.TimerHandle | None = None

    @property
    def is_running(self) -> bool:
        """Whether a call is scheduled, or was made."""
        return self._handle is not None

    def start(self, seconds: float, call: Callable[[], None]) -> None:
        """Schedule a call in place of the previous one."""
        self.cancel()
        self._handle = self._loop.call_later(seconds, call)

    def cancel(self) -> None:
        """Cancel the call."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
