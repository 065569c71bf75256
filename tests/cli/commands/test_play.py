"""The console game at the end of a pipe."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Done, run_command

from merels.cli import main

WHOLE_GAME = (Path(__file__).parent / "whole_game.txt").read_text().split()
NO_INPUT = "The input ended before the game did."
MIDDLE_GAME = "@*@*O***/*@@@O**@/O*O@*O*O w m s 6 0 7 0 0 0 0 0 0 0 0 0 1"


def run(*arguments: str, typed: bytes | str = b"") -> Done:
    return run_command("play", *arguments, typed=typed)


def test_without_input_the_board_is_shown_and_the_status_is_0():
    done = run()
    shown = done.stdout
    assert done.returncode == 0
    assert done.stderr == ""
    assert "4   ·---·---·       ·---·---·\n" in shown
    assert shown.endswith(f"White>\n{NO_INPUT}\n")


def test_a_closed_input_is_like_an_empty_one():
    command = f"exec '{sys.executable}' -m merels play <&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=300, check=False)
    assert done.returncode == 0
    assert NO_INPUT.encode() in done.stdout


def test_a_whole_game_from_a_pipe():
    done = run("--black", "human", typed="\n".join(WHOLE_GAME))
    shown = done.stdout
    assert done.returncode == 0
    assert "White wins, 1-0: Black has fewer than three men.\n" in shown
    assert shown.endswith("\n>\n")
    assert "\x1b" not in shown


def test_algebraic_coordinates_on_the_board_and_in_every_answer(tmp_path: Path):
    file = tmp_path / "game.pgn"
    lines = ["A1", "g7", "a4", "g4", "a2", "moves", "hint", "a7", "d1", "g4", f"save {file}"]
    done = run("--black", "human", "--coordinates", "algebraic", typed="\n".join(lines))
    shown = done.stdout
    assert "    a   b   c   d   e   f   g\n   \n7   ·--" in shown
    assert "1   ○-----------·" in shown
    assert "White places a man on a1.\n" in shown
    assert "'a2' is not a point; type a move such as d6, or help.\n" in shown
    assert "Place on a7+ " in shown
    assert "captures one of g4 g7" in shown
    assert "Hint: a7xg" in shown
    assert "Capture which man? g4 g7\n" in shown
    assert "Black has no man on d1.\n" in shown
    assert "White places a man on a7, closes a mill and captures g4.\n" in shown
    assert "a7xg4" in file.read_text()


def test_random_bytes_are_answered_line_by_line():
    mess = bytes(range(256)) * 3 + b"\n" + b"z" * 1_000_000 + b"\n\xff\xfe\n\x00\n\nD6\n"
    done = run("--black", "human", typed=mess)
    assert done.returncode == 0
    assert done.stderr == ""
    shown = done.stdout
    assert "White places a man on D6.\n" in shown
    assert len(shown) < 5000


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "latin-1"},
    ],
)
def test_symbols_that_cannot_be_encoded_are_replaced(environment: dict[str, str]):
    done = subprocess.run(
        [sys.executable, "-m", "merels", "play", "--black", "human"],
        input=b"A1\nD1\nsave \xc3\xa9/\xff\n",
        capture_output=True,
        timeout=300,
        env=os.environ | environment,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"1   O-----------@-----------.\n" in done.stdout
    assert b"O White (human)" in done.stdout


def test_two_computers_play_to_the_end_and_a_seed_repeats_the_game():
    games = [run("--white", "easy", "--black", "easy", "--seed", seed) for seed in "112"]
    assert all(game.returncode == 0 for game in games)
    assert games[0].stdout == games[1].stdout
    assert games[0].stdout != games[2].stdout
    assert "\nThe game is over\n" in games[0].stdout


def test_against_the_computer_a_seed_repeats_its_answers():
    games = {run("--black", "easy", "--seed", "7", typed="D6\nD1\n").stdout for _ in range(2)}
    assert len(games) == 1


def test_every_level_answers():
    for level in ("easy", "normal", "hard"):
        shown = run("--black", level, typed="D6\n").stdout
        assert "White places a man on D6.\nBlack places a man on " in shown
        assert f"● Black ({level})" in shown


def test_a_game_starts_at_any_position():
    shown = run("--black", "human", "--fen", MIDDLE_GAME, typed="G4G1xB2\n").stdout
    assert "White to move (moving)\n○ White (human)  0 in hand, 3 lost\n" in shown
    assert "White moves G4 to G1, closes a mill and captures B2.\n" in shown


def test_without_flying_three_men_move_along_the_lines():
    fen = "*@*@***@/******O*/O******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"
    flying = run("--black", "human", "--fen", fen, typed="B4G7\n")
    walking = run("--black", "human", "--fen", fen, "--no-flying", typed="B4G7\n")
    assert "White flies B4 to G7.\n" in flying.stdout
    assert "B4 and G7 are not adjacent.\n" in walking.stdout


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--fen", "nonsense"], "'nonsense' is not a FEN"),
        (["--white", "god"], "god"),
        (["--seed", "x"], "'x' is not a whole number"),
        (["extra"], "extra"),
    ],
)
def test_bad_usage_has_status_2(
    arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
):
    try:
        status = main(["play", *arguments])
    except SystemExit as error:
        status = int(error.code or 0)
    assert status == 2
    assert problem in capsys.readouterr().err


def test_a_reader_that_leaves_is_not_an_error():
    command = f"'{sys.executable}' -m merels play --white easy --black easy | head -n 3"
    done = subprocess.run(
        ["sh", "-c", command],
        capture_output=True,
        timeout=300,
        stdin=subprocess.DEVNULL,
        check=True,
    )
    assert done.stderr == b""


def test_start_up_imports_nothing_heavy():
    code = (
        "import sys\n"
        "from merels.cli import main\n"
        "main(['play'])\n"
        "heavy = {'numba', 'numpy', 'llvmlite', 'rich'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=b"D6\nhint\n", capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    assert b"Hint: " in done.stdout


def test_the_session_in_the_documentation_is_correct():
    page = (Path(__file__).parents[3] / "docs" / "console.md").read_text()
    session = page.partition("```text\n$ merels play ")[2].partition("```")[0]
    arguments, _, shown = session.partition("\n")
    typed = re.findall(r"^(?:White|Black)(?: captures)?> (.+)$", shown, re.MULTILINE)
    done = run(*shlex.split(arguments), typed="\n".join(typed))
    assert len(typed) > 5
    assert [line.rstrip() for line in done.stdout.splitlines()] == shown.splitlines()
