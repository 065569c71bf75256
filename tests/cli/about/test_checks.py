"""What the doctor finds: a good installation, and each problem with its advice."""

from importlib.metadata import PackageNotFoundError

import pytest

from merels import _compiler, _machine
from merels.cli.about import checks
from merels.cli.about.checks import Status


def findings(check):
    return {each.name: each for each in check()}


def test_missing_and_outdated_packages(monkeypatch):
    lines = ["rich<16,>=13.7; extra == 'solve'", "numpy<3,>=1.26; extra == 'engine'"]
    monkeypatch.setattr(checks, "requires", lambda _: lines)
    versions = {"numpy": "3.0.1", "rich": None}
    monkeypatch.setattr(checks, "installed_version", versions.get)
    found = findings(checks.check_extras)
    assert (found["solve"].status, found["engine"].status) == (Status.NOTE, Status.PROBLEM)
    assert found["solve"].advice == "if you want it: pip install --upgrade 'merels[solve]'"
    assert found["engine"].detail == "numpy 3.0.1 is not <3,>=1.26"


def test_a_copy_that_was_never_installed(monkeypatch):
    def fail(_):
        raise PackageNotFoundError

    monkeypatch.setattr(checks, "requires", fail)
    [finding] = checks.check_extras()
    assert finding.status is Status.PROBLEM
    assert "pip install" in finding.advice


@pytest.mark.parametrize(
    ("free", "status"), [(2 << 30, Status.FINE), (1 << 20, Status.NOTE), (None, Status.NOTE)]
)
def test_memory(monkeypatch, free, status):
    monkeypatch.setattr(_machine, "available_memory", lambda: free)
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
