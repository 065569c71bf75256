"""Results are kept; exact tables stay only while others need them."""

import numpy as np
import pytest
from solved import solved_folder

from merels.tables.folder import TableFolder
from merels.tables.format.header import Kind
from merels.tables.key import TableKey
from merels.tables.wdl import WORK_FOLDER, WdlStore

KEYS = [TableKey(3, 3), TableKey(4, 3)]


@pytest.fixture
def exact():
    folder = TableFolder(solved_folder())
    return {key: folder.load_slots(key) for key in KEYS}


def test_saved_tables_can_be_used_until_they_are_released(tmp_path, exact):
    folder = TableFolder(tmp_path)
    store = WdlStore(folder)
    for key, slots in exact.items():
        size = store.save(key, slots)
        assert size == folder.path_of(key, Kind.WDL).stat().st_size
        assert store.is_done(key)
        assert np.array_equal(store.load_slots(key), slots)
    store.release({KEYS[0]})
    assert [store.is_readable(key) for key in KEYS] == [True, False]
    store.release(set())
    assert all(map(store.is_done, KEYS))
    assert not any(map(store.is_readable, KEYS))
    assert not (tmp_path / WORK_FOLDER).exists()


def test_exact_tables_in_the_folder_are_used_and_kept(tmp_path, exact):
    folder = TableFolder(tmp_path)
    folder.save(KEYS[0], exact[KEYS[0]])
    store = WdlStore(folder)
    assert store.is_readable(KEYS[0])
    assert not store.is_done(KEYS[0])
    store.shrink(KEYS[0])
    store.release(set())
    assert store.is_done(KEYS[0])
    assert folder.has(KEYS[0])
    assert not (tmp_path / WORK_FOLDER).exists()
