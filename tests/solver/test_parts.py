"""Placing tables in parts: their contents, how they are cut, and damaged ones."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from rules_oracle import PLACING_TABLES, random_tables

from merels import CorruptTableError, MerelsError
from merels._files import DRAFT_SUFFIX
from merels.board.index.dense import Bytes
from merels.board.index.ranking import orbits_of
from merels.solver.parts import (
    SMALLEST_PART,
    Part,
    PartsJoiner,
    count_parts,
    cut_table,
    rate_part,
)
from merels.solver.placing import PlacingSolver
from merels.solver.run import MemoryStore
from merels.solver.workspace import Progress, memory_need
from merels.values.layout.key import TableKey, all_placing_tables
from merels.values.layout.plan import Pair

KEY = TableKey(3, 3, 6, 6)


def store_for(key: TableKey) -> MemoryStore:
    store = MemoryStore()
    store.tables.update(random_tables(key.successors))
    return store


def join(parts: list[Part], threads: int = 2) -> Bytes:
    """Join parts without any other table."""
    ((key, slots),) = PartsJoiner(parts, MemoryStore(), threads).solve()
    assert key == parts[0].key
    return slots


@pytest.fixture
def mark(tmp_path: Path) -> Path:
    return tmp_path / f"run.0123{DRAFT_SUFFIX}"


@pytest.fixture
def parts(mark: Path) -> list[Part]:
    """The parts of a small table, all rated."""
    store = store_for(KEY)
    parts = cut_table(KEY, 3, mark)
    for part in parts:
        rate_part(part, store, threads=1)
    return parts


@pytest.mark.parametrize(
    ("key", "count"),
    [(KEY, 1), (KEY, 7), *((key, 3) for key in PLACING_TABLES if key.total < 9)],
    ids=lambda value: getattr(value, "name", None),
)
def test_joined_parts_equal_the_table(key: TableKey, count: int, mark: Path):
    store = store_for(key)
    ((_, whole),) = PlacingSolver(key, store, 2).solve()
    parts = cut_table(key, count, mark)
    for part in reversed(parts):
        rate_part(part, store, threads=1 + part.number % 2)
        assert part.path.stat().st_size == part.size + 8 * (part.rows[1] - part.rows[0])
    assert (join(parts) == whole).all()


@pytest.mark.soak  # compiles for two bytes: nine seconds. test_workspace has the short form
def test_joined_parts_are_as_wide_as_the_tables_they_were_rated_from(mark: Path):
    store = store_for(KEY)
    ((_, narrow),) = PlacingSolver(KEY, store, 2).solve()
    store.tables = {key: slots.astype(np.uint16) for key, slots in store.tables.items()}
    parts = cut_table(KEY, 3, mark)
    for part in parts:
        rate_part(part, store, threads=1)
        assert part.path.stat().st_size == 2 * part.size + 8 * (part.rows[1] - part.rows[0])
    wide = join(parts)
    assert wide.dtype == np.uint16
    assert (wide == narrow).all()


@pytest.mark.parametrize("count", [1, 2, 5, 10_000])
def test_each_row_is_in_one_part(count: int, mark: Path):
    parts = cut_table(KEY, count, mark)
    rows = [row for part in parts for row in range(*part.rows)]
    assert rows == list(range(len(orbits_of(KEY.enemy))))
    assert len(parts) == min(count, len(rows))
    assert all(part.size > 0 for part in parts)


def test_files_of_parts_are_drafts_of_the_run(mark: Path):
    paths = [part.path for part in cut_table(KEY, 3, mark)]
    assert len(set(paths)) == 3
    for path in paths:
        assert path.parent == mark.parent
        assert path.name.startswith("run.0123.3-3+6-6.")
        assert path.name.endswith(DRAFT_SUFFIX)


def test_an_existing_part_is_not_rated_again(parts: list[Part]):
    before = parts[1].path.read_bytes()
    rate_part(parts[1], MemoryStore(), threads=1)  # with no tables to rate it from
    assert parts[1].path.read_bytes() == before
    parts[1].path.unlink()
    with pytest.raises(KeyError):
        rate_part(parts[1], MemoryStore(), threads=1)


def test_progress_counts_the_slots_of_the_part(mark: Path):
    part = cut_table(KEY, 2, mark)[1]
    told: list[Progress] = []
    rate_part(part, store_for(KEY), 1, told.append)
    done = [progress.slots_done for progress in told]
    assert done == sorted(done)
    assert done[0] == 0
    rows = part.rows[1] - part.rows[0]
    assert done[-1] == KEY.index.size * rows // len(orbits_of(KEY.enemy))
    assert {progress.slots for progress in told} == {KEY.index.size}


@pytest.mark.parametrize("threads", [1, 3])
def test_a_missing_part_is_named(parts: list[Part], threads: int):
    parts[1].path.unlink()
    with pytest.raises(MerelsError, match=r"cannot read .*: No such file") as caught:
        join(parts, threads)
    assert repr(str(parts[1].path)) in str(caught.value)


@pytest.mark.parametrize("cut", [1, 8, 10_000])
def test_a_truncated_part_is_rejected(parts: list[Part], cut: int):
    path = parts[2].path
    path.write_bytes(path.read_bytes()[:-cut])
    with pytest.raises(CorruptTableError, match=re.escape(f"{path}: the file is cut short")):
        join(parts)


@pytest.mark.parametrize("place", [0, 1, 0.3, 0.5, 0.99, -1, -8, -9])
def test_a_changed_byte_is_found(parts: list[Part], place: float):
    """Bytes of ratings and of checksums, even if the changed byte is a valid rating."""
    path = parts[1].path
    data = bytearray(path.read_bytes())
    data[place if isinstance(place, int) else int(place * len(data))] ^= 1
    path.write_bytes(data)
    message = re.escape(f"{path}: row ") + r"\d+: the bytes do not match their checksum"
    with pytest.raises(CorruptTableError, match=message):
        join(parts)


def test_swapped_rows_are_found(parts: list[Part]):
    part, size = parts[1], parts[1].row_size
    data = bytearray(part.path.read_bytes())
    assert data[:size] != data[size : 2 * size]
    for start, length in ((0, size), (part.size, 8)):  # the ratings, and their checksums
        first, second = slice(start, start + length), slice(start + length, start + 2 * length)
        data[first], data[second] = data[second], data[first]
    part.path.write_bytes(data)
    with pytest.raises(CorruptTableError, match=f"row {part.rows[0]}: the bytes do not match"):
        join(parts)


def test_a_part_of_another_table_is_found(parts: list[Part]):
    other = replace(parts[0], key=TableKey(3, 3, 5, 5))
    assert other.size == parts[0].size
    with pytest.raises(CorruptTableError, match="the bytes do not match their checksum"):
        other.read(other.rows)


def test_a_missing_folder_is_named(tmp_path: Path):
    (part,) = cut_table(KEY, 1, tmp_path / "gone" / f"run.0{DRAFT_SUFFIX}")
    with pytest.raises(MerelsError, match=r"cannot write .*gone.*: No such file"):
        part.write(np.zeros(part.size, np.uint8))


def test_small_tables_stay_whole():
    assert count_parts(SMALLEST_PART, SMALLEST_PART, workers=64) == 1
    assert count_parts(SMALLEST_PART + 1, SMALLEST_PART + 1, workers=64) == 2


def test_one_worker_gets_whole_tables():
    for key in all_placing_tables():
        assert count_parts(key.index.size, key.index.size, workers=1) == 1


@pytest.mark.parametrize("workers", [2, 5, 16])
def test_no_part_is_larger_than_a_workers_share(workers: int):
    sizes = [key.index.size for key in all_placing_tables() if key.in_hand == 4]
    share = max(SMALLEST_PART, sum(sizes) / workers)
    for size in sizes:
        assert size / count_parts(size, sum(sizes), workers) <= share + 1


def test_parts_and_joining_need_less_memory_than_the_whole(mark: Path):
    """So a worker that is large enough for the table is large enough for each of its tasks."""
    for key in all_placing_tables():
        whole = memory_need(Pair.of(key))
        assert all(part.memory < whole for part in cut_table(key, 2, mark))
        assert PartsJoiner.memory(key) < whole
