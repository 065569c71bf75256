"""Writing table files: whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import IO

import numpy as np

from merels._files import FILES, FileSystem, whole_file
from merels.board.index.dense import Slots
from merels.errors import MerelsError
from merels.values.format.header import Header, format_header
from merels.values.format.packed.codec import PackedCodec, fit_model
from merels.values.format.reader import ENTRY, encode_block
from merels.values.format.source import CHECKSUM, checksum


def write_table(
    path: Path, header: Header, slots: Slots, threads: int = 1, files: FileSystem = FILES
) -> int:
    """Write a table file, the header alone unless that is ``stored``; return its size in bytes.

    Raises `MerelsError`, which names the file, if it cannot be written, as on a full disk.
    """
    try:
        with whole_file(path, files) as file:
            return write_image(file, header, slots, threads)
    except OSError as error:
        raise MerelsError(f"cannot write {str(path)!r}: {error.strerror}") from error


def write_image(
    file: IO[bytes], header: Header, slots: Slots, threads: int = 1, *, smallest: bool = False
) -> int:
    """Write a table to the beginning of an open file; return its size in bytes.

    ``smallest`` takes far longer and writes fewer bytes, which are just as fast to read.
    """
    model = fit_model(header, slots, threads) if header.has_model else None
    section = b"" if model is None else model.format()
    header = replace(header, model_bytes=len(section))
    start = format_header(header)
    (seed,) = CHECKSUM.unpack(start[-CHECKSUM.size :])
    entries = np.zeros(header.block_count, dtype=ENTRY)
    file.write(start)
    file.write(bytes(entries.nbytes + CHECKSUM.size))
    if section:
        file.write(section + CHECKSUM.pack(checksum(section, seed - 1)))
    packed = None if model is None else PackedCodec(header, model)
    for number, block in enumerate(_encode(header, packed, slots, threads, smallest)):
        entries[number] = checksum(block, seed + number + 1), len(block)
        file.write(block)
    size = file.tell()
    index = entries.tobytes()
    file.seek(len(start))
    file.write(index + CHECKSUM.pack(checksum(index, seed)))
    return size


def _encode(
    header: Header, packed: PackedCodec | None, slots: Slots, threads: int, smallest: bool
) -> Iterator[bytes]:
    """Yield the compressed blocks in order, working a bounded number of them ahead."""
    size = header.block_slots
    ahead = 64 * threads

    def encode(number: int) -> bytes:
        block = slots[number * size : (number + 1) * size]
        if packed is None:
            return encode_block(header.kind, block, smallest=smallest)
        return packed.encode(number, block)

    with ThreadPoolExecutor(threads) as pool:
        for first in range(0, header.block_count, ahead):
            yield from pool.map(encode, range(first, min(first + ahead, header.block_count)))
