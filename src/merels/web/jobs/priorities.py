"""Priorities of processes: answering before thinking, thinking before solving."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
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


def spare_processor(pid: int, *, spare: bool) -> None:
    """Let a child process use all of our processors but one, or all of them again.

    Does nothing with a single processor, and on systems that do not let us choose: there the lower
    priority has to do.
    """
    if not hasattr(os, "sched_setaffinity"):
        return
    allowed = os.sched_getaffinity(0)
    if spare and len(allowed) > 1:
        allowed.remove(max(allowed))
    with suppress(OSError):  # it may have ended already
        for thread in Path(f"/proc/{pid}/task").iterdir():
            os.sched_setaffinity(int(thread.name), allowed)
