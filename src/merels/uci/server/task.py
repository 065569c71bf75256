"""Work beside the protocol's loop, one piece at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Task:
    """A piece of work on a thread of its own, which is told to stop by an event."""

    def __init__(self, work: Callable[[threading.Event], None]) -> None:
        self.stop = threading.Event()
        self._thread = threading.Thread(target=work, args=(self.stop,), name="thinking")
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Whether the work goes on."""
        return self._thread.is_alive()

    def finish(self) -> None:
        """Tell the work to stop and wait until it has."""
        self.stop.set()
        self._thread.join()
