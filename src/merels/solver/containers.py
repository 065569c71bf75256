"""The memory that a container leaves: control groups of Linux, versions 1 and 2."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple


class Version(NamedTuple):
    """Where a version of control groups keeps its figures."""

    mount: str
    limit: str
    usage: str
    reclaimable: str
    """A line of ``memory.stat``: what was read from files and can be forgotten at any time."""


V1: Final = Version(
    "sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"
)
V2: Final = Version("sys/fs/cgroup", "memory.max", "memory.current", "inactive_file")


def free_in_container(root: Path = Path("/")) -> int | None:
    """Return the bytes that this process may still use, None where no group limits it.

    A group counts for all groups inside it, so the tightest one decides.
    """
    free = [_free_in(folder, version) for folder, version in _generate_groups(root)]
    return min((each for each in free if each is not None), default=None)


def _generate_groups(root: Path) -> Iterator[tuple[Path, Version]]:
    """Yield the folders of the groups that this process is in.

    In a container a path may be the host's, while its own group is at the top of the mount.
    """
    with suppress(OSError):
        for line in (root / "proc/self/cgroup").read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            if not controllers or "memory" in controllers.split(","):
                version = V1 if controllers else V2
                inner = PurePosixPath(path.lstrip("/"))
                for group in (inner, *inner.parents):
                    yield root / version.mount / group, version


def _free_in(folder: Path, version: Version) -> int | None:
    try:
        limit = (folder / version.limit).read_text().strip()
        usage = int((folder / version.usage).read_text())
        figures = dict(line.split() for line in (folder / "memory.stat").read_text().splitlines())
    except (OSError, ValueError):
        return None
    if not limit.isdigit():  # "max"
        return None
    return max(0, int(limit) - usage + int(figures.get(version.reclaimable, 0)))
