"""The machine's resources, as far as a container lets this process use them."""

import os

import pytest

from merels import _machine
from merels._machine import free_memory, processor_share


@pytest.mark.parametrize(
    ("share", "processors"), [(float("inf"), 16), (2, 2), (3.5, 4), (0.1, 1), (99, 16)]
)
def test_processors(monkeypatch, share, processors):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(16)), raising=False)
    monkeypatch.setattr(_machine, "processor_share", lambda: share)
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
    monkeypatch.setattr(_machine, "free_memory", lambda: 7)
    assert _machine.available_memory() == 7
    monkeypatch.setattr(_machine, "free_memory", lambda: None)
    assert _machine.available_memory() > 7


# Limits of containers, from files as Linux has them.

MB = 1 << 20


def write(root, path, text):
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def write_v2(root, group, limit, usage, reclaimable=0):
    folder = f"sys/fs/cgroup/{group}"
    write(root, f"{folder}/memory.max", f"{limit}\n")
    write(root, f"{folder}/memory.current", f"{usage}\n")
    write(root, f"{folder}/memory.stat", f"anon 1\ninactive_file {reclaimable}\n")


def write_v1(root, group, limit, usage, reclaimable=0):
    folder = f"sys/fs/cgroup/memory/{group}"
    write(root, f"{folder}/memory.limit_in_bytes", f"{limit}\n")
    write(root, f"{folder}/memory.usage_in_bytes", f"{usage}\n")
    write(root, f"{folder}/memory.stat", f"total_inactive_file {reclaimable}\n")


def test_a_limit_of_version_2(tmp_path):
    write(tmp_path, "proc/self/cgroup", "0::/\n")
    write_v2(tmp_path, "", 512 * MB, 200 * MB, 50 * MB)
    assert free_memory(tmp_path) == 362 * MB


def test_the_tightest_enclosing_group_decides(tmp_path):
    write(tmp_path, "proc/self/cgroup", "0::/system.slice/merels.service\n")
    write_v2(tmp_path, "", "max", 5000 * MB)
    write_v2(tmp_path, "system.slice", 900 * MB, 800 * MB)
    write_v2(tmp_path, "system.slice/merels.service", 512 * MB, 100 * MB)
    write_v2(tmp_path, "user.slice", 10 * MB, 10 * MB)
    assert free_memory(tmp_path) == 100 * MB


def test_a_limit_of_version_1_in_a_container_that_sees_the_paths_of_the_host(tmp_path):
    write(tmp_path, "proc/self/cgroup", "5:cpu,cpuacct:/docker/1\n4:memory:/docker/1\n0::/\n")
    write_v1(tmp_path, "", 256 * MB, 300 * MB, 10 * MB)
    assert free_memory(tmp_path) == 0, "never less than nothing"


@pytest.mark.parametrize("limit", ["max", "nonsense"])
def test_no_limit(tmp_path, limit):
    assert free_memory(tmp_path) is None
    write(tmp_path, "proc/self/cgroup", "0::/\n")
    assert free_memory(tmp_path) is None
    write_v2(tmp_path, "", limit, 1)
    assert free_memory(tmp_path) is None


@pytest.mark.parametrize(
    ("groups", "share"),
    [
        ({}, float("inf")),
        ({"a/b": "max 100000\n"}, float("inf")),
        ({"a/b": "200000 100000\n"}, 2),
        ({"a/b": "max 100000\n", "a": "350000 100000\n"}, 3.5),
        ({"": "10000 100000\n"}, 0.1),
        ({"x": "100000 100000\n"}, float("inf")),
        ({"a/b": "nonsense"}, float("inf")),
        ({"a/b": "100000 0"}, float("inf")),
    ],
    ids=str,
)
def test_the_tightest_group_decides_about_processors(tmp_path, groups, share):
    write(tmp_path, "proc/self/cgroup", "1:name=other:/x\n0::/a/b\n")
    for group, text in groups.items():
        write(tmp_path, f"sys/fs/cgroup/{group}/cpu.max", text)
    assert processor_share(tmp_path) == share


@pytest.mark.parametrize(("quota", "share"), [("150000", 1.5), ("-1", float("inf"))])
def test_processors_by_version_1(tmp_path, quota, share):
    write(tmp_path, "proc/self/cgroup", "5:cpu,cpuacct:/docker/1\n0::/\n")
    write(tmp_path, "sys/fs/cgroup/cpu/cpu.cfs_quota_us", f"{quota}\n")
    write(tmp_path, "sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n")
    assert processor_share(tmp_path) == share
