"""Files that are written whole or not at all."""

from __future__ import annotations

import io
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

DRAFT_SUFFIX: Final = ".part"

_DRAFT: Final = re.compile(rf"(.+)\.[0-9a-f]{{16}}{re.escape(DRAFT_SUFFIX)}", re.DOTALL)


class FileSystem:
    """What Merels does to files and folders, each method one request to the system.

    Tests put another one in its place that fails at any request, or loses what was not synced.
    """

    def create(self, path: Path) -> io.FileIO:
        """Open a new file for writing, without a buffer."""
        return path.open("xb", buffering=0)

    def open_lock(self, path: Path) -> io.FileIO:
        """Open a file that may be there for reading and writing, without a buffer."""
        return path.open("a+b", buffering=0)

    def sync(self, file: io.FileIO) -> None:
        """Make what was written to a file last."""
        os.fsync(file.fileno())

    def copy_mode(self, source: Path, target: Path) -> None:
        """Give a file the permissions of another one."""
        shutil.copymode(source, target)

    def replace(self, source: Path, target: Path) -> None:
        """Rename a file, in place of another one if there is one."""
        source.replace(target)

    def unlink(self, path: Path) -> None:
        """Delete a file."""
        path.unlink()

    def make_folder(self, path: Path) -> None:
        """Make a folder."""
        path.mkdir()

    def remove_folder(self, path: Path) -> None:
        """Delete an empty folder."""
        path.rmdir()

    def sync_folder(self, path: Path) -> None:
        """Make the names in a folder last, where the system can."""
        if os.name == "posix":
            descriptor = os.open(path, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


FILES: Final = FileSystem()


@contextmanager
def whole_file(path: str | os.PathLike[str], files: FileSystem = FILES) -> Iterator[IO[bytes]]:
    """Open a file that appears under its name only when all of it is on disk.

    Whatever goes wrong before, the draft is removed and an older file stays as it was. A link goes
    on pointing to the file, and an older file's permissions are kept.
    """
    target = Path(os.path.realpath(path))
    # Machines that share a folder may have equal process numbers, so the name is drawn by lot.
    draft = target.with_name(f"{target.name}.{os.urandom(8).hex()}{DRAFT_SUFFIX}")
    try:
        raw = files.create(draft)
        with io.BufferedWriter(raw) as file:
            yield file
            file.flush()
            if target.exists():
                files.copy_mode(target, draft)
            files.sync(raw)
        files.replace(draft, target)
        files.sync_folder(target.parent)
    except BaseException:
        with suppress(OSError):  # the first error says more
            files.unlink(draft)
        raise


def drafted_name(name: str) -> str | None:
    """Return the name of the file that `whole_file` made a draft for; None for other names.

    >>> drafted_name("3-3.mtb.0123456789abcdef.part")
    '3-3.mtb'
    >>> drafted_name("film.mkv.part") is None
    True
    """
    match = _DRAFT.fullmatch(name)
    return None if match is None else match[1]


def remove_drafts(path: str | os.PathLike[str], files: FileSystem = FILES) -> None:
    """Delete the drafts that killed processes left of a file; nobody else may be writing it."""
    target = Path(os.path.realpath(path))
    for draft in target.parent.glob(f"*{DRAFT_SUFFIX}"):
        if drafted_name(draft.name) == target.name and is_plain_file(draft):
            files.unlink(draft)


def is_plain_file(path: Path) -> bool:
    """Whether a path is a file itself, neither a folder nor a link."""
    return path.is_file() and not path.is_symlink()


def make_folder(path: Path, files: FileSystem = FILES) -> None:
    """Make a folder that lasts, and those above it; nothing is done where it is there."""
    if path.is_dir():
        return
    if not path.parent.exists():
        make_folder(path.parent, files)
    try:
        files.make_folder(path)
    except FileExistsError:  # another process was faster, or it is a file
        if not path.is_dir():
            raise
    files.sync_folder(path.parent)
