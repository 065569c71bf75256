from __future__ import annotations

import io
import re

import pytest
from arrange import moving
from own_variant import CROSSES

from merels import BLACK, VARIANTS, WHITE, DrawRules, Game, Move, Outcome, Position, Reason, Variant
from merels.board.board import Board
from merels.cli.shared.output import Paint, Terminal
from merels.cli.shared.view import (
    ALGEBRAIC,
    CONSOLE,
    COORDINATES,
    Coordinates,
    board_width,
    describe_move,
    describe_outcome,
    draw_board,
    draw_headline,
    draw_report,
    draw_status,
    list_moves,
    report_column,
)

# White: A1 D1 A7 D6 D5 G4; Black: B2 F2 D3 E4 F4 F6 G7.
MIDDLE_GAME = "@*@*O***/*@@@O**@/O*O@*O*O w m s 6 0 7 0 0 0 0 0 0 0 0 0 1"


@pytest.mark.parametrize(
    ("fen", "move", "words"),
    [
        (MIDDLE_GAME, "G4G1xB2", "White moves G4 to G1, closes a mill and captures B2."),
        (MIDDLE_GAME, "A1A4", "White moves A1 to A4."),
    ],
)
def test_moves_in_words(fen: str, move: str, words: str):
    assert describe_move(Game.from_fen(fen).position, Move.parse_console(move)) == words


def test_a_placing_in_words():
    game = Game()
    for text in ("A1", "B2", "A4", "B4"):
        game.push(Move.parse_console(text))
    words = describe_move(game.position, Move.parse_console("A7xB2"))
    assert words == "White places a man on A7, closes a mill and captures B2."


def test_a_flying_move_in_words():
    position = Position(white=0b10000011, black=0b1111 << 16)
    assert describe_move(position, Move.parse_console("D1G7")) == "White flies D1 to G7."


def test_two_mills_at_once_in_words():
    # A1 closes A1 D1 G1 and A1 A4 A7.
    position = Position(0b11000110, 0b1111 << 16, 1, 1)
    words = describe_move(position, Move.parse_console("A1xE3"))
    assert words == "White places a man on A1, closes two mills and captures E3."


def test_a_capture_alone_in_words():
    position = Position(0b111, 0b1111 << 16, removing=True)
    assert describe_move(position, Move(None, None, 19)) == "White captures E4."


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome(WHITE, Reason.TOO_FEW_MEN), "White wins, 1-0: Black has fewer than three men."),
        (Outcome(BLACK, Reason.BLOCKED), "Black wins, 0-1: White cannot move."),
        (Outcome(BLACK, Reason.RESIGNATION), "Black wins, 0-1: White resigns."),
        (
            Outcome(None, Reason.REPETITION),
            "Draw, 1/2-1/2: the same position for the third time.",
        ),
        (Outcome(None, Reason.PLY_LIMIT), "Draw, 1/2-1/2: 100 plies without a capture."),
    ],
)
def test_every_ending_in_words(outcome: Outcome, words: str):
    assert describe_outcome(outcome, DrawRules()) == words


def test_placings_are_listed_on_one_line():
    (line,) = list_moves(Position.start())
    assert line.startswith("Place on A1 A4 A7 B2 ")
    assert len(line.split()) == 2 + 24


def test_moves_are_listed_by_man_and_mills_are_marked():
    assert list_moves(Game.from_fen(MIDDLE_GAME).position) == [
        "A1 to A4",
        "A7 to A4 D7+",
        "D1 to D2 G1",
        "D5 to C5 E5",
        "D6 to B6 D7",
        "G4 to G1+",
        "+ closes a mill and captures one of B2 D3 E4 G7",
    ]


def test_in_mid_turn_the_men_that_can_be_captured_are_listed():
    position = Position(0b111, 0b1111 << 16, removing=True)
    assert list_moves(position) == ["Capture E4"]


def test_the_words_of_other_boards():
    twelve = VARIANTS["twelve"]
    mills = ("d7", "g7", "a4", "a1", "b6", "c5")
    men = sum(1 << twelve.board.point(name) for name in mills)
    position = Position(men, 1 << twelve.board.point("e3"), 1, 1, variant=twelve)
    words = describe_move(position, Move.parse_console("A1xE5", twelve.board))
    assert words == "White places a man on A1, closes three mills and captures E5."
    six = Position.start(VARIANTS["six"])
    assert describe_move(six, Move.parse("c4", six.board)) == "White places a man on C2."
    assert list_moves(six)[0].startswith("Place on A1 A3 A5 B2 B3 B4 C1")


def test_a_full_board_in_words():
    assert describe_outcome(Outcome(None, Reason.FULL_BOARD), DrawRules()) == (
        "Draw, 1/2-1/2: the board is full."
    )


def test_every_reason_has_words():
    for reason in Reason:
        assert describe_outcome(Outcome(WHITE, reason), DrawRules())


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
    assert board[12].endswith("-<CAPTURED ·>   |")


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


# A board with a report next to it.


def draw(report, position=None):
    terminal = Terminal(plain=True, target=io.StringIO())
    position = position or moving("a7", "g1")
    return draw_report("White to move", "draw", position, report, terminal)


def test_coordinates_are_those_of_game_files():
    headline, _, *board = draw([])
    assert headline == "White to move: draw"
    assert [line[0] for line in board[:13:2]] == list("7654321")
    assert board[-1].split() == list("abcdefg")


@pytest.mark.parametrize("variant", [*VARIANTS.values(), CROSSES], ids=lambda each: each.name)
def test_a_report_starts_in_the_same_column_however_long_it_is(variant):
    report = ["one", "", *map(str, range(20))]
    _, _, *lines = draw(report, Position.start(variant))
    column = report_column(variant.board)
    assert [line[column:] for line in lines] == report
    assert all(line == line.rstrip() for line in lines)
    assert column == 4 * variant.board.columns + 5


# The two ways to name points.

MOVES = [Move(None, 0), Move(None, 13, 2), Move(6, 7), Move(6, 7, 2), Move(None, None, 2)]


@pytest.mark.parametrize("coordinates", COORDINATES.values(), ids=COORDINATES)
@pytest.mark.parametrize("move", MOVES, ids=str)
def test_moves_can_be_typed_as_they_are_shown(coordinates: Coordinates, move: Move):
    typed = coordinates.format(move).replace("-", "")
    for text in (typed, typed.upper(), typed.lower()):
        assert coordinates.parse(text) == move


def test_edges_of_the_board():
    assert (CONSOLE.letters, CONSOLE.digits) == ("ABCDEFG", "1234567")
    assert (ALGEBRAIC.letters, ALGEBRAIC.digits) == ("abcdefg", "7654321")


@pytest.mark.parametrize("coordinates", COORDINATES.values(), ids=COORDINATES)
def test_examples_are_moves(coordinates: Coordinates):
    assert coordinates.parse(coordinates.placing).origin is None
    moving = coordinates.parse(f"{coordinates.moving.replace('-', '')}x{coordinates.captured}")
    assert None not in (moving.origin, moving.target, moving.captured)


BOARDS = pytest.mark.parametrize("rules", [*VARIANTS.values(), CROSSES], ids=lambda v: v.name)


@BOARDS
@pytest.mark.parametrize("coordinates", COORDINATES.values(), ids=COORDINATES)
def test_every_board_has_its_own_names_and_examples(coordinates: Coordinates, rules: Variant):
    here = coordinates.on(rules.board)
    assert here.parse(here.placing).target in rules.board.points
    moved = here.parse(here.moving.replace("-", ""))
    assert moved.origin is not None
    assert moved.target is not None
    assert rules.board.neighbours[moved.origin] >> moved.target & 1
    assert here.parse(f"x{here.captured}").captured in rules.board.points
    assert here.format(moved) == here.moving
    for point in rules.board.points:
        assert here.parse(here.format(Move(None, point, board=rules.board))).target == point


def test_the_examples_of_nine_mens_board():
    assert (CONSOLE.placing, CONSOLE.moving, CONSOLE.captured) == ("D6", "A1A4", "G7")
    assert (ALGEBRAIC.placing, ALGEBRAIC.moving, ALGEBRAIC.captured) == ("d6", "a1-a4", "g7")


def test_a_row_or_column_without_points_has_no_name():
    board = Board("a1 c1 c3 a3 d3 d1", lines=["a1 c1 d1", "a3 c3 d3"])
    assert (CONSOLE.on(board).letters, CONSOLE.on(board).digits) == ("A CD", "1 3")
    assert (ALGEBRAIC.on(board).letters, ALGEBRAIC.on(board).digits) == ("a cd", "3 1")
