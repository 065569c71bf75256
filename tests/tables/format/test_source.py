"""Where bytes come from: files, parts of files, and readers that close them."""

import pytest
from damage import MemorySource

from merels.tables.format.source import DiskSource, PartSource, SourceReader

BYTES = bytes(range(100))


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(BYTES)
    return path


@pytest.fixture(params=["disk", "memory"])
def whole(request, path):
    source = DiskSource(path) if request.param == "disk" else MemorySource(BYTES)
    yield source
    source.close()


def assert_closed(source):
    with pytest.raises(ValueError, match="closed file"):
        source.read_at(0, 1)


# A whole file.


@pytest.mark.parametrize(
    ("offset", "size"), [(0, 100), (7, 5), (0, 0), (90, 50), (100, 1), (200, 9)]
)
def test_bytes_are_read_up_to_the_end(whole, offset, size):
    assert whole.read_at(offset, size) == BYTES[offset : offset + size]


def test_a_file_has_a_name_and_a_size(path):
    source = DiskSource(path)
    assert (source.name, source.size) == (str(path), 100)
    source.close()


def test_a_closed_file_cannot_be_read(path):
    source = DiskSource(path)
    source.close()
    source.close()
    assert_closed(source)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        DiskSource(tmp_path / "nothing")


# A part of it.


@pytest.mark.parametrize(
    ("offset", "size"), [(0, 20), (0, 1000), (5, 3), (5, 16), (19, 1), (20, 1), (20, 0), (35, 5)]
)
def test_a_part_ends_where_it_should(whole, offset, size):
    part = PartSource(whole, "part", 30, 20)
    assert part.read_at(offset, size) == BYTES[30:50][offset : offset + size]


def test_a_part_is_named_after_the_whole(whole):
    part = PartSource(whole, "part", 30, 20)
    assert (part.name, part.size) == (f"{whole.name}: part", 20)
    inner = PartSource(part, "inner", 5, 10)
    assert inner.name == f"{whole.name}: part: inner"
    assert inner.read_at(0, 99) == BYTES[35:45]


def test_closing_a_part_leaves_the_others_open(whole):
    first, second = PartSource(whole, "first", 0, 50), PartSource(whole, "second", 50, 50)
    first.close()
    assert second.read_at(0, 2) == bytes([50, 51])


# Readers.


class Reader(SourceReader):
    """Keeps the last source that was opened; fails with a complaint."""

    source = None

    def __init__(self, source, complaint=None):
        super().__init__(source)
        Reader.source = source
        if complaint is not None:
            raise RuntimeError(complaint)


def test_a_reader_closes_its_file(path):
    with Reader.open(path) as reader:
        assert (reader.name, reader.size) == (str(path), 100)
    assert_closed(Reader.source)


def test_a_reader_that_fails_to_open_closes_its_file(path):
    with pytest.raises(RuntimeError, match="not this one"):
        Reader.open(path, "not this one")
    assert_closed(Reader.source)
