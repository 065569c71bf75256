"""The book: the tables of the opening, read like those of a folder; damage is found."""

import shutil
import subprocess
import sys

import pytest
from small_opening import MEN_PLACED, THREE_MEN, small_book, solved_opening

import merels
from merels import CorruptTableError, MissingTableError, Position, Variant
from merels.tables.books.book import (
    PREAMBLE,
    Book,
    men_placed,
    opening_tables,
    parse_contents,
)
from merels.tables.format.preamble import CHECKSUM, PREFIX, checksum
from merels.tables.key import TableKey

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
    _, start = parse_contents(data)
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
