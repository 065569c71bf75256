"""Writing table files: whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import numpy as np

from merels.board.dense import Bytes
from merels.errors import MerelsError
from merels.tablebase.blocks import encode_block
from merels.tablebase.header import CHECKSUM, Header, checksum, format_header
from merels.tablebase.reader import ENTRY

TEMPORARY_SUFFIX = ".part"


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """Open a file that appears under its name only when all of it is on disk.

    Whatever goes wrong, the temporary file is removed and an older file stays as it was. Raises
    `MerelsError`, which names the file, where the system cannot write it: on a full disk, say.
    """
    # Machines of a cluster may have equal process numbers, so the name is drawn by lot.
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(8)}{TEMPORARY_SUFFIX}")
    try:
        with temporary.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        sync_folder(path.parent)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise MerelsError(f"cannot write {str(path)!r}: {error.strerror}") from error
        raise


def sync_folder(folder: Path) -> None:
    """Make a renaming in a folder last, where the system can."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def write_table(path: Path, header: Header, slots: Bytes, threads: int = 1) -> int:
    """Write a table file; return its size in bytes."""
    start = format_header(header)
    (seed,) = CHECKSUM.unpack(start[-CHECKSUM.size :])
    entries = np.zeros(header.block_count, dtype=ENTRY)
    index_size = entries.nbytes + CHECKSUM.size
    with whole_file(path) as file:
        file.write(start)
        file.write(bytes(index_size))
        for number, block in enumerate(_encode(header, slots, threads)):
            entries[number] = checksum(block, seed + number + 1), len(block)
            file.write(block)
        size = file.tell()
        index = entries.tobytes()
        file.seek(len(start))
        file.write(index + CHECKSUM.pack(checksum(index, seed)))
    return size


def _encode(header: Header, slots: Bytes, threads: int) -> Iterator[bytes]:
    """Yield the compressed blocks in order, a bounded number of them ahead."""
    size = header.block_slots
    ahead = 64 * threads
    with ThreadPoolExecutor(threads) as pool:
        for first in range(0, header.block_count, ahead):
            last = min(first + ahead, header.block_count)
            yield from pool.map(
                lambda number: encode_block(
                    header.kind, slots[number * size : (number + 1) * size]
                ),
                range(first, last),
            )
