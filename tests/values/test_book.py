"""The book: the tables of the opening, read like those of a folder; damage is found."""

import shutil
import subprocess
import sys
from contextlib import closing

import numpy as np
import pytest
from own_variant import LINE
from small_opening import MEN_PLACED, THREE_MEN, small_book, solved_opening

import merels
from merels import DRAW, CorruptTableError, MerelsError, MissingTableError, Move, Position, Variant
from merels.engine.players.perfect import BestChance, FewestReplies, PerfectPlayer
from merels.matches.openings import random_opening
from merels.prospects.chances import Chances
from merels.rules.variant import file_stem
from merels.solver.run import solve_tables
from merels.solver.verify.files import FolderChecker
from merels.values.book import (
    FOLDER,
    LARGEST_BOOK,
    PREAMBLE,
    Book,
    Shelf,
    bind_book,
    load_stored,
    men_placed,
    opening_tables,
    shipped_path,
)
from merels.values.folder import TableFolder, default_folder
from merels.values.format.header import Kind
from merels.values.format.source import CHECKSUM, PREFIX, checksum
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Plan, all_tables
from merels.values.shipped import solved_variants

KEYS = opening_tables(MEN_PLACED, THREE_MEN)
START = Position.start(THREE_MEN)


@pytest.fixture
def path():
    return small_book()


# Which tables.


def test_the_tables_of_the_opening_come_from_the_rules():
    """Play at random: every combination of men that occurs has a table."""
    from random import Random

    for variant in (Variant(), THREE_MEN, Variant(men=4)):
        keys = set(opening_tables(2 * variant.men - 1, variant))
        for seed in range(200):
            chance, game = Random(seed), merels.Game(variant=variant)
            while game.outcome() is None and game.position.in_hand(game.turn):
                assert TableKey.of(game.position) in keys
                game.push(chance.choice(list(game.legal_moves)))


@pytest.mark.parametrize("placed", [-1, 7])
def test_no_game_places_so_many_men(placed):
    with pytest.raises(ValueError, match=f"{placed} men placed; a game has 0 to 6"):
        opening_tables(placed, THREE_MEN)


def test_no_table_has_too_few_men():
    for key in opening_tables(17):
        assert min(key.own + key.own_in_hand, key.enemy + key.enemy_in_hand) >= 3
        assert key.own_in_hand == 9 - men_placed(key) // 2
        assert key.enemy_in_hand == 9 - (men_placed(key) + 1) // 2


# Reading.


def test_a_book_answers_like_its_tables(path):
    with merels.open_book(path) as book, merels.open_tablebase(solved_opening()) as tables:
        assert book.tables() == KEYS
        for key in KEYS:
            for slot in range(0, key.index.size, 97):
                position = key.position(*key.index.masks_of(slot))
                assert book.probe(position) == tables.probe(position)
                assert book.get(position) == tables.probe(position)


def test_positions_beyond_the_book_are_missing(path):
    with merels.open_book(path) as book:
        beyond = Position(0b111, 0b111 << 9, variant=THREE_MEN)
        assert book.get(beyond) is None
        assert book.source(beyond) is None
        with pytest.raises(MissingTableError, match="table 3-3 is not in the book"):
            book.probe(beyond)
        with pytest.raises(MissingTableError, match=r"0-0\+9-9 is not in the book"):
            book.probe(Position.start())


def test_every_value_follows_from_its_successors(path):
    with merels.open_book(path) as book:
        for key in KEYS[:-1]:
            for slot in range(0, key.index.size, 1 + key.index.size // 500):
                position = key.position(*key.index.masks_of(slot))
                assert book.probe(position) == book.probe_moves(position)[0].value


def test_a_closed_book_says_so(path):
    book = merels.open_book(path)
    book.close()
    with pytest.raises(ValueError, match="is closed"):
        book.probe(START)


def test_no_book(tmp_path):
    with pytest.raises(MissingTableError, match=r"there is no book .*nothing.* merels book"):
        merels.open_book(tmp_path / "nothing")


@pytest.mark.parametrize("package", ["numba", "numpy", "xxhash", "zstandard"])
def test_if_a_package_is_missing_it_says_what_to_install(package):
    code = f"""
import sys
sys.modules[{package!r}] = None
import merels
try:
    merels.open_book()
except merels.MissingExtraError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("the book needs packages that are not installed")
    assert "pip install 'merels[engine]'" in done.stdout


# Damage.


def test_every_changed_byte_is_found(path, tmp_path):
    data = path.read_bytes()
    _, start, _ = PREAMBLE.parse(data, lambda document, _version: document)
    for place in [*range(0, start, 7), *range(start, len(data), 501), len(data) - 1]:
        damaged = bytearray(data)
        damaged[place] ^= 0x10
        (tmp_path / "damaged").write_bytes(damaged)
        with pytest.raises(CorruptTableError, match="damaged"):
            check(tmp_path / "damaged")
    check(path)


def check(path):
    book = Book.open(path)
    try:
        book.check()
    finally:
        book.close()


DEEP = b"[" * 100_000
LYING = [
    DEEP,
    b'{"variant":' + DEEP,
    *(b"", b"null", b"[]", b"{}", b"5", b"\xff", b'{"variant":null}', b"9" * 9999),
    *(
        b'{"variant":{"men":3,"flying":true},"men_placed":%s,"tables":%s,"checksum":%s}' % fields
        for fields in (
            (b"0", b'{"0-0+3-3.3men":Infinity}', b'"0"'),
            (b"0", b'{"0-0+3-3.3men":-1}', b'"0"'),
            (b"0", b'{"0-0+3-3.3men":"1"}', b'"0"'),
            (b"0", b"{}", b'"0"'),
            (b"0", b"[]", b'"0"'),
            (b"0", b'{"0-0+3-3.3men":1}', b"5"),
            (b"1e999", b"{}", b'"0"'),
            (b'"1"', b"{}", b'"0"'),
            (b"99", b"{}", b'"0"'),
        )
    ),
]


@pytest.mark.parametrize("text", LYING, ids=lambda text: text[:40].decode("latin-1"))
def test_false_contents_with_the_right_checksum(tmp_path, text):
    start = PREFIX.pack(PREAMBLE.magic, PREAMBLE.version, len(text)) + text
    (tmp_path / "lying").write_bytes(start + CHECKSUM.pack(checksum(start)))
    with pytest.raises(CorruptTableError, match="lying: contents: "):
        merels.open_book(tmp_path / "lying")


@pytest.mark.parametrize("change", [lambda data: data[:-1], lambda data: data + b"\0"])
def test_a_book_of_another_length_is_damaged(path, tmp_path, change):
    (tmp_path / "damaged").write_bytes(change(path.read_bytes()))
    with pytest.raises(CorruptTableError, match=r"contents: the file has .* bytes and should have"):
        merels.open_book(tmp_path / "damaged")


@pytest.mark.parametrize("data", [b"", b"MERBOOK\n", b"something else that is long enough"])
def test_other_files_are_not_books(tmp_path, data):
    (tmp_path / "damaged").write_bytes(data)
    with pytest.raises(CorruptTableError, match="the file is not a Merels book"):
        merels.open_book(tmp_path / "damaged")


def test_damaged_values_are_never_returned(path, tmp_path):
    shutil.copy(path, tmp_path / "damaged")
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    (tmp_path / "damaged").write_bytes(data)
    last = KEYS[-1]
    with merels.open_book(tmp_path / "damaged") as book:
        assert str(book.probe(START)) == "win in 23"
        with pytest.raises(CorruptTableError, match=r"damaged: 2-3\+1-0: block 0"):
            book.probe(last.position(*last.index.masks_of(0)))


# The books that ship: complete, small enough, consistent, and equal to the tables.


@pytest.fixture(scope="module")
def book():
    book = Book.open_shipped()
    yield book
    book.close()


def unbind(book, path):
    """Write the tables of a book into a folder."""
    folder = TableFolder(path, threads=2)
    for key in book.keys():  # noqa: SIM118 - not a dict
        with book.open_table(key) as table:
            source = table._source
            folder.path_of(key).write_bytes(source.read_at(0, source.size))
    return folder


def differences(book, folder):
    """Return the tables of a folder that contradict the book, and how many were compared."""
    shared = [key for key in book.keys() if folder.has(key)]  # noqa: SIM118 - not a dict
    return len(shared), [
        key
        for key in shared
        if not np.array_equal(book.open_table(key).read_all(), folder.load_slots(key))
    ]


def test_it_is_complete_and_small_enough(book):
    book.check()
    assert book.size == shipped_path().stat().st_size <= LARGEST_BOOK
    assert book.contents.men_placed == 8
    assert book.contents.variant == merels.NINE_MENS_MORRIS
    assert book.keys() == opening_tables(book.contents.men_placed)


def test_every_value_follows_from_its_successors_of_shelf(book, tmp_path):
    """By the verifier, which does not depend on how the book was made."""
    checker = FolderChecker(unbind(book, tmp_path))
    compared = 0
    for key in reversed(book.keys()):
        if men_placed(key) < book.contents.men_placed:
            checked = checker.check(key, Kind.DISTANCE)
            assert checked.problems == ()
            compared += checked.compared
    assert compared > 1_000_000


def test_the_check_finds_a_wrong_value(book, tmp_path):
    folder = unbind(book, tmp_path)
    key = TableKey(3, 3, 6, 6)
    slots = folder.load_slots(key)
    slots[77_777] ^= 2
    folder.save(key, slots)
    assert FolderChecker(folder).check(key, Kind.DISTANCE).problems


def test_existing_tables_agree_with_the_book(book, tmp_path):
    """In the default folder, or that of MERELS_TABLES; and in one that always exists."""
    assert differences(book, TableFolder(default_folder(), threads=2))[1] == []
    folder = unbind(book, tmp_path)
    assert differences(book, folder) == (len(book.keys()), [])


def test_a_table_that_contradicts_the_book_is_found(tmp_path):
    path = tmp_path / "small.book"
    tables = TableFolder(solved_opening())
    bind_book(tables, path, MEN_PLACED, variant=THREE_MEN)
    small = Book.open(path)
    folder = unbind(small, tmp_path)
    key = TableKey(2, 2, 1, 1, THREE_MEN)
    folder.save(key, tables.load_slots(key) ^ 2)
    assert differences(small, folder) == (6, [key])
    small.close()


def test_the_game_is_a_draw():
    with merels.open_book() as book:
        assert book.probe(Position.start()) == DRAW
        first = Position.start().play(Move.parse("d6"))
        assert book.probe_moves(first)[0].value == DRAW
    assert merels.results()["empty_board"] == {"result": "draw", "plies": None}


class Nobody:
    """A player that must not be called."""

    name = "nobody"

    def choose(self, game):
        raise AssertionError("nobody should search here")


@pytest.mark.parametrize("plies", range(8))
def test_perfect_play_goes_by_the_book(plies):
    with merels.open_book() as book:
        for seed in range(3):
            game = random_opening(plies, seed)
            rule = BestChance("master", Chances(book), FewestReplies(book))
            move = PerfectPlayer("perfect", seed, book, Nobody(), rule).choose(game)
            rated = dict(book.probe_moves(game.position))
            assert rated[move] == max(rated.values())


def test_a_blunder_in_the_opening_is_known(tmp_path):
    """White has two men in line and Black ignores it: the book knows, with nothing solved."""
    start = Position.start()
    for move in ("a7", "c3", "d7", "c4", "g4"):
        start = start.play(Move.parse(move))
    with merels.open_tablebase(tmp_path / "nothing") as tablebase:
        rated = dict(tablebase.probe_moves(start))
        assert tablebase.source(start) == "book"
        assert rated[Move.parse("c5xa7")] == max(rated.values())
        assert min(rated.values()).result is merels.Result.LOSS


# All books.

BOOKS = sorted(FOLDER.glob("*.book"))


def test_all_books_are_whole_and_small_enough_together():
    assert sum(path.stat().st_size for path in BOOKS) <= 12_000_000
    for path in BOOKS:
        with Book.open(path) as book:
            book.check()
            assert book.size <= LARGEST_BOOK
            assert path == shipped_path(book.contents.variant)


def test_books_know_what_the_results_say():
    for game in solved_variants():
        if shipped_path(game).is_file():
            with merels.open_book(game) as book:
                value = book.probe(Position.start(game))
            assert value.document() == merels.results(game)["empty_board"]


def test_a_shelf_finds_tables_in_any_book(tmp_path):
    shutil.copy(small_book(), tmp_path / small_book().name)
    shelf = Shelf(tmp_path)
    start = TableKey(0, 0, 3, 3, THREE_MEN)
    assert shelf.has(start)
    assert start in shelf.keys()  # noqa: SIM118 - not a dict
    assert shelf.open_table(start).header.key == start
    assert not shelf.has(TableKey(0, 0, 9, 9))
    with pytest.raises(KeyError):
        shelf.open_table(TableKey(0, 0, 9, 9))
    shelf.close()
    with pytest.raises(ValueError, match=r"the books of .* are closed"):
        shelf.has(start)


def test_a_damaged_book_is_reported_once_and_left_out(tmp_path):
    (tmp_path / "nine.book").write_bytes(b"no book")
    with pytest.raises(CorruptTableError, match=r"nine\.book"):
        Shelf(tmp_path).has(TableKey(0, 0, 9, 9))
    errors = []
    shelf = Shelf(tmp_path, errors.append)
    assert not any(shelf.has(TableKey(0, 0, 9, 9)) for _ in range(3))
    assert len(errors) == 1


def test_a_variant_without_a_book_is_named():
    with pytest.raises(MissingTableError, match=r"merels book --variant nine:men=4"):
        merels.open_book("nine:men=4")


def test_the_book_of_a_variant_of_ones_own_is_found(tmp_path):
    folder = TableFolder(tmp_path / "tables")
    solve_tables(Plan.for_tables(all_tables(LINE), folder.has), folder, threads=1)
    bind_book(folder, tmp_path / f"{file_stem(LINE)}.book", variant=LINE)
    with closing(Shelf(tmp_path)) as shelf:
        assert shelf.has(TableKey(0, 0, 3, 3, LINE))
        assert set(shelf.keys()) == set(all_tables(LINE))


def test_a_book_is_found_by_the_game():
    with merels.open_book("ten:full_board=draw") as book:  # ten men a side cannot fill the board
        assert book.probe(Position.start(merels.variant("ten"))) == DRAW


# Binding a book: as many tables as fit, all of them or none.


def test_it_has_as_many_men_as_fit(tmp_path):
    folder = TableFolder(solved_opening())
    whole = bind_book(folder, tmp_path / "whole", variant=THREE_MEN)
    assert set(whole.sizes) == set(all_tables(THREE_MEN))
    for placed in range(whole.men_placed + 1):
        part = bind_book(folder, tmp_path / "part", placed, variant=THREE_MEN)
        assert list(part.sizes) == opening_tables(placed, THREE_MEN)
    size = (tmp_path / "whole").stat().st_size
    with pytest.raises(MerelsError, match=rf"6 men placed make a book of more than {size - 1:,}"):
        bind_book(folder, tmp_path / "less", 6, limit=size - 1, variant=THREE_MEN)
    assert not (tmp_path / "less").exists()


def test_the_limit_chooses_the_men(tmp_path):
    folder = TableFolder(solved_opening())
    bound = bind_book(folder, tmp_path / "book", limit=5000, variant=THREE_MEN)
    assert bound.men_placed == 4
    assert (tmp_path / "book").stat().st_size <= 5000


def test_a_missing_table_is_named(tmp_path):
    with pytest.raises(MissingTableError, match=r"0-0\+9-9 is not in .* merels solve --all"):
        bind_book(TableFolder(solved_opening()), tmp_path / "book")


def test_a_book_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(MerelsError, match=r"cannot write '.*no/such/folder'"):
        bind_book(TableFolder(solved_opening()), tmp_path / "no/such/folder", 1, variant=THREE_MEN)


def test_each_table_is_reported_with_its_size(tmp_path):
    reported = []

    def report(key, size):
        reported.append((key, size))

    folder = TableFolder(solved_opening())
    bound = bind_book(folder, tmp_path / "book", MEN_PLACED, variant=THREE_MEN, report=report)
    assert dict(reported) == bound.sizes
    assert len(reported) == len(KEYS)
    placed = [men_placed(key) for key, _ in reported]
    assert placed == sorted(placed)


def test_tables_may_come_from_elsewhere(tmp_path):
    loaded = []

    def load(folder, file):
        loaded.append(file.header.key)
        return load_stored(folder, file)

    path = tmp_path / "book"
    bind_book(TableFolder(solved_opening()), path, MEN_PLACED, variant=THREE_MEN, load=load)
    assert set(loaded) == set(KEYS)
    assert path.read_bytes() == small_book().read_bytes()


def test_the_number_of_threads_changes_no_byte(tmp_path):
    folder = TableFolder(solved_opening(), threads=3)
    bind_book(folder, tmp_path / "book", MEN_PLACED, variant=THREE_MEN)
    assert (tmp_path / "book").read_bytes() == small_book().read_bytes()


def test_the_contents_are_those_of_the_file(tmp_path):
    path = tmp_path / "book"
    bound = bind_book(TableFolder(solved_opening()), path, 3, variant=THREE_MEN)
    with Book.open(path) as book:
        assert book.contents == bound
        book.check()


def test_the_draft_of_a_killed_run_is_removed(tmp_path):
    path, other = tmp_path / "book", tmp_path / "other.0123456789abcdef.part"
    for draft in (tmp_path / "book.0123456789abcdef.part", other):
        draft.write_bytes(b"half a book")
    bind_book(TableFolder(solved_opening()), path, 1, variant=THREE_MEN)
    assert set(tmp_path.iterdir()) == {path, other}
