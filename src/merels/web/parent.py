"""Serving processes end with the process that started them."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing import parent_process
from typing import Final

SECONDS_TO_STOP: Final = 10.0
"""After which an orphan that has not stopped in good order is ended."""


def end_with_parent() -> None:
    """End this process in good order when its parent has ended, however that came about.

    A parent that is killed cannot end its children, and these would hold the port. In a process
    that `multiprocessing` has not started this does nothing.
    """
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_wait, args=(parent.join,), daemon=True).start()


def _wait(join: Callable[[], None]) -> None:
    join()  # a pipe, or a handle on Windows, that the system closes with the parent
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(SECONDS_TO_STOP)
    os._exit(1)
