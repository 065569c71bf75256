"""Processors and memory, as far as this process may use them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from math import ceil, inf
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

BLOCK: Final = 32
"""Bytes that processors compare at once; wider numbers take several steps."""

HIDDEN: Final = 16
"""Sums of a hidden layer: as many 16-bit numbers as processors add at once."""


def count_processors() -> int:
    """Return how many processors this process may use, at least 1.

    A container may run on all processors and still get only a few processors' worth of time: more
    threads than that would only get in each other's way.
    """
    try:
        processors = len(os.sched_getaffinity(0))
    except AttributeError:
        processors = os.cpu_count() or 1
    return max(1, ceil(min(processors, processor_share())))


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
    known = (_free_in_machine(), free_memory())
    return min((free for free in known if free is not None), default=None)


def _free_in_machine() -> int | None:
    with suppress(OSError):
        found = re.search(r"MemAvailable:\s+(\d+) kB", Path("/proc/meminfo").read_text())
        if found is not None:
            return int(found[1]) << 10
    with suppress(AttributeError, OSError, ValueError):
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return None


# The limits that a container sets for this process: Linux control groups, versions 1 and 2.

ROOT: Final = Path("/")


class MemoryFiles(NamedTuple):
    """Where a version of control groups keeps its memory figures."""

    limit: str
    usage: str
    reclaimable: str
    """A line of ``memory.stat``: file cache that can be dropped at any time."""


MEMORY_V1: Final = MemoryFiles(
    "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"
)
MEMORY_V2: Final = MemoryFiles("memory.max", "memory.current", "inactive_file")


def free_memory(root: Path = ROOT) -> int | None:
    """Return the bytes that this process may still use, None if no group limits it."""
    free = (
        _free_in(group, MEMORY_V1 if is_first else MEMORY_V2)
        for group, is_first in _generate_groups("memory", root)
    )
    return min((each for each in free if each is not None), default=None)


def processor_share(root: Path = ROOT) -> float:
    """Return how many processors' time this process gets, infinity if no group limits it."""
    groups = _generate_groups("cpu", root)
    return min((_share_in(group, is_first) for group, is_first in groups), default=inf)


def _generate_groups(controller: str, root: Path) -> Iterator[tuple[Path, bool]]:
    """Yield the folders of this process's groups, and whether they are version 1.

    A limit also applies to all groups inside it, so groups come with their parents. In a container
    a path may be the host's, while the container's own group is at the top of the mount.
    """
    with suppress(OSError):
        for line in (root / "proc/self/cgroup").read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            if controllers and controller not in controllers.split(","):
                continue
            mount = root / "sys/fs/cgroup" / (controller if controllers else "")
            inner = PurePosixPath(path.lstrip("/"))
            for group in (inner, *inner.parents):
                yield mount / group, bool(controllers)


def _free_in(group: Path, names: MemoryFiles) -> int | None:
    try:
        limit = (group / names.limit).read_text().strip()
        usage = int((group / names.usage).read_text())
        figures = dict(line.split() for line in (group / "memory.stat").read_text().splitlines())
    except (OSError, ValueError):
        return None
    if not limit.isdigit():  # "max"
        return None
    return max(0, int(limit) - usage + int(figures.get(names.reclaimable, 0)))


def _share_in(group: Path, is_first: bool) -> float:
    """Return a group's share of processor time; ``max`` and -1 mean no limit."""
    names = ("cpu.cfs_quota_us", "cpu.cfs_period_us") if is_first else ("cpu.max",)
    try:
        quota, period = " ".join((group / name).read_text() for name in names).split()
        share = int(quota) / int(period)
    except (OSError, ValueError, ZeroDivisionError):
        return inf
    return share if share > 0 else inf
