"""Solving one pair: everything around the kernels."""

import numpy as np
import pytest
from solved import solved_folder

from merels.errors import MissingTableError
from merels.solver.kernels.rating import TooLongError, Width
from merels.solver.kernels.states import SEGMENTS
from merels.solver.moving import MovingSolver, split_segments
from merels.solver.run import PairFinished, TableSaved, solve_pair
from merels.solver.workspace import Workspace
from merels.values.folder import TableFolder
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair

SOLVED = TableFolder(solved_folder())


class Memory:
    """A store that reads the solved tables and remembers what is saved."""

    def __init__(self):
        self.saved = {}

    def score_bytes(self, key):
        return SOLVED.score_bytes(key)

    def load_slots(self, key, out=None):
        return SOLVED.load_slots(key, out)

    def save(self, key, slots):
        self.saved[key] = slots.copy()
        return len(slots)

    def release(self, still_needed):
        pass


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
@pytest.mark.parametrize("key", [TableKey(3, 3), TableKey(4, 3)], ids=lambda key: key.name)
def test_the_number_of_threads_makes_no_difference(key, threads):
    store = Memory()
    solve_pair(Pair.of(key), store, threads)
    assert list(store.saved) == list(Pair.of(key).tables)
    for table, slots in store.saved.items():
        assert np.array_equal(slots, SOLVED.load_slots(table))


def test_what_is_reported():
    events = []
    pair = Pair.of(TableKey(4, 3))
    finished = solve_pair(pair, Memory(), 2, events.append)
    assert [event.key for event in events if isinstance(event, TableSaved)] == list(pair.tables)
    progress = [event for event in events if not isinstance(event, TableSaved)]
    assert {event.key for event in progress} == set(pair.tables)
    assert {"loading", "counting", "tracing", "writing"} >= {event.phase for event in progress}
    levels = [event.level for event in progress if event.phase == "tracing"]
    assert levels == sorted(levels)
    assert isinstance(finished, PairFinished)
    assert finished.edges == sum(event.edges for event in progress) > 0
    assert finished.pair.slots == 2 * 760_398


def test_a_missing_table_is_named(tmp_path):
    with pytest.raises(MissingTableError, match="table 3-3 is not in"):
        solve_pair(Pair.of(TableKey(4, 3)), TableFolder(tmp_path), 1)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("parts", [1, 2, 5, 100])
def test_segments_are_split_between_rows(parts):
    chance = np.random.default_rng(parts)
    segments = np.flatnonzero(chance.random(40 * SEGMENTS) < 0.3)
    cut = split_segments(segments, parts)
    assert np.array_equal(np.concatenate(cut), segments)
    assert 1 <= len(cut) <= parts
    assert all(len(part) for part in cut)
    rows = [set((part // SEGMENTS).tolist()) for part in cut]
    assert sum(map(len, rows)) == len(set.union(*rows))


def test_a_game_too_long_for_the_workspace_is_refused():
    pair = Pair.of(TableKey(3, 3))
    solver = MovingSolver(pair, Memory(), 1, Workspace([pair], Width(1, 12)))
    with pytest.raises(TooLongError, match=r"table 3-3 has a game of 10 plies or more"):
        next(solver.solve())
