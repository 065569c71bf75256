"""Digests of tables: the same for the same values, however a file packs them.

A table's digest is the SHA-256 of its scores in the order of the slots, one byte each or, in a
table that needs them, two, the low one first. Tables without distances have none.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from merels.board.index.dense import Slots
from merels.errors import NotationError
from merels.tables.folder import TableFolder
from merels.tables.key import TableKey


def digest_slots(slots: Slots) -> str:
    """Return the digest of a table in memory."""
    return hashlib.sha256(in_file_order(slots).data).hexdigest()


def in_file_order(slots: Slots) -> Slots:
    """Return scores with their low bytes first, as they are in files."""
    return slots.astype(slots.dtype.newbyteorder("<"), copy=False)


def digest_tables(folder: TableFolder, keys: Iterable[TableKey]) -> Iterator[tuple[TableKey, str]]:
    """Yield exact tables with their digests, the largest first; hold one block per thread.

    Tables that are left out have their digest in the header.

    SHA-256 has to go through a table in order, so each table is read by one thread; all threads
    are busy as long as there are tables left.

    Raises `CorruptTableError` if a file is damaged.
    """

    def digest(key: TableKey) -> tuple[TableKey, str]:
        found = hashlib.sha256()
        with folder.open(key) as file:
            if file.header.sha256 is not None:
                return key, file.header.sha256
            for number in range(file.header.block_count):
                found.update(in_file_order(file.read_block(number)).data)
        return key, found.hexdigest()

    with ThreadPoolExecutor(folder.threads) as pool:
        try:
            yield from pool.map(digest, sorted(keys, key=lambda key: -key.index.size))
        finally:
            pool.shutdown(cancel_futures=True)  # report a damaged file at once


def published_digests(document: dict[str, Any]) -> dict[str, str]:
    """Return the digests in a document of results, by table name."""
    return {
        table["name"]: digest for table in document["tables"] if (digest := table.get("sha256"))
    }


def read_digests(path: Path) -> dict[str, str]:
    """Return the digests in a file that ``merels results --data`` has written.

    Raises `NotationError` if it is not such a file.
    """
    try:
        return published_digests(json.loads(path.read_bytes()))
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        raise NotationError(
            f"{str(path)!r} is not a results file; write one with: merels results --data FILE"
        ) from None
