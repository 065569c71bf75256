"""Shifted masks against the plain geometry."""

import random

import pytest

from merels.board.geometry import FULL, MILLS, MILLS_THROUGH, NEIGHBOURS
from merels.board.masks import mask_of, points_of
from merels.engine.evaluation.patterns import Patterns, find_patterns
from merels.rules.generator import men_in_mills


def find_slowly(men, enemy):
    empty = FULL & ~(men | enemy)
    twos = closings = doubles = reach = 0
    for point in points_of(empty):
        for mill in MILLS_THROUGH[point]:
            others = mill & ~(1 << point)
            if men & others == others:
                twos |= 1 << point
                movers = men & NEIGHBOURS[point] & ~others
                if movers:
                    closings |= 1 << point
                if movers & men_in_mills(men):
                    doubles |= 1 << point
        if men & NEIGHBOURS[point]:
            reach |= 1 << point
    free = [NEIGHBOURS[point] & empty for point in points_of(men)]
    return Patterns(
        mills=sum(men & mill == mill for mill in MILLS),
        twos=twos,
        closings=closings,
        doubles=doubles,
        reach=reach,
        steps=sum(ways.bit_count() for ways in free),
        blocked=sum(ways == 0 for ways in free),
    )


@pytest.mark.parametrize("seed", range(4))
def test_patterns_equal_the_geometry(seed):
    chance = random.Random(seed)
    for _ in range(2500):
        points = chance.sample(range(24), chance.randint(0, 24))
        cut = chance.randint(0, len(points))
        men, enemy = mask_of(points[:cut]), mask_of(points[cut:])
        assert find_patterns(men, enemy) == find_slowly(men, enemy), (men, enemy)
