"""Work on a thread beside the protocol's loop."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Task:
    """Work on a thread of its own, stopped by an event."""

    def __init__(self, work: Callable[[threading.Event], None]) -> None:
        self.stop = threading.Event()
        self._thread = threading.Thread(target=work, args=(self.stop,), name="thinking")
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Whether the work is still running."""
        return self._thread.is_alive()

    def finish(self) -> None:
        """Stop the work and wait for it."""
        self.stop.set()
        self._thread.join()
