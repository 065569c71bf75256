"""Folders that one process of a test run fills and all processes of the run read."""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

VARIABLE = "MERELS_TEST_RUN"


def folder_of_the_run() -> Path:
    """Return the run's folder; the process that asks first makes it and removes it at its end.

    `conftest` asks before workers start, so that workers inherit the folder.
    """
    if VARIABLE not in os.environ:
        os.environ[VARIABLE] = path = tempfile.mkdtemp(prefix="merels-test-run-")
        atexit.register(_remove, path, os.getpid())
    return Path(os.environ[VARIABLE])


def _remove(path: str, owner: int) -> None:
    if os.getpid() == owner:  # a forked child would take the folder away from its parent
        shutil.rmtree(path, ignore_errors=True)


def made_once(name: str, fill: Callable[[Path], object]) -> Path:
    """Return a folder that ``fill`` has filled, in this process or in another one of the run."""
    run = folder_of_the_run()
    path = run / name
    with (run / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # waits for a process that is filling the folder
        if not path.exists():
            draft = Path(tempfile.mkdtemp(dir=run))
            fill(draft)
            draft.rename(path)
    return path
