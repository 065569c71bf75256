"""Kernels over lines and formations against the plain patterns."""

import random

import pytest

from merels.board.geometry import FULL, LINES, NEIGHBOURS, mask_of, points_of
from merels.engine.evaluation.kernels import standing
from merels.engine.evaluation.pattern_kernels import (
    closable_by,
    completing_points,
    count_ones,
    neighbours_of,
)
from merels.engine.evaluation.patterns import SIDES, find_patterns


def arrangements(seed, count=400):
    chance = random.Random(seed)
    for _ in range(count):
        points = chance.sample(range(24), chance.randint(0, 24))
        cut = chance.randint(0, len(points))
        yield mask_of(points[:cut]), mask_of(points[cut:])


def count_ones_slowly(men, others):
    taken = [
        (sum(men >> p & 1 for p in line), any(others >> p & 1 for p in line)) for line in LINES
    ]
    return sum(own == 1 and not enemy for own, enemy in taken)


def count_running_slowly(men, others):
    """Count men of mills that can step aside and back before an enemy can step in."""
    empty = FULL & ~(men | others)
    return sum(
        any(men & mask_of(line) == mask_of(line) for line in LINES if point in line)
        and NEIGHBOURS[point] & empty != 0
        and NEIGHBOURS[point] & others == 0
        for point in points_of(men)
    )


@pytest.mark.parametrize("seed", range(3))
def test_a_side_that_steps_matches_the_patterns(seed):
    for men, others in arrangements(seed):
        empty = FULL & ~(men | others)
        found = find_patterns(men, others)
        beside = neighbours_of(empty)
        assert standing(men, others, empty, beside, False, False) == (
            found.closings,
            found.mills,
            found.twos.bit_count(),
            count_ones_slowly(men, others),
            found.doubles.bit_count(),
            count_running_slowly(men, others),
            found.steps,
            found.blocked,
            (men & SIDES).bit_count(),
        )


def test_a_side_that_places_or_flies_closes_on_every_two():
    for men, others in arrangements(7):
        empty = FULL & ~(men | others)
        found = find_patterns(men, others)
        closings, *_, doubles, running, _, _, _ = standing(men, others, empty, 0, True, False)
        assert (closings, doubles, running) == (found.twos, 0, 0)


def test_against_a_side_that_places_or_flies_no_mill_runs():
    men, others = mask_of([0, 1, 2, 20]), mask_of([12, 13, 22])
    empty = FULL & ~(men | others)
    running = [
        standing(men, others, empty, neighbours_of(empty), False, guarded)[5]
        for guarded in (False, True)
    ]
    assert running == [3, 0]


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


def test_ones():
    for men, others in arrangements(10, 200):
        assert count_ones(men, others) == count_ones_slowly(men, others)
