"""Ctrl-C while compiled code runs.

Python looks at signals between its own instructions, and so not before a kernel returns.
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
"""The status that a shell reports after Ctrl-C."""


@contextmanager
def ctrl_c_ends_at_once() -> Iterator[None]:
    """Let Ctrl-C end the process where it stands.

    Only for commands that have nothing to put in order.
    """
    previous = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


def run_in_thread(work: Callable[[], None]) -> None:
    """Do ``work`` beside the main thread, which waits for it and can be interrupted at any time.

    After an interruption the work goes on until the process ends: see `leave_at_once`.
    """
    from concurrent.futures import Future  # takes longer to load than most commands to run

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
    """End an interrupted process without waiting for the kernels that still run."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    print(file=sys.stderr, flush=True)
    os._exit(INTERRUPTED)
