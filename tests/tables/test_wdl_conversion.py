"""Exact tables shrunk to results."""

import shutil

import pytest
from solved import solved_folder

from merels import CorruptTableError
from merels.tables.folder import TableFolder
from merels.tables.format.header import Kind
from merels.tables.wdl import shrink_tables, tables_to_shrink


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(solved_folder(), tmp_path, dirs_exist_ok=True)
    return TableFolder(tmp_path)


@pytest.mark.parametrize("keep", [True, False])
def test_every_table_gets_a_smaller_file(folder, keep):
    keys = folder.keys(Kind.DISTANCE)
    shrunk = list(shrink_tables(folder, keep=keep))
    assert [each.key for each in shrunk] == keys
    assert all(each.after < each.before for each in shrunk)
    assert folder.keys(Kind.WDL) == keys
    assert folder.keys(Kind.DISTANCE) == (keys if keep else [])


def test_an_interrupted_run_resumes(folder):
    keys = folder.keys(Kind.DISTANCE)
    run = shrink_tables(folder, keep=False)
    assert next(run).key == keys[0]
    run.close()
    assert tables_to_shrink(folder, keep=False) == keys[1:]
    assert [each.key for each in shrink_tables(folder, keep=False)] == keys[1:]


def test_if_exact_files_are_kept_only_missing_ones_are_written(folder):
    keys = folder.keys(Kind.DISTANCE)
    next(shrink_tables(folder, keep=True))
    assert tables_to_shrink(folder, keep=True) == keys[1:]


def test_a_damaged_table_is_left_as_it_is(folder):
    path = folder.path_of(folder.keys(Kind.DISTANCE)[0])
    damaged = path.read_bytes()[:-1] + b"?"
    path.write_bytes(damaged)
    with pytest.raises(CorruptTableError):
        list(shrink_tables(folder, keep=False))
    assert path.read_bytes() == damaged
