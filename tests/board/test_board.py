"""Boards as data: what follows from points, lines and edges, and what is refused."""

import pickle

import pytest
from own_variant import CROSSES

from merels import VariantError
from merels.board.board import MOST_POINTS, Board
from merels.board.boards import BOARDS
from merels.board.masks import mask_of, points_of

EVERY = {**BOARDS, "own": CROSSES.board}
POINTS = "a2 b2 c2 a1 b1 c1"
LINES = ["a2 b2 c2", "a1 b1 c1"]


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
    board, same = Board(POINTS, LINES), Board(POINTS, LINES)
    assert board == same
    assert hash(board) == hash(same) == hash(pickle.loads(pickle.dumps(board)))
    assert pickle.loads(pickle.dumps(board)) == board
    assert board != Board(POINTS, LINES, edges=["a2 a1"])
    assert board != POINTS
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
        Board(**({"points": POINTS, "lines": LINES} | change))


def test_the_greatest_board():
    assert len(CROSSES.board.names) == MOST_POINTS
    assert CROSSES.board.parts == (tuple(range(MOST_POINTS)),)
