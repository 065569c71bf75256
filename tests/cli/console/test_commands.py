from __future__ import annotations

import os
from pathlib import Path

import pytest

from merels import BLACK, WHITE, Game, MerelsError, Move, NotationError, Outcome, Position, Reason
from merels.cli.console import commands
from merels.cli.console.commands import COMMANDS, list_help, parse_command, parse_turn
from merels.cli.console.game import ConsoleGame
from merels.cli.shared.view import ALGEBRAIC, COORDINATES, Coordinates

START = Position.start()
MID_TURN = Position(0b111, 0b1111 << 16, removing=True)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("help", "help"),
        ("?", "help"),
        ("UNDO", "undo"),
        (" Back ", "undo"),
        ("u", "undo"),
        ("r", "redo"),
        ("hint", "hint"),
        ("m", "moves"),
        ("resign", "resign"),
        ("New", "new"),
        ("q", "quit"),
        ("exit", "quit"),
    ],
)
def test_commands_are_accepted_in_any_case_and_in_short_form(line: str, name: str):
    parsed = parse_command(line)
    assert parsed is not None
    assert (parsed[0].name, parsed[1]) == (name, "")


@pytest.mark.parametrize(
    ("line", "file"),
    [
        ("save game.pgn", "game.pgn"),
        ("SAVE My Games/first game.PGN", "My Games/first game.PGN"),
        ('save "a  b.pgn"', "a  b.pgn"),
        ("save 'it.pgn'", "it.pgn"),
        ("save\ttab.pgn  ", "tab.pgn"),
        ("s x", "x"),
    ],
)
def test_a_file_name_is_the_rest_of_the_line(line: str, file: str):
    parsed = parse_command(line)
    assert parsed is not None
    assert (parsed[0].name, parsed[1]) == ("save", file)


@pytest.mark.parametrize("line", ["save", "load ", 'save ""', "undo 3", "quit now"])
def test_missing_and_extra_arguments_are_refused(line: str):
    with pytest.raises(NotationError, match=line.split(maxsplit=1)[0]):
        parse_command(line)


@pytest.mark.parametrize("line", ["", "D6", "A1A4", "undone", "xG7", "\x00"])
def test_everything_else_is_not_a_command(line: str):
    assert parse_command(line) is None


@pytest.mark.parametrize(
    ("line", "turn"),
    [
        ("d6", "D6"),
        ("A1A4", "A1A4"),
        ("a1 a4", "A1A4"),
        ("A1-A4", "A1A4"),
        ("a1a4XG7", "A1A4xG7"),
        (" a1 a4 x g7 ", "A1A4xG7"),
        ("xg7", "xG7"),
    ],
)
def test_turns(line: str, turn: str):
    assert parse_turn(line, START).console() == turn


@pytest.mark.parametrize("line", ["e4", "xE4", "XE4 "])
def test_in_mid_turn_a_point_is_the_man_to_capture(line: str):
    assert parse_turn(line, MID_TURN).console() == "xE4"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("A2", "'A2' is not a point"),
        ("A1A2", "'A2' is not a point"),
        ("", "nothing was typed"),
        ("  - ", "nothing was typed"),
        ("jump", "'jump' is neither a move nor a command"),
        ("z" * 5000, "'zzzzzzzzzzzzzzzzzzzzzzzz...' is neither"),
        ("12345", "'12345' is not a move"),
        ("A1A4G7", "is not a move"),
        ("\x1b[A\x00", "is not a move"),
        ("\udcff\udcfe", "is not a move"),
        ("Ｄ６", "is not a move"),
        ("○", "is not a move"),
    ],
)
def test_text_that_is_not_a_move_is_quoted_on_one_short_line(line: str, problem: str):
    with pytest.raises(NotationError) as caught:
        parse_turn(line, START)
    message = str(caught.value)
    assert problem in message
    assert message.isprintable()
    assert len(message) < 160


@pytest.mark.parametrize("coordinates", COORDINATES.values(), ids=COORDINATES)
def test_help_names_every_command(coordinates: Coordinates):
    lines = list_help(coordinates)
    text = "\n".join(lines)
    assert all(f"\n{command.name}" in text for command in COMMANDS)
    assert max(map(len, lines)) < 60


def test_help_says_where_row_1_is():
    assert "Row 1 is at the top" in "\n".join(list_help())
    assert "Row 1 is at the bottom" in "\n".join(list_help(ALGEBRAIC))


@pytest.mark.parametrize("line", ["a1 a4 xg7", "A1A4XG7", "a1-a4xg7", "a1a4 x g7"])
def test_algebraic_moves_are_accepted_in_any_case(line: str):
    assert str(parse_turn(line, START, ALGEBRAIC)) == "a1-a4xg7"


def test_advice_on_algebraic_input_is_algebraic():
    with pytest.raises(NotationError, match=r"'a2' is not a point; type .* such as d6,"):
        parse_turn("a2", START, ALGEBRAIC)


HUMANS = {WHITE: None, BLACK: None}


def play(*turns: str) -> ConsoleGame:
    current = ConsoleGame(Game(), HUMANS)
    for turn in turns:
        current.play(Move.parse_console(turn))
    return current


def test_a_game_is_saved_and_loaded(tmp_path: Path):
    current = play("A1", "B2", "A4", "B4", "A7xB2")
    file = str(tmp_path / "my first game.pgn")
    assert not commands.exists(file)
    commands.save(file, current)
    assert commands.exists(file)
    game = commands.load(file)
    assert game.history == current.game.history
    assert game.fen() == current.game.fen()
    assert game.draw_rules == current.game.draw_rules


def test_the_file_names_the_players_and_uses_algebraic_names(tmp_path: Path):
    file = tmp_path / "game.pgn"
    commands.save(str(file), play("D6", "A1"))
    text = file.read_text()
    assert '[White "human"]' in text
    assert '[Result "*"]' in text
    assert "1. d2 a7 *" in text


def test_a_resigned_game_is_still_resigned(tmp_path: Path):
    current = play("A1")
    current.resign()
    file = str(tmp_path / "game.pgn")
    commands.save(file, current)
    assert commands.load(file).outcome() == current.outcome


def test_a_game_that_started_in_mid_turn_is_loaded(tmp_path: Path):
    fen = "@@@@****/********/OO*****O w m r 3 0 4 0 1 0 0 0 0 0 0 0 1"
    current = ConsoleGame(Game.from_fen(fen), HUMANS)
    current.play(next(iter(current.game.legal_moves)))
    file = str(tmp_path / "game.pgn")
    commands.save(file, current)
    assert commands.load(file).fen() == current.game.fen()


def test_saving_replaces_the_whole_file(tmp_path: Path):
    file = tmp_path / "game.pgn"
    file.write_text("x" * 10_000)
    commands.save(str(file), play("A1"))
    assert "x" * 10 not in file.read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["game.pgn"]


def test_a_save_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "game.pgn"
    commands.save(str(file), play("A1"))
    before = file.read_text()

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(MerelsError, match=r"cannot save .*game\.pgn': No space left on device"):
        commands.save(str(file), play("A1", "B2"))
    assert file.read_text() == before
    assert [path.name for path in tmp_path.iterdir()] == ["game.pgn"]


def test_a_home_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    commands.save("~/game.pgn", play("A1"))
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
        commands.load(file)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "contains no game"),
        (b"1. d6 d6 *", "move 1, Black"),
        (b"1. d6 zz *", "zz"),
        (b"\x00\xff\xfe\x80" * 300, "line 1"),
        (b'[FEN "nonsense"]\n\n*', "nonsense"),
        (b'[Variant "Seven Men\'s Morris"]\n\n*', "is not a known variant"),
    ],
)
def test_content_that_is_not_a_game(content: bytes, problem: str, tmp_path: Path):
    file = tmp_path / "bad.pgn"
    file.write_bytes(content)
    with pytest.raises(MerelsError, match=problem) as caught:
        commands.load(str(file))
    assert "bad.pgn" in str(caught.value)


def test_a_device_is_never_replaced():
    with pytest.raises(MerelsError, match="not a regular file"):
        commands.exists(os.devnull)


def test_the_first_of_several_games_is_loaded(tmp_path: Path):
    file = tmp_path / "many.pgn"
    file.write_text("1. d6 f4 *\n\n1. a1 *\n")
    assert len(commands.load(str(file)).history) == 2


MANY = (
    '[White "Ada"]\n[Black "Bo"]\n[Date "2024.03.01"]\n\n1. d6 f4 1-0\n\n'
    '1. d6 d6 *\n\n[Site "PlayOK"]\n[White "cy"]\n[Date "????.??.??"]\n\n1. 5 *\n'
)


def test_games_are_listed_and_loaded_by_their_numbers(tmp_path: Path):
    file = tmp_path / "many.pgn"
    file.write_text(MANY)
    first, second, third = commands.list_games(str(file))
    assert first == "Ada - Bo, 2024.03.01, 1-0, 2 moves"
    assert second.startswith("cannot be read: line 7: move 1, Black: 'd6' is illegal")
    assert third == "cy - ?, *, 1 move"
    assert [str(move) for move in commands.load(str(file), 3).history] == ["d6"]
    with pytest.raises(MerelsError, match=r"many\.pgn': there is no game 4; .* 3 games"):
        commands.load(str(file), 4)


def test_long_files_are_not_read_for_the_list(tmp_path: Path):
    file = tmp_path / "long.pgn"
    file.write_text("1. d6 *\n" * 100)
    assert len(commands.list_games(str(file))) == commands.MOST_LISTED + 1
    assert len(commands.load(str(file), 100).history) == 1


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
    assert commands.split_number(text) == split


def test_a_game_that_continues_past_a_draw_is_loaded(tmp_path: Path):
    # Both move back and forth: the start has occurred three times, and the game continues.
    fen = "@@*@@*O*/******O*/O******O w m s 4 0 4 0 0 0 0 0 0 0 0 0 1"
    moves = "1. d7-g7 d5-c5 2. g7-d7 c5-d5 3. d7-g7 d5-c5 4. g7-d7 c5-d5 5. c4-c3 *"
    file = tmp_path / "long.pgn"
    file.write_text(f'[SetUp "1"]\n[FEN "{fen}"]\n\n{moves}\n')
    game = commands.load(str(file))
    assert len(game.history) == 9
    assert game.outcome() is None
    game.pop()
    assert game.outcome() == Outcome(None, Reason.REPETITION)
