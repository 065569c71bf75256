"""End a server process with the process that started it."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing import parent_process
from typing import Final

SECONDS_TO_STOP: Final = 10.0
"""After which an orphan that has not stopped cleanly is killed."""


def end_with_parent() -> None:
    """Stop this process cleanly when its parent ends, for whatever reason.

    A killed parent cannot stop its children, and they would hold the port. Does nothing in a
    process that `multiprocessing` did not start.
    """
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_wait, args=(parent.join,), daemon=True).start()


def _wait(join: Callable[[], None]) -> None:
    join()  # a pipe, or a handle on Windows, that the system closes with the parent
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(SECONDS_TO_STOP)
    os._exit(1)
