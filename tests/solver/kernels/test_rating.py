"""Widths: the order of values, in numbers of one byte and of two."""

import random
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from math import comb

import numpy as np
import pytest
from arrangements import spread

from merels import Value, variant
from merels.board.board import points_of
from merels.board.index.ranking import subsets
from merels.rules.generator import men_in_mills, removable
from merels.solver.kernels.rating import NARROW, NO_RATING, NOTHING, WIDE, rate_captures
from merels.solver.kernels.row import build_board, build_runs, list_mills, new_row, prepare_row
from merels.solver.run import MemoryStore
from merels.solver.workspace import Array, Workspace, load_rated
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair

WIDTHS = [NARROW, WIDE]


def scores_of(width):
    """Return all that a table may hold that others build upon."""
    return range(width.highest)


def worth(score):
    """How good a position with a score is for the side whose move leads to it."""
    return Value.from_score(score).before_move()


@pytest.mark.parametrize("width", WIDTHS)
def test_lower_ratings_are_better_moves(width):
    ordered = sorted(scores_of(width), key=lambda score: width.ratings[score])
    assert all(worth(better) > worth(worse) for better, worse in pairwise(ordered))
    assert len({int(width.ratings[score]) for score in ordered}) == len(ordered)


@pytest.mark.parametrize("width", WIDTHS)
def test_having_no_move_is_no_better_than_any_move(width):
    assert width.ratings[0] == width.drawn
    worst = int(width.ratings[2])  # the enemy wins with its next move
    nothing = int(np.array([NOTHING]).astype(width.dtype)[0])
    assert worst == width.ratings.max() <= nothing
    assert worst < width.no_capture <= NO_RATING


@pytest.mark.parametrize("width", WIDTHS)
def test_a_score_is_one_ply_more_than_the_score_after_the_best_move(width):
    for score in scores_of(width):
        before = int(width.scores_before[width.ratings[score]])
        assert Value.from_score(before) == worth(score)


def test_the_error_says_how_long_a_game_may_be():
    from merels.values.layout.key import TableKey

    assert str(WIDE.too_long(TableKey(4, 3))) == (
        "table 4-3 has a game of 1022 plies or more, too many for 2 bytes"
    )


# Ratings of captures: the best one for each arrangement with a mill, against the plain rules.


@pytest.mark.parametrize("name", ["three:men=4", "six", "nine", "twelve"])
def test_the_best_capture_counts(name):
    key = TableKey(3, 4, variant=variant(name))
    after, geometry = key.capture, key.variant.board
    scores = np.random.default_rng(1).integers(0, 255, after.index.size).astype(np.uint8)
    store = MemoryStore()
    store.tables[after] = scores
    workspace = Workspace([Pair.of(key)])
    with ThreadPoolExecutor(1) as pool:
        captures = load_rated(after, store, workspace, Array.CAPTURES, pool, 1)
    points = key.points - key.enemy
    closed, numbers, ratings = (np.zeros(comb(points, key.own), np.int32) for _ in range(3))
    chance, board, row = random.Random(0), build_board(geometry), new_row()
    at_rest = key.transposed.index.orbits.representatives.tolist()
    for fixed in chance.sample(at_rest, min(len(at_rest), 6)):
        prepare_row(fixed, board, row)
        mills = list_mills(
            points, key.own, row.lines, build_runs(points), board.tables, closed, numbers
        )
        rate_captures(fixed, closed[:mills], captures, board, row, ratings)
        arrangements = subsets(points, key.own).tolist()
        men = [spread(each, geometry.full & ~fixed) for each in arrangements]
        with_mills = [i for i, each in enumerate(men) if men_in_mills(each, geometry)]
        assert numbers[:mills].tolist() == with_mills
        for i, rating in zip(with_mills, ratings.tolist(), strict=False):
            taken = [fixed & ~(1 << p) for p in points_of(removable(fixed, geometry))]
            slots = [after.index.slot_of(left, men[i]) for left in taken]
            assert rating == min(NARROW.ratings[scores[slots]])
