"""Damaged files: whatever is wrong is found, by reading and by verifying; nothing goes by."""

import json
import random
import shutil
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_games import WALKING
from solved import solved_folder

import merels
from merels import CorruptTableError, MissingTableError, Position, Result, Value
from merels.solver.statistics import gather_statistics
from merels.solver.table import TableKey
from merels.tablebase.check import FolderChecker, WrongValue, check_unknown_files, tables_to_check
from merels.tablebase.folder import TableFolder
from merels.tablebase.header import CHECKSUM, PREFIX, Header, Kind, checksum, parse_header
from merels.tablebase.reader import ENTRY, TableFile
from merels.tablebase.writer import write_table

KEY = TableKey(3, 3)
KEYS = [KEY, TableKey(3, 4), TableKey(4, 3)]
BLOCK_SLOTS = 4096


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
    """A file cut into its parts, to be put together again in other ways."""

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
    """Write a table of many small blocks, with the right checksums whatever it holds."""
    header = Header(key, Kind.DISTANCE, gather_statistics(key, slots), BLOCK_SLOTS)
    write_table(folder.path_of(key), replace(header, **changes), slots)


@pytest.fixture(scope="module")
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
    """Assert that opening says what is wrong and names the file; so does verifying."""
    with pytest.raises(CorruptTableError, match=message) as caught:
        folder.open(key)
    assert str(caught.value).startswith(f"{folder.path_of(key)}: ")
    assert verify(folder, key) == [str(caught.value)]


def assert_block_found(folder, key, number):
    """Assert that one block cannot be read, that all others can, and that all who ask hear it."""
    expected, size = load(key), BLOCK_SLOTS
    message = f"{folder.path_of(key)}: block {number}: "
    with folder.open(key) as file:
        for other in range(file.header.block_count):
            if other == number:
                with pytest.raises(CorruptTableError) as caught:
                    file.read_block(number)
                assert str(caught.value).startswith(message)
            else:
                right = expected[other * size : (other + 1) * size]
                assert np.array_equal(file.read_block(other), right)
        with pytest.raises(CorruptTableError):
            file.read_all(threads=2)
    assert str(caught.value) in verify(folder, key)
    with merels.open_tablebase(folder.path) as tablebase:
        for slot in (number * size, min((number + 1) * size, key.index.size) - 1):
            own, enemy = key.index.masks_of(slot)
            with pytest.raises(CorruptTableError, match=f"block {number}: "):
                tablebase.probe(Position(own, enemy))
            with pytest.raises(CorruptTableError, match=f"block {number}: "):
                tablebase.probe_many([own], [enemy])


def test_whole_files_are_right(folder):
    assert verify_all(folder) == {(key.name, Kind.DISTANCE): [] for key in KEYS}
    for key in KEYS:
        with folder.open(key) as file:
            assert file.header.block_count > 40


# Bytes.


def test_any_byte_that_is_changed_is_found(small_blocks):
    data, chance = small_blocks[KEY], random.Random(0)
    parts = Parts(data)
    for place in range(len(data)):
        broken = bytearray(data)
        broken[place] ^= chance.randrange(1, 256)
        if place < parts.starts[0]:
            with pytest.raises(CorruptTableError, match=r"^memory: (header|block index): "):
                TableFile(MemorySource(bytes(broken)))
            continue
        number = sum(start <= place for start in parts.starts) - 1
        file = TableFile(MemorySource(bytes(broken)))
        with pytest.raises(CorruptTableError, match=f"^memory: block {number}: "):
            file.read_block(number)


def test_any_bit_of_header_and_index_that_is_changed_is_found(small_blocks):
    data = small_blocks[KEY]
    for place in range(Parts(data).starts[0]):
        for bit in range(8):
            broken = bytearray(data)
            broken[place] ^= 1 << bit
            with pytest.raises(CorruptTableError, match=r"^memory: "):
                TableFile(MemorySource(bytes(broken)))


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_a_changed_byte_on_disk_is_found(folder, small_blocks, key):
    chance = random.Random(0)
    starts = Parts(small_blocks[key]).starts
    for place in [0, 9, 300, starts[0] - 1, *(chance.randrange(starts[0]) for _ in range(10))]:
        change_byte(folder.path_of(key), small_blocks[key], place)
        assert_found(folder, key, "header|block index")
    for number in (0, 1, len(starts) // 2, len(starts) - 1):
        change_byte(folder.path_of(key), small_blocks[key], starts[number] + chance.randrange(20))
        assert_block_found(folder, key, number)


def change_byte(path, data, place):
    path.write_bytes(data[:place] + bytes([data[place] ^ 0x10]) + data[place + 1 :])


def test_a_file_cut_short_is_found(small_blocks, folder):
    data = small_blocks[KEY]
    lengths = {*range(0, Parts(data).starts[0] + 100), *range(0, len(data), 97), len(data) - 1}
    for length in lengths:
        with pytest.raises(CorruptTableError, match=r"^memory: (header|block index): "):
            TableFile(MemorySource(data[:length]))
    for length in (0, 1, 16, 1000, len(data) // 2, len(data) - 1):
        folder.path_of(KEY).write_bytes(data[:length])
        assert_found(folder, KEY, "header|block index")


def test_bytes_behind_the_end_are_found(small_blocks, folder):
    for extra in (b"\0", b"extra", small_blocks[KEY]):
        folder.path_of(KEY).write_bytes(small_blocks[KEY] + extra)
        assert_found(folder, KEY, "block index: the file has .* bytes and should have")


def test_a_file_that_shrinks_while_it_is_open_is_found(folder):
    with folder.open(KEY) as file:
        with folder.path_of(KEY).open("r+b") as other:
            other.truncate(file.size - 10)
        assert np.array_equal(file.read_block(0), load(KEY)[:BLOCK_SLOTS])
        with pytest.raises(CorruptTableError, match=f"block {file.header.block_count - 1}: "):
            file.read_block(file.header.block_count - 1)


@given(st.binary(max_size=300))
def test_bytes_that_are_no_table_are_found(data):
    with pytest.raises(CorruptTableError):
        TableFile(MemorySource(data))


# Blocks.


@pytest.mark.parametrize(("first", "second"), [(0, 1), (3, 40), (10, 11)])
def test_two_blocks_that_are_swapped_are_found(small_blocks, folder, first, second):
    path, both = folder.path_of(KEY), [first, second]
    mismatch = "the bytes do not match their checksum"
    parts = Parts(small_blocks[KEY])
    parts.blocks[first], parts.blocks[second] = parts.blocks[second], parts.blocks[first]
    path.write_bytes(parts.join())
    assert verify(folder, KEY)[0] == f"{path}: block {first}: {mismatch}"
    assert_blocks_raise(folder, both)
    # The entries of the block index go with them.
    parts.entries[both] = parts.entries[both[::-1]]
    path.write_bytes(parts.join())
    assert_found(folder, KEY, f"block index: {mismatch}")
    # And the checksum of the block index is made right again.
    parts.renew_index_checksum()
    path.write_bytes(parts.join())
    assert verify(folder, KEY) == [f"{path}: block {number}: {mismatch}" for number in both]
    assert_blocks_raise(folder, both)


def assert_blocks_raise(folder, numbers):
    with folder.open(KEY) as file:
        for number in numbers:
            with pytest.raises(CorruptTableError, match=f"3-3.mtb: block {number}: "):
                file.read_block(number)


def test_a_block_of_another_table_is_found(small_blocks, folder):
    parts, other = Parts(small_blocks[KEYS[1]]), Parts(small_blocks[KEYS[2]])
    parts.blocks[5], parts.entries[5] = other.blocks[5], other.entries[5]
    parts.renew_index_checksum()
    folder.path_of(KEYS[1]).write_bytes(parts.join())
    assert_block_found(folder, KEYS[1], 5)


@pytest.mark.parametrize("block", [b"", b"no block", bytes(100)])
def test_a_block_that_is_none_is_found_even_with_the_right_checksum(small_blocks, folder, block):
    parts = Parts(small_blocks[KEY])
    parts.blocks[7] = block
    parts.entries[7] = checksum(block, parts.seed + 7 + 1), len(block)
    parts.renew_index_checksum()
    folder.path_of(KEY).write_bytes(parts.join())
    assert_block_found(folder, KEY, 7)


def test_many_broken_blocks_are_not_all_told(small_blocks, folder):
    data = bytearray(small_blocks[KEY])
    for start in Parts(small_blocks[KEY]).starts:
        data[start] ^= 1
    folder.path_of(KEY).write_bytes(data)
    assert 1 < len(verify(folder, KEY)) <= 10


# Values, with the right checksums: only verifying can tell.


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_a_wrong_value_is_told_in_full(folder, key):
    slots = load(key).copy()
    slot = int(np.flatnonzero((slots > 0) & (slots % 2 == 0))[100])
    plies = int(slots[slot]) - 1
    slots[slot] += 4
    write(folder, key, slots)
    wrong = [problem for problem in verify(folder, key) if isinstance(problem, WrongValue)]
    fen = key.position(*key.index.masks_of(slot)).fen()
    expected = WrongValue(slot, fen, Value(Result.WIN, plies + 4), Value(Result.WIN, plies))
    assert expected in wrong
    assert (
        str(expected)
        == f"slot {slot}: {fen}: stored win in {plies + 4}, by its moves win in {plies}"
    )


def test_a_wrong_value_is_found_from_the_tables_before_it_as_well(folder):
    slots = load(KEY).copy()
    slots[slots % 2 == 1] = 0
    write(folder, KEY, slots)
    found = verify_all(folder)
    assert found["3-3", Kind.DISTANCE]
    assert found["3-4", Kind.DISTANCE]
    assert not found["4-3", Kind.DISTANCE]


def test_a_wrong_value_with_the_old_counts_is_found_twice(folder):
    slots = load(KEY).copy()
    right = gather_statistics(KEY, slots)
    slots[int(np.flatnonzero(slots == 2)[0])] = 4
    write(folder, KEY, slots, statistics=right)
    count, wrong = right.histogram[2], right.histogram[4]
    problems = verify(folder, KEY)
    assert f"the header counts {count} positions of score 2; {count - 1} are" in problems[0]
    assert f"the header counts {wrong} positions of score 4; {wrong + 1} are" in problems[1]
    assert any(isinstance(problem, WrongValue) for problem in problems)


def test_blocks_of_values_that_are_swapped_are_found(folder):
    slots = load(KEY).copy()
    first, second = slots[:BLOCK_SLOTS].copy(), slots[BLOCK_SLOTS : 2 * BLOCK_SLOTS].copy()
    slots[:BLOCK_SLOTS], slots[BLOCK_SLOTS : 2 * BLOCK_SLOTS] = second, first
    write(folder, KEY, slots)
    assert any(isinstance(problem, WrongValue) for problem in verify(folder, KEY))


def test_a_score_beyond_the_highest_is_found(folder):
    slots = load(KEY).copy()
    slots[5] = 255
    write(folder, KEY, slots)
    assert f"{folder.path_of(KEY)}: a score is over 254" in verify(folder, KEY)
    assert verify(folder, KEYS[1]) == [
        "cannot be checked: table 3-3, which moves lead to, is damaged"
    ]


# Other tables under a table's name.


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_another_table_under_the_name_is_found(folder, small_blocks, key):
    for other in KEYS:
        if key != other:
            folder.path_of(key).write_bytes(small_blocks[other])
            assert_found(folder, key, f"header: the file holds table {other.name}")


def test_the_table_of_another_variant_or_kind_is_found(folder):
    walking = replace(KEY, variant=WALKING)
    shutil.copy(TableFolder(solved_folder(WALKING)).path_of(walking), folder.path_of(KEY))
    assert_found(folder, KEY, "holds table 3-3.noflying")
    results = TableFolder(solved_folder(kind=Kind.WDL))
    shutil.copy(results.path_of(KEY, Kind.WDL), folder.path_of(KEY))
    assert_found(folder, KEY, r"holds table 3-3 \(wdl\)")


def test_a_file_under_no_table_s_name_is_told(folder):
    shutil.copy(folder.path_of(KEY), folder.path / "3-3 (copy).mtb")
    (told,) = check_unknown_files(folder)
    assert told.name == "3-3 (copy).mtb"
    assert told.problems == (f"{folder.path / told.name}: this is no name of a table",)


def test_tables_that_are_needed_and_missing_or_damaged_are_named(folder):
    folder.path_of(KEY).write_bytes(b"")
    assert verify(folder, KEYS[1]) == [
        "cannot be checked: table 3-3, which moves lead to, is damaged"
    ]
    folder.path_of(KEY).unlink()
    (problem,) = verify(folder, KEYS[1])
    assert "table 3-3 is not in" in problem
    assert "merels solve --table 3,3" in problem
    assert verify(folder, KEYS[2]) == []
    with pytest.raises(MissingTableError):
        folder.open(KEY)


# Headers that lie, with the right checksum.


def with_header(data, change):
    """Return a file whose header's document was changed, all checksums made right again."""
    parts = Parts(data)
    document = json.loads(parts.header[PREFIX.size : -CHECKSUM.size])
    text = json.dumps(change(document)).encode()
    return renew_header(data, text)


def renew_header(data, text):
    parts = Parts(data)
    magic, version, _ = PREFIX.unpack_from(data)
    start = PREFIX.pack(magic, version, len(text)) + text
    parts.header = start + CHECKSUM.pack(checksum(start))
    for number, block in enumerate(parts.blocks):
        parts.entries[number] = checksum(block, parts.seed + number + 1), len(block)
    parts.renew_index_checksum()
    return parts.join()


def test_a_header_that_is_written_anew_can_be_read(small_blocks):
    data = small_blocks[KEY]
    assert np.array_equal(read_everything(with_header(data, lambda d: d)), load(KEY))


HUGE = 10**30
ABSURD = {
    "block_slots": [0, -1, -HUGE, HUGE, 1 << 40, 0.5, 4096.0, True, "4096", None, []],
    "positions": [0, -1, HUGE, 10**9, "169626", None, 169625, 169627, 1e300],
    "own": [-1, 2.0, 10, 25, HUGE, "3", None, True, [3]],
    "enemy": [-1, 10, HUGE, "3", None],
    "own_in_hand": [-1, 10, "0", None],
    "enemy_in_hand": [-1, HUGE, 0.0],
    "wins": [-1, HUGE, 0, "many", None],
    "draws": [-269, HUGE, 0],
    "losses": [-1, HUGE, 0, {}],
    "histogram": [
        [],
        None,
        "histogram",
        {},
        5,
        ["269"] * 28,
        [269] * 28,
        [-1] * 28,
        [HUGE],
        [169626],
        [0] * 10**5,
        [[0]],
        [0.5],
    ],
    "longest_win": [None, 5, "x", [], {}, {"plies": 25}, {"plies": 27, "fen": "x"}],
    "longest_loss": [None, {"plies": "26", "fen": "x"}, {"plies": 26, "fen": 5}],
    "kind": ["wdlx", None, 5, [], {}],
    "codec": ["lz4", None, []],
    "format": ["other", None],
    "variant": [None, [], {}, {"men": 9}, {"men": 9, "flying": 1}, {"men": HUGE, "flying": True}],
}


@pytest.mark.parametrize(
    ("field", "value"),
    [(field, value) for field, values in ABSURD.items() for value in values],
    ids=lambda value: str(value)[:40],
)
def test_an_absurd_header_is_found(small_blocks, field, value):
    data = with_header(small_blocks[KEY], lambda document: document | {field: value})
    with pytest.raises(CorruptTableError, match=r"^memory: header: the header "):
        TableFile(MemorySource(data))


@pytest.mark.parametrize("field", ABSURD)
def test_a_header_that_lacks_something_is_found(small_blocks, field):
    def remove(document):
        del document[field]
        return document

    with pytest.raises(CorruptTableError, match=f"the header does not tell '{field}'"):
        TableFile(MemorySource(with_header(small_blocks[KEY], remove)))


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b"\xff\xfe",
        b"[" * 100_000,
        b"9" * 10_000,
        b'{"format": NaN}',
        b'"' + b"x" * 1000 + b'"',
    ],
    ids=lambda text: str(text[:12]),
)
def test_a_header_that_is_no_document_is_found(small_blocks, text):
    with pytest.raises(CorruptTableError, match=r"^memory: header: "):
        TableFile(MemorySource(renew_header(small_blocks[KEY], text)))


def test_more_slots_than_the_table_has_are_found(small_blocks, folder):
    # Consistent in itself: one position more, drawn.
    def lie(document):
        document["positions"] += 1
        document["draws"] += 1
        document["histogram"][0] += 1
        return document

    folder.path_of(KEY).write_bytes(with_header(small_blocks[KEY], lie))
    assert_found(folder, KEY, "header: 169627 positions instead of 169626")


def test_another_size_of_blocks_than_the_true_one_is_found(small_blocks, folder):
    lie = with_header(small_blocks[KEY], lambda document: document | {"block_slots": 4095})
    folder.path_of(KEY).write_bytes(lie)
    with folder.open(KEY) as file, pytest.raises(CorruptTableError, match="block 0: "):
        file.read_block(0)
    assert verify(folder, KEY)
    lie = with_header(small_blocks[KEY], lambda document: document | {"block_slots": 1 << 20})
    folder.path_of(KEY).write_bytes(lie)
    assert_found(folder, KEY, "block index")


def test_counts_that_are_not_those_of_the_values_are_found(small_blocks, folder):
    def lie(document):
        document["histogram"][2] -= 1
        document["histogram"][4] += 1
        return document

    folder.path_of(KEY).write_bytes(with_header(small_blocks[KEY], lie))
    problems = verify(folder, KEY)
    assert len(problems) == 2
    assert all(problem.startswith("the header counts ") for problem in problems)


@pytest.mark.parametrize(
    ("fen", "problem"),
    [
        ("nonsense", "nonsense"),
        ("", "''"),
        ("********/********/********", "********"),
        ("********/O*******/******** b p p 1 8 0 9 0 0 0 0 0 0 0 0 1", "no position of the table"),
        ("OO*O@@*@/********/******** w m s 3 0 3 0 0 0 0 0 0 0 0 0 1", "has score"),
    ],
)
def test_a_longest_win_that_is_not_one_is_found(small_blocks, folder, fen, problem):
    def lie(document):
        document["longest_win"]["fen"] = fen
        return document

    folder.path_of(KEY).write_bytes(with_header(small_blocks[KEY], lie))
    (told,) = verify(folder, KEY)
    assert told.startswith("the header's longest win: ")
    assert problem in told


# Tables without distances.


@pytest.fixture
def results(tmp_path):
    """A folder of tables without distances, that a test may change."""
    return TableFolder(shutil.copytree(solved_folder(kind=Kind.WDL), tmp_path / "results"))


def test_tables_without_distances_are_right(results):
    assert verify_all(results) == {(key.name, Kind.WDL): [] for key in KEYS}


def test_both_kinds_in_one_folder_are_right(results):
    for key in KEYS:
        shutil.copy(TableFolder(solved_folder()).path_of(key), results.path)
    found = verify_all(results)
    assert len(found) == 2 * len(KEYS)
    assert not any(found.values())


@pytest.mark.parametrize("with_exact", [False, True])
@pytest.mark.parametrize("key", KEYS, ids=str)
def test_a_wrong_result_is_found(results, key, with_exact):
    slots = load(key, Kind.WDL).copy()
    drawn = np.flatnonzero(slots == 0)
    slot = int(drawn[len(drawn) // 2])
    slots[slot] = 2
    results.save(key, slots, Kind.WDL)
    if with_exact:
        for other in KEYS:
            shutil.copy(TableFolder(solved_folder()).path_of(other), results.path)
    fen = key.position(*key.index.masks_of(slot)).fen()
    wrong = WrongValue(slot, fen, Value(Result.WIN), Value(Result.DRAW))
    assert wrong in verify(results, key, Kind.WDL)


def test_counts_of_results_are_compared(results):
    slots = load(KEY, Kind.WDL)
    statistics = gather_statistics(KEY, load(KEY))
    changed = slots.copy()
    changed[int(np.flatnonzero(slots == 2)[0])] = 1
    path = results.path_of(KEY, Kind.WDL)
    write_table(path, Header(KEY, Kind.WDL, statistics), changed)
    problems = verify(results, KEY, Kind.WDL)
    assert f"the header counts {statistics.losses} positions of score 1" in problems[0]


def test_any_byte_changed_in_a_table_without_distances_is_found(results):
    data, chance = results.path_of(KEY, Kind.WDL).read_bytes(), random.Random(0)
    for place in range(0, len(data), 7):
        broken = bytearray(data)
        broken[place] ^= chance.randrange(1, 256)
        with pytest.raises(CorruptTableError, match=r"^memory: "):
            read_everything(bytes(broken))
