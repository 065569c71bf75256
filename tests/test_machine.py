"""The machine's resources, as far as a container lets this process use them."""

import os

import pytest

from merels import _control_groups, _machine


@pytest.mark.parametrize(
    ("share", "processors"), [(float("inf"), 16), (2, 2), (3.5, 4), (0.1, 1), (99, 16)]
)
def test_processors(monkeypatch, share, processors):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(16)), raising=False)
    monkeypatch.setattr(_control_groups, "processor_share", lambda: share)
    assert _machine.count_processors() == processors


def test_memory_that_others_use_is_not_free(monkeypatch):
    assert _machine.free_megabytes() > 100
    monkeypatch.setattr(_machine, "available_memory", lambda: 7 << 20)
    assert _machine.free_megabytes() == 7
    assert _machine.spare_megabytes() == 3
    monkeypatch.setattr(_machine, "available_memory", lambda: 0)
    assert _machine.free_megabytes() == _machine.spare_megabytes() == 1


def test_the_whole_memory_stands_in_where_free_memory_is_not_reported(monkeypatch):
    monkeypatch.setattr(_machine, "available_memory", lambda: None)
    assert _machine.free_megabytes() > 100


def test_free_memory_is_that_of_the_container(monkeypatch):
    monkeypatch.setattr(_control_groups, "free_memory", lambda: 7)
    assert _machine.available_memory() == 7
    monkeypatch.setattr(_control_groups, "free_memory", lambda: None)
    assert _machine.available_memory() > 7
