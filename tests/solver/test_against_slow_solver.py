"""The tables against a slow but simple solver, on every raw position."""

from functools import cache

import numpy as np
import pytest
import slow_solver
from solved import solved_folder

from merels.values.folder import TableFolder
from merels.values.layout.key import TableKey

slow_tables = cache(slow_solver.solve)
TABLES = [
    TableKey(3, 3),
    *(pytest.param(TableKey(*men), marks=pytest.mark.soak) for men in ((4, 3), (3, 4))),
]


@pytest.mark.parametrize("key", TABLES, ids=str)
def test_every_raw_position_has_the_same_score(key):
    slots = TableFolder(solved_folder()).load_slots(key)
    enemies = slow_solver.SETS[key.enemy]
    compared = 0
    for own, slow_row in zip(
        slow_solver.SETS[key.own], slow_tables(most_men=key.total)[key.own, key.enemy], strict=True
    ):
        apart = own & enemies == 0
        against = enemies[apart]
        scores = slots[key.index.slots_of(np.full_like(against, own), against)]
        assert np.array_equal(scores, slow_row[apart])
        compared += len(against)
    assert compared == RAW_POSITIONS[key.own, key.enemy]


RAW_POSITIONS = {(3, 3): 2024 * 1330, (4, 3): 10626 * 1140, (3, 4): 2024 * 5985}
