"""What the doctor finds: a good installation, and each problem with its advice."""

import pytest
from solved import solved_folder

from merels import _compiler, _system
from merels.cli.shared import checks
from merels.cli.shared.checks import Status
from merels.values.book import Book


def findings(check):
    return {each.name: each for each in check()}


def test_missing_and_outdated_packages(monkeypatch):
    wanted = {"solve": {"rich": "<16,>=13.7"}, "engine": {"numpy": "<3,>=1.26"}, "dev": {"pip": ""}}
    monkeypatch.setattr(checks, "list_requirements", lambda: wanted)
    versions = {"numpy": "3.0.1", "rich": None, "packaging": "24"}
    monkeypatch.setattr(checks, "installed_version", versions.get)
    found = findings(checks.check_extras)
    assert (found["solve"].status, found["engine"].status) == (Status.NOTE, Status.PROBLEM)
    assert found["solve"].advice == "if you want it: pip install --upgrade 'merels[solve]'"
    assert found["engine"].detail == "numpy 3.0.1 is not <3,>=1.26"
    assert set(found) == {"solve", "engine"}


def test_without_packaging_versions_are_not_compared(monkeypatch):
    monkeypatch.setattr(checks, "list_requirements", lambda: {"engine": {"numpy": "<3,>=1.26"}})
    monkeypatch.setattr(checks, "installed_version", {"numpy": "3.0.1"}.get)
    found = findings(checks.check_extras)
    assert (found["engine"].detail, found["versions"].status) == ("numpy 3.0.1", Status.NOTE)
    assert "pip install --upgrade 'merels[shell]'" in found["versions"].advice


@pytest.mark.parametrize(
    ("found", "fits"),
    [("1.26", True), ("1.25.9", False), ("2.0rc1", True), ("2.4.6+local", True), ("3", False)],
)
def test_versions_are_compared_as_pip_does(found, fits):
    assert checks.is_within(found, "<3,>=1.26") is fits


def test_a_copy_that_was_never_installed(monkeypatch):
    monkeypatch.setattr(checks, "list_requirements", lambda: None)
    [finding] = checks.check_extras()
    assert finding.status is Status.PROBLEM
    assert "pip install" in finding.advice


@pytest.mark.parametrize(
    ("free", "status"), [(2 << 30, Status.FINE), (1 << 20, Status.NOTE), (None, Status.NOTE)]
)
def test_memory(monkeypatch, free, status):
    monkeypatch.setattr(_system, "available_memory", lambda: free)
    assert findings(checks.check_machine)["memory"].status is status


@pytest.mark.parametrize("chosen", ["", "generic"])
def test_the_portable_path(monkeypatch, chosen):
    monkeypatch.setattr(_compiler, "has_fast_pext", lambda: False)
    monkeypatch.setenv("NUMBA_CPU_NAME", chosen)
    finding = findings(checks.check_fast_path)["fast path"]
    assert finding.status is Status.NOTE
    assert ("unset NUMBA_CPU_NAME" in finding.advice) is bool(chosen)


@pytest.mark.parametrize(
    ("free", "status"), [(7 << 30, Status.FINE), (3 << 30, Status.NOTE), (9, Status.PROBLEM)]
)
def test_disk(monkeypatch, tmp_path, free, status):
    monkeypatch.setattr(checks.shutil, "disk_usage", lambda _: type("Usage", (), {"free": free}))
    assert checks.check_disk(tmp_path / "not" / "there").status is status


# What the doctor finds about files.


def test_tables(monkeypatch):
    monkeypatch.setenv("MERELS_TABLES", str(solved_folder()))
    found = findings(checks.check_tables)
    assert found["tables"].detail.startswith("3 moving, ")
    assert found["folder"].detail == f"{solved_folder()} (MERELS_TABLES), writable"


def test_a_folder_that_does_not_exist_yet(monkeypatch, tmp_path):
    monkeypatch.setenv("MERELS_TABLES", str(tmp_path / "new"))
    found = findings(checks.check_tables)
    assert "to be created" in found["folder"].detail
    assert "tables" not in found


@pytest.mark.parametrize(("exists", "status"), [(True, Status.NOTE), (False, Status.PROBLEM)])
def test_a_folder_that_cannot_be_written(monkeypatch, tmp_path, exists, status):
    folder = tmp_path if exists else tmp_path / "new"
    monkeypatch.setenv("MERELS_TABLES", str(folder))
    monkeypatch.setattr(checks, "is_writable", lambda _: False)
    finding = findings(checks.check_tables)["folder"]
    assert finding.status is status
    assert finding.advice == "set MERELS_TABLES to a folder that you can write to"


def test_a_file_in_place_of_the_folder(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("MERELS_TABLES", str(tmp_path / "file"))
    assert findings(checks.check_tables)["folder"].status is Status.PROBLEM


def test_the_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    [finding] = checks.check_cache()
    assert finding.detail == f"{tmp_path} (NUMBA_CACHE_DIR), writable"
    monkeypatch.setattr(checks, "is_writable", lambda _: False)
    [finding] = checks.check_cache()
    assert (finding.status, "NUMBA_CACHE_DIR" in finding.advice) == (Status.PROBLEM, True)
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setattr("merels._system.user_cache_folder", lambda: None)
    [finding] = checks.check_cache()
    assert "no home folder" in finding.detail


def test_shipped_files(monkeypatch, tmp_path):
    monkeypatch.setattr(checks, "files", lambda _: tmp_path)
    [finding] = checks.check_shipped()
    assert finding.status is Status.PROBLEM
    assert "values/books/nine.book" in finding.detail
    assert "values/books/twelve.book" in finding.detail
    assert "values/solved/eleven.json" in finding.detail
    assert "regret/suite.json.gz" in finding.detail
    assert "engine/evaluation/weights-ten.bin" in finding.detail
    assert finding.advice == "pip install --force-reinstall merels"


def test_a_book_that_cannot_be_read(monkeypatch):
    def fail(*_):
        raise OSError("no such device")

    monkeypatch.setattr(Book, "open", fail)
    assert findings(checks.check_shipped)["book"].detail == "no such device"


def test_without_the_engine_there_is_nothing_to_say(monkeypatch):
    monkeypatch.setattr(checks, "installed_version", lambda _: None)
    assert [*checks.check_tables(), *checks.check_cache()] == []
