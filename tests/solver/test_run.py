"""A run reports what it does, in order, and starts nothing that does not fit into memory."""

import pytest

from merels import MerelsError, Variant
from merels.solver.run import PairFinished, PairStarted, TableSaved, solve_tables
from merels.values.folder import TableFolder
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Plan, all_tables

THREE_MEN = Variant(men=3)


def test_every_pair_is_started_saved_and_finished(tmp_path):
    folder = TableFolder(tmp_path)
    plan = Plan.for_tables(all_tables(THREE_MEN), folder.has)
    events = []
    solve_tables(plan, folder, threads=2, listener=events.append)
    saved = {event.key: event.size for event in events if isinstance(event, TableSaved)}
    assert saved.keys() == set(all_tables(THREE_MEN)) == set(folder.keys())
    for key, size in saved.items():
        assert folder.path_of(key).stat().st_size == size
    bounds = [event for event in events if isinstance(event, PairStarted | PairFinished)]
    for started, finished in zip(bounds[::2], bounds[1::2], strict=True):
        assert (type(started), type(finished)) == (PairStarted, PairFinished)
        assert started.pair == finished.pair
    assert plan.finished


def test_solved_tables_are_not_solved_again(tmp_path):
    folder = TableFolder(tmp_path)
    for expected in (True, False):
        events = []
        plan = Plan.for_tables([TableKey(3, 3)], folder.has)
        solve_tables(plan, folder, threads=1, listener=events.append)
        assert bool(events) is expected


def test_too_little_memory_is_reported_before_anything_is_solved(tmp_path):
    folder = TableFolder(tmp_path)
    events = []
    with pytest.raises(MerelsError, match=r"table 3-3 needs .*--memory"):
        solve_tables(
            Plan.for_tables([TableKey(3, 3)], folder.has), folder, 1, 1 << 20, events.append
        )
    assert events == []
    assert folder.keys() == []
