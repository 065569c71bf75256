"""Where bytes come from: a file on disk, a part of a file, or memory in tests."""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol, Self, TypeVar

import xxhash

from merels.errors import CorruptTableError


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
        """Leave the whole source open: other parts are read from it."""


class SourceReader:
    """Reads one of our files; a context manager that closes it."""

    def __init__(self, source: ByteSource) -> None:
        self._source = source

    @classmethod
    def open(cls, path: Path, *arguments: Any) -> Self:
        """Open a file on disk; ``arguments`` are the constructor's further arguments."""
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


# How our files begin: a magic number, a version and a JSON document, then a checksum.

T = TypeVar("T")

PREFIX: Final = struct.Struct("<8sII")  # magic, version, length of the JSON text
CHECKSUM: Final = struct.Struct("<Q")
LONGEST_PREAMBLE: Final = 1 << 20
USUAL_PREAMBLE: Final = 1 << 12
"""Bytes that hold most preambles, and are quicker to read."""


def checksum(data: bytes | memoryview, seed: int = 0) -> int:
    """Return the checksum of our formats: 64-bit XXH3 with a seed."""
    return xxhash.xxh3_64_intdigest(data, seed=seed % (1 << 64))


def read_preamble(source: ByteSource) -> bytes:
    """Return the beginning of a file, as much of it as `Preamble.parse` may look at."""
    data = source.read_at(0, USUAL_PREAMBLE)
    if len(data) < USUAL_PREAMBLE:
        return data
    *_, length = PREFIX.unpack_from(data)
    longer = PREFIX.size + length + CHECKSUM.size > len(data)
    return source.read_at(0, LONGEST_PREAMBLE) if longer else data


@dataclass(frozen=True, slots=True)
class Preamble:
    """The beginning of one kind of file; messages call the document ``part``."""

    magic: bytes
    version: int
    file: str
    part: str
    oldest: int = 1
    """The first version that can still be read."""

    def format(self, document: dict[str, Any]) -> bytes:
        """Return the beginning of a file, its checksum included."""
        text = json.dumps(document, separators=(",", ":")).encode()
        start = PREFIX.pack(self.magic, self.version, len(text)) + text
        return start + CHECKSUM.pack(checksum(start))

    def parse(self, data: bytes, read: Callable[[Any, int], T]) -> tuple[T, int, int]:
        """Return the result of ``read`` for the document, the length in bytes, and the checksum.

        Raises `CorruptTableError`, also if ``read`` raises an error that bad data can cause.
        """
        if len(data) < PREFIX.size or not data.startswith(self.magic):
            raise CorruptTableError(f"the file is not a {self.file}: it begins differently")
        _, version, length = PREFIX.unpack_from(data)
        if not self.oldest <= version <= self.version:
            several = "" if self.oldest == self.version else f"s {self.oldest} to"
            raise CorruptTableError(
                f"the file has format version {version}; this program reads "
                f"version{several} {self.version}"
            )
        end = PREFIX.size + length
        if len(data) < end + CHECKSUM.size:
            raise CorruptTableError(f"the {self.part} is cut short")
        (expected,) = CHECKSUM.unpack_from(data, end)
        if checksum(data[:end]) != expected:
            raise CorruptTableError(f"the {self.part} does not match its checksum")
        try:
            return read(json.loads(data[PREFIX.size : end]), version), end + CHECKSUM.size, expected
        except KeyError as error:
            raise CorruptTableError(f"the {self.part} lacks {error}") from None
        except (AttributeError, TypeError, ValueError, RecursionError) as error:
            raise CorruptTableError(f"the {self.part} makes no sense: {error}") from None
