"""Table files for tests to damage: cut into parts, reassembled in other ways, and checked."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from solved import solved_folder

from merels import CorruptTableError
from merels.solver.verify.files import FolderChecker, tables_to_check
from merels.tables.folder import TableFolder
from merels.tables.format.header import Header, Kind, parse_header
from merels.tables.format.preamble import CHECKSUM, PREFIX, checksum
from merels.tables.format.reader import ENTRY, TableFile
from merels.tables.format.writer import write_table
from merels.tables.key import TableKey
from merels.tables.statistics import gather_statistics

KEY = TableKey(3, 3)
KEYS = [KEY, TableKey(3, 4), TableKey(4, 3)]
BLOCK_SLOTS = 4096


@pytest.fixture(scope="session")
def small_blocks(tmp_path_factory):
    """The bytes of the solved tables, in many small blocks."""
    folder = TableFolder(tmp_path_factory.mktemp("tables"))
    for key in KEYS:
        write(folder, key, load(key))
    return {key: folder.path_of(key).read_bytes() for key in KEYS}


@pytest.fixture
def folder(small_blocks, tmp_path):
    """A folder of tables that a test may change."""
    for key, data in small_blocks.items():
        TableFolder(tmp_path).path_of(key).write_bytes(data)
    return TableFolder(tmp_path)


class MemorySource:
    """The bytes of a file in memory."""

    name = "memory"

    def __init__(self, data):
        self.data = data
        self.size = len(data)

    def read_at(self, offset, size):
        return self.data[offset : offset + size]

    def close(self):
        pass


class Parts:
    """A file cut into its parts, which can be reassembled in other ways."""

    def __init__(self, data):
        self.header = data[: parse_header(data)[1]]
        table = TableFile(MemorySource(data))
        count = table.header.block_count
        start = len(self.header)
        self.entries = np.frombuffer(data, ENTRY, count, start).copy()
        self.index_checksum = data[start + self.entries.nbytes :][: CHECKSUM.size]
        ends = start + self.entries.nbytes + CHECKSUM.size + np.cumsum(self.entries["size"])
        self.starts = (ends - self.entries["size"]).tolist()
        self.blocks = [data[s:e] for s, e in zip(self.starts, ends.tolist(), strict=True)]

    @property
    def seed(self):
        return CHECKSUM.unpack(self.header[-CHECKSUM.size :])[0]

    def renew_index_checksum(self):
        self.index_checksum = CHECKSUM.pack(checksum(self.entries.tobytes(), self.seed))

    def join(self):
        return b"".join([self.header, self.entries.tobytes(), self.index_checksum, *self.blocks])


def load(key, kind=Kind.DISTANCE):
    with TableFolder(solved_folder(kind=kind)).open(key, kind) as file:
        return file.read_all()


def write(folder, key, slots, **changes):
    """Write a table of many small blocks, with the right checksums for any contents."""
    header = Header(key, Kind.DISTANCE, gather_statistics(key, slots), BLOCK_SLOTS)
    write_table(folder.path_of(key), replace(header, **changes), slots)


def verify(folder, key, kind=Kind.DISTANCE):
    """Return what is wrong with a table."""
    return list(FolderChecker(folder).check(key, kind).problems)


def verify_all(folder):
    checker = FolderChecker(folder)
    return {
        (key.name, kind): list(checker.check(key, kind).problems)
        for key, kind in tables_to_check(folder)
    }


def read_everything(data):
    """Open a file in memory and read all its blocks."""
    return TableFile(MemorySource(data)).read_all()


def assert_found(folder, key, message):
    """Assert that opening and verifying both name the file and say what is wrong."""
    with pytest.raises(CorruptTableError, match=message) as caught:
        folder.open(key)
    assert str(caught.value).startswith(f"{folder.path_of(key)}: ")
    assert verify(folder, key) == [str(caught.value)]


def with_header(data, change, version=None):
    """Return a file with a changed header document, or version, and corrected checksums."""
    parts = Parts(data)
    document = json.loads(parts.header[PREFIX.size : -CHECKSUM.size])
    text = json.dumps(change(document)).encode()
    return renew_header(data, text, version)


def renew_header(data, text, version=None):
    parts = Parts(data)
    magic, present, _ = PREFIX.unpack_from(data)
    start = PREFIX.pack(magic, present if version is None else version, len(text)) + text
    parts.header = start + CHECKSUM.pack(checksum(start))
    for number, block in enumerate(parts.blocks):
        parts.entries[number] = checksum(block, parts.seed + number + 1), len(block)
    parts.renew_index_checksum()
    return parts.join()
