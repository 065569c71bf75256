"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

DRAFT_SUFFIX: Final = ".part"


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a file that appears under its name only when all of it is on disk.

    Whatever goes wrong, the draft is removed and an older file stays as it was. A link goes on
    pointing to the file, and an older file's permissions are kept.
    """
    target = Path(os.path.realpath(path))
    # Machines that share a folder may have equal process numbers, so the name is drawn by lot.
    draft = target.with_name(f"{target.name}.{os.urandom(8).hex()}{DRAFT_SUFFIX}")
    try:
        with draft.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
        sync_folder(target.parent)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Make a renaming in a folder last, where the system can."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
