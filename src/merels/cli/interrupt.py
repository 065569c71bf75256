"""Ctrl-C while compiled code runs."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ctrl_c_ends_at_once() -> Iterator[None]:
    """Let Ctrl-C end the process where it stands.

    Python looks at signals between its own instructions, and so not before a kernel returns. Only
    for commands that have nothing to put in order.
    """
    previous = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
