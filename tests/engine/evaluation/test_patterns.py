"""Patterns at once and line by line, against the plain geometry of each board."""

import random

import pytest

from merels.board.board import BOARDS, THREE_SQUARES, mask_of, points_of
from merels.engine.evaluation.patterns import Patterns, find_by_line, find_patterns
from merels.rules.generator import men_in_mills


def find_slowly(men, enemy, board):
    empty = board.full & ~(men | enemy)
    twos = closings = doubles = reach = 0
    for point in points_of(empty):
        for mill in board.mills_through[point]:
            others = mill & ~(1 << point)
            if men & others == others:
                twos |= 1 << point
                movers = men & board.neighbours[point] & ~others
                if movers:
                    closings |= 1 << point
                if movers & men_in_mills(men, board):
                    doubles |= 1 << point
        if men & board.neighbours[point]:
            reach |= 1 << point
    free = [board.neighbours[point] & empty for point in points_of(men)]
    return Patterns(
        mills=sum(men & mill == mill for mill in board.mills),
        twos=twos,
        closings=closings,
        doubles=doubles,
        reach=reach,
        steps=sum(ways.bit_count() for ways in free),
        blocked=sum(ways == 0 for ways in free),
    )


def random_sides(chance, board):
    points = chance.sample(board.points, chance.randint(0, len(board.points)))
    cut = chance.randint(0, len(points))
    return mask_of(points[:cut]), mask_of(points[cut:])


@pytest.mark.parametrize("name", BOARDS)
def test_patterns_equal_the_geometry(name):
    board, chance = BOARDS[name], random.Random(1)
    for _ in range(2500):
        men, enemy = random_sides(chance, board)
        assert find_patterns(men, enemy, board) == find_slowly(men, enemy, board), (men, enemy)


def test_line_by_line_is_the_same_as_at_once():
    chance = random.Random(2)
    for _ in range(10_000):
        men, enemy = random_sides(chance, THREE_SQUARES)
        assert find_by_line(men, enemy, THREE_SQUARES) == find_patterns(men, enemy), (men, enemy)
