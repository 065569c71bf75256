from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from merels import Game

Play = Callable[..., str]

# White: A1 D1 A7 D6 D5 G4; Black: B2 F2 D3 E4 F4 F6 G7, where F2 F4 F6 is a mill.
MIDDLE_GAME = "@*@*O***/*@@@O**@/O*O@*O*O w m s 6 0 7 0 0 0 0 0 0 0 0 0 1"
MID_TURN = "@*@*O***/*@@@O**@/OO*@*O*O w m r 6 0 7 0 1 0 0 0 0 0 0 0 1"
# White: A1 D1 B4; Black: C3 E3 E5. White flies, and so does Black.
THREE_MEN = "*@*@***@/******O*/O******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"
OVER = "@@******/********/OO*****O w o s 3 0 2 0 0 0 0 0 0 0 0 0 1"


def test_a_turn_is_shown_in_words_above_the_board(play: Play):
    text = play("D6")
    assert "White> D6\nWhite places a man on D6.\n\nBlack to move (placing)\n" in text
    assert "○ White (human)  8 in hand, 0 lost\n" in text
    assert "6   |   ·-------○-------·   |\n" in text


def test_a_mill_asks_which_man_to_capture(play: Play):
    text = play("G4G1", "b2", fen=MIDDLE_GAME)
    assert (
        "White> G4G1\nWhite closes a mill. Capture which man? B2 D3 E4 G7\n"
        "White captures> b2\nWhite moves G4 to G1, closes a mill and captures B2.\n" in text
    )


@pytest.mark.parametrize("line", ["g4g1xb2", "G4G1xB2", "G4 G1 x B2"])
def test_the_man_may_be_named_with_the_move(play: Play, line: str):
    assert "White moves G4 to G1, closes a mill and captures B2.\n" in play(line, fen=MIDDLE_GAME)


@pytest.mark.parametrize("word", ["undo", "back"])
def test_a_mill_can_be_taken_back_before_the_capture(play: Play, word: str):
    text = play("G4G1", word, "a1a4", fen=MIDDLE_GAME)
    assert "White captures> " + word + "\nTook back the move.\nWhite> a1a4\n" in text
    assert "White moves A1 to A4.\n" in text


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("A2", "'A2' is not a point; type a move such as A1A4, or help."),
        ("A1A2", "'A2' is not a point; "),
        ("D6", "White has no men in hand and must move one."),
        ("D1A1", "A1 is occupied."),
        ("B2B4", "The man on B2 is Black's."),
        ("B4B6", "There is no man on B4."),
        ("A1G7", "G7 is occupied."),
        ("A1B4", "A1 and B4 are not adjacent."),
        ("G4G1xF4", "The man on F4 is protected by a mill."),
        ("G4G1xA1", "Black has no man on A1."),
        ("A1A4xB2", "It does not close a mill and cannot capture."),
        ("xB2", "White has not closed a mill and cannot capture."),
        ("", "Nothing was typed; type a move such as A1A4, or help."),
        ("\x00\x01\x1b[2J\x7f", r"'\x00\x01\x1b[2J\x7f' is not a move; "),
        ("y" * 1_000_000, "'yyyyyyyyyyyyyyyyyyyyyyyy...' is neither a move nor a command; "),
        ("save", "Save needs a file name: save FILE."),
        ("undo", "You have no move to take back."),
        ("redo", "There is no move to replay."),
    ],
)
def test_wrong_input_is_answered_on_one_line_and_asked_again(play: Play, line: str, answer: str):
    after = play(line, fen=MIDDLE_GAME).partition("White> ")[2]
    said, again = after.splitlines()[1:3]
    assert said.startswith(answer)
    assert said.isprintable()
    assert len(said) <= 80
    assert again == "White>"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("F4", "The man on F4 is protected by a mill."),
        ("C3", "Black has no man on C3."),
        ("A2", "'A2' is not a point; type a man to capture such as G7, or help."),
        ("A1A4", "White has closed a mill and must capture a man."),
    ],
)
def test_wrong_input_at_the_capture(play: Play, line: str, answer: str):
    after = play("G4G1", line, "xB2", fen=MIDDLE_GAME).partition("White captures> ")[2]
    assert after.splitlines()[1].startswith(answer)
    assert "captures B2." in after


def test_an_occupied_point_is_refused_when_placing(play: Play):
    assert "Black> d6\nD6 is occupied.\nBlack>\n" in play("D6", "d6")


def test_a_fen_in_mid_turn_asks_for_the_capture(play: Play):
    text = play("moves", "G7", fen=MID_TURN)
    assert "White to capture a man\n" in text
    assert "White closes a mill. Capture which man? B2 D3 E4 G7\nWhite captures> moves\n" in text
    assert "Capture B2 D3 E4 G7\n" in text
    assert "White captures G7.\n" in text


def test_help_lists_the_commands(play: Play):
    assert "\nresign     give up\n" in play("help")


def test_undo_and_redo(play: Play):
    text = play("D6", "A1", "undo", "UNDO", "redo", "G7")
    assert text.count("Took back one move.\n") == 2
    assert "Black> UNDO\nTook back one move.\n\nWhite to move (placing)\n" in text
    assert "White> redo\nReplayed one move.\n\nBlack to move (placing)\n" in text
    assert "Black> G7\nBlack places a man on G7.\n" in text


def test_against_a_computer_undo_returns_to_the_human(play: Play):
    text = play("D6", "undo", "moves", black="normal")
    assert "Took back 2 moves.\n\nWhite to move (placing)\n" in text
    assert text.count("\nPlace on A1 A4 A7") == 1


def test_a_computer_that_plays_white_starts(play: Play):
    text = play("undo", white="normal")
    assert text.splitlines()[1].startswith("White places a man on ")
    assert "You have no move to take back.\n" in text


def test_hint_is_a_legal_move(play: Play):
    text = play("hint", "hint", fen=MIDDLE_GAME)
    hints = re.findall(r"^Hint: (\w+), \d+ % \(quick estimate\)$", text, re.MULTILINE)
    legal = {move.console() for move in Game.from_fen(MIDDLE_GAME).legal_moves}
    assert len(hints) == 2
    assert set(hints) <= legal


def test_hint_in_mid_turn_names_a_man_to_capture(play: Play):
    text = play("G4G1", "hint", fen=MIDDLE_GAME)
    (hint,) = [line for line in text.splitlines() if line.startswith("Hint: ")]
    assert hint.removeprefix("Hint: ") in {"xB2", "xD3", "xE4", "xG7"}


def test_resign_names_winner_and_score(play: Play):
    text = play("D6", "resign", "A1", "hint", "moves", "resign", "undo", "A1")
    assert "Black resigns.\n\nThe game is over\n" in text
    assert "\nWhite wins, 1-0: Black resigns.\n> A1\n" in text
    assert "The game is over; type new, undo or quit.\n" in text
    assert "Took back the resignation.\n" in text
    assert "Black places a man on A1.\n" in text


def test_the_end_by_too_few_men(play: Play):
    text = play("B4G1xC3", fen=THREE_MEN)
    assert "White flies B4 to G1, closes a mill and captures C3.\n\nThe game is over\n" in text
    assert "\nWhite wins, 1-0: Black has fewer than three men.\n>\n" in text


def test_the_end_by_repetition(play: Play):
    there, back = ("A1A4", "C3C4"), ("A4A1", "C4C3")
    text = play(*there, *back, *there, *back, fen=THREE_MEN)
    assert "\nDraw, 1/2-1/2: the same position for the third time.\n" in text


def test_a_finished_position_is_announced_at_once(play: Play):
    assert "\nWhite wins, 1-0: Black has fewer than three men.\n>\n" in play(fen=OVER)


def test_new_starts_again_from_the_same_position(play: Play):
    text = play("A1A4", "new", "moves", fen=MIDDLE_GAME)
    assert "New game.\n\nWhite to move (moving)\n" in text
    assert "A1 to A4\n" in text


def test_quit_leaves(play: Play):
    assert play("quit", "D6").endswith("White> quit\nGoodbye.\n")


def test_the_end_of_input_is_explained(play: Play):
    ending = "White>\nThe input ended before the game did.\n"
    assert play("").endswith(ending)


def test_two_computers_play_to_the_end(play: Play):
    text = play("undo", white="random", black="easy")
    assert text.count("\nThe game is over\n") == 1
    assert "You have no move to take back.\n" in text
    assert "White> " not in text


def test_a_new_game_of_two_computers(play: Play):
    text = play("new", white="random", black="easy")
    assert text.count("\nThe game is over\n") == 2


def test_save_and_load(play: Play, tmp_path: Path):
    file = str(tmp_path / "a game.pgn")
    text = play("D6", "A1", f"save {file}", f"save {file}", "G7", "new", f"load {file}", "moves")
    assert f"Saved {file!r}.\n" in text
    assert f"Replaced {file!r}.\n" in text
    assert f"Loaded {file!r}.\n\nWhite to move (placing)\n○ White (human)  8 in hand" in text


def test_a_bad_file_keeps_the_game(play: Play, tmp_path: Path):
    bad = tmp_path / "bad.pgn"
    bad.write_text("1. d6 d6 *")
    text = play("D6", f"load {bad}", f"load {tmp_path}/none.pgn", f"load {tmp_path}", "A1")
    said = [line for line in text.splitlines() if line.startswith("Cannot")]
    assert len(said) == 3
    assert said[0].startswith(f"Cannot load {str(bad)!r}: line 1: move 1, Black: 'd6'")
    assert "No such file or directory" in said[1]
    assert "Black places a man on A1.\n" in text


def test_a_file_that_cannot_be_written_is_refused(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    text = play("D6", "save no/such/folder.pgn", "save nul\0l", "A1")
    assert "Cannot save 'no/such/folder.pgn': No such file or directory.\n" in text
    assert "Black places a man on A1.\n" in text


def test_a_loaded_game_continues_with_the_same_players(play: Play, tmp_path: Path):
    file = tmp_path / "game.pgn"
    file.write_text("1. d6 *")
    text = play(f"load {file}", black="normal")
    assert "Black places a man on " in text
    assert "● Black (normal)  8 in hand" in text


def test_one_of_several_games_is_loaded(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("many.pgn").write_text("1. d6 f4 *\n\n1. 5 8 2. 20 *\n")
    text = play("load many.pgn", "load many.pgn 2", "load many.pgn 3")
    assert "Loaded game 1 of 'many.pgn'.\n\nWhite to move" in text
    assert "Loaded game 2 of 'many.pgn'.\n\nBlack to move" in text
    assert "Cannot load 'many.pgn': there is no game 3; the file contains 2 games." in text


@pytest.mark.parametrize("seed", range(8))
def test_no_sequence_of_lines_breaks_the_console(play: Play, seed: int):
    """Legal moves, commands and nonsense in any order are all answered."""
    choose = random.Random(seed)
    points = [f"{letter}{digit}" for letter in "ABCDEFG" for digit in "1234567"]
    words = ["undo", "redo", "hint", "moves", "resign", "new", "help", "", "?!", "x", "\x00", "xx"]
    lines = [
        choose.choice(points)
        if choose.random() < 0.8
        else choose.choice(words + ["".join(choose.choices(points, k=2))] * 10)
        for _ in range(300)
    ]
    text = play(*lines, black="random" if seed % 2 else None)
    prompts = re.findall(r"^(?:(?:White|Black)(?: captures)?)?> .*$", text, re.MULTILINE)
    assert len(prompts) == len(lines)
