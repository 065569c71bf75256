"""What the machine has, as far as a container lets this process use it."""

import os

import pytest

from merels import _machine


@pytest.fixture
def contained(tmp_path, monkeypatch):
    """Return a function that gives groups their ``cpu.max``; this process is in ``a/b``."""
    own = tmp_path / "own"
    own.write_text("1:name=other:/x\n0::/a/b\n")
    monkeypatch.setattr(_machine, "_GROUPS", tmp_path)
    monkeypatch.setattr(_machine, "_OWN_GROUP", own)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(16)), raising=False)

    def limit(**groups):
        for name, text in groups.items():
            folder = tmp_path / name.replace("_", "/").strip("/")
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "cpu.max").write_text(text)

    return limit


@pytest.mark.parametrize(
    ("groups", "processors"),
    [
        ({}, 16),
        ({"a_b": "max 100000\n"}, 16),
        ({"a_b": "200000 100000\n"}, 2),
        ({"a_b": "max 100000\n", "a": "350000 100000\n"}, 4),
        ({"_": "10000 100000\n"}, 1),
        ({"a_b": "9900000 100000\n"}, 16),
        ({"x": "100000 100000\n"}, 16),
        ({"a_b": "nonsense"}, 16),
        ({"a_b": "100000 0"}, 16),
    ],
    ids=str,
)
def test_processors(contained, groups, processors):
    contained(**groups)
    assert _machine.count_processors() == processors


def test_without_groups_all_processors_count(contained, monkeypatch, tmp_path):
    monkeypatch.setattr(_machine, "_OWN_GROUP", tmp_path / "missing")
    assert _machine.count_processors() == 16


def test_memory():
    assert _machine.memory_megabytes() > 100
