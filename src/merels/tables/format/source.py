"""Where bytes come from: a file on disk, a part of one, or memory in tests."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Protocol, Self


class ByteSource(Protocol):
    """Random access to the bytes of a file, from any thread."""

    name: str
    size: int

    def read_at(self, offset: int, size: int) -> bytes:
        """Return up to ``size`` bytes from ``offset`` on."""

    def close(self) -> None:
        """Release the file."""


class DiskSource:
    """A file on disk."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._file = path.open("rb", buffering=0)
        self.size = os.fstat(self._file.fileno()).st_size

    def read_at(self, offset: int, size: int) -> bytes:
        """Return up to ``size`` bytes from ``offset`` on."""
        return os.pread(self._file.fileno(), size, offset)

    def close(self) -> None:
        """Release the file."""
        self._file.close()


class PartSource:
    """A part of another source, which stays open when the part is closed."""

    def __init__(self, whole: ByteSource, name: str, offset: int, size: int) -> None:
        self.name = f"{whole.name}: {name}"
        self.size = size
        self._whole = whole
        self._offset = offset

    def read_at(self, offset: int, size: int) -> bytes:
        """Return up to ``size`` bytes from ``offset`` on."""
        left = max(0, self.size - offset)
        return self._whole.read_at(self._offset + offset, min(size, left))

    def close(self) -> None:
        """Leave the whole open: other parts are read from it."""


class SourceReader:
    """Reads one of our files; a context manager that closes it."""

    def __init__(self, source: ByteSource) -> None:
        self._source = source

    @classmethod
    def open(cls, path: Path, *arguments: Any) -> Self:
        """Open a file on disk; ``arguments`` are the constructor's after the source."""
        source = DiskSource(path)
        try:
            return cls(source, *arguments)
        except BaseException:
            source.close()
            raise

    @property
    def name(self) -> str:
        """The file's name."""
        return self._source.name

    @property
    def size(self) -> int:
        """The file's size in bytes."""
        return self._source.size

    def close(self) -> None:
        """Release the file."""
        self._source.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
