from __future__ import annotations

from functools import cache

import numpy as np
import pytest
import slow_placing
import slow_solver

from merels import Variant
from merels.solver.benchmark import MemoryStore
from merels.solver.plan import Plan, all_tables
from merels.solver.run import solve_tables
from merels.solver.table import TableKey, all_placing_tables


@cache
def solve_whole_game(men: int) -> MemoryStore:
    store = MemoryStore()
    solve_tables(
        Plan.for_tables(all_tables(Variant(men=men)), is_done=lambda _: False), store, threads=2
    )
    return store


def unpack(key: TableKey, slots: np.ndarray) -> np.ndarray:
    """Return the scores of a table for every pair of sets, 0 where these share a point."""
    owns, enemies = (slow_placing.ALL_SETS[men] for men in (key.own, key.enemy))
    scores = np.zeros((len(owns), len(enemies)), np.uint8)
    i, j = np.nonzero((owns[:, None] & enemies[None, :]) == 0)
    scores[i, j] = slots[key.index.slots_of(owns[i], enemies[j])]
    return scores


@pytest.mark.parametrize("men", [3, 4])
def test_a_whole_game_in_miniature_is_solved_as_by_a_slow_solver(men: int):
    solved = solve_whole_game(men)
    moving = slow_solver.solve(2 * men)
    placing = slow_placing.solve(men, moving)
    keys = all_placing_tables(Variant(men=men))
    assert {(k.own, k.enemy, k.own_in_hand, k.enemy_in_hand) for k in keys} == set(placing)
    for key in keys:
        expected = placing[key.own, key.enemy, key.own_in_hand, key.enemy_in_hand]
        assert (unpack(key, solved.tables[key]) == expected).all(), key
