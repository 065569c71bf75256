"""The checklist of the board's specification, point by point, with its own numbers."""

import re

import pytest

from merels.board.boards import (
    FULL,
    GRID,
    LINES,
    MILLS,
    MILLS_THROUGH,
    NEIGHBOURS,
    POINTS,
)
from merels.board.masks import mask_of, points_of
from merels.board.names import CONSOLE_NAMES

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
    assert len(set(CONSOLE_NAMES)) == 24
    distances = [max(abs(column - 3), abs(row - 3)) for column, row in GRID]
    assert distances == [3] * 8 + [2] * 8 + [1] * 8


def test_16_mills():
    mills = HORIZONTAL + VERTICAL + RADIAL
    assert len(mills) == 6 + 6 + 4 == 16
    assert len(MILLS) == 16
    assert {frozenset(points_of(mill)) for mill in MILLS} == {frozenset(mill) for mill in mills}


def test_lines_are_the_mills_in_order():
    assert [mask_of(line) for line in LINES] == list(MILLS)
    for first, middle, last in LINES:
        assert middle in neighbours(first) & neighbours(last)


@pytest.mark.parametrize("point", range(24))
def test_each_point_lies_in_two_mills(point):
    through = [mill for mill in MILLS if mill & 1 << point]
    assert list(MILLS_THROUGH[point]) == through
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
