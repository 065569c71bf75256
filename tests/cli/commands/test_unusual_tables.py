"""Commands about tables of a game with unusual rules: its tables are known by data alone."""

import json

import pytest
from commands import run_command
from made_once import made_once

RULES = "captures=after-placing,blocked=give-way,protected=false"
GAME = f"three:{RULES},men=4"
TABLES = 16


@pytest.fixture(scope="module")
def folder():
    def fill(path):
        done = run_command("solve", "--variant", GAME, "--all", "--tables", path, "--threads", 1)
        assert done.returncode == 0, done.stderr

    return made_once("unusual-tables", fill)


def run(folder, command, *arguments):
    done = run_command(command, *arguments, "--variant", GAME, "--tables", folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_tables_are_listed_and_right(folder):
    listed = json.loads(run(folder, "tables", "--json"))["tables"]
    assert len(listed) == TABLES
    stages = {table.get("stage") for table in listed}
    assert stages == {None, "own_mill", "enemy_mill", "takes_first", "takes_last"}
    assert f"{TABLES} tables" in run(folder, "verify")


def test_every_move_of_the_empty_board_has_a_value(folder):
    found = json.loads(run(folder, "probe", "--json"))
    assert len(found["moves"]) == 9
    assert all(move["result"] for move in found["moves"])


def test_results_and_book_have_the_whole_game(folder, tmp_path):
    results = json.loads(run(folder, "results", "--json"))
    assert results["phases"]["moving"]["missing"] == results["phases"]["placing"]["missing"] == []
    assert results["empty_board"]["result"]
    book = tmp_path / "shax.book"
    run(folder, "book", "--output", book)
    assert book.stat().st_size > 1000


@pytest.mark.parametrize("command", [("export", "--sample", 5, "--out"), ("site",)])
def test_what_cannot_be_written_is_refused(command, folder, tmp_path):
    done = run_command(*command, tmp_path / "out.csv", "--variant", GAME, "--tables", folder)
    assert done.returncode == 2
    assert "remember more than" in done.stderr
