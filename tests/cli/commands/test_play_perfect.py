"""Perfect play at the console: with tables, and by search without them."""

import io
import re
import subprocess
import sys

import pytest
from solved import solved_folder

from merels import results
from merels.cli import main

# White to move flies and wins in 13 plies by f4-d3 alone.
WON = "***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"
FIVE_EACH = "O*@*O*@*/*@*O*@*O/O***@*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1"
TOLD = "From here on the computer searches, because a table is missing: table"


def play(capsys, monkeypatch, *arguments, typed=""):
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert main(["play", "--tables", str(solved_folder()), "--seed", "1", *arguments]) == 0
    return capsys.readouterr().out


def test_it_plays_the_only_win(capsys, monkeypatch):
    shown = play(capsys, monkeypatch, "--white", "perfect", "--black", "human", "--fen", WON)
    assert "White flies F4 to D5." in shown
    assert TOLD not in shown


def test_two_perfect_players_take_as_long_as_the_tables_say(capsys, monkeypatch):
    shown = play(capsys, monkeypatch, "--white", "perfect", "--black", "perfect", "--fen", WON)
    turns = [
        line
        for line in shown.splitlines()
        if line.startswith(("White ", "Black "))
        and line.endswith(".")
        and " to move" not in line
        and "wins" not in line
    ]
    assert len(turns) == 13
    assert "White wins" in shown


def test_hints_are_perfect_if_a_player_is(capsys, monkeypatch):
    shown = play(capsys, monkeypatch, "--black", "perfect", "--fen", WON, typed="hint\nquit\n")
    assert "Hint: F4D5, win in 13 plies (from the tables)\n" in shown


def test_without_a_table_it_says_so_once_and_searches(capsys, monkeypatch):
    typed = "hint\nhint\nquit\n"
    shown = play(capsys, monkeypatch, "--black", "perfect", "--fen", FIVE_EACH, typed=typed)
    assert shown.count(TOLD) == 1
    assert "merels solve --table" in shown
    assert shown.count("Hint: ") == 2
    assert re.search(r"Hint: \w+, (\d+ % \(estimate|\w+ in \d+ plies \(proved) by search\)", shown)


def test_it_says_under_its_name_whether_it_is_perfect(capsys, monkeypatch):
    exact = play(capsys, monkeypatch, "--black", "perfect", "--fen", WON)
    assert "● Black (perfect, exact here)" in exact
    assert "merels solve" not in exact
    missing = play(capsys, monkeypatch, "--black", "perfect", typed="hint\nquit\n")
    assert "● Black (perfect, searching: tables missing)" in missing
    assert missing.count("to get them: merels solve --all") == 1
    assert re.search(r"Hint: \w\d, draw \(from the book\)", missing)


def test_hints_know_the_shipped_results(capsys, monkeypatch):
    fen = results()["longest_game"]["fen"]
    shown = play(capsys, monkeypatch, "--black", "perfect", "--fen", fen, typed="f6\nquit\n")
    assert "Black places" in shown


def test_hints_of_plain_levels_are_quick_estimates(capsys, monkeypatch):
    shown = play(capsys, monkeypatch, typed="hint\nquit\n")
    assert re.search(r"Hint: \w\d, \d+ % \(quick estimate\)", shown)
    assert "● Black (normal)" in shown


@pytest.mark.parametrize("level", ["expert", "perfect"])
def test_without_numba_it_says_what_to_install(level):
    code = f"""
import sys
sys.modules["numba"] = None
from merels.cli import main
sys.stderr = sys.stdout
print(main(["play", "--black", {level!r}]))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], input="", capture_output=True, text=True, check=True
    )
    assert "pip install 'merels[engine]'" in done.stdout
    assert done.stdout.endswith("\n2\n")
