"""Import and use Merels as far as a system without POSIX lets it, which this process plays.

Other packages have been imported by then: they know their system.
"""

import builtins
import importlib
import io
import os
import pkgutil
import signal
import sys
import types
from pathlib import Path

HIDDEN_MODULES = {"fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
HIDDEN_NAMES = {
    os: """fork forkpty getegid geteuid getgid getloadavg getpriority getuid killpg nice
        sched_getaffinity sched_setaffinity setpriority setsid sysconf""",
    signal: "SIGHUP SIGCHLD SIGUSR1 alarm pthread_sigmask setitimer sigwait",
}
OTHERS = """anywidget asyncio.subprocess distributed fastapi matplotlib.figure multiprocessing.pool
    numba numpy platformdirs rich.progress uvicorn zstandard"""

locks: set[tuple[str, int]] = set()


def hide() -> None:
    """Take away what other systems lack, for modules of Merels."""
    plain_import, find = builtins.__import__, importlib.import_module

    def guarded(name, asking=None, *rest):
        who = (asking or {}).get("__name__", "")
        if name in HIDDEN_MODULES and who.startswith("merels"):
            raise ImportError(f"{who} imports {name}")
        return plain_import(name, asking, *rest)

    def guarded_find(name, package=None):
        if name in HIDDEN_MODULES:
            raise ImportError(name)
        return find(name, package)

    builtins.__import__, importlib.import_module = guarded, guarded_find
    for module, names in HIDDEN_NAMES.items():
        for name in names.split():
            if hasattr(module, name):
                delattr(module, name)
    sys.modules["msvcrt"] = fake_msvcrt()


def fake_msvcrt() -> types.ModuleType:
    """Return Windows' locks of a byte of an open file, as far as one process can show them."""
    module = types.ModuleType("msvcrt")
    module.LK_NBLCK = 2  # type: ignore[attr-defined]

    def locking(descriptor: int, _mode: int, _count: int) -> None:
        file = str(Path(f"/proc/self/fd/{descriptor}").readlink())
        place = (file, os.lseek(descriptor, 0, os.SEEK_CUR))
        if place in locks:
            raise OSError(13, "Permission denied")
        locks.add(place)

    module.locking = locking  # type: ignore[attr-defined]
    return module


def import_all() -> int:
    """Import every module; return how many there are."""
    import merels

    names = [each.name for each in pkgutil.walk_packages(merels.__path__, "merels.")]
    for name in names:
        if name != "merels.__main__":
            importlib.import_module(name)
    return len(names)


def use(folder: Path) -> None:
    """Do what depends on the system: lock, write, count, start and end a process."""
    from merels._code_cache import find_folder
    from merels._system import available_memory, count_processors, free_megabytes
    from merels.errors import FolderInUseError
    from merels.uci.client.process import EngineProcess
    from merels.values.folder import TableFolder
    from merels.web.jobs.processes import lower_priority, spare_processor
    from merels.web.server import allow_files

    tables = TableFolder(folder / "tables")
    with tables.lock():
        try:
            with tables.lock():
                raise AssertionError("two runs share a folder")
        except FolderInUseError as error:
            message = str(error)
    assert f"process {os.getpid()}" in message
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    assert find_folder("merels-kernels-" + "0" * 32) is not None
    assert count_processors() >= 1
    assert free_megabytes() > 0
    available_memory()
    allow_files(64)
    engine = EngineProcess(f"{sys.executable} -c 'import time; time.sleep(60)'")
    lower_priority(engine._process.pid, 5)
    spare_processor(engine._process.pid, spare=True)
    engine.kill()
    assert not engine.is_alive


def main() -> None:
    """Import the other packages, then play the other system."""
    for name in OTHERS.split():
        importlib.import_module(name)
    hide()
    count = import_all()
    use(Path(sys.argv[1]))
    sys.stdin = io.StringIO("quit\n")
    from merels.cli import main as command

    assert command(["play", "--black", "easy", "--plain"]) == 0
    print(count)


if __name__ == "__main__":
    main()
