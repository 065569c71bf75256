"""The tables of a site: every value, and only what has changed is written again."""

import json
import shutil
import signal
import subprocess
import sys

import numpy as np
import pytest
from sites import FIVE, THREE, catalog_of, site_of_five, whole_game, write_site

from merels import VARIANTS, MerelsError, MissingTableError
from merels.errors import FolderInUseError
from merels.site.check import check_table, tables_to_check
from merels.site.folder import SiteFolder
from merels.site.tables import FORM
from merels.solver.convert import Form, convert_tables
from merels.values.folder import TableFolder
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey
from merels.values.layout.plan import all_tables


def files_of(path):
    return {
        file.relative_to(path).as_posix(): file.read_bytes()
        for file in (path / "tables").rglob("*")
        if file.is_file()
    }


def check(path, source):
    site, folder = SiteFolder(path), TableFolder(source, threads=2)
    checked = [check_table(site, folder, table) for table in tables_to_check(site)]
    assert [each.problems for each in checked] == [()] * len(checked)
    assert [each.compared for each in checked] == [each.positions for each in checked]
    return checked


def test_the_whole_of_six(tmp_path):
    six = VARIANTS["six"]
    written = write_site(tmp_path, six)
    assert written == sorted(key.name for key in all_tables(six))
    checked = check(tmp_path, whole_game(six))
    assert sum(each.positions for each in checked) == 3_101_821
    catalog = catalog_of(tmp_path)
    assert catalog.bytes < 1_100_000
    files = files_of(tmp_path)
    assert len(files) == len(catalog.files) + 2  # the catalogs


def test_large_tables_have_models_and_small_ones_do_without():
    rows = catalog_of(site_of_five()).rows[Kind.DISTANCE]
    assert {
        row.model is not None: row.men for row in rows if row.men in ((5, 5, 0, 0), (3, 3, 0, 0))
    } == {
        True: (5, 5, 0, 0),
        False: (3, 3, 0, 0),
    }
    assert all("+" not in row.file for row in rows)


def test_a_second_run_writes_nothing(tmp_path):
    assert write_site(tmp_path) != []
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "tables").rglob("*")}
    assert write_site(tmp_path) == []
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "tables").rglob("*")} == before


def test_what_is_missing_is_written_again(tmp_path):
    write_site(tmp_path)
    before = files_of(tmp_path)
    for name in ("3-3-", "0-0_3-3-"):
        next((tmp_path / "tables" / "three").glob(f"{name}*")).unlink()
    assert write_site(tmp_path) == ["three/0-0+3-3", "three/3-3"]
    assert files_of(tmp_path) == before


def test_a_file_of_another_size_is_written_again(tmp_path):
    write_site(tmp_path)
    before = files_of(tmp_path)
    path = next((tmp_path / "tables" / "three").glob("3-3-*"))
    path.write_bytes(path.read_bytes()[:-1])
    assert write_site(tmp_path) == ["three/3-3"]
    assert files_of(tmp_path) == before


def test_a_table_that_changed_gets_a_new_name_and_the_old_file_goes(tmp_path):
    source = shutil.copytree(whole_game(THREE), tmp_path / "source")
    write_site(tmp_path / "site", source=source)
    before = files_of(tmp_path / "site")
    key = TableKey(3, 3, variant=THREE)
    slots = TableFolder(source).load_slots(key).copy()
    slots[5] = 0
    TableFolder(source).save(key, slots)
    assert write_site(tmp_path / "site", source=source) == ["three/3-3"]
    after = files_of(tmp_path / "site")
    changed = {name.rpartition("-")[0] for name in before.keys() ^ after.keys()}
    assert changed == {"tables/three/3-3", "tables/three"}  # the table, and the catalog
    assert len(before) == len(after)
    check(tmp_path / "site", source)


def test_files_of_others_stay(tmp_path):
    for name in ("three/notes.txt", "readme.json", "CNAME"):
        (tmp_path / "tables" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tables" / name).write_text("mine")
    write_site(tmp_path)
    found = files_of(tmp_path)
    assert {"tables/three/notes.txt", "tables/readme.json", "tables/CNAME"} <= found.keys()


@pytest.mark.parametrize("form", [Form.SMALL, Form.PACKED])
def test_a_folder_of_any_form_gives_the_same_files(form, tmp_path):
    source = shutil.copytree(whole_game(FIVE), tmp_path / "source")
    list(convert_tables(TableFolder(source, threads=2), form))
    write_site(tmp_path / "site", FIVE, source)
    assert files_of(tmp_path / "site") == files_of(site_of_five())


def test_the_small_form_leaves_out_what_a_look_ahead_gives_back(tmp_path):
    write_site(tmp_path, small=True)
    rows = catalog_of(tmp_path).rows[Kind.DISTANCE]
    left_out = {row.men for row in rows if row.file is None}
    assert left_out == {key.men for key in all_tables(THREE) if key.is_left_out}
    assert len(rows) == len(all_tables(THREE))
    check(tmp_path, whole_game(THREE))
    assert write_site(tmp_path) != []
    assert all(row.file for row in catalog_of(tmp_path).rows[Kind.DISTANCE])


@pytest.mark.parametrize("kinds", [(Kind.WDL,), (Kind.DISTANCE, Kind.WDL)], ids=str)
def test_win_draw_loss(kinds, tmp_path):
    write_site(tmp_path, kinds=kinds)
    catalog = catalog_of(tmp_path)
    assert tuple(catalog.rows) == kinds
    check(tmp_path, whole_game(THREE))


def test_win_draw_loss_from_a_folder_without_distances(tmp_path):
    source = shutil.copytree(whole_game(THREE), tmp_path / "source")
    write_site(tmp_path / "exact", source=source, kinds=(Kind.WDL,))
    list(convert_tables(TableFolder(source), Form.WDL))
    write_site(tmp_path / "site", source=source, kinds=(Kind.WDL,))
    assert files_of(tmp_path / "site") == files_of(tmp_path / "exact")
    with pytest.raises(MissingTableError, match="merels solve --all --variant three"):
        write_site(tmp_path / "other", source=source)


def test_scores_of_two_bytes_are_deflated(tmp_path):
    source = shutil.copytree(whole_game(THREE), tmp_path / "source")
    key = TableKey(3, 3, variant=THREE)
    slots = TableFolder(source).load_slots(key).astype(np.uint16)
    slots[7] = 300
    TableFolder(source).save(key, slots)
    write_site(tmp_path / "site", source=source)
    rows = catalog_of(tmp_path / "site").rows[Kind.DISTANCE]
    assert {row.men: row.score_bytes for row in rows}[key.men] == 2
    check(tmp_path / "site", source)


def test_files_are_cut_into_parts_and_again_without_coding(tmp_path, monkeypatch):
    path = shutil.copytree(site_of_five(), tmp_path / "site")
    whole = files_of(path)
    monkeypatch.setattr("merels.site.tables.fit_model", None)  # it would fail
    monkeypatch.setattr("merels.site.tables.load_any", None)
    for split in (10_000, 7_000, None):
        assert write_site(path, FIVE, split=split) != []
        assert catalog_of(path).split == split
        if split is not None:
            parts = [name for name in files_of(path) if ".mst." in name]
            assert len(parts) > len(all_tables(FIVE))
            assert all(len(files_of(path)[name]) <= split for name in parts)
            assert not any(name.endswith(".mst") for name in files_of(path))
    assert files_of(path) == whole


def test_parts_can_be_read(tmp_path):
    write_site(tmp_path, split=100)
    check(tmp_path, whole_game(THREE))


def test_other_variants_of_the_folder_stay(tmp_path):
    write_site(tmp_path)
    path = shutil.copytree(site_of_five(), tmp_path / "both")
    write_site(path)
    names = [catalog.variant.name for catalog in SiteFolder(path).read_catalogs()]
    assert names == ["five", "three"]
    assert files_of(path).keys() >= files_of(site_of_five()).keys()
    write_site(path, FIVE)
    assert files_of(path).keys() >= (files_of(tmp_path).keys() - {"tables/catalog.json"})


def test_a_game_with_missing_tables_is_refused(tmp_path):
    source = shutil.copytree(whole_game(THREE), tmp_path / "source")
    TableFolder(source).path_of(TableKey(3, 3, variant=THREE)).unlink()
    with pytest.raises(MissingTableError) as caught:
        write_site(tmp_path / "site", source=source)
    message = str(caught.value)
    assert "three/3-3; make them with: merels solve --all --variant three --tables " in message
    assert not (tmp_path / "site" / "tables").exists()
    with pytest.raises(MissingTableError, match="five/5-4, 32 more; make them with"):
        write_site(tmp_path / "site", FIVE, tmp_path / "nothing")


def test_too_little_room_is_an_error_before_the_work(tmp_path, monkeypatch):
    monkeypatch.setattr("merels.site.tables.free_space", lambda _: 10)
    with pytest.raises(MerelsError, match="only 10 bytes free"):
        write_site(tmp_path)


def test_two_runs_do_not_write_into_one_folder(tmp_path):
    with SiteFolder(tmp_path).lock(), pytest.raises(FolderInUseError, match="another run"):
        write_site(tmp_path)


@pytest.mark.parametrize("tables", ["[", '{"form":FORM}', '{"form":FORM,"tables":{"a":[]}}'])
def test_a_record_that_cannot_be_read_is_as_none(tables, tmp_path):
    written = write_site(tmp_path)
    before = files_of(tmp_path)
    text = tables.replace("FORM", json.dumps(FORM))
    (tmp_path / ".merels" / "record.json").write_text(text)
    assert write_site(tmp_path) == written
    assert files_of(tmp_path) == before


KILLED = """
import os, signal, sys
from pathlib import Path
from merels import VARIANTS
from merels.site.folder import SiteFolder
from merels.site.tables import Choice, TableWriter
from merels.values.folder import TableFolder

count = 0


def die_after_five(_):
    global count
    count += 1
    if count == 5:
        os.kill(os.getpid(), signal.SIGKILL)


site = SiteFolder(Path(sys.argv[1]))
with site.lock():
    source = TableFolder(Path(sys.argv[2]), threads=2)
    writer = TableWriter(site, source, [Choice(VARIANTS["five"])])
    writer.write(writer.plan(), die_after_five)
"""


def test_a_run_that_was_killed_goes_on_where_it_stopped(tmp_path):
    source = str(whole_game(FIVE))
    killed = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path), source], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert not (tmp_path / "tables" / "catalog.json").exists()  # a site is there once it is whole
    tables = len(list(all_tables(FIVE)))
    assert tables - 7 <= len(write_site(tmp_path, FIVE)) <= tables - 5  # two are written at a time
    assert files_of(tmp_path) == files_of(site_of_five())
