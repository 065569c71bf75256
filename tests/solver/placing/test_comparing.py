"""Placing kernels: the best placing of every position in a row, and scores on their way."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from arrangements import spread
from merels.solver.placing.kernels import (
    LOW,
    REGION_BITS,
    Placing,
    PlacingRow,
    build_runs,
    deliver_all,
    new_placing_row,
    place_rows,
    rate_row,
)
from rules_oracle import random_tables, value_by_rules

from merels import Value, Variant
from merels.board.geometry import FULL, points_of
from merels.board.index.dense import Bytes, dense_size
from merels.board.index.ranking import rank, subsets
from merels.solver.placing.solver import PlacingSolver, target_of
from merels.solver.row_kernels import build_board, new_row
from merels.solver.run import MemoryStore
from merels.tables.key import TableKey

TABLES = [
    TableKey(1, 2, 8, 7),
    TableKey(3, 3, 6, 6),
    TableKey(4, 5, 3, 2),
    TableKey(2, 3, 1, 0, Variant(men=3)),
]


def load(key: TableKey, tables: dict[TableKey, Bytes]) -> Placing:
    store = MemoryStore()
    store.tables.update(tables)
    with ThreadPoolExecutor(1) as pool:
        return PlacingSolver(key, store, 1).load(pool, lambda _: None)


def working_space(key: TableKey, placing: Placing, values: Bytes, bags: int) -> PlacingRow:
    return new_placing_row(placing, target_of(key, values), np.zeros(bags, np.uint32))


@pytest.mark.parametrize("key", TABLES, ids=lambda key: key.name)
def test_every_position_of_a_row_gets_its_best_placing(key: TableKey):
    tables = random_tables(key.successors)
    placing, chance = load(key, tables), random.Random(1)
    row, work = new_row(), working_space(key, placing, np.zeros(0, np.uint8), 1)
    representatives = placing.quiet.representatives
    for block in {0, len(representatives) - 1, chance.randrange(len(representatives))}:
        rate_row(block, placing, build_board(), row, work)
        enemy = int(representatives[block])
        for number in chance.sample(range(len(work.best)), min(len(work.best), 60)):
            own = spread(int(placing.before[number]), FULL & ~enemy)
            score = int(placing.scores[work.best[number]])
            expected = value_by_rules(key.position(own, enemy), tables)
            assert Value.from_score(score) == expected


def test_the_size_of_bags_makes_no_difference():
    """In the smallest, every score is delivered at once."""
    key = TableKey(3, 3, 6, 6)
    placing = load(key, random_tables(key.successors))
    delivered = []
    for bags in (1, 2, 1 << 16):
        values = np.zeros(dense_size(key.index), np.uint8)
        target = target_of(key, values)
        regions = (len(values) >> REGION_BITS) + 1
        work = working_space(key, placing, values, bags * regions)
        place_rows((0, 40), placing, target, build_board(), new_row(), work)
        deliver_all(values, work)
        assert not work.counts.any()
        delivered.append(values)
    assert delivered[0].any()
    assert all((values == delivered[0]).all() for values in delivered)


def test_runs_lead_to_arrangements_with_one_more_man():
    runs = build_runs()
    for men in range(LOW):
        arrangements = subsets(LOW, men).tolist()
        assert runs.lengths[men] == len(arrangements)
        for number, mask in enumerate(arrangements):
            empty = points_of(~mask & (1 << LOW) - 1)
            expected = [rank(mask | 1 << point) for point in empty]
            assert runs.after[men, number, : LOW - men].tolist() == expected
    assert runs.lengths[LOW] == 1
