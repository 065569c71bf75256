"""Boards as data: what follows from points, lines and edges, and what is refused."""

import pickle
import re
from itertools import permutations

import pytest
from own_variant import CROSSES
from symmetries import FLYING_SYMMETRIES, inverse

from merels import NotationError, VariantError
from merels.board.board import (
    BOARDS,
    FULL,
    GRID,
    LINES,
    MOST_POINTS,
    NEIGHBOURS,
    POINTS,
    SYMMETRIES,
    THREE_SQUARES,
    Board,
    mask_of,
    parse_algebraic_point,
    parse_console_point,
    points_of,
    transform,
)

EVERY = {**BOARDS, "own": CROSSES.board}
SIX_POINTS = "a2 b2 c2 a1 b1 c1"
TWO_LINES = ["a2 b2 c2", "a1 b1 c1"]


@pytest.mark.parametrize(
    ("name", "points", "edges", "lines", "symmetries"),
    [
        ("one square", 9, 16, 8, 8),
        ("two squares", 16, 20, 8, 16),
        ("three squares", 24, 32, 16, 16),
        ("three squares with diagonals", 24, 40, 20, 16),
    ],
)
def test_the_family(name, points, edges, lines, symmetries):
    board = BOARDS[name]
    assert len(board.points) == len(board.names) == points
    assert len(board.steps) == edges
    assert len(board.lines) == len(board.mills) == lines
    assert len(board.symmetries) == symmetries


@pytest.mark.parametrize("board", EVERY.values(), ids=EVERY)
def test_everything_follows_from_lines_and_edges(board):
    joined = {frozenset(pair) for a, b, c in board.lines for pair in ((a, b), (b, c))}
    joined |= {frozenset(edge) for edge in board.edges}
    assert {frozenset(step) for step in board.steps} == joined
    for point in board.points:
        assert set(points_of(board.neighbours[point])) == {
            other for other in board.points if frozenset((point, other)) in joined
        }
        assert board.mills_through[point] == tuple(m for m in board.mills if m >> point & 1)
        assert board.point(board.names[point]) == point
    assert [mask_of(line) for line in board.lines] == list(board.mills)
    assert board.full == mask_of(board.points)


@pytest.mark.parametrize("board", EVERY.values(), ids=EVERY)
def test_names_are_places_on_the_grid(board):
    for name, console, (column, row) in zip(
        board.names, board.console_names, board.grid, strict=True
    ):
        assert name == f"{'abcdefg'[column]}{board.rows - row}"
        assert console == f"{'ABCDEFG'[column]}{row + 1}"
    assert max(column for column, _ in board.grid) == board.columns - 1


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_points_go_clockwise_and_parts_from_the_inside_out(board):
    rings = [board.names[first : first + 8] for first in range(0, len(board.names) - 7, 8)]
    for ring in rings:
        corners = [ring[place] for place in (0, 2, 4, 6)]
        left, right = corners[0][0], corners[1][0]
        top, bottom = corners[0][1], corners[2][1]
        assert corners == [left + top, right + top, right + bottom, left + bottom]
    parts = [tuple(board.names[point] for point in part) for part in board.parts]
    assert parts[-len(rings) :] == [(*ring[1:], ring[0]) for ring in reversed(rings)]
    assert parts[: -len(rings)] == ([("b2",)] if len(board.names) == 9 else [])


def test_equal_boards_are_equal_in_every_process():
    board, same = Board(SIX_POINTS, TWO_LINES), Board(SIX_POINTS, TWO_LINES)
    assert board == same
    assert hash(board) == hash(same) == hash(pickle.loads(pickle.dumps(board)))
    assert pickle.loads(pickle.dumps(board)) == board
    assert board != Board(SIX_POINTS, TWO_LINES, edges=["a2 a1"])
    assert board != SIX_POINTS
    assert repr(board) == "<Board: 6 points, 2 lines>"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"points": "a1 b1"}, "points: a board has 3 to 25 points, not 2"),
        (
            {"points": " ".join(f"{c}{r}" for c in "abcdef" for r in range(1, 6))},
            "points: .*not 30",
        ),
        ({"points": "a2 b2 c2 A1 b1 c1"}, "points: 'A1' is not a small letter and a digit"),
        ({"points": "a2 b2 c2 a0 b1 c1"}, "points: 'a0' is not"),
        ({"points": "a2 b2 c2 a2 b1 c1"}, "points: 'a2' is there twice"),
        ({"lines": []}, "lines: a board has 1 to 64 lines, not 0"),
        ({"lines": ["a2 b2"]}, "lines: 'a2 b2' has 2 points; a line has three"),
        ({"lines": ["a2 b2 d4"]}, "lines: 'd4' in 'a2 b2 d4' is not one of the points"),
        ({"lines": ["a2 b2 a2"]}, "lines: 'a2 b2 a2' names a point twice"),
        ({"lines": ["a2 b2 c2", "c2 b2 a2"]}, "lines: a line is there twice"),
        ({"edges": ["a2"]}, "edges: 'a2' has 1 points; an edge has two"),
        ({"parts": ["a2 b2 c2"]}, "parts: every point must be in one part, once"),
        ({"parts": ["a2 b2 c2", "", "a1 b1 c1"]}, "parts: a part has no points"),
    ],
)
def test_contradictions_name_the_field(change, message):
    with pytest.raises(VariantError, match=message):
        Board(**({"points": SIX_POINTS, "lines": TWO_LINES} | change))


def test_the_greatest_board():
    assert len(CROSSES.board.names) == MOST_POINTS
    assert CROSSES.board.parts == (tuple(range(MOST_POINTS)),)


# The checklist of the board's specification, point by point, with its own numbers.

# The drawing in the specification, with its typo: point 11 is left out.
DRAWING = """\
0---------1---------2
|         |         |
|    8----9----10   |
|    |    |    |    |
|    |  16-17-18    |
|    |   |    |     |
7---15--23    19---3
|    |        |     |
|    |  22-21-20    |
|    |    |    |    |
|   14---13---12    |
|         |         |
6---------5---------4
"""

SQUARES = {
    "outer": ("0---1---2", "7 3", "6---5---4"),
    "middle": ("8---9--10", "15 11", "14--13--12"),
    "inner": ("16--17--18", "23 19", "22--21--20"),
}

CORNERS = {"outer": {0, 2, 4, 6}, "middle": {8, 10, 12, 14}, "inner": {16, 18, 20, 22}}
MIDPOINTS = {"outer": {1, 3, 5, 7}, "middle": {9, 11, 13, 15}, "inner": {17, 19, 21, 23}}

HORIZONTAL = [{0, 1, 2}, {6, 5, 4}, {8, 9, 10}, {14, 13, 12}, {16, 17, 18}, {22, 21, 20}]
VERTICAL = [{0, 7, 6}, {8, 15, 14}, {16, 23, 22}, {2, 3, 4}, {10, 11, 12}, {18, 19, 20}]
RADIAL = [{1, 9, 17}, {3, 11, 19}, {5, 13, 21}, {7, 15, 23}]

ADJACENT = {
    0: {1, 7},
    1: {0, 2, 9},
    2: {1, 3},
    3: {2, 4, 11},
    4: {3, 5},
    5: {4, 6, 13},
    6: {5, 7},
    7: {6, 0, 15},
    8: {9, 15},
    9: {8, 10, 1, 17},
    10: {9, 11},
    11: {10, 12, 3, 19},
    12: {11, 13},
    13: {12, 14, 5, 21},
    14: {13, 15},
    15: {14, 8, 7, 23},
    16: {17, 23},
    17: {16, 18, 9},
    18: {17, 19},
    19: {18, 20, 11},
    20: {19, 21},
    21: {20, 22, 13},
    22: {21, 23},
    23: {22, 16, 15},
}


def neighbours(point):
    return set(points_of(NEIGHBOURS[point]))


def numbers(text):
    return [int(number) for number in re.findall(r"\d+", text)]


def test_24_points_in_total_8_per_square():
    assert list(POINTS) == list(range(24))
    assert FULL == 0xFFFFFF
    assert len(set(THREE_SQUARES.console_names)) == 24
    distances = [max(abs(column - 3), abs(row - 3)) for column, row in GRID]
    assert distances == [3] * 8 + [2] * 8 + [1] * 8


def test_16_mills():
    mills = HORIZONTAL + VERTICAL + RADIAL
    assert len(mills) == 6 + 6 + 4 == 16
    assert len(THREE_SQUARES.mills) == 16
    assert {frozenset(points_of(mill)) for mill in THREE_SQUARES.mills} == {
        frozenset(mill) for mill in mills
    }


def test_lines_are_the_mills_in_order():
    assert [mask_of(line) for line in LINES] == list(THREE_SQUARES.mills)
    for first, middle, last in LINES:
        assert middle in neighbours(first) & neighbours(last)


@pytest.mark.parametrize("point", range(24))
def test_each_point_lies_in_two_mills(point):
    through = [mill for mill in THREE_SQUARES.mills if mill & 1 << point]
    assert list(THREE_SQUARES.mills_through[point]) == through
    assert len(through) == 2


@pytest.mark.parametrize(("point", "adjacent"), ADJACENT.items())
def test_adjacency(point, adjacent):
    assert neighbours(point) == adjacent


def test_all_adjacencies_are_bidirectional():
    ways = {(a, b) for a in POINTS for b in neighbours(a)}
    assert ways == {(b, a) for a, b in ways}
    assert len(ways) == 2 * 32
    assert all(a != b for a, b in ways)


@pytest.mark.parametrize("square", ["outer", "middle", "inner"])
def test_corners_connect_only_along_the_edges_of_their_square(square):
    for corner in CORNERS[square]:
        assert len(neighbours(corner)) == 2
        assert neighbours(corner) <= MIDPOINTS[square]


def test_midpoints_connect_across_squares():
    for top in (1, 3, 5, 7):
        outer, middle, inner = top, top + 8, top + 16
        assert neighbours(outer) - CORNERS["outer"] == {middle}
        assert neighbours(middle) - CORNERS["middle"] == {outer, inner}
        assert neighbours(inner) - CORNERS["inner"] == {middle}


@pytest.mark.parametrize(("square", "start"), [("outer", 0), ("middle", 8), ("inner", 16)])
def test_squares_are_numbered_clockwise_from_the_top_left(square, start):
    top, sides, bottom = map(numbers, SQUARES[square])
    clockwise = [*top, sides[1], *reversed(bottom), sides[0]]
    assert clockwise == list(range(start, start + 8))
    # The same walk on the grid: right along the top, down, left, up.
    places = [GRID[point] for point in clockwise]
    left, upper = places[0]
    right, lower = places[4]
    centre = 3
    assert places == [
        (left, upper),
        (centre, upper),
        (right, upper),
        (right, centre),
        (right, lower),
        (centre, lower),
        (left, lower),
        (left, centre),
    ]
    assert left < centre < right
    assert upper < centre < lower


def test_numbers_are_where_the_drawing_shows_them():
    rows = [numbers(line) for line in DRAWING.splitlines()]
    drawn = [row for row in rows if row]
    assert len(drawn) == 7
    drawn[3].insert(4, 11)  # the drawing has no room for it; the middle square's own has it
    by_grid = [
        [p for p in sorted(POINTS, key=lambda p: GRID[p][0]) if GRID[p][1] == row]
        for row in range(7)
    ]
    assert drawn == by_grid


def test_point_4_is_the_bottom_right_corner_of_the_outer_square():
    assert GRID[4] == (6, 6)


def test_masks_and_points():
    assert mask_of([]) == 0
    assert list(points_of(0)) == []
    assert mask_of(POINTS) == FULL
    assert list(points_of(FULL)) == list(POINTS)
    assert list(points_of(mask_of([23, 0, 5]))) == [0, 5, 23]


# Names of points, in both coordinate systems.

CONSOLE = "A1 D1 G1 G4 G7 D7 A7 A4 B2 D2 F2 F4 F6 D6 B6 B4 C3 D3 E3 E4 E5 D5 C5 C4"
ALGEBRAIC = "a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4 c5 d5 e5 e4 e3 d3 c3 c4"


def test_names_in_the_order_of_the_points():
    assert " ".join(THREE_SQUARES.console_names) == CONSOLE
    assert " ".join(THREE_SQUARES.names) == ALGEBRAIC


def test_names_parse_back():
    assert list(map(parse_console_point, CONSOLE.split())) == list(range(24))
    assert list(map(parse_console_point, CONSOLE.lower().split())) == list(range(24))
    assert list(map(parse_algebraic_point, ALGEBRAIC.split())) == list(range(24))


@pytest.mark.parametrize("parse", [parse_console_point, parse_algebraic_point])
@pytest.mark.parametrize("text", ["A2", "a2", "d4", "D4", "h1", "a8", "a0", "", "d", "d66", "٣3"])
def test_no_such_point(parse, text):
    with pytest.raises(NotationError, match=r"is not a point") as caught:
        parse(text)
    assert repr(text) in str(caught.value)


def test_algebraic_names_are_lower_case():
    """In upper case they would be mistaken for console names, which count rows from the top."""
    with pytest.raises(NotationError, match="'D6' is not a point"):
        parse_algebraic_point("D6")


# Symmetries: 16 keep neighbours and mills, 48 keep mills.

IDENTITY = tuple(range(24))
QUARTER_TURN = (2, 3, 4, 5, 6, 7, 0, 1)
MIRROR = (2, 1, 0, 7, 6, 5, 4, 3)


def on_every_square(images):
    return tuple(first + image for first in (0, 8, 16) for image in images)


def keeps_neighbours(symmetry):
    return all(transform(NEIGHBOURS[p], symmetry) == NEIGHBOURS[symmetry[p]] for p in POINTS)


def keeps_mills(symmetry):
    return {transform(mill, symmetry) for mill in THREE_SQUARES.mills} == set(THREE_SQUARES.mills)


def compose(first, then):
    return tuple(then[image] for image in first)


@pytest.mark.parametrize(("group", "order"), [(SYMMETRIES, 16), (FLYING_SYMMETRIES, 48)])
def test_they_form_a_group(group, order):
    members = set(group)
    assert len(group) == len(members) == order
    assert group[0] == IDENTITY
    assert all(sorted(symmetry) == list(POINTS) for symmetry in group)
    assert {compose(a, b) for a in group for b in group} == members
    assert all(compose(a, inverse(a)) == IDENTITY for a in group)


def test_16_keep_neighbours_and_mills():
    assert all(keeps_neighbours(symmetry) and keeps_mills(symmetry) for symmetry in SYMMETRIES)


def test_48_keep_mills_and_only_16_of_them_neighbours():
    assert all(keeps_mills(symmetry) for symmetry in FLYING_SYMMETRIES)
    assert {s for s in FLYING_SYMMETRIES if keeps_neighbours(s)} == set(SYMMETRIES)


def test_turn_mirror_and_exchange_are_among_them():
    exchange = (*range(16, 24), *range(8, 16), *range(8))
    assert on_every_square(QUARTER_TURN) in SYMMETRIES
    assert on_every_square(MIRROR) in SYMMETRIES
    assert exchange in SYMMETRIES
    middle_with_outer = (*range(8, 16), *range(8), *range(16, 24))
    assert middle_with_outer in FLYING_SYMMETRIES
    assert middle_with_outer not in SYMMETRIES


def test_transform_moves_every_point():
    quarter_turn = on_every_square(QUARTER_TURN)
    assert transform(0, quarter_turn) == 0
    assert transform(FULL, quarter_turn) == FULL
    assert transform(mask_of([0, 9, 23]), quarter_turn) == mask_of([2, 11, 17])


def all_symmetries_slowly(board):
    """Try every permutation of a small board's points."""
    edges = {frozenset(step) for step in board.steps}
    mills = {frozenset(line) for line in board.lines}
    return {
        images
        for images in permutations(board.points)
        if {frozenset(images[p] for p in edge) for edge in edges} == edges
        and {frozenset(images[p] for p in mill) for mill in mills} == mills
    }


def test_they_are_all_there_is():
    small = Board("a2 b2 c2 a1 b1 c1 d1", ["a2 b2 c2", "a1 b1 c1"], edges=["b2 b1"])
    assert set(small.symmetries) == all_symmetries_slowly(small)
    # The point d1 is alone; each line turns around its middle, and the lines change places.
    assert len(small.symmetries) == 8


@pytest.mark.parametrize("name", BOARDS)
def test_a_group_that_keeps_each_board(name):
    board = BOARDS[name]
    members = set(board.symmetries)
    assert board.symmetries[0] == tuple(board.points)
    assert {compose(a, b) for a in members for b in members} == members
    for symmetry in members:
        assert {transform(mill, symmetry) for mill in board.mills} == set(board.mills)
        for point in board.points:
            image = transform(board.neighbours[point], symmetry)
            assert image == board.neighbours[symmetry[point]]


def test_the_identity_alone_where_there_are_too_many_to_list():
    columns = "abcdefg"
    points = " ".join(f"{column}{row}" for row in (3, 2, 1) for column in columns)
    rows = [f"{column}3 {column}2 {column}1" for column in columns]
    assert Board(points, rows).symmetries == (tuple(range(21)),)
    assert Board(points, rows[:1]).symmetries == (tuple(range(21)),)
