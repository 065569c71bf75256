"""A run reports what it does, in order, and starts nothing that does not fit into memory."""

import numpy as np
import pytest
from random_games import VARIANTS
from small_opening import THREE_MEN, solved_opening
from solved import solved_folder

from merels import CorruptTableError, MerelsError, MissingTableError, Variant
from merels.solver.run import (
    MemoryStore,
    PairFinished,
    PairStarted,
    RunStore,
    TableSaved,
    rebuild_slots,
    solve_tables,
)
from merels.values.folder import TableFolder, digest_slots
from merels.values.format.header import Header, Kind
from merels.values.layout.homes import WORK_FOLDER
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Plan, all_tables
from merels.values.layout.statistics import Statistics

THREE_MEN_OF_RUN = Variant(men=3)


def test_every_pair_is_started_saved_and_finished(tmp_path):
    folder = TableFolder(tmp_path)
    plan = Plan.for_tables(all_tables(THREE_MEN_OF_RUN), folder.has)
    events = []
    solve_tables(plan, folder, threads=2, listener=events.append)
    saved = {event.key: event.size for event in events if isinstance(event, TableSaved)}
    assert saved.keys() == set(all_tables(THREE_MEN_OF_RUN)) == set(folder.keys())
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


# Tables that are left out, computed from those that their moves lead to.


def successors_in(folder, key):
    """Return a store that has nothing but what the moves of a table lead to."""
    store = MemoryStore()
    store.tables.update({after: folder.load_slots(after) for after in key.successors})
    return store


def header_with(key, digest):
    """Return the header of a table that is left out, as far as rebuilding looks at it."""
    nothing = Statistics((), 0, 0, 0, None, None)
    return Header(key, Kind.DISTANCE, nothing, stored=False, sha256=digest)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("variant", VARIANTS, ids=["flying", "no flying"])
@pytest.mark.parametrize("men", [(4, 3), (3, 4)], ids=str)
def test_either_table_of_a_pair_follows_from_the_other(men, variant, threads):
    folder, key = TableFolder(solved_folder(variant)), TableKey(*men, variant=variant)
    expected = folder.load_slots(key)
    slots = rebuild_slots(
        key, successors_in(folder, key), threads, header_with(key, digest_slots(expected))
    )
    assert np.array_equal(slots, expected)


def test_every_table_of_a_whole_game_that_may_be_left_out():
    folder = TableFolder(solved_opening())
    keys = [key for key in all_tables(THREE_MEN) if key.is_left_out]
    assert keys
    for key in keys:
        slots = rebuild_slots(key, successors_in(folder, key), threads=2)
        assert np.array_equal(slots, folder.load_slots(key))


@pytest.mark.parametrize(
    ("folder", "key"),
    [(solved_folder, TableKey(4, 3)), (solved_opening, TableKey(2, 3, 1, 0, THREE_MEN))],
    ids=["moving", "placing"],
)
def test_a_wrong_table_after_it_is_found(folder, key):
    store = successors_in(TableFolder(folder()), key)
    right = digest_slots(rebuild_slots(key, store, threads=2))
    store.tables[key.quiet] = np.zeros_like(store.tables[key.quiet])
    with pytest.raises(CorruptTableError, match=rf" has SHA-256 \w+ instead of {right}: one of"):
        rebuild_slots(key, store, 2, header_with(key, right))


def test_a_missing_table_after_it_is_named(tmp_path):
    with pytest.raises(MissingTableError, match="table 3-4 is not in"):
        rebuild_slots(TableKey(4, 3), TableFolder(tmp_path), threads=1)


# What stays is written; exact scores are kept only as long as other tables need them.

KEYS = [TableKey(3, 3), TableKey(3, 4), TableKey(4, 3)]
LEFT_OUT = KEYS[2]


@pytest.fixture
def exact():
    folder = TableFolder(solved_folder())
    return {key: folder.load_slots(key) for key in KEYS}


@pytest.mark.parametrize("full", [True, False])
def test_what_is_saved_without_distances_can_be_built_on_until_it_is_released(
    tmp_path, exact, full
):
    folder = TableFolder(tmp_path)
    store = RunStore(folder, Kind.WDL, full=full)
    for key, slots in exact.items():
        assert store.save(key, slots) == folder.path_of(key, Kind.WDL).stat().st_size
        assert store.is_done(key)
        assert np.array_equal(store.load_slots(key), slots)
    store.release({KEYS[0]})
    assert [store.is_readable(key) for key in KEYS] == [True, False, False]
    store.release(set())
    assert all(map(store.is_done, KEYS))
    assert not any(map(store.is_readable, KEYS))
    assert not (tmp_path / WORK_FOLDER).exists()


def test_exact_tables_of_the_folder_are_used_and_left_alone(tmp_path, exact):
    folder = TableFolder(tmp_path)
    folder.save(KEYS[0], exact[KEYS[0]])
    store = RunStore(folder, Kind.WDL, full=True)
    assert store.is_readable(KEYS[0])
    assert not store.is_done(KEYS[0])
    store.save(KEYS[0], store.load_slots(KEYS[0]))
    store.release(set())
    assert store.is_done(KEYS[0])
    assert folder.has(KEYS[0])
    assert not (tmp_path / WORK_FOLDER).exists()


def test_a_table_that_is_left_out_can_be_built_on_once_its_scores_are_gone(tmp_path, exact):
    folder = TableFolder(tmp_path)
    store = RunStore(folder, full=False)
    for key, slots in exact.items():
        store.save(key, slots)
    assert (tmp_path / WORK_FOLDER / folder.path_of(LEFT_OUT).name).exists()
    store.release(set())
    assert not (tmp_path / WORK_FOLDER).exists()
    assert not folder.stores(LEFT_OUT)
    assert store.is_readable(LEFT_OUT)
    assert np.array_equal(store.load_slots(LEFT_OUT), exact[LEFT_OUT])
    out = np.zeros_like(exact[LEFT_OUT])
    assert store.load_slots(LEFT_OUT, out) is out
    assert np.array_equal(out, exact[LEFT_OUT])
    assert not RunStore(folder, full=True).is_done(LEFT_OUT)


def test_wrong_scores_in_a_successor_are_found_when_a_table_is_rebuilt(tmp_path, exact):
    folder = TableFolder(tmp_path)
    store = RunStore(folder, full=False)
    for key, slots in exact.items():
        store.save(key, slots)
    store.release(set())
    folder.save(KEYS[1], np.zeros_like(exact[KEYS[1]]))
    with pytest.raises(CorruptTableError, match=r"table 4-3, rebuilt from .* has SHA-256 "):
        store.load_slots(LEFT_OUT)


def test_tables_that_somebody_keeps_in_a_folder_of_that_name_stay(tmp_path, exact):
    mine = TableFolder(tmp_path / WORK_FOLDER)
    mine.save(LEFT_OUT, exact[LEFT_OUT])
    store = RunStore(TableFolder(tmp_path), Kind.WDL, full=True)
    store.save(KEYS[0], exact[KEYS[0]])
    store.release(set())
    assert mine.keys(Kind.DISTANCE) == [LEFT_OUT]


def test_a_store_can_use_another_number_of_threads():
    store = RunStore(TableFolder(solved_folder(), 1), Kind.WDL, full=True).with_threads(2)
    assert store.is_readable(TableKey(3, 3))
