"""Kernels over lines and formations against the plain patterns."""

import pytest
from arrange import arrangements

from merels.board.boards import FULL, THREE_SQUARES, THREE_SQUARES_WITH_DIAGONALS
from merels.board.masks import mask_of, points_of
from merels.engine.evaluation.pattern_kernels import (
    closable_by,
    completing_points,
    count_steps,
    neighbours_of,
)
from merels.engine.evaluation.patterns import find_patterns, joined_points

BOARDS = pytest.mark.parametrize("board", [THREE_SQUARES, THREE_SQUARES_WITH_DIAGONALS], ids=repr)


@BOARDS
def test_completing_points_may_be_occupied(board):
    joined = joined_points(board)
    for men, others in arrangements(8, 200):
        ahead, behind, astride, across = completing_points(men, joined)
        found = find_patterns(men, others, board)
        empty = FULL & ~(men | others)
        assert empty & (ahead | behind | astride | across) == found.twos
        assert closable_by(men, empty, ahead, behind, astride, across, joined) == found.closings


@BOARDS
def test_neighbours(board):
    for men, _ in arrangements(9, 100):
        assert neighbours_of(men, joined_points(board)) == mask_of(
            p for point in points_of(men) for p in points_of(board.neighbours[point])
        )


@BOARDS
def test_steps(board):
    for men, others in arrangements(10, 200):
        steps = count_steps(men, FULL & ~(men | others), joined_points(board))
        assert steps == find_patterns(men, others, board).steps


def test_nine_mens_board_is_the_usual_one():
    joined = joined_points(THREE_SQUARES)
    for men, others in arrangements(11, 50):
        assert completing_points(men) == completing_points(men, joined)
        assert neighbours_of(men) == neighbours_of(men, joined)
        assert count_steps(men, FULL & ~others) == count_steps(men, FULL & ~others, joined)
