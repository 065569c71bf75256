"""Locks and processes, on this system and on one without POSIX."""

import subprocess
import sys
import types
from pathlib import Path

import pytest

import merels
from merels import _system

PROGRAM = Path(__file__).parent / "programs" / "without_posix.py"


def test_every_module_works_without_posix(tmp_path):
    done = subprocess.run(
        [sys.executable, PROGRAM, tmp_path],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[-1]) > 200


def test_a_system_without_locks_says_so(monkeypatch, tmp_path):
    for name in ("fcntl", "msvcrt"):
        monkeypatch.setitem(sys.modules, name, None)
    with (
        (tmp_path / "lock").open("a+b", buffering=0) as file,
        pytest.raises(merels.MerelsError, match="cannot lock files"),
    ):
        _system.try_lock(file)


def test_the_lock_leaves_the_content_readable_on_windows(monkeypatch, tmp_path):
    places = []
    windows = types.SimpleNamespace(LK_NBLCK=2, locking=lambda *_: places.append(file.tell()))
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    with (tmp_path / "lock").open("a+b", buffering=0) as file:
        file.write(b"123")
        assert _system.try_lock(file)
        assert file.read() == b"123"
    assert places == [_system.LOCKED_BYTE]
