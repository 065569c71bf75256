"""Binding a book: as many tables as fit, all of them or none."""

import pytest
from small_opening import MEN_PLACED, THREE_MEN, small_book, solved_opening

from merels import MerelsError, MissingTableError
from merels.values.binding import bind_book, load_stored
from merels.values.book import Book, men_placed, opening_tables
from merels.values.folder import TableFolder
from merels.values.layout.plan import all_tables

KEYS = opening_tables(MEN_PLACED, THREE_MEN)


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
