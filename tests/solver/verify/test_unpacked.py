"""Tables in memory while checking: kept as long as they fit, dropped when needed last."""

from collections import Counter

import numpy as np
import pytest

from merels import variant
from merels.solver.convert import Form, convert_tables
from merels.solver.run import solve_tables
from merels.solver.verify import files
from merels.solver.verify.files import FolderChecker, tables_to_check
from merels.solver.verify.kernels import Dense
from merels.solver.verify.unpacked import UnpackedTables
from merels.values.folder import TableFolder
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Plan, all_tables

NOBODY = np.zeros(1, np.int32)
FIRST, SECOND, THIRD = ((TableKey(own, 3), Kind.DISTANCE) for own in (3, 4, 5))


def dense(size):
    return Dense(NOBODY, NOBODY, np.zeros(size, np.uint8), size)


def unpacked_with(memory, *tables):
    unpacked = UnpackedTables(memory)
    for table in tables:
        unpacked.add(table, dense(100))
    return unpacked


def kept(unpacked):
    return [table for table in (FIRST, SECOND, THIRD) if table in unpacked]


@pytest.mark.parametrize(
    ("memory", "expected"),
    [(300, [FIRST, SECOND, THIRD]), (299, [FIRST, THIRD]), (199, [THIRD]), (0, [THIRD])],
)
def test_what_is_needed_last_makes_room(memory, expected):
    unpacked = unpacked_with(memory, FIRST, SECOND, THIRD)
    with unpacked.using([THIRD], [{FIRST}, {SECOND}]):
        assert kept(unpacked) == expected


def test_what_is_not_needed_any_more_is_dropped():
    unpacked = unpacked_with(1000, FIRST, SECOND, THIRD)
    with unpacked.using([THIRD], [{FIRST}]):
        assert kept(unpacked) == [FIRST, THIRD]


def test_tables_in_use_stay_however_little_memory_there_is():
    unpacked = unpacked_with(0, FIRST)
    with unpacked.using([FIRST], []):
        unpacked.add(SECOND, dense(100))
        with unpacked.using([SECOND]):
            assert kept(unpacked) == [FIRST, SECOND]
        with unpacked.using([]):
            assert kept(unpacked) == [FIRST]
    with unpacked.using([]):
        assert kept(unpacked) == []


@pytest.fixture(scope="module")
def whole_game(tmp_path_factory):
    """A folder with all tables of a game, those left out that follow from others."""
    folder = TableFolder(tmp_path_factory.mktemp("five"), threads=2)
    solve_tables(Plan.for_tables(all_tables(variant("five")), folder.has), folder, 2)
    list(convert_tables(folder, Form.SMALL))
    return folder


def count_reads(folder, memory, monkeypatch):
    """Check all tables; return how often each was read."""
    counts, read_slots = Counter(), files.read_slots

    def read(file, threads):
        counts[file.header.key.name] += 1
        return read_slots(file, threads)

    monkeypatch.setattr(files, "read_slots", read)
    tables = tables_to_check(folder)
    checker = FolderChecker(folder, upcoming=tables, memory=memory)
    assert [checker.check(*table).problems for table in tables] == [()] * len(tables)
    return counts


def test_with_enough_memory_each_table_is_read_once(whole_game, monkeypatch):
    stored = [key.name for key in whole_game.keys(Kind.DISTANCE) if whole_game.stores(key)]
    assert 15 < len(stored) < 25
    assert count_reads(whole_game, 1 << 30, monkeypatch) == Counter(stored)


def test_without_memory_tables_are_read_again(whole_game, monkeypatch):
    assert max(count_reads(whole_game, 0, monkeypatch).values()) > 1
