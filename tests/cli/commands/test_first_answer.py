"""The first answers after an installation: what book and tables have needs no compiled code."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest
from solved import solved_folder

from merels import Game, Move, pgn

WON = "***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"

ANALYSE = """
import sys
from merels.cli import main
status = main(["analyse", *sys.argv[1:]])
assert "numba" not in sys.modules, "the compiler was loaded"
sys.exit(status)
"""
ANALYSE_EACH = """
import sys
from merels.cli import main
first, second, third, *options = sys.argv[1:]
for fen in (first, second, third):
    assert main(["analyse", fen, *options]) == 0
assert "numba" not in sys.modules, "the compiler was loaded"
"""

GAME = "1. d6 f4 2. d2 b4 3. d7 d5 4. g4 *\n"


@pytest.fixture
def cold(tmp_path):
    """An environment in which nothing has been compiled yet."""
    (tmp_path / "cache").mkdir()
    return os.environ | {
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "MERELS_TABLES": str(tmp_path / "no tables"),
    }


def run(code, cold, *arguments):
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=cold,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def read_documents(text):
    """Yield JSON documents that stand one after the other."""
    while text.strip():
        document, end = json.JSONDecoder().raw_decode(text.lstrip())
        text = text.lstrip()[end:]
        yield document


def assert_nothing_compiled(cold):
    assert list(Path(cold["NUMBA_CACHE_DIR"]).iterdir()) == []


@pytest.mark.parametrize("limits", [[], ["--movetime", "20"], ["--movetime", "150"]], ids=str)
def test_a_position_of_the_book(cold, limits):
    games = [Game(), Game(), Game()]
    for game, moves in zip(games, ("", "d6", "d6 f4 d2 b4"), strict=True):
        for move in moves.split():
            game.push(move)
    fens = [game.fen() for game in games]
    printed = run(ANALYSE_EACH, cold, *fens, "--json", "--lines", 2, *limits)
    for game, report in zip(games, read_documents(printed), strict=True):
        assert [(line["result"], line["source"]) for line in report["lines"]] == [
            ("draw", "book")
        ] * 2
        assert all(Move.parse(line["move"]) in game.legal_moves for line in report["lines"])
    assert_nothing_compiled(cold)


def test_a_position_of_a_table(cold):
    report = json.loads(run(ANALYSE, cold, WON, "--json", "--tables", solved_folder()))
    assert (report["lines"][0]["result"], report["lines"][0]["plies"]) == ("win", 13)
    assert_nothing_compiled(cold)


@pytest.mark.parametrize("milliseconds", [20, 150])
def test_a_game_of_the_book_is_annotated_with_exact_values(cold, tmp_path, milliseconds):
    (tmp_path / "game.pgn").write_text(GAME)
    output = tmp_path / "annotated.pgn"
    code = ANALYSE.replace("status = ", "sys.stderr = sys.stdout; status = ")
    run(code, cold, tmp_path / "game.pgn", "--movetime", milliseconds, "--output", output)
    record = pgn.read_game(output)
    assert len(record.mainline) == 7
    assert all("%" not in node.comments[0] for node in record.mainline)
    assert_nothing_compiled(cold)


def test_the_example_of_the_library(cold):
    code = """
import sys, merels
print(merels.analyse(merels.Game()).best.value)
assert "numba" not in sys.modules
"""
    assert run(code, cold) == "draw\n"
    assert_nothing_compiled(cold)


def test_the_protocol_answers_from_the_book_while_it_compiles(cold):
    engine = pexpect.spawn(
        sys.executable, ["-m", "merels", "uci"], env=cold, encoding="utf-8", echo=False, timeout=300
    )
    engine.send("position startpos moves d6 f4\ngo movetime 50\n")
    engine.expect(r"info depth 0 score cp 0 .* pv (\S+)")
    first = engine.match[1]
    engine.expect(rf"bestmove {first}\r")
    engine.expect("info string compiling for this computer, only once: function [0-9]+ of [0-9]+")
    engine.send("quit\n")
    engine.expect(pexpect.EOF)
    engine.close()
    assert engine.exitstatus == 0


def test_a_terminal_shows_that_code_is_compiled(cold):
    terminal = pexpect.spawn(
        sys.executable, ["-m", "merels", "perft", "1"], env=cold, encoding="utf-8", timeout=300
    )
    terminal.expect("compiling for this computer, only once: function 1 of [0-9]+")
    terminal.expect("24")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
