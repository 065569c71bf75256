"""Locks and processes, on this system and on one without POSIX."""

import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

import merels
from merels import _system
from merels._system import free_memory, processor_share, user_cache_folder, user_data_folder

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


# The machine's resources, as far as a container lets this process use them.


@pytest.mark.parametrize(
    ("share", "processors"), [(float("inf"), 16), (2, 2), (3.5, 4), (0.1, 1), (99, 16)]
)
def test_processors(monkeypatch, share, processors):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(16)), raising=False)
    monkeypatch.setattr(_system, "processor_share", lambda: share)
    assert _system.count_processors() == processors


def test_memory_that_others_use_is_not_free(monkeypatch):
    assert _system.free_megabytes() > 100
    monkeypatch.setattr(_system, "available_memory", lambda: 7 << 20)
    assert _system.free_megabytes() == 7
    assert _system.spare_megabytes() == 3
    monkeypatch.setattr(_system, "available_memory", lambda: 0)
    assert _system.free_megabytes() == _system.spare_megabytes() == 1


def test_the_whole_memory_stands_in_where_free_memory_is_not_reported(monkeypatch):
    monkeypatch.setattr(_system, "available_memory", lambda: None)
    assert _system.free_megabytes() > 100


def test_free_memory_is_that_of_the_container(monkeypatch):
    monkeypatch.setattr(_system, "free_memory", lambda: 7)
    assert _system.available_memory() == 7
    monkeypatch.setattr(_system, "free_memory", lambda: None)
    assert _system.available_memory() > 7


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


# A user's folders, if there is a home folder.

FIND = {"XDG_CACHE_HOME": user_cache_folder, "XDG_DATA_HOME": user_data_folder}


@pytest.mark.parametrize("variable", FIND)
def test_a_folder_set_by_the_user_is_used(monkeypatch, tmp_path, variable):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv(variable, str(tmp_path / "kept"))
    assert FIND[variable]() == tmp_path / "kept" / "merels"


@pytest.mark.parametrize("variable", FIND)
def test_otherwise_it_is_in_the_home(monkeypatch, tmp_path, variable):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv(variable, raising=False)
    assert FIND[variable]().is_relative_to(tmp_path)


@pytest.mark.parametrize("variable", FIND)
def test_a_missing_home_is_not_created(monkeypatch, tmp_path, variable):
    monkeypatch.setenv("HOME", str(tmp_path / "nonexistent"))
    monkeypatch.delenv(variable, raising=False)
    assert FIND[variable]() is None
