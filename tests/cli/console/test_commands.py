from __future__ import annotations

import pytest

from merels import NotationError, Position
from merels.cli.console.commands import COMMANDS, list_help, parse_command, parse_turn
from merels.cli.console.coordinates import ALGEBRAIC, COORDINATES, Coordinates

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
