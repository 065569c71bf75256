"""Listings of folders: intact files are described, damaged ones named."""

import shutil

from solved import solved_folder

from merels import CorruptTableError, Variant
from merels.reports.listing import list_tables
from merels.values.format.header import Kind


def test_every_table_is_listed_as_its_header_describes_it():
    listed, errors = list_tables(solved_folder())
    assert errors == []
    assert [table.name for table in listed] == ["3-3", "3-4", "4-3"]
    document = listed[0].document()
    assert document["positions"] == document["wins"] + document["draws"] + document["losses"]
    assert document["bytes"] == (solved_folder() / "3-3.mtb").stat().st_size
    assert (document["own"], document["enemy"], document["flying"]) == (3, 3, True)


def test_exact_tables_come_first_and_others_are_marked(tmp_path):
    for kind in (Kind.DISTANCE, Kind.WDL):
        shutil.copytree(solved_folder(kind=kind), tmp_path, dirs_exist_ok=True)
    names = [table.name for table in list_tables(tmp_path)[0]]
    assert names == ["3-3", "3-4", "4-3", "3-3 wdl", "3-4 wdl", "4-3 wdl"]


def test_a_damaged_file_is_an_error_and_the_others_are_listed(tmp_path):
    shutil.copytree(solved_folder(), tmp_path, dirs_exist_ok=True)
    (tmp_path / "3-4.mtb").write_bytes(b"nothing")
    listed, [error] = list_tables(tmp_path)
    assert [table.name for table in listed] == ["3-3", "4-3"]
    assert isinstance(error, CorruptTableError)
    assert "3-4.mtb" in str(error)


def test_variants_are_kept_apart():
    [first, *_], _ = list_tables(solved_folder(Variant(flying=False)))
    assert first.document()["flying"] is False
