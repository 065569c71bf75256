"""What systems do in different ways: locks on files, and ending processes.

Everything that needs more than Python promises on every system is here, or says so where it is.
"""

from __future__ import annotations

import importlib
import io
import os
import signal
from contextlib import suppress
from typing import Any, Final, Protocol

from merels.errors import MerelsError

LOCKED_BYTE: Final = 1 << 30
"""On Windows a locked byte cannot be read by others, so it lies far beyond the content."""


class Process(Protocol):
    """A child process, of `subprocess` or of `asyncio`."""

    @property
    def pid(self) -> int:
        """Its number."""

    def kill(self) -> None:
        """End it at once."""

    def terminate(self) -> None:
        """Ask it to end; on Windows, end it at once."""

    def send_signal(self, signal: int) -> None:
        """Send it a signal."""


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

    Files are written whole or not at all, so ending it loses no more than the work at hand.
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
