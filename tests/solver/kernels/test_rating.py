"""Ratings of captures: the best one for each arrangement with a mill, against the plain rules."""

import random
from concurrent.futures import ThreadPoolExecutor
from math import comb

import numpy as np
import pytest
from arrangements import spread

from merels import variant
from merels.board.index.ranking import subsets
from merels.board.masks import points_of
from merels.rules.generator import men_in_mills, removable
from merels.solver.kernels.rating import rate_captures
from merels.solver.kernels.row import build_board, new_row, prepare_row
from merels.solver.kernels.runs import build_runs, list_mills
from merels.solver.kernels.width import NARROW
from merels.solver.loading import load_rated
from merels.solver.run import MemoryStore
from merels.solver.workspace import Array, Workspace
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair


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
