"""Counts of a table, whatever the number of threads."""

import numpy as np
import pytest
from solved import solved_folder

from merels import Position, Result, Value, open_tablebase
from merels.values.folder import TableFolder
from merels.values.layout.key import TableKey
from merels.values.layout.statistics import gather_statistics

KEY = TableKey(3, 3)


@pytest.mark.parametrize("threads", [1, 3])
def test_counts_and_the_longest(threads):
    slots = np.zeros(KEY.index.size, dtype=np.uint8)
    slots[:7] = [2, 2, 4, 1, 3, 3, 9]
    counted = gather_statistics(KEY, slots, threads)
    assert (counted.wins, counted.losses, counted.draws) == (3, 4, len(slots) - 7)
    assert counted.positions == len(slots)
    assert counted.histogram == (len(slots) - 7, 1, 2, 2, 1, 0, 0, 0, 0, 1)
    for extreme, slot in ((counted.longest_win, 2), (counted.longest_loss, 6)):
        assert extreme.plies == slots[slot] - 1
        assert Position.from_fen(extreme.fen) == KEY.position(*KEY.index.masks_of(slot))


def test_a_table_of_draws_has_no_longest_win():
    counted = gather_statistics(KEY, np.zeros(KEY.index.size, dtype=np.uint8))
    assert (counted.longest_win, counted.longest_loss) == (None, None)
    assert (counted.histogram, counted.draws) == ((KEY.index.size,), KEY.index.size)


def test_the_longest_of_a_solved_table_has_its_value():
    counted = gather_statistics(KEY, TableFolder(solved_folder()).load_slots(KEY))
    with open_tablebase(solved_folder()) as tables:
        for extreme, result in (
            (counted.longest_win, Result.WIN),
            (counted.longest_loss, Result.LOSS),
        ):
            position = Position.from_fen(extreme.fen)
            assert tables.probe(position) == Value(result, extreme.plies)
