from __future__ import annotations

import re

import pytest
from own_variant import CROSSES

from merels import BLACK, VARIANTS, WHITE, Move, Position, Variant
from merels.cli.console.coordinates import COORDINATES
from merels.cli.console.terminal import Paint
from merels.cli.console.view import board_width, draw_board, draw_headline, draw_status

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


@pytest.mark.parametrize("rules", [*VARIANTS.values(), CROSSES], ids=lambda each: each.name)
def test_every_board_has_its_coordinates_and_its_men(rules: Variant):
    board = rules.board
    for coordinates in COORDINATES.values():
        names = coordinates.on(board).names
        for point in board.points:
            position = Position(1 << point, 0, 0, 0, variant=rules)
            letters, _, *rows = draw_board(position, coordinates=coordinates)
            [row] = [row for row in rows if "○" in row]
            assert row[0] + letters[row.index("○")] == names[point][::-1]
            assert len(row) == board_width(board)


def test_colour_shows_a_mill_along_a_diagonal():
    rules = VARIANTS["twelve"]
    men = sum(1 << rules.board.point(name) for name in ("a7", "b6", "c5"))
    board = draw_board(Position(men, 0, variant=rules), None, mark)
    assert board[3] == "    | <WHITE_MILL \\>         |         / |"
    assert board[5] == "    |   | <WHITE_MILL \\>     |     / |   |"
    assert "<WHITE_MILL" not in board[2] + board[4] + board[6]


def test_the_headline_of_a_side_that_may_place_or_move():
    rules = VARIANTS["lasker"]
    assert draw_headline(Position.start(rules)) == "White to move (placing)"
    both = Position(0b11, 0b1100, 8, 8, variant=rules)
    assert draw_headline(both) == "White to move (placing or moving)"
    three = Position(0b11, 0b1100, 1, 8, variant=rules)
    assert draw_headline(three) == "White to move (placing or flying)"
    assert draw_headline(Position(0b1111, 0b1110000, variant=rules)) == "White to move (moving)"


def test_men_lost_are_those_of_the_variant():
    position = Position(0b111, 0b11000, 2, 2, variant=VARIANTS["six"])
    assert draw_status(position, "", NAMES)[1:] == [
        "○ White (human)   2 in hand, 1 lost",
        "● Black (normal)  2 in hand, 2 lost",
    ]
