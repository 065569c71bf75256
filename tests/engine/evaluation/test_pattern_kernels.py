"""Kernels over lines and formations against the plain patterns."""

from arrange import arrangements

from merels.board.geometry import FULL, NEIGHBOURS
from merels.board.masks import mask_of, points_of
from merels.engine.evaluation.pattern_kernels import (
    closable_by,
    completing_points,
    count_steps,
    neighbours_of,
)
from merels.engine.evaluation.patterns import find_patterns


def test_completing_points_may_be_occupied():
    for men, others in arrangements(8, 100):
        ahead, behind, astride, across = completing_points(men)
        found = find_patterns(men, others)
        empty = FULL & ~(men | others)
        assert empty & (ahead | behind | astride | across) == found.twos
        assert closable_by(men, empty, ahead, behind, astride, across) == found.closings


def test_neighbours():
    for men, _ in arrangements(9, 100):
        assert neighbours_of(men) == mask_of(
            p for point in points_of(men) for p in points_of(NEIGHBOURS[point])
        )


def test_steps():
    for men, others in arrangements(10, 200):
        assert count_steps(men, FULL & ~(men | others)) == find_patterns(men, others).steps
