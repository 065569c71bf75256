"""Where bytes come from: files, parts of files, and readers that close them."""

import pytest
from damage import MemorySource

from merels import CorruptTableError
from merels.values.format.source import (
    CHECKSUM,
    LONGEST_PREAMBLE,
    PREFIX,
    USUAL_PREAMBLE,
    DiskSource,
    PartSource,
    Preamble,
    SourceReader,
    checksum,
    read_preamble,
)

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


# How files begin: documents of any length, versions, and whatever does not fit.

PREAMBLE = Preamble(b"TESTFILE", 3, "test file", "document", oldest=2)
OVERHEAD = len(PREAMBLE.format({"text": ""}))


class CountingSource(MemorySource):
    """Counts how often it is read."""

    reads = 0

    def read_at(self, offset, size):
        self.reads += 1
        return super().read_at(offset, size)


def document_of(size):
    """Return a document whose preamble has a size in bytes."""
    return {"text": "x" * (size - OVERHEAD)}


def preamble_of(text, version=PREAMBLE.version):
    """Return a preamble of any text, with the right checksum."""
    start = PREFIX.pack(PREAMBLE.magic, version, len(text)) + text
    return start + CHECKSUM.pack(checksum(start))


def parse(data):
    return PREAMBLE.parse(data, lambda document, version: (document, version))


@pytest.mark.parametrize(
    ("size", "reads"),
    [
        (OVERHEAD, 1),
        (USUAL_PREAMBLE - 1, 1),
        (USUAL_PREAMBLE, 1),
        (USUAL_PREAMBLE + 1, 2),
        (LONGEST_PREAMBLE, 2),
    ],
)
@pytest.mark.parametrize("rest", [b"", b"blocks" * USUAL_PREAMBLE], ids=["alone", "with blocks"])
def test_a_document_of_any_length_is_read_at_once_if_it_is_usual(size, reads, rest):
    document = document_of(size)
    data = PREAMBLE.format(document)
    assert len(data) == size
    source = CountingSource(data + rest)
    found, end, seed = parse(read_preamble(source))
    assert source.reads == reads
    assert found == (document, PREAMBLE.version)
    assert data[end - CHECKSUM.size : end] == CHECKSUM.pack(seed)
    assert end == size


def test_a_document_that_is_too_long_is_not_read():
    data = PREAMBLE.format(document_of(LONGEST_PREAMBLE + 1))
    beginning = read_preamble(MemorySource(data))
    assert len(beginning) == LONGEST_PREAMBLE
    with pytest.raises(CorruptTableError, match="the document is cut short"):
        parse(beginning)


@pytest.mark.parametrize("version", [2, 3])
def test_the_version_is_passed_on(version):
    assert parse(preamble_of(b"{}", version))[0] == ({}, version)


@pytest.mark.parametrize("version", [0, 1, 4, 2**32 - 1])
def test_other_versions_are_named_with_those_that_can_be_read(version):
    message = f"the file has format version {version}; this program reads versions 2 to 3"
    with pytest.raises(CorruptTableError, match=message):
        parse(preamble_of(b"{}", version))


def test_a_single_version_is_named():
    only = Preamble(PREAMBLE.magic, 1, "test file", "document")
    with pytest.raises(CorruptTableError, match=r"this program reads version 1$"):
        only.parse(preamble_of(b"{}"), lambda *_: None)


@pytest.mark.parametrize("data", [b"", b"TESTFILE", b"OTHER---" + bytes(30)])
def test_other_files_are_told_apart(data):
    with pytest.raises(CorruptTableError, match="the file is not a test file: it begins diff"):
        parse(data)


def test_every_cut_and_every_changed_byte_is_found():
    data = PREAMBLE.format({"men": 9})
    for place in range(len(data)):
        with pytest.raises(CorruptTableError):
            parse(data[:place])
        with pytest.raises(CorruptTableError):
            parse(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"{}", "the document lacks 'men'"),
        (b'{"men": "nine"}', "the document makes no sense: invalid literal"),
        (b'{"men": []}', "the document makes no sense: int"),
        (b"5", "the document makes no sense: 'int'"),
        (b"{", "the document makes no sense: Expecting"),
        (b"[" * 100_000, "the document makes no sense: "),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_document_that_cannot_be_understood(text, message):
    with pytest.raises(CorruptTableError, match=message):
        PREAMBLE.parse(preamble_of(text), lambda document, _: int(document["men"]))


def test_checksums_depend_on_the_seed():
    assert checksum(b"men") == checksum(memoryview(b"men")) != checksum(b"men", 1)
    assert checksum(b"men", 1) == checksum(b"men", 1 + 2**64)
