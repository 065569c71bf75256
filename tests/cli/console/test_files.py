from __future__ import annotations

import os
from pathlib import Path

import pytest

from merels import BLACK, WHITE, Game, MerelsError, Move, Outcome, Reason
from merels.cli.console import files
from merels.cli.console.game import ConsoleGame

HUMANS = {WHITE: None, BLACK: None}


def play(*turns: str) -> ConsoleGame:
    current = ConsoleGame(Game(), HUMANS)
    for turn in turns:
        current.play(Move.parse_console(turn))
    return current


def test_a_game_is_saved_and_loaded(tmp_path: Path):
    current = play("A1", "B2", "A4", "B4", "A7xB2")
    file = str(tmp_path / "my first game.pgn")
    assert not files.exists(file)
    files.save(file, current)
    assert files.exists(file)
    game = files.load(file)
    assert game.history == current.game.history
    assert game.fen() == current.game.fen()
    assert game.draw_rules == current.game.draw_rules


def test_the_file_names_the_players_and_uses_algebraic_names(tmp_path: Path):
    file = tmp_path / "game.pgn"
    files.save(str(file), play("D6", "A1"))
    text = file.read_text()
    assert '[White "human"]' in text
    assert '[Result "*"]' in text
    assert "1. d2 a7 *" in text


def test_a_resigned_game_is_still_resigned(tmp_path: Path):
    current = play("A1")
    current.resign()
    file = str(tmp_path / "game.pgn")
    files.save(file, current)
    assert files.load(file).outcome() == current.outcome


def test_a_game_that_started_in_mid_turn_is_loaded(tmp_path: Path):
    fen = "@@@@****/********/OO*****O w m r 3 0 4 0 1 0 0 0 0 0 0 0 1"
    current = ConsoleGame(Game.from_fen(fen), HUMANS)
    current.play(next(iter(current.game.legal_moves)))
    file = str(tmp_path / "game.pgn")
    files.save(file, current)
    assert files.load(file).fen() == current.game.fen()


def test_saving_replaces_the_whole_file(tmp_path: Path):
    file = tmp_path / "game.pgn"
    file.write_text("x" * 10_000)
    files.save(str(file), play("A1"))
    assert "x" * 10 not in file.read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["game.pgn"]


def test_a_save_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "game.pgn"
    files.save(str(file), play("A1"))
    before = file.read_text()

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(MerelsError, match=r"cannot save .*game\.pgn': No space left on device"):
        files.save(str(file), play("A1", "B2"))
    assert file.read_text() == before
    assert [path.name for path in tmp_path.iterdir()] == ["game.pgn"]


def test_a_home_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    files.save("~/game.pgn", play("A1"))
    assert (tmp_path / "game.pgn").is_file()


@pytest.mark.parametrize(
    ("file", "problem"),
    [
        ("missing.pgn", "No such file"),
        (".", "not a regular file"),
        (os.devnull, "not a regular file"),
        ("nul\0l", "not a file name"),
        ("~nobody-of-this-name/x", "home folder"),
        ("n" * 5000, "too long"),
    ],
)
def test_files_that_cannot_be_loaded(
    file: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(MerelsError, match=problem) as caught:
        files.load(file)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "contains no game"),
        (b"1. d6 d6 *", "move 1, Black"),
        (b"1. d6 zz *", "zz"),
        (b"\x00\xff\xfe\x80" * 300, "line 1"),
        (b'[FEN "nonsense"]\n\n*', "nonsense"),
        (b'[Variant "Seven Men\'s Morris"]\n\n*', "different game"),
    ],
)
def test_content_that_is_not_a_game(content: bytes, problem: str, tmp_path: Path):
    file = tmp_path / "bad.pgn"
    file.write_bytes(content)
    with pytest.raises(MerelsError, match=problem) as caught:
        files.load(str(file))
    assert "bad.pgn" in str(caught.value)


def test_a_device_is_never_replaced():
    with pytest.raises(MerelsError, match="not a regular file"):
        files.exists(os.devnull)


def test_the_first_of_several_games_is_loaded(tmp_path: Path):
    file = tmp_path / "many.pgn"
    file.write_text("1. d6 f4 *\n\n1. a1 *\n")
    assert len(files.load(str(file)).history) == 2


MANY = (
    '[White "Ada"]\n[Black "Bo"]\n[Date "2024.03.01"]\n\n1. d6 f4 1-0\n\n'
    '1. d6 d6 *\n\n[Site "PlayOK"]\n[White "cy"]\n[Date "????.??.??"]\n\n1. 5 *\n'
)


def test_games_are_listed_and_loaded_by_their_numbers(tmp_path: Path):
    file = tmp_path / "many.pgn"
    file.write_text(MANY)
    first, second, third = files.list_games(str(file))
    assert first == "Ada - Bo, 2024.03.01, 1-0, 2 moves"
    assert second.startswith("cannot be read: line 7: move 1, Black: 'd6' is illegal")
    assert third == "cy - ?, *, 1 move"
    assert [str(move) for move in files.load(str(file), 3).history] == ["d6"]
    with pytest.raises(MerelsError, match=r"many\.pgn': there is no game 4; .* 3 games"):
        files.load(str(file), 4)


def test_long_files_are_not_read_for_the_list(tmp_path: Path):
    file = tmp_path / "long.pgn"
    file.write_text("1. d6 *\n" * 100)
    assert len(files.list_games(str(file))) == files.MOST_LISTED + 1
    assert len(files.load(str(file), 100).history) == 1


@pytest.mark.parametrize(
    ("text", "split"),
    [
        ("a.pgn", ("a.pgn", None)),
        ("a.pgn 2", ("a.pgn", 2)),
        ("'a b.pgn'  12", ("a b.pgn", 12)),
        ("game 7", ("game 7", None)),  # there is such a file
        ("game 8", ("game", 8)),
        ("7", ("7", None)),
    ],
)
def test_a_number_follows_the_name(
    text: str, split: tuple[str, int | None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game 7").touch()
    assert files.split_number(text) == split


def test_a_game_that_continues_past_a_draw_is_loaded(tmp_path: Path):
    # Both move back and forth: the start has occurred three times, and the game continues.
    fen = "@@*@@*O*/******O*/O******O w m s 4 0 4 0 0 0 0 0 0 0 0 0 1"
    moves = "1. d7-g7 d5-c5 2. g7-d7 c5-d5 3. d7-g7 d5-c5 4. g7-d7 c5-d5 5. c4-c3 *"
    file = tmp_path / "long.pgn"
    file.write_text(f'[SetUp "1"]\n[FEN "{fen}"]\n\n{moves}\n')
    game = files.load(str(file))
    assert len(game.history) == 9
    assert game.outcome() is None
    game.pop()
    assert game.outcome() == Outcome(None, Reason.REPETITION)
