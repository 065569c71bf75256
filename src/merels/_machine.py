"""What the machine has, as far as this process may use it: processors and memory."""

from __future__ import annotations

import os
from math import ceil
from pathlib import Path, PurePosixPath
from typing import Final

_GROUPS: Final = Path("/sys/fs/cgroup")
_OWN_GROUP: Final = Path("/proc/self/cgroup")


def count_processors() -> int:
    """Return how many processors this process may use, 1 or more.

    A container may be allowed to run on all processors and yet get the time of a few: more threads
    than these would keep each other from running.
    """
    try:
        processors = len(os.sched_getaffinity(0))
    except AttributeError:
        processors = os.cpu_count() or 1
    return max(1, ceil(min(processors, _container_share(_GROUPS, _OWN_GROUP))))


def memory_megabytes() -> int:
    """Return the machine's memory in megabytes; 64 gigabytes where the system does not say."""
    try:
        return (os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")) >> 20
    except (AttributeError, OSError, ValueError):
        return 1 << 16


def _container_share(groups: Path, own: Path) -> float:
    """Return the processors whose time a container gets (Linux, ``cpu.max``), else infinity.

    A limit holds for all groups inside the one that has it.
    """
    try:
        lines = own.read_text(encoding="utf-8").splitlines()
    except OSError:
        return float("inf")
    paths = [PurePosixPath(line[3:]) for line in lines if line.startswith("0::/")]
    shares = [
        _read_share(groups / str(group).lstrip("/") / "cpu.max")
        for path in paths
        for group in (path, *path.parents)
    ]
    return min(shares, default=float("inf"))


def _read_share(file: Path) -> float:
    try:
        quota, period = file.read_text(encoding="ascii").split()
        return float("inf") if quota == "max" else int(quota) / int(period)
    except (OSError, ValueError, ZeroDivisionError):
        return float("inf")
