"""Handle Ctrl-C while compiled code runs.

Python checks for signals between its own instructions, so not until a kernel returns.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NoReturn

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
