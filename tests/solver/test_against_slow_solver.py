"""The tables against a slow but simple solver, on every raw position."""

import numpy as np
import pytest
import slow_solver
from solved import solved_folder

from merels.values.folder import TableFolder
from merels.values.layout.key import TableKey


@pytest.fixture(scope="module")
def slow_tables():
    return slow_solver.solve(most_men=7)


@pytest.mark.parametrize("key", [TableKey(3, 3), TableKey(4, 3), TableKey(3, 4)], ids=str)
def test_every_raw_position_has_the_same_score(key, slow_tables):
    slots = TableFolder(solved_folder()).load_slots(key)
    enemies = slow_solver.SETS[key.enemy]
    compared = 0
    for own, slow_row in zip(
        slow_solver.SETS[key.own], slow_tables[key.own, key.enemy], strict=True
    ):
        apart = own & enemies == 0
        against = enemies[apart]
        scores = slots[key.index.slots_of(np.full_like(against, own), against)]
        assert np.array_equal(scores, slow_row[apart])
        compared += len(against)
    assert compared == RAW_POSITIONS[key.own, key.enemy]


RAW_POSITIONS = {(3, 3): 2024 * 1330, (4, 3): 10626 * 1140, (3, 4): 2024 * 5985}
