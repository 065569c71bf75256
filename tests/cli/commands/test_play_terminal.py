"""The console game in a real pseudo-terminal, typed as a person would."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

from merels import WHITE, Game, Move, Phase

# One move of each side per line: White wins, Black flies on the way.
WHOLE_GAME = (Path(__file__).parent / "whole_game.txt").read_text().split()
TIMEOUT = 300
ASCII_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}

Console = pexpect.spawn
Open = Callable[..., Console]


@pytest.fixture
def open_console() -> Iterator[Open]:
    """Start the game in a pseudo-terminal, and close it at the end."""
    opened = []

    def open_console(
        *arguments: str, size: tuple[int, int] = (24, 80), **environment: str
    ) -> Console:
        inherited = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
        console = pexpect.spawn(
            sys.executable,
            ["-m", "merels", "play", *arguments],
            env=inherited | {"TERM": "xterm-256color"} | environment,
            encoding="utf-8",
            codec_errors="backslashreplace",
            timeout=TIMEOUT,
            dimensions=size,
        )
        console.delaybeforesend = None
        opened.append(console)
        return console

    yield open_console
    for console in opened:
        console.close(force=True)


def type_line(console: Console, prompt: str, line: str) -> None:
    console.expect_exact(prompt)
    console.sendline(line)


def expect_end(console: Console) -> int:
    """Wait for the end and return the exit status."""
    console.expect(pexpect.EOF)
    console.close()
    assert console.signalstatus is None
    return int(console.exitstatus)


def quit_and_collect(console: Console) -> str:
    """Quit at the next prompt; return the output before and after it."""
    console.expect_exact("> ")
    shown = console.before
    console.sendline("quit")
    console.expect(pexpect.EOF)
    return str(shown + console.before)


def test_the_moves_of_the_session_make_a_whole_game():
    game = Game()
    phases = set()
    for turn in WHOLE_GAME:
        phases.add(game.position.phase())
        game.push(Move.parse_console(turn))
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner is WHITE
    assert phases == set(Phase)


def play_and_take_back(console: Console, turn: str) -> None:
    type_line(console, "White> ", turn)
    console.expect_exact(f"White places a man on {turn}.")
    type_line(console, "Black> ", "undo")
    console.expect_exact("Took back one move.")


def type_turn(console: Console, side: str, turn: str, *, asked: bool) -> None:
    """Type a move; if ``asked``, name the captured man only when asked."""
    step, mill, captured = turn.partition("x")
    if not (mill and asked):
        type_line(console, f"{side}> ", turn.lower())
        return
    type_line(console, f"{side}> ", step)
    console.expect(rf"{side} closes a mill\. Capture which man\? ([A-G1-7 ]+)\r\n")
    assert captured in console.match[1].split()
    type_line(console, f"{side} captures> ", captured)


def test_a_whole_game_is_played_to_a_win(open_console: Open):
    console = open_console("--white", "human", "--black", "human")
    console.expect_exact("Nine Men's Morris.")
    mistakes = {
        # ply: what is typed before the right move, and the answer
        0: [("A2", "'A2' is not a point"), ("", "Nothing was typed")],
        1: [("b4", "B4 is occupied.")],
        8: [("A4xD6", "Black has no man on D6.")],
        18: [("B2B3", "'B3' is not a point"), ("C3A1", "C3 and A1 are not adjacent.")],
        19: [("A1D1", "The man on A1 is White's."), ("D1", "Black has no men in hand")],
    }
    verbs = []
    for ply, turn in enumerate(WHOLE_GAME):
        side = ("White", "Black")[ply % 2]
        for wrong, answer in mistakes.get(ply, []):
            type_line(console, f"{side}> ", wrong)
            console.expect_exact(answer)
        if ply == 2:
            play_and_take_back(console, "G7")
        type_turn(console, side, turn, asked=ply != 22)
        console.expect(rf"{side} (places|moves|flies) [^.]*\.\r\n")
        verbs.append(console.match[1])
    assert verbs[:18] == ["places"] * 18
    assert verbs[18:25] == ["moves"] * 7
    assert verbs[25:] == ["flies", "moves"] * 3
    console.expect_exact("The game is over")
    console.expect_exact("White wins, 1-0: Black has fewer than three men.")
    console.expect_exact("Type new, undo or quit.")
    type_line(console, "> ", "quit")
    console.expect_exact("Goodbye.")
    assert expect_end(console) == 0


def test_the_end_of_a_game_offers_another(open_console: Open):
    console = open_console("--black", "human")
    type_line(console, "White> ", "resign")
    console.expect_exact("Black wins, 0-1: White resigns.")
    console.expect_exact("Type new, undo or quit.")
    type_line(console, "> ", "new")
    console.expect_exact("New game.")
    type_line(console, "White> ", "D6")
    console.expect_exact("White places a man on D6.")


def test_ctrl_d_leaves_with_status_0(open_console: Open):
    console = open_console()
    console.expect_exact("White> ")
    console.sendeof()
    console.expect_exact("\r\nGoodbye.")
    assert expect_end(console) == 0


def test_ctrl_c_leaves_with_status_130_and_no_traceback(open_console: Open):
    console = open_console()
    console.expect_exact("White> ")
    console.sendintr()
    assert expect_end(console) == 130
    assert "Traceback" not in console.before


def test_ctrl_c_interrupts_two_computers(open_console: Open):
    console = open_console("--white", "easy", "--black", "easy")
    console.expect("Black places a man on ..")
    console.sendintr()
    assert expect_end(console) == 130
    assert "Traceback" not in console.before


def test_a_terminal_has_colour(open_console: Open):
    console = open_console("--black", "human")
    type_line(console, "White> ", "D6")
    shown = quit_and_collect(console)
    assert re.search(r"\x1b\[[\d;]+m○\x1b\[0m", shown)


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        (("--plain",), {}),
        (("--plain",), {"TERM": "xterm"}),  # this one tempts line editing into an escape sequence
        ((), {"NO_COLOR": "1"}),
        ((), {"TERM": "dumb"}),
    ],
)
def test_plain_output_has_no_escape_sequence(
    open_console: Open, arguments: tuple[str, ...], environment: dict[str, str]
):
    console = open_console("--black", "human", *arguments, **environment)
    type_line(console, "White> ", "D6")
    shown = quit_and_collect(console)
    assert "White places a man on D6." in shown
    assert "\x1b" not in shown


def test_saving_over_a_file_asks_first(open_console: Open, tmp_path: Path):
    file = tmp_path / "my game.pgn"
    file.write_text("precious")
    console = open_console("--black", "human", "--plain", HOME=str(tmp_path))
    type_line(console, "White> ", "save ~/my game.pgn")
    type_line(console, "(y/n) ", "n")
    console.expect_exact("Not saved.")
    assert file.read_text() == "precious"
    type_line(console, "White> ", "save ~/my game.pgn")
    type_line(console, "(y/n) ", "Y")
    console.expect_exact("Replaced '")
    assert "precious" not in file.read_text()


def test_one_of_several_games_can_be_chosen(open_console: Open, tmp_path: Path):
    (tmp_path / "many.pgn").write_text('[White "Ada"]\n\n1. d6 1-0\n\n1. 5 8 *\n')
    console = open_console("--black", "human", "--plain", HOME=str(tmp_path))
    type_line(console, "White> ", "load ~/many.pgn")
    console.expect_exact(
        "'~/many.pgn' contains 2 games:\r\n  1  Ada - ?, 1-0, 1 move\r\n  2  ? - ?,"
    )
    type_line(console, "Load which game? ", "none")
    console.expect_exact("No game was chosen; the current game continues.")
    type_line(console, "White> ", "load ~/many.pgn")
    type_line(console, "Load which game? ", "2")
    console.expect_exact("Loaded game 2 of '~/many.pgn'.")


def test_a_question_that_cannot_be_encoded_is_still_asked(open_console: Open, tmp_path: Path):
    (tmp_path / "\u00e9.pgn").write_text("precious")
    console = open_console("--plain", PYTHONIOENCODING="utf-8", HOME=str(tmp_path))
    type_line(console, "White> ", "save ~/\u00e9.pgn")
    console.expect_exact("Replace '~/\u00e9.pgn'? (y/n) ")
    ascii_console = open_console("--plain", HOME=str(tmp_path), **ASCII_LOCALE)
    type_line(ascii_console, "White> ", "save ~/\u00e9.pgn")
    ascii_console.expect_exact(r"Replace '~/\udcc3\udca9.pgn'? (y/n) ")


def test_lines_can_be_edited_and_repeated(open_console: Open):
    console = open_console("--black", "human", "--plain")
    console.expect_exact("White> ")
    console.send("D7\x7f6\r")  # a backspace
    console.expect_exact("White places a man on D6.")
    console.expect_exact("Black> ")
    console.send("\x1b[A\r")  # the line before
    console.expect_exact("D6 is occupied.")


def test_bytes_that_are_not_text_are_answered(open_console: Open):
    console = open_console("--plain", TERM="dumb")
    console.expect_exact("White> ")
    os.write(console.child_fd, b"\xff\xfe\x80D6\r")
    console.expect_exact("' is not a move; ")
    type_line(console, "White> ", "quit")
    assert expect_end(console) == 0


def test_a_terminal_that_closes_ends_the_game(open_console: Open):
    console = open_console()
    console.expect_exact("White> ")
    console.kill(signal.SIGHUP)
    console.expect(pexpect.EOF)
    assert "Traceback" not in console.before
