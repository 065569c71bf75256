"""Files that are written completely or not at all."""

from __future__ import annotations

import errno
import io
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from merels._system import try_lock

DRAFT_SUFFIX: Final = ".part"

_DRAFT: Final = re.compile(rf"(.+)\.[0-9a-f]{{16}}{re.escape(DRAFT_SUFFIX)}", re.DOTALL)


class FileSystem:
    """The file operations of Merels, one system call per method.

    Tests substitute a file system that fails at any call, or loses all data that was not synced.
    """

    def create(self, path: Path) -> io.FileIO:
        """Create a file and open it for writing, unbuffered."""
        return path.open("xb", buffering=0)

    def open_lock(self, path: Path) -> io.FileIO:
        """Open a file for reading and writing, unbuffered; create it if it is missing."""
        return path.open("a+b", buffering=0)

    def sync(self, file: io.FileIO) -> None:
        """Flush a file's written data to disk."""
        os.fsync(file.fileno())

    def copy_mode(self, source: Path, target: Path) -> None:
        """Copy the permissions of one file to another."""
        shutil.copymode(source, target)

    def replace(self, source: Path, target: Path) -> None:
        """Rename a file, replacing the target if it exists."""
        source.replace(target)

    def unlink(self, path: Path) -> None:
        """Delete a file."""
        path.unlink()

    def make_folder(self, path: Path) -> None:
        """Create a folder."""
        path.mkdir()

    def remove_folder(self, path: Path) -> None:
        """Delete an empty folder."""
        path.rmdir()

    def sync_folder(self, path: Path) -> None:
        """Flush the entries of a folder to disk, if the system can."""
        if os.name == "posix":
            descriptor = os.open(path, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


FILES: Final = FileSystem()


@contextmanager
def whole_file(path: str | os.PathLike[str], files: FileSystem = FILES) -> Iterator[IO[bytes]]:
    """Open a file that appears under its name only once all of it is on disk.

    If anything fails before, the draft is removed and an existing file stays as it was. A link
    still points to the file, and an existing file keeps its permissions.
    """
    target = Path(os.path.realpath(path))
    draft = _name_draft(target)
    try:
        raw = _create(draft, target, files)
        with io.BufferedWriter(raw) as file:
            yield file
            file.flush()
            if target.exists():
                files.copy_mode(target, draft)
            files.sync(raw)
        files.replace(draft, target)
        files.sync_folder(target.parent)
    except BaseException:
        with suppress(OSError):  # the first error is the one to report
            files.unlink(draft)
        raise


def _create(draft: Path, target: Path, files: FileSystem) -> io.FileIO:
    """Create a draft; errors name the file that it is for."""
    try:
        return files.create(draft)
    except OSError as error:
        error.filename = os.fspath(target)
        raise


@contextmanager
def hold_lock(path: Path, files: FileSystem = FILES) -> Iterator[None]:
    """Hold the lock that a file stands for; the system frees the lock of a killed process.

    The package ``filelock`` would bypass `FileSystem`, and so the tests that make every request
    fail, and it could not name the process that holds the lock.

    Raises `BlockingIOError`, whose ``strerror`` is the process that holds the lock, and `OSError`
    if the file cannot be written.
    """
    with files.open_lock(path) as file:
        if not try_lock(file):
            file.seek(0)
            owner = file.read().decode(errors="replace").strip() or "unknown"
            raise BlockingIOError(errno.EAGAIN, owner, os.fspath(path))
        file.truncate(0)
        file.write(str(os.getpid()).encode())
        yield


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise `OSError` if `whole_file` cannot write a file; for a check before long work."""
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(target))
    draft = _name_draft(target)
    _create(draft, target, FILES).close()
    FILES.unlink(draft)


def _name_draft(target: Path) -> Path:
    # The name is random because machines that share a folder may have equal process ids.
    return target.with_name(f"{target.name}.{os.urandom(8).hex()}{DRAFT_SUFFIX}")


def drafted_name(name: str) -> str | None:
    """Return the name of the file that a draft of `whole_file` is for; None for other names.

    >>> drafted_name("3-3.mtb.0123456789abcdef.part")
    '3-3.mtb'
    >>> drafted_name("film.mkv.part") is None
    True
    """
    match = _DRAFT.fullmatch(name)
    return None if match is None else match[1]


def remove_drafts(path: str | os.PathLike[str], files: FileSystem = FILES) -> None:
    """Delete the drafts of a file that killed processes left; no one else may be writing it."""
    target = Path(os.path.realpath(path))
    for draft in target.parent.glob(f"*{DRAFT_SUFFIX}"):
        if drafted_name(draft.name) == target.name and is_plain_file(draft):
            files.unlink(draft)


def is_plain_file(path: Path) -> bool:
    """Whether a path is a regular file, not a folder or a link."""
    return path.is_file() and not path.is_symlink()


def make_folder(path: Path, files: FileSystem = FILES) -> None:
    """Create a folder and its parents, synced to disk; do nothing if it exists."""
    if path.is_dir():
        return
    if not path.parent.exists():
        make_folder(path.parent, files)
    try:
        files.make_folder(path)
    except FileExistsError:  # created by another process, or it is a file
        if not path.is_dir():
            raise
    files.sync_folder(path.parent)
