from __future__ import annotations

import re

import pytest

from merels import BLACK, WHITE, Move, Position
from merels.cli.console.terminal import Paint
from merels.cli.console.view import draw_board, draw_headline, draw_status

# The picture in the specification; its second line is three spaces.
EMPTY_BOARD = """\
    A   B   C   D   E   F   G
   
1   ·-----------·-----------·
    |           |           |
2   |   ·-------·-------·   |
    |   |       |       |   |
3   |   |   ·---·---·   |   |
    |   |   |       |   |   |
4   ·---·---·       ·---·---·
    |   |   |       |   |   |
5   |   |   ·---·---·   |   |
    |   |       |       |   |
6   |   ·-------·-------·   |
    |           |           |
7   ·-----------·-----------·"""  # noqa: W293

NAMES = {WHITE: "human", BLACK: "normal"}


def mark(text: str, paint: Paint) -> str:
    """Show paints by name, one for each run of cells."""
    return text if paint in (Paint.PLAIN, Paint.FAINT) else f"<{paint.name} {text}>"


def place(white: str, black: str) -> Position:
    def mask(names: str) -> int:
        return sum(1 << (Move.parse_console(name).target or 0) for name in names.split())

    return Position(mask(white), mask(black))


def test_the_empty_board_looks_as_specified():
    assert "\n".join(draw_board(Position.start())) == EMPTY_BOARD


def test_men_are_where_their_coordinates_say():
    board = draw_board(place("A1 G7 C4", "D1 G4 E5"))
    assert board[2] == "1   ○-----------●-----------·"
    assert board[8] == "4   ·---·---○       ·---·---●"
    assert board[10] == "5   |   |   ·---·---●   |   |"
    assert board[14] == "7   ·-----------·-----------○"


def test_colour_does_not_change_any_character():
    def paint(text: str, paint: Paint) -> str:
        return f"\x1b[{paint.value}m{text}\x1b[0m"

    position = place("A1 D1 G1 B2", "F2 F4 F6")
    painted = draw_board(position, Move.parse_console("G4G1xB6"), paint)
    assert [re.sub(r"\x1b\[[\d;]*m", "", line) for line in painted] == draw_board(position)


def test_colour_shows_mills_along_their_lines():
    board = draw_board(place("A1 D1 G1", "F2 F4 F6"), None, mark)
    man, mill = "<WHITE_MAN ○>", "<WHITE_MILL ----------->"
    assert board[2] == f"1   {man}{mill}{man}{mill}{man}"
    assert board[5] == "    |   |       |       <BLACK_MILL |>   |"


def test_colour_shows_the_last_move():
    board = draw_board(place("A1 D1 G1", "F2 F4"), Move.parse_console("G4G1xF6"), mark)
    assert board[2].endswith("<WHITE_LAST ○>")
    assert board[8].endswith("---<LEFT ·>")
    assert board[12].endswith("-<TAKEN ·>   |")


def test_the_lines_above_the_board_count_men_in_hand_and_lost():
    position = Position(0b111, 0b11000, 4, 4)
    assert draw_status(position, "White to move (placing)", NAMES) == [
        "White to move (placing)",
        "○ White (human)   4 in hand, 2 lost",
        "● Black (normal)  4 in hand, 3 lost",
    ]


@pytest.mark.parametrize(
    ("position", "headline"),
    [
        (Position.start(), "White to move (placing)"),
        (Position(0b1111, 0b1110000, turn=BLACK), "Black to move (flying)"),
        (Position(0b1111, 0b1110000, turn=WHITE), "White to move (moving)"),
        (Position(0b111, 0b11110000, removing=True), "White to capture a man"),
    ],
)
def test_the_headline_names_side_and_phase(position: Position, headline: str):
    assert draw_headline(position) == headline


def test_everything_fits_a_narrow_terminal():
    lines = [*draw_board(Position.start()), *draw_status(Position.start(), "", NAMES)]
    assert max(map(len, lines)) <= 40
