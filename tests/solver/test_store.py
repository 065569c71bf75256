"""What stays is written; exact scores are kept only as long as other tables need them."""

import numpy as np
import pytest
from solved import solved_folder

from merels import CorruptTableError
from merels.solver.store import RunStore
from merels.tables.folder import TableFolder
from merels.tables.format.header import Kind
from merels.tables.homes import WORK_FOLDER
from merels.tables.key import TableKey

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
