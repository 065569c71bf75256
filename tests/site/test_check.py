"""Checking a site: what is right is counted, what is wrong is named."""

import shutil

import pytest
from sites import FIVE, site_of_five, whole_game

from merels import CorruptTableError, MissingTableError
from merels.site.check import check_table, tables_to_check
from merels.site.folder import SiteFolder
from merels.values.folder import TableFolder
from merels.values.layout.key import TableKey

KEY = TableKey(5, 5, variant=FIVE)


@pytest.fixture
def site(tmp_path):
    return SiteFolder(shutil.copytree(site_of_five(), tmp_path / "site"))


def find(site, key=KEY):
    return next(each for each in tables_to_check(site) if each.catalog.key_of(each.row) == key)


def test_every_value_is_compared(site):
    checked = check_table(site, TableFolder(whole_game(FIVE)), find(site))
    assert (checked.compared, checked.problems) == (KEY.index.size, ())
    assert checked.verdict == "126,516 values equal"
    assert checked.document()["ok"] is True


def test_a_sample_of_blocks(site):
    checked = check_table(site, TableFolder(whole_game(FIVE)), find(site), sample=2)
    assert checked.compared in (2 * 8192, 8192 + KEY.index.size % 8192)


def test_without_the_tables_only_bytes_are_checked(site, tmp_path):
    checked = check_table(site, TableFolder(tmp_path / "nothing"), find(site))
    assert (checked.compared, checked.verdict) == (0, "checksums match")


def test_values_that_differ_are_named(site, tmp_path):
    source = TableFolder(shutil.copytree(whole_game(FIVE), tmp_path / "source"))
    slots = source.load_slots(KEY).copy()
    slots[10_000] ^= 1
    source.save(KEY, slots)
    checked = check_table(site, source, find(site))
    assert len(checked.problems) == 1
    assert (
        "block 1: 1 values differ from table five/5-5, the first in slot 10000"
        in checked.problems[0]
    )


@pytest.mark.parametrize("sample", [None, 100])
def test_damage_is_named(site, sample):
    path = next((site.tables / "five").glob("5-5-*.mst"))
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    checked = check_table(site, TableFolder(whole_game(FIVE)), find(site), sample)
    assert checked.verdict == "wrong"
    expected = "does not match the name" if sample is None else "block 15: the bytes do not match"
    assert expected in checked.problems[0]
    path.unlink()
    assert check_table(site, TableFolder(whole_game(FIVE)), find(site)).problems != ()


def test_a_folder_without_a_site_is_refused(tmp_path):
    with pytest.raises(MissingTableError, match="write one with: merels site"):
        tables_to_check(SiteFolder(tmp_path))


def test_a_catalog_that_does_not_match_its_name_is_refused(site):
    (path,) = site.tables.glob("five-*.json")
    path.write_bytes(path.read_bytes() + b" ")
    with pytest.raises(CorruptTableError, match="does not match its name"):
        tables_to_check(site)
    path.unlink()
    with pytest.raises(CorruptTableError, match="there is no"):
        tables_to_check(site)
