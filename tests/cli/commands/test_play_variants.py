"""The console game of every variant: in a pseudo-terminal, typed as a person would, and by pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest
from commands import run_command
from own_variant import FILE

from merels import VARIANTS, pgn, variant

Console = pexpect.spawn
Open = Callable[..., Console]

THREE = "A1 C1 B1 B3 C3 A2 B1B2xC1"
SIX = "B4 D3 D4 B2 C4xB2 A5 B2 E5 B3xD3 C5xB3 B3xA5 D3 B2C2 E5E3 C2B2xD3"
FULL_BOARD = "D1 A1 G1 G4 D7 G7 A4 A7 B2 D2 F4 F2 D6 F6 B6 B4 C3 E3 D3 D5 E4 C5 E5 C4"
LASKER = (
    "A1 C3 G7 B6 A7 C3D3 D7xB6 C5 A4xD3 D2 G1 C5C4 D1xC4 D2F2 D1D2 D5 D2D1xF2 D2 G4xD5 E4 B4 C3 "
    "C4xC3 D3 D7D6 C3 D6D7xD2 D3B2 D7D6 B2E5 D6D7xE4"
)

BOARDS = {
    "three": """\
    A   B   C
\x20\x20\x20
1   ·---·---·
    | \\ | / |
2   ·---·---·
    | / | \\ |
3   ·---·---·
""",
    "six": """\
    A   B   C   D   E
\x20\x20\x20
1   ·-------·-------·
    |       |       |
2   |   ·---·---·   |
    |   |       |   |
3   ·---·       ·---·
    |   |       |   |
4   |   ·---·---·   |
    |       |       |
5   ·-------·-------·
""",
    "twelve": """\
    A   B   C   D   E   F   G
\x20\x20\x20
1   ·-----------·-----------·
    | \\         |         / |
2   |   ·-------·-------·   |
    |   | \\     |     / |   |
3   |   |   ·---·---·   |   |
    |   |   |       |   |   |
4   ·---·---·       ·---·---·
    |   |   |       |   |   |
5   |   |   ·---·---·   |   |
    |   | /     |     \\ |   |
6   |   ·-------·-------·   |
    | /         |         \\ |
7   ·-----------·-----------·
""",
}


@pytest.fixture
def open_console(tmp_path: Path) -> Iterator[Open]:
    """Start the game for two people in a pseudo-terminal, and close it at the end.

    Files are in their home: the name of a temporary folder would not fit on a line.
    """
    opened = []

    def open_console(*arguments: str) -> Console:
        console = pexpect.spawn(
            sys.executable,
            ["-m", "merels", "play", "--black", "human", "--plain", *arguments],
            env=os.environ | {"TERM": "xterm", "HOME": str(tmp_path)},
            encoding="utf-8",
            timeout=300,
            dimensions=(24, 80),
        )
        console.delaybeforesend = None
        opened.append(console)
        return console

    yield open_console
    for console in opened:
        console.close(force=True)


@pytest.mark.parametrize(
    ("name", "moves", "ending"),
    [
        ("three", THREE, "White wins, 1-0: Black has fewer than three men."),
        ("six", SIX, "White wins, 1-0: Black has fewer than three men."),
        ("twelve", FULL_BOARD, "Draw, 1/2-1/2: the board is full."),
        ("lasker", LASKER, "White wins, 1-0: Black has fewer than three men."),
    ],
    ids=["three", "six", "twelve", "lasker"],
)
def test_a_whole_game_is_typed_saved_and_loaded(
    open_console: Open, tmp_path: Path, name: str, moves: str, ending: str
):
    console = open_console("--variant", name)
    console.expect_exact(f"{VARIANTS[name].title}. Type help for moves and commands.\r\n")
    for ply, move in enumerate(moves.split()):
        console.expect_exact(f"{('White', 'Black')[ply % 2]}> ")
        step, mill, captured = move.partition("x")
        console.sendline(step.lower())
        if mill:
            console.expect_exact("closes a mill. Capture which man?")
            console.expect_exact(" captures> ")
            console.sendline(captured)
    console.expect_exact(ending)
    console.expect_exact("> ")
    console.sendline("save ~/game.pgn")
    console.expect_exact("Saved ")
    record = pgn.read_game(tmp_path / "game.pgn")
    assert record.headers["Variant"] == VARIANTS[name].title
    assert [move.console() for move in record.moves] == moves.split()
    other = open_console()
    other.expect_exact("White> ")
    other.sendline("load ~/game.pgn")
    other.expect_exact(f"Loaded '~/game.pgn': {VARIANTS[name].title}.\r\n")
    other.expect_exact(ending)


def play(*arguments: str, typed: str = "") -> str:
    done = run_command("play", *arguments, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("name", BOARDS)
def test_the_board_of_a_variant(name: str):
    shown = play("--variant", name)
    assert BOARDS[name] in shown
    assert f"○ White (human)   {VARIANTS[name].men} in hand, 0 lost\n" in shown


def test_help_and_advice_are_for_the_board():
    shown = play("--variant", "six", typed="help\nz9\nD6\n")
    assert "Type a point to place a man: C5\n" in shown
    assert "Type two points to move a man: A1A3\n" in shown
    assert "Add the man that a mill captures: A1A3xE5\n" in shown
    assert "'z9' is not a point; type a move such as C5, or help.\n" in shown
    assert "'D6' is not a point; type a move such as C5, or help.\n" in shown
    algebraic = play("--variant", "six", "--coordinates", "algebraic", typed="help\na5\nmoves\n")
    assert "Type two points to move a man: a1-a3\n" in algebraic
    assert "5   ·-------·-------·" in algebraic
    assert "White places a man on a5." in algebraic


def test_in_lasker_a_side_may_place_or_move():
    typed = "D1\nA1\nmoves\n??\nD1D2\n"
    shown = play("--variant", "lasker", "--black", "human", typed=typed)
    assert "White to move (placing)\n" in shown
    assert "White to move (placing or moving)\n" in shown
    assert "\nD1 to D2 G1\nPlace on A4 A7 B2" in shown
    assert "is not a move; type a move such as D6 or A1A4, or help.\n" in shown
    assert "White moves D1 to D2." in shown


def test_in_lasker_three_in_all_fly_with_men_in_hand():
    fen = "@@@*****/********/O*O***** w p p 2 1 3 1 0 0 0 0 0 0 0 0 9"
    shown = play("--variant", "lasker", "--black", "human", "--fen", fen, typed="D1A7\n")
    assert "White to move (placing or flying)\n" in shown
    assert "White flies D1 to A7." in shown


@pytest.mark.parametrize("name", [*VARIANTS, "five:flying=three-on-board", str(FILE)])
@pytest.mark.parametrize("level", ["normal", "hard"])
def test_levels_play_and_give_hints(name: str, level: str):
    rules = variant(name)
    first = rules.board.console_names[0]
    shown = play("--variant", name, "--black", level, "--seed", "1", typed=f"{first}\nhint\nundo\n")
    assert f"White places a man on {first}.\n" in shown
    assert "Black places a man on " in shown
    hint = shown.partition("Hint: ")[2].partition(",")[0].partition("\n")[0]
    assert hint in rules.board.console_names or hint[:2] in rules.board.console_names
    assert "Took back 2 moves." in shown


def test_the_title_says_what_is_changed():
    shown = play("--variant", "five", "--no-flying")
    assert shown.startswith("Five Men's Morris. Type help")
    shown = play("--variant", "lasker:men=9", "--no-flying")
    assert shown.startswith("Lasker Morris (9 men, no flying). Type help")


def test_a_variant_of_a_file_is_saved_and_loaded(tmp_path: Path):
    file = tmp_path / "own.pgn"
    typed = f"C3\nA1\nC3B3\nsave {file}\nnew\nload {file}\n"
    shown = play("--variant", str(FILE), "--black", "human", typed=typed)
    assert shown.startswith("Crosses. Type help")
    assert f"Loaded '{file}'.\n" in shown
    assert shown.count("3   ·---○---·---·---·\n") == 2
    assert '[Variant "Crosses"]' in file.read_text()


def test_perfect_says_that_there_are_no_tables():
    shown = play("--variant", "lasker", "--black", "perfect")
    assert "to get them: merels solve --all --variant lasker\n" in shown
