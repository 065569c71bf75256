"""The folder that keeps compiled kernels between runs, and listeners who hear of compiling.

There is one folder for each state of the sources, the compiler, its settings and the processor, so
no code is stale after a change.

The folder is in ``NUMBA_CACHE_DIR`` or in the user's cache folder. If neither is usable, it is a
temporary folder for this process and its children; if nothing is writable at all, nothing is kept.
The files hold machine code, so a folder that someone else could have written to is never used.

Any number of processes can share a folder: a file is complete or not there, carries its checksum,
and is only ever replaced by an equal one. A folder can also be deleted at any time; its users then
compile for themselves.
"""

from __future__ import annotations

import atexit
import hashlib
import logging
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from inspect import ismodule
from pathlib import Path
from typing import Any, Final, TypeAlias

from merels._files import whole_file
from merels._system import is_own, user_cache_folder
from merels._version import __version__

PREFIX: Final = "merels-kernels-"
FOLDER_NAME: Final = re.compile(PREFIX + "[0-9a-f]{32}")
VARIABLE: Final = "NUMBA_CACHE_DIR"
HINT: Final = f"set {VARIABLE} to a writable folder"

COMPILER: Final = "merels._jit"
"""The module that all modules with kernels import."""

IMPORTED: Final = re.compile(
    r"^[ \t]*(?:from[ ]([\w.]+)[ ]import[ ](\([^)]*\)|.*)|import[ ]([\w.]+))", re.MULTILINE
)

DAY: Final = 86_400
KEPT_DAYS: Final = 30
KEPT_FOLDERS: Final = 8
"""How long folders of other versions are kept, and how many."""

DIGEST_SIZE: Final = 32

_log = logging.getLogger("merels")


def kernel_sources(package: Path) -> list[Path]:
    """Return every file that may contribute to a kernel, in a fixed order.

    The files are the modules with kernels and all modules that they import, directly or not,
    anywhere in a file. Edits to other files leave the compiled code as it is.
    """
    files = {_module_name(path, package): path for path in package.rglob("*.py")}
    imports = {
        name: imported_modules(path.read_text(encoding="utf-8"), files)
        for name, path in files.items()
    }
    queue = [name for name in files if name == COMPILER or COMPILER in imports[name]]
    found: set[str] = set()
    while queue:
        name = queue.pop()
        if name not in found:
            found.add(name)
            queue += imports[name]
    return [files[name] for name in sorted(found)]


def imported_modules(source: str, modules: Container[str]) -> list[str]:
    r"""Return which of ``modules`` a source imports by absolute names.

    A pattern is enough, and much faster than a parser: one module too many does no harm. A
    package itself counts only if something other than its modules is imported from it.

    >>> source = "from merels.rules import (\n    move,\n)\nimport merels.errors"
    >>> imported_modules(source, {"merels.rules", "merels.rules.move", "merels.errors"})
    ['merels.rules.move', 'merels.errors']
    """
    found = []
    for package, names, module in IMPORTED.findall(source):
        for name in re.findall(r"\w+", names) if package else [module]:
            whole = f"{package}.{name}" if package else module
            found.append(whole if whole in modules else package)
    return [name for name in found if name in modules]


def _module_name(path: Path, package: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(["merels", *parts[1:]]).removesuffix(".__init__")


def hash_files(files: list[Path], root: Path) -> str:
    """Return the SHA-256 of the files' names and contents."""
    digest = hashlib.sha256()
    for file in files:
        content = file.read_bytes()
        digest.update(f"{file.relative_to(root).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


@cache
def hash_neighbours(folder: Path) -> str:
    """Return a hash of the Python files in a folder, for kernels outside the package.

    Kernels of tests and tools use kernels from other files in the same folder.
    """
    return hash_files(sorted(folder.glob("*.py")), folder)


class CodeCache:
    """Compiled code by name, for one package and one compiler configuration (``facts``)."""

    def __init__(self, package: Path, facts: str) -> None:
        self._since = time.time()
        self._sources = kernel_sources(package)
        key = hashlib.sha256(f"{facts}\0{hash_files(self._sources, package)}".encode())
        self.folder = find_folder(PREFIX + key.hexdigest()[:32])
        if self.folder is not None:
            with suppress(OSError):
                (self.folder / describe_versions()).touch()

    def load(self, name: str) -> bytes | None:
        """Return the code saved under a name, None if it is missing or damaged."""
        if self.folder is None:
            return None
        try:
            content = (self.folder / name).read_bytes()
        except OSError:
            return None
        digest, data = content[:DIGEST_SIZE], content[DIGEST_SIZE:]
        return data if hashlib.sha256(data).digest() == digest else None

    def save(self, name: str, data: bytes) -> None:
        """Save compiled code, unless saving fails or the code may come from other sources."""
        if self.folder is None:
            return
        # A full disk or a deleted folder only costs time at the next start.
        with suppress(OSError):
            if not self._sources_have_changed():
                with whole_file(self.folder / name) as file:
                    file.write(hashlib.sha256(data).digest() + data)

    def _sources_have_changed(self) -> bool:
        """Whether a source has been edited or replaced since this process started.

        Modules imported after the edit have the new sources, while the folder is for the old
        sources.
        """
        return max(file.stat().st_ctime for file in self._sources) >= self._since


def describe_versions() -> str:
    """Return the versions of Merels, the compiler and Python, without loading the compiler."""
    from importlib.metadata import version  # takes longer to load than the rest of this module

    return f"merels-{__version__}-numba-{version('numba')}-{sys.implementation.cache_tag}"


def has_saved(kernel: str) -> bool:
    """Whether the code of a kernel is probably saved, found without loading the compiler.

    Settings and the processor matter too, but seldom change; after a change the kernel is compiled.
    """
    parent = next(_parents(), None)
    folders = [] if parent is None else parent.glob(f"{PREFIX}*/{describe_versions()}")
    return any(next(label.parent.glob(f"{kernel}-*.bin"), None) for label in folders)


def find_folder(name: str) -> Path | None:
    """Return the folder for compiled code, created if missing; None if that fails."""
    for parent in _parents():
        folder = parent / name
        try:
            is_new = _make(folder)
        except OSError:
            continue
        if _is_safe(folder):
            if is_new:
                sweep(parent, keep=name)
            else:
                with suppress(OSError):  # it may be read-only
                    os.utime(folder)
            return folder
    temporary = _make_temporary()
    if temporary is None:
        _log.warning("compiled code cannot be saved, not even temporarily; %s", HINT)
        return None
    (temporary / name).mkdir()
    return temporary / name


def prepare_folder() -> None:
    """Make a temporary folder if no other can be used, before child processes start to share it."""
    if not any(map(_is_usable, _parents())):
        _make_temporary()


def _is_usable(parent: Path) -> bool:
    """Whether code can be saved in a folder, or has been saved there for all users."""
    try:
        parent.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    # The rights of the effective user count, not the rights of the user who started the process.
    effective = os.access in os.supports_effective_ids
    can_write = os.access(parent, os.W_OK, effective_ids=effective)
    return can_write or any(parent.glob(f"{PREFIX}*/{describe_versions()}"))


def _parents() -> Iterator[Path]:
    if chosen := os.environ.get(VARIABLE):
        yield Path(chosen).absolute()
    if folder := user_cache_folder():
        yield folder


def _make(folder: Path) -> bool:
    """Create a folder that other users may read; return whether it is new."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        folder.mkdir(mode=0o755)
    except FileExistsError:
        return False
    return True


def _is_safe(folder: Path) -> bool:
    """Whether only this user or root can have written to the folder.

    Root may have filled it for everyone, for example when building a container image.
    """
    status = folder.lstat()
    return (
        stat.S_ISDIR(status.st_mode)
        and is_own(status, or_root=True)
        and (os.name != "posix" or not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH))
    )


def sweep(parent: Path, keep: str) -> None:
    """Delete folders of other versions: long unused folders, and more folders than are kept.

    A folder's timestamp is the last start of a process that uses it. A folder used within the last
    day always stays, so that two versions used in turn do not delete each other's folders.
    """
    found = []
    with suppress(OSError), os.scandir(parent) as entries:
        for entry in entries:
            if entry.name != keep and FOLDER_NAME.fullmatch(entry.name):
                with suppress(OSError):
                    status = entry.stat(follow_symlinks=False)
                    if stat.S_ISDIR(status.st_mode) and is_own(status):
                        found.append((time.time() - status.st_mtime, entry.path))
    for place, (age, path) in enumerate(sorted(found)):
        if age > (KEPT_DAYS if place < KEPT_FOLDERS else 1) * DAY:
            shutil.rmtree(path, ignore_errors=True)


def _make_temporary() -> Path | None:
    """Create a folder that lasts as long as this process; its children find and share it."""
    try:
        parent = tempfile.mkdtemp(prefix=PREFIX)  # randomly named, for this user only
    except OSError:
        return None
    _log.warning("compiled code is saved only while this process runs; %s", HINT)
    os.environ[VARIABLE] = parent
    owner = os.getpid()

    def remove() -> None:
        if os.getpid() == owner:  # not in a forked child
            shutil.rmtree(parent, ignore_errors=True)

    atexit.register(remove)
    return Path(parent)


# Tell waiting users that code is being compiled: once after an installation, for half a minute.

Listener: TypeAlias = Callable[[str], None]
"""Called with a line of text before each function is compiled, with an empty line at the end."""

_listeners: Final[list[Listener]] = []
_needed: Final[set[Any]] = set()
_begun: Final[set[Any]] = set()
_active: Final[list[Any]] = []


@contextmanager
def watching(listener: Listener) -> Iterator[None]:
    """Call a listener whenever a function is compiled."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def begin(function: Any) -> None:
    """Tell all listeners that a function is about to be compiled."""
    _active.append(function)
    _begun.add(function)
    _needed.update(_calls_of(function))
    _tell(f"compiling for this computer, only once: function {len(_begun)} of {len(_needed)}")


def end(function: Any) -> None:
    """Note that a function is compiled."""
    del _active[_active.index(function) :]  # with functions whose compiling failed
    if not _active:
        _tell("")


def _tell(text: str) -> None:
    for listener in tuple(_listeners):
        listener(text)


def _calls_of(function: Any) -> set[Any]:
    """Return a kernel and all kernels that it calls, directly or not."""
    found: set[Any] = set()
    queue = [function]
    while queue:
        found.add(called := queue.pop())
        names = called.__code__.co_names
        used = [called.__globals__[name] for name in names if name in called.__globals__]
        ours = [each for each in used if ismodule(each) and each.__name__.startswith("merels.")]
        used += [vars(module).get(name) for module in ours for name in names]
        kernels = (getattr(value, "__wrapped__", None) for value in used)
        queue += [each for each in kernels if each is not None and each not in found]
    return found
