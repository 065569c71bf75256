"""Table files for tests to damage: cut into parts, reassembled in other ways, and checked."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from solved import KEYS, solved_folder

from merels import CorruptTableError
from merels.solver.verify.files import FolderChecker, tables_to_check
from merels.values.folder import TableFolder
from merels.values.format.file import ENTRY, TableFile, model_size, write_table
from merels.values.format.header import Header, Kind, parse_header
from merels.values.format.source import CHECKSUM, PREFIX, checksum
from merels.values.layout.key import TableKey
from merels.values.layout.statistics import gather_statistics

KEY = TableKey(3, 3)
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
        table, start, _ = parse_header(data)
        self.header = data[:start]
        self.entries = np.frombuffer(data, ENTRY, table.block_count, start).copy()
        end = start + self.entries.nbytes + CHECKSUM.size
        self.index_checksum = data[end - CHECKSUM.size : end]
        self.model = data[end : end + table.model_bytes]
        ends = end + model_size(table) + np.cumsum(self.entries["size"], dtype=int)
        self.starts = (ends - self.entries["size"]).tolist()
        self.blocks = [data[s:e] for s, e in zip(self.starts, ends.tolist(), strict=True)]

    @property
    def document(self):
        return json.loads(self.header[PREFIX.size : -CHECKSUM.size])

    @property
    def seed(self):
        return CHECKSUM.unpack(self.header[-CHECKSUM.size :])[0]

    def rewrite(self, text, version=None):
        """Replace the header's text, or version, and correct every checksum."""
        magic, present, _ = PREFIX.unpack_from(self.header)
        start = PREFIX.pack(magic, present if version is None else version, len(text)) + text
        self.header = start + CHECKSUM.pack(checksum(start))
        self.entries = np.zeros(len(self.blocks), ENTRY)
        for number, block in enumerate(self.blocks):
            self.entries[number] = checksum(block, self.seed + number + 1), len(block)
        self.renew_index_checksum()

    def renew_index_checksum(self):
        self.index_checksum = CHECKSUM.pack(checksum(self.entries.tobytes(), self.seed))

    def join(self):
        model = self.model + CHECKSUM.pack(checksum(self.model, self.seed - 1))
        start = self.header + self.entries.tobytes() + self.index_checksum
        return b"".join([start, model if self.model else b"", *self.blocks])


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
    return renew_header(data, json.dumps(change(Parts(data).document)).encode(), version)


def renew_header(data, text, version=None):
    parts = Parts(data)
    parts.rewrite(text, version)
    return parts.join()
