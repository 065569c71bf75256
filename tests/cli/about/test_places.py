"""What the doctor finds about files."""

import pytest
from solved import solved_folder

from merels.cli.about import places
from merels.cli.about.checks import Status
from merels.tables.books.book import Book


def findings(check):
    return {each.name: each for each in check()}


def test_tables(monkeypatch):
    monkeypatch.setenv("MERELS_TABLES", str(solved_folder()))
    found = findings(places.check_tables)
    assert found["tables"].detail.startswith("3 moving, ")
    assert found["folder"].detail == f"{solved_folder()} (MERELS_TABLES), writable"


def test_a_folder_that_does_not_exist_yet(monkeypatch, tmp_path):
    monkeypatch.setenv("MERELS_TABLES", str(tmp_path / "new"))
    found = findings(places.check_tables)
    assert "to be created" in found["folder"].detail
    assert "tables" not in found


@pytest.mark.parametrize(("exists", "status"), [(True, Status.NOTE), (False, Status.PROBLEM)])
def test_a_folder_that_cannot_be_written(monkeypatch, tmp_path, exists, status):
    folder = tmp_path if exists else tmp_path / "new"
    monkeypatch.setenv("MERELS_TABLES", str(folder))
    monkeypatch.setattr(places, "is_writable", lambda _: False)
    finding = findings(places.check_tables)["folder"]
    assert finding.status is status
    assert finding.advice == "set MERELS_TABLES to a folder that you can write to"


def test_a_file_in_place_of_the_folder(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("MERELS_TABLES", str(tmp_path / "file"))
    assert findings(places.check_tables)["folder"].status is Status.PROBLEM


def test_the_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    [finding] = places.check_cache()
    assert finding.detail == f"{tmp_path} (NUMBA_CACHE_DIR), writable"
    monkeypatch.setattr(places, "is_writable", lambda _: False)
    [finding] = places.check_cache()
    assert (finding.status, "NUMBA_CACHE_DIR" in finding.advice) == (Status.PROBLEM, True)
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setattr("merels._folders.user_cache_folder", lambda: None)
    [finding] = places.check_cache()
    assert "no home folder" in finding.detail


def test_shipped_files(monkeypatch, tmp_path):
    monkeypatch.setattr(places, "files", lambda _: tmp_path)
    [finding] = places.check_shipped()
    assert finding.status is Status.PROBLEM
    assert "tables/books/nine.book" in finding.detail
    assert "tables/books/twelve.book" in finding.detail
    assert "reports/solved/eleven.json" in finding.detail
    assert "regret/suite.json.gz" in finding.detail
    assert "engine/evaluation/weights-ten.bin" in finding.detail
    assert finding.advice == "pip install --force-reinstall merels"


def test_a_book_that_cannot_be_read(monkeypatch):
    def fail(*_):
        raise OSError("no such device")

    monkeypatch.setattr(Book, "open", fail)
    assert findings(places.check_shipped)["book"].detail == "no such device"


def test_without_the_engine_there_is_nothing_to_say(monkeypatch):
    monkeypatch.setattr(places, "installed_version", lambda _: None)
    assert [*places.check_tables(), *places.check_cache()] == []
