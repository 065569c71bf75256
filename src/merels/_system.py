"""What systems do in different ways: locks, processes, a user's folders, processors and memory.

Code that depends on the operating system is here, or says so in its own module.
"""

from __future__ import annotations

import importlib
import io
import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from math import ceil, inf
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from merels.errors import MerelsError

LOCKED_BYTE: Final = 1 << 30
"""On Windows other processes cannot read a locked byte, so it lies far beyond the content."""


if TYPE_CHECKING:
    import asyncio.subprocess
    import subprocess

    Process: TypeAlias = subprocess.Popen[Any] | asyncio.subprocess.Process


def try_lock(file: io.FileIO) -> bool:
    """Lock an open file for this process until it is closed; False if another process has it.

    The system frees the lock of a process that ends in any way. Raises `MerelsError` on a system
    with neither kind of lock.
    """
    with suppress(ImportError):
        fcntl: Any = importlib.import_module("fcntl")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
    with suppress(ImportError):
        msvcrt: Any = importlib.import_module("msvcrt")
        file.seek(LOCKED_BYTE)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(0)
        return True
    raise MerelsError("this system cannot lock files, so tables cannot be written safely")


def interrupt(process: Process) -> None:
    """Stop a child in a process group of its own as Ctrl-C would; on Windows, end it.

    Files are written whole or not at all, so ending the child loses only unfinished work.
    """
    if os.name == "posix":
        process.send_signal(signal.SIGINT)
    else:
        process.terminate()


def kill_group(process: Process) -> None:
    """Kill a child that leads a session, and its own children; on Windows, the child alone."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def is_own(status: os.stat_result, *, or_root: bool = False) -> bool:
    """Whether a file belongs to this user; where files have no numbered owner, always.

    On Windows a user's folders are protected by access lists instead.
    """
    if not hasattr(os, "geteuid"):
        return True
    return status.st_uid == os.geteuid() or (or_root and status.st_uid == 0)


# Processors and memory, as far as this process may use them.

BLOCK: Final = 32
"""Bytes that processors compare at once; wider numbers take several steps."""

HIDDEN: Final = 16
"""Sums of a hidden layer: as many 16-bit numbers as processors add at once."""


def count_processors() -> int:
    """Return how many processors this process may use, at least 1.

    A container may run on all processors and still get only a few processors' worth of time: more
    threads would only get in each other's way.
    """
    try:
        processors = len(os.sched_getaffinity(0))
    except AttributeError:
        processors = os.cpu_count() or 1
    return max(1, ceil(min(processors, processor_share())))


def free_megabytes() -> int:
    """Return the megabytes that this process may still take, at least 1.

    If the system does not report them, the memory of the whole machine counts or, if it is unknown
    too, 64 GB.
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


# The folders where a user's programs keep their files.


def user_cache_folder() -> Path | None:
    """Return the folder for files that can be recreated, None if the user has no home."""
    return _inside_home("user_cache_dir")


def user_data_folder() -> Path | None:
    """Return the folder for files worth keeping, None if the user has no home."""
    return _inside_home("user_data_dir")


def _inside_home(kind: str) -> Path | None:
    """Return the folder that platformdirs finds, unless the home folder around it does not exist.

    Without a home, older versions of platformdirs return a path below a folder named ``~`` in the
    current folder, and newer versions raise. A home such as ``/nonexistent`` belongs to a service
    and must not be created, not even if root could.
    """
    import platformdirs  # only a part of an installation has it

    try:
        path = Path(getattr(platformdirs, kind)("merels", appauthor=False))
        home = Path.home()
    except RuntimeError:
        return None
    if not path.is_absolute() or (path.is_relative_to(home) and not home.is_dir()):
        return None
    return path
