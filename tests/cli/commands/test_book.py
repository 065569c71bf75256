"""`merels book`: from tables to a file."""

import json
import shutil

import pytest
from small_opening import THREE_MEN, solved_opening

import merels
from merels import Position
from merels.cli import main


def run(path, *arguments, folder=None):
    tables = str(folder or solved_opening())
    variant = "nine:men=3"
    return main(
        ["book", "--variant", variant, "--tables", tables, "--output", str(path), *arguments]
    )


def test_a_book_is_built_and_reported(tmp_path, capsys):
    path = tmp_path / "small.book"
    assert run(path) == 0
    output, messages = capsys.readouterr()
    assert "positions with up to 6 placed men, 7 tables" in output
    assert "0-0+3-3.3men: 1 positions" in messages
    with merels.open_book(path) as book:
        assert str(book.probe(Position.start(THREE_MEN))) == "win in 23"


@pytest.mark.parametrize("form", ["small", "packed"])
def test_tables_that_are_left_out_are_bound_too(tmp_path, form):
    assert run(tmp_path / "full.book") == 0
    folder = tmp_path / form
    shutil.copytree(solved_opening(), folder)
    assert main(["tables", "--tables", str(folder), "--convert", form]) == 0
    assert run(tmp_path / "small.book", folder=folder) == 0
    assert (tmp_path / "small.book").read_bytes() == (tmp_path / "full.book").read_bytes()


def test_json_and_fewer_men(tmp_path, capsys):
    path = tmp_path / "small.book"
    assert run(path, "--placed", "2", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report == {
        "book": str(path),
        "men_placed": 2,
        "tables": 3,
        "positions": 1 + 4 + 46,
        "bytes": path.stat().st_size,
    }


def test_a_book_that_would_be_too_large(tmp_path, capsys):
    assert run(tmp_path / "small.book", "--placed", "5", "--limit", "1K") == 2
    assert "make a book of more than 1,024 bytes" in capsys.readouterr().err


def test_missing_tables_are_named(tmp_path, capsys):
    tables, path = str(solved_opening()), str(tmp_path / "book")
    assert main(["book", "--tables", tables, "--output", path]) == 1
    assert "table 0-0+9-9 is not in" in capsys.readouterr().err
