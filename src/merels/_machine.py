"""Processors and memory, as far as this process may use them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress
from math import ceil
from pathlib import Path
from typing import Final

from merels import _control_groups


def count_processors() -> int:
    """Return how many processors this process may use, at least 1.

    A container may run on all processors and still get only a few processors' worth of time: more
    threads than that would only get in each other's way.
    """
    try:
        processors = len(os.sched_getaffinity(0))
    except AttributeError:
        processors = os.cpu_count() or 1
    return max(1, ceil(min(processors, _control_groups.processor_share())))


def free_megabytes() -> int:
    """Return the megabytes that this process may still take, at least 1.

    If the system does not report that, the machine's whole memory; if not even that, 64 GB.
    """
    free = available_memory()
    if free is not None:
        return max(1, free >> 20)
    try:
        return (os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")) >> 20
    except (AttributeError, OSError, ValueError):
        return 1 << 16


HALF_OF_MEMORY: Final = "megabytes, half of the free memory"
"""The unit of `spare_megabytes`, for `limit_size`."""


def spare_megabytes() -> int:
    """Return the megabytes that one table may take: half of what is free, at least 1."""
    return max(1, free_megabytes() // 2)


def limit_size(name: str, wanted: int, most: int, unit: str, note: Callable[[str], object]) -> int:
    """Return a size, but no more than the machine has; ``note`` is called if it is reduced.

    Larger sizes often come from another machine's settings.
    """
    if wanted > most:
        note(f"{name} {wanted} is more than this machine's {most} {unit}; using {most}")
    return min(wanted, most)


def available_memory() -> int | None:
    """Return the bytes of free memory, or None if the system does not report it.

    In a container this is what the container may still use.
    """
    known = (_free_in_machine(), _control_groups.free_memory())
    return min((free for free in known if free is not None), default=None)


def _free_in_machine() -> int | None:
    with suppress(OSError):
        found = re.search(r"MemAvailable:\s+(\d+) kB", Path("/proc/meminfo").read_text())
        if found is not None:
            return int(found[1]) << 10
    with suppress(AttributeError, OSError, ValueError):
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return None
