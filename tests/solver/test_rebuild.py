"""Tables that are left out, computed from those that their moves lead to."""

import numpy as np
import pytest
from random_games import VARIANTS
from small_opening import THREE_MEN, solved_opening
from solved import solved_folder

from merels import CorruptTableError, MissingTableError
from merels.solver.rebuild import rebuild_slots
from merels.solver.run import MemoryStore
from merels.tables.digests import digest_slots
from merels.tables.folder import TableFolder
from merels.tables.format.header import Header, Kind
from merels.tables.key import TableKey
from merels.tables.plan import all_tables
from merels.tables.statistics import Statistics


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
