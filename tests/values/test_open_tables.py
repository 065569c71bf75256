"""The cache of blocks: what it keeps, what it drops, and its size."""

import random
import shutil
import threading

import numpy as np
import pytest
from arrange import moving
from damage import KEY
from small_opening import MEN_PLACED, THREE_MEN, small_book, solved_opening
from solved import KEYS, masks_of, sample, solved_folder

import merels
from merels import MissingTableError, Position, Result, Value
from merels.errors import CorruptTableError
from merels.rules.value import Source
from merels.solver.convert import Form, convert_tables
from merels.values.book import Book, opening_tables
from merels.values.folder import TableFolder
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey
from merels.values.open_tables import BlockCache, OpenTables
from merels.values.tablebase import open_tablebase


class SourceOfCache:
    """Blocks of ten bytes, each filled with its number; counts how often each is read."""

    def __init__(self):
        self.reads = []

    def read_block(self, number):
        self.reads.append(number)
        return np.full(10, number, dtype=np.uint8)


def test_a_block_is_read_once():
    source, cache = SourceOfCache(), BlockCache(100)
    for _ in range(3):
        assert cache.read_block(source, 7).tolist() == [7] * 10
    assert source.reads == [7]
    assert cache.size == 10


def test_the_least_recently_used_block_goes_first():
    source, cache = SourceOfCache(), BlockCache(30)
    for number in (0, 1, 2, 0, 3, 0, 2, 1):
        cache.read_block(source, number)
    assert source.reads == [0, 1, 2, 3, 1]
    assert cache.size == 30


def test_blocks_of_different_files_are_kept_apart():
    first, second, cache = SourceOfCache(), SourceOfCache(), BlockCache(100)
    cache.read_block(first, 1)
    cache.read_block(second, 1)
    assert (first.reads, second.reads) == ([1], [1])


@pytest.mark.parametrize("capacity", [0, 9])
def test_a_block_larger_than_the_cache_is_not_kept(capacity):
    source, cache = SourceOfCache(), BlockCache(capacity)
    for _ in range(2):
        assert len(cache.read_block(source, 1)) == 10
    assert source.reads == [1, 1]
    assert cache.size == 0


def test_clearing_forgets_everything():
    source, cache = SourceOfCache(), BlockCache(100)
    cache.read_block(source, 1)
    cache.clear()
    assert cache.size == 0
    cache.read_block(source, 1)
    assert source.reads == [1, 1]


def test_a_block_that_cannot_be_read_is_tried_again():
    class Broken(SourceOfCache):
        def read_block(self, number):
            block = super().read_block(number)
            if len(self.reads) == 1:
                raise CorruptTableError("broken")
            return block

    source, cache = Broken(), BlockCache(100)
    with pytest.raises(CorruptTableError):
        cache.read_block(source, 5)
    assert cache.size == 0
    assert cache.read_block(source, 5)[0] == 5


def test_a_negative_capacity_is_rejected():
    with pytest.raises(ValueError, match="a cache cannot have -1 bytes"):
        BlockCache(-1)


def test_threads_share_it_within_its_capacity():
    source, cache = SourceOfCache(), BlockCache(50)
    wrong = []

    def read(seed):
        wrong.extend(
            number
            for number in np.random.default_rng(seed).integers(0, 20, 2000).tolist()
            if cache.read_block(source, number)[3] != number or cache.size > 50
        )

    threads = [threading.Thread(target=read, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert cache.size == 50


# The files behind a tablebase: where a table comes from, damage, and many threads.

START = Position.start(THREE_MEN)
FIRST = TableKey.of(START)
BLOCK_SLOTS = 1 << 16


# Where a table comes from.


@pytest.fixture
def whole_game(tmp_path):
    """All tables of a game, with distances and without."""
    folder = TableFolder(shutil.copytree(solved_opening(), tmp_path / "tables"))
    convert(folder, Form.WDL, keep=True)
    return folder


def convert(folder, form, **options):
    for _ in convert_tables(folder, form, **options):
        pass


def test_places_are_tried_in_order(whole_game):
    """A table, the book, a look ahead; then the same without distances."""
    key = next(key for key in opening_tables(MEN_PLACED, THREE_MEN) if key.is_left_out)

    def find(book=None):
        return OpenTables(whole_game, book, None).find(key)

    with Book.open(small_book()) as book:
        assert find(book) == (Source.TABLE, Kind.DISTANCE)
        convert(whole_game, Form.SMALL)
        assert find(book) == (Source.BOOK, Kind.DISTANCE)
        assert find() == (Source.AHEAD, Kind.DISTANCE)
        whole_game.path_of(key).unlink()
        assert find() == (Source.AHEAD, Kind.WDL)
        convert(whole_game, Form.FULL)
        assert find() == (Source.TABLE, Kind.WDL)
        whole_game.path_of(key, Kind.WDL).unlink()
        assert find() is None
        assert find(book) == (Source.BOOK, Kind.DISTANCE)


def test_a_look_ahead_has_distances_only_if_all_tables_after_it_have(whole_game):
    convert(whole_game, Form.SMALL)
    key = TableKey(2, 3, 1, 0, THREE_MEN)
    tables = OpenTables(whole_game, None, None)
    assert tables.find(key) == (Source.AHEAD, Kind.DISTANCE)
    whole_game.path_of(key.quiet).unlink()
    assert tables.find(key) == (Source.AHEAD, Kind.WDL)
    whole_game.path_of(key.quiet, Kind.WDL).unlink()
    assert tables.find(key) is None
    assert f"table {key.quiet.name} is not in" in tables.describe_missing(key)


def test_a_table_stays_open_until_all_are_closed(copy):
    tables = OpenTables(copy, None, None)
    opened = tables.ask(KEY, lambda table: table)
    assert (opened.source, opened.kind) == (Source.TABLE, Kind.DISTANCE)
    copy.path_of(KEY).unlink()
    assert tables.find(KEY) == (Source.TABLE, Kind.DISTANCE)
    assert tables.ask(KEY, lambda table: table) is opened
    tables.close()
    with pytest.raises(ValueError, match="is closed"):
        tables.ask(KEY, lambda table: table)
    with pytest.raises(ValueError, match="closed"):
        opened.file.read_block(0)


def test_without_folder_and_book_there_are_no_tables():
    tables = OpenTables(None, None, None)
    assert tables.keys() == []
    assert tables.find(KEY) is None
    with pytest.raises(MissingTableError, match="table 3-3 is not in the book"):
        tables.ask(KEY, lambda table: table)


def test_the_exact_table_is_preferred(copy):
    key = TableKey(3, 3)
    copy.save(key, copy.load_slots(key), Kind.WDL)
    with merels.open_tablebase(copy.path) as tablebase:
        assert tablebase.tables() == KEYS
        assert tablebase.probe(moving("a7 d7 g4", "b6 d2 f4")) == Value(Result.WIN, 1)


def test_a_table_added_later_is_found(tmp_path):
    position = moving("a7 d7 g4", "b6 d2 f4")
    with merels.open_tablebase(tmp_path / "new") as tablebase:
        assert tablebase.tables() == []
        assert tablebase.get(position) is None
        shutil.copytree(solved_folder(), tmp_path / "new")
        assert tablebase.get(position) == Value(Result.WIN, 1)


@pytest.mark.usefixtures("ships")
def test_an_empty_folder_falls_back_on_the_book(tmp_path):
    for folder in (tmp_path, tmp_path / "not there"):
        with merels.open_tablebase(folder) as tablebase:
            assert tablebase.source(START) == "book"
            assert str(tablebase.probe(START)) == "win in 23"
            assert tablebase.tables() == []


@pytest.mark.usefixtures("ships")
def test_a_table_takes_precedence_over_the_book_and_the_book_over_results(tmp_path):
    key = FIRST
    folder = TableFolder(tmp_path)
    slots = TableFolder(solved_opening()).load_slots(key)
    folder.save(key, slots, Kind.WDL)
    with merels.open_tablebase(tmp_path) as tablebase:
        assert tablebase.source(START) == "book"
        assert tablebase.probe(START).plies == 23
    folder.save(key, slots)
    with merels.open_tablebase(tmp_path) as tablebase:
        assert tablebase.source(START) == "table"


def test_without_a_book_a_folder_answers_alone(monkeypatch, tmp_path):
    monkeypatch.setattr("merels.values.book.FOLDER", tmp_path)
    with merels.open_tablebase(tmp_path) as tablebase:
        assert tablebase.source(START) is None
        with pytest.raises(
            MissingTableError, match="merels solve --all --variant nine:men=3 --tables"
        ):
            tablebase.probe(START)


@pytest.mark.usefixtures("ships")
def test_sources_in_mid_turn_and_after_the_end():
    with merels.open_tablebase(solved_folder()) as tablebase:
        few = Position(0b11, 0b111 << 9)
        assert tablebase.source(few) is None
        removing = Position(0b111, 0b1111 << 9, removing=True)
        assert tablebase.source(removing) == "table"
        larger = Position(0b111, 0b111111 << 9, removing=True)
        assert tablebase.source(larger) is None


def test_a_closed_tablebase_says_so():
    with merels.open_tablebase(solved_folder()) as tablebase:
        position = sample(TableKey(3, 3), 1)[0]
        tablebase.probe(position)
    with pytest.raises(ValueError, match=r"the tablebase '.*' is closed"):
        tablebase.probe(position)
    tablebase.close()


# Threads.


@pytest.mark.parametrize("cache_bytes", [0, BLOCK_SLOTS, 1 << 30])
def test_many_threads_get_the_right_answers(tablebase, cache_bytes):
    positions = [position for key in KEYS for position in sample(key, 150, seed=9)]
    expected = {position: tablebase.probe(position) for position in positions}
    wrong, done = [], []

    def ask(shared, seed):
        chance = random.Random(seed)
        shuffled = chance.sample(positions, len(positions))
        wrong.extend(p for p in shuffled if shared.probe(p) != expected[p])
        scores = shared.probe_many(*masks_of(positions))
        if [Value.from_score(int(score)) for score in scores] != list(expected.values()):
            wrong.append(seed)
        done.append(seed)

    with merels.open_tablebase(solved_folder(), cache_bytes) as shared:
        threads = [threading.Thread(target=ask, args=(shared, seed)) for seed in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert wrong == []
    assert len(done) == 12


# Damage.


def test_a_damaged_block_is_named_and_the_others_answer(copy):
    key = TableKey(3, 3)
    damaged = copy.path_of(key)
    content = bytearray(damaged.read_bytes())
    content[-1] ^= 1
    damaged.write_bytes(content)
    first = key.position(*key.index.masks_of(5))
    last = key.position(*key.index.masks_of(key.index.size - 1))
    number = (key.index.size - 1) // BLOCK_SLOTS
    with (
        merels.open_tablebase(copy.path) as tablebase,
        merels.open_tablebase(solved_folder()) as whole,
    ):
        for _ in range(2):
            with pytest.raises(CorruptTableError, match=rf"3-3\.mtb: block {number}: "):
                tablebase.probe(last)
            with pytest.raises(CorruptTableError):
                tablebase.probe_many([first.own, last.own], [first.enemy, last.enemy])
            assert tablebase.probe(first) == whole.probe(first)
        other = sample(TableKey(4, 3), 1)[0]
        assert tablebase.probe(other) == whole.probe(other)


def test_a_damaged_header_is_named_and_other_tables_answer(copy):
    copy.path_of(TableKey(3, 3)).write_bytes(b"no table")
    position = sample(TableKey(4, 3), 1)[0]
    with merels.open_tablebase(copy.path) as tablebase:
        with pytest.raises(CorruptTableError, match=r"3-3\.mtb: header: "):
            tablebase.probe(moving("a7 d7 g4", "b6 d2 f4"))
        assert isinstance(tablebase.probe(position), Value)


# Continuing without damaged tables.


KNOWN = Position(*KEY.index.masks_of(0))
"""A position of the table that is damaged."""


def damage_block(path, offset=-1):
    data = bytearray(path.read_bytes())
    data[offset] ^= 1
    path.write_bytes(data)


@pytest.fixture
def whole(tmp_path):
    """A folder with tables of both kinds, to be damaged."""
    for kind in Kind:
        for path in solved_folder(kind=kind).glob("*.mtb"):
            shutil.copy(path, tmp_path)
    return TableFolder(tmp_path)


def last_position(key):
    return Position(*key.index.masks_of(key.index.size - 1))


@pytest.mark.parametrize("offset", [-1, 0])  # the last block, or the header
def test_a_damaged_table_is_left_out_on_request(whole, offset):
    position = last_position(KEY)
    damage_block(whole.path_of(KEY), offset)
    errors = []
    with open_tablebase(whole.path, on_damage=errors.append) as tablebase:
        found = tablebase.probe(position)
        assert found.plies is None, "the table without distances answers"
        assert tablebase.source(position) is Source.TABLE
        tablebase.probe_many([position.own], [position.enemy], exact=False)
        [error] = errors
        assert str(error).startswith(f"{whole.path_of(KEY)}: ")
        damage_block(whole.path_of(KEY, Kind.WDL), offset)
    with open_tablebase(whole.path, on_damage=errors.append) as tablebase:
        assert tablebase.get(position) is None
        assert tablebase.get(KNOWN) is None, "the whole table is left out"
        assert tablebase.source(position) is None
        assert tablebase.missing(KEY) == [KEY]
        assert tablebase.get(last_position(KEYS[1])) is not None
    assert [str(error).split(": ")[0] for error in errors[1:]] == [
        str(whole.path_of(KEY)),
        str(whole.path_of(KEY, Kind.WDL)),
    ]


def test_threads_that_meet_the_same_damage_report_it_once(whole):
    damage_block(whole.path_of(KEY))
    errors, values = [], []
    barrier = threading.Barrier(8)
    with open_tablebase(whole.path, on_damage=errors.append) as tablebase:

        def ask():
            barrier.wait(300)
            values.append(tablebase.probe(last_position(KEY)))

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(errors) == 1
    assert len(values) == 8
    assert {value.plies for value in values} == {None}


def test_a_damaged_book_is_left_out_on_request(tmp_path, monkeypatch):
    path = tmp_path / "nine.book"
    path.write_bytes(b"no book")
    monkeypatch.setattr("merels.values.book.FOLDER", tmp_path)
    with open_tablebase(tmp_path) as tablebase, pytest.raises(CorruptTableError):
        tablebase.get(Position.start())
    errors = []
    with open_tablebase(tmp_path, on_damage=errors.append) as tablebase:
        assert tablebase.get(Position.start()) is None
    assert [str(error).split(": ")[0] for error in errors] == [str(path)]
