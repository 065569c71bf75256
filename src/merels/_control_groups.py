"""The limits that a container sets for this process: Linux control groups, versions 1 and 2."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from math import inf
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

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
