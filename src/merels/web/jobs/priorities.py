"""Priorities of processes: answering before thinking, thinking before solving."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Final

THINKING: Final = 10
SOLVING: Final = 15
LOWEST: Final = 19


def lower_priority(pid: int, steps: int) -> None:
    """Give a child process a lower priority than this one."""
    if hasattr(os, "setpriority"):
        own = os.getpriority(os.PRIO_PROCESS, 0)
        with suppress(ProcessLookupError):  # it may have ended already
            os.setpriority(os.PRIO_PROCESS, pid, min(LOWEST, own + steps))
