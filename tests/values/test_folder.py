"""A folder of tables: its file names, and messages about missing tables."""

from __future__ import annotations

import hashlib
from contextlib import ExitStack
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from damage import BLOCK_SLOTS
from damage import load as load_slots
from small_opening import THREE_MEN, solved_opening
from solved import KEYS, solved_folder

import merels
from merels import CorruptTableError, MissingTableError, NotationError, Variant, open_tablebase
from merels._files import whole_file
from merels.board.board import SYMMETRIES
from merels.errors import FolderInUseError
from merels.rules.position import Position
from merels.solver.parts import cut_table
from merels.values.folder import (
    TableFolder,
    digest_slots,
    digest_tables,
    missing_message,
    published_digests,
    read_digests,
)
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey, all_placing_tables

KEYS_OF_FOLDER = [
    TableKey(3, 3),
    TableKey(3, 3, variant=Variant(flying=False)),
    TableKey(0, 1, 9, 8),
    TableKey(1, 1, 8, 8),
    TableKey(1, 2, 3, 2, Variant(men=4)),
]


def test_tables_are_found_by_their_names(tmp_path: Path):
    folder = TableFolder(tmp_path)
    for key in KEYS_OF_FOLDER:
        folder.save(key, np.zeros(key.index.size, np.uint8))
        folder.save(key, np.zeros(key.index.size, np.uint8), Kind.WDL)
    for name in ("9-9.txt", "10-3.mtb", "3-3+9-9.mtb", "03-3.mtb", "3,3.mtb", "3-3.13men.mtb"):
        (tmp_path / name).touch()
    for kind in Kind:
        assert set(folder.keys(kind)) == set(KEYS_OF_FOLDER)


def test_moving_tables_come_first_then_tables_with_more_and_more_men_in_hand(tmp_path: Path):
    folder = TableFolder(tmp_path)
    for key in reversed(KEYS_OF_FOLDER):
        folder.path_of(key).touch()
    names = [key.name for key in folder.keys(Kind.DISTANCE)]
    assert names == ["3-3", "1-1+8-8", "0-1+9-8", "3-3.noflying", "1-2+3-2.4men"]


@pytest.mark.parametrize("key", KEYS_OF_FOLDER, ids=lambda key: key.name)
def test_everything_a_run_leaves_behind_is_removed(tmp_path: Path, key: TableKey):
    """Names that a run creates: drafts, its mark, parts of tables, drafts of parts."""
    folder = TableFolder(tmp_path)
    with ExitStack() as stack:
        mark = stack.enter_context(folder.mark())
        parts = [part.path for part in cut_table(key, 1, mark)]
        for path in [folder.path_of(key), folder.path_of(key, Kind.WDL), *parts]:
            stack.enter_context(whole_file(path))
        kept = {path.name for path in tmp_path.iterdir()}
        stack.pop_all()  # as if the process had been killed
    assert len(kept) == 4
    for name in kept | {path.name for path in parts}:
        (tmp_path / name).touch()
    (tmp_path / "mine.part").touch()
    folder.remove_leftovers()
    assert [path.name for path in tmp_path.iterdir()] == ["mine.part"]


@pytest.mark.parametrize(
    ("key", "words"),
    [
        (TableKey(4, 3), "make it with: merels solve --table 4,3 --tables"),
        (
            TableKey(4, 3, variant=Variant(flying=False)),
            "--table 4,3 --variant nine:flying=never --t",
        ),
        (TableKey(4, 4, 5, 5), "table 4-4+5-5 is not in '/t'; make it with: merels solve --all"),
        (TableKey(0, 5, 4, 4), "there is no table 0-5+4-4: play from the empty board never"),
    ],
)
def test_a_missing_table_is_named_with_the_command_that_makes_it(key: TableKey, words: str):
    assert words in missing_message(key, Path("/t"))


def test_impossible_numbers_of_men_are_not_searched_for(tmp_path: Path):
    with (
        open_tablebase(tmp_path) as tablebase,
        pytest.raises(MissingTableError, match="play from the empty board never leads to"),
    ):
        tablebase.probe(Position(0, 0b11111, 4, 4))


def test_a_folder_locked_by_another_run_is_in_use(tmp_path: Path):
    with (
        TableFolder(tmp_path).lock(),
        pytest.raises(FolderInUseError, match=r"another run \(process \d+\) is solving in"),
        TableFolder(tmp_path).lock(),
    ):
        pass


# SHA-256 of tables: against a separate computation, however the file is packed.


def order_of(position: Position) -> tuple[int, int]:
    """A position's slot, computed only from the description in docs/table-format.md."""
    images = [position.transform(symmetry) for symmetry in SYMMETRIES]
    smallest = min(image.own for image in images)
    return smallest, min(rank(i.own, i.enemy) for i in images if i.own == smallest)


def rank(own: int, enemy: int) -> int:
    """The enemy's men as a mask of the free points, which has the same order as their rank."""
    free = [point for point in range(24) if not own >> point & 1]
    return sum(1 << number for number, point in enumerate(free) if enemy >> point & 1)


@pytest.mark.parametrize(
    "key",
    sorted((k for k in all_placing_tables(THREE_MEN) if k.total < 4), key=lambda key: key.total),
    ids=lambda key: key.name,
)
def test_the_digest_equals_that_of_all_probed_positions(key: TableKey) -> None:
    scores: dict[tuple[int, int], int] = {}
    with merels.open_tablebase(solved_opening()) as tablebase:
        for points in combinations(range(24), key.total):
            for chosen in combinations(points, key.own):
                own = sum(1 << point for point in chosen)
                enemy = sum(1 << point for point in points) - own
                position = key.position(own, enemy)
                order = order_of(position)
                if order not in scores:
                    value = tablebase.probe(position)
                    scores[order] = 0 if value.plies is None else value.plies + 1
    expected = hashlib.sha256(bytes(score for _, score in sorted(scores.items()))).hexdigest()
    assert dict(digest_tables(TableFolder(solved_opening()), [key])) == {key: expected}


@pytest.mark.parametrize("threads", [1, 3])
def test_the_block_size_makes_no_difference(folder: TableFolder, threads: int) -> None:
    """The fixture's tables have many small blocks; those that were solved have large ones."""
    with folder.open(KEYS[0]) as file:
        assert file.header.block_slots == BLOCK_SLOTS
    digests = dict(digest_tables(folder.with_threads(threads), KEYS))
    assert digests == dict(digest_tables(TableFolder(solved_folder()), KEYS))
    assert digests == {key: digest_slots(load_slots(key)) for key in KEYS}
    assert len(set(digests.values())) == len(KEYS)


def test_the_largest_table_comes_first(folder: TableFolder) -> None:
    found = [key for key, _ in digest_tables(folder, KEYS)]
    assert [key.index.size for key in found] == [760_398, 760_398, 169_626]


def test_a_damaged_table_has_no_digest(folder: TableFolder) -> None:
    path = folder.path_of(KEYS[0])
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    with pytest.raises(CorruptTableError, match="the bytes do not match their checksum"):
        dict(digest_tables(folder, KEYS))


# Digests written by someone else.


def test_tables_without_a_digest_are_left_out() -> None:
    tables = [{"name": "3-3", "sha256": "ab"}, {"name": "3-4", "sha256": None}, {"name": "4-3"}]
    assert published_digests({"tables": tables}) == {"3-3": "ab"}


@pytest.mark.parametrize(
    "text",
    [
        *(b"", b"no JSON", b"\xff", b"[]", b"{}", b"[" * 100_000),
        *(b'{"tables": 1}', b'{"tables": [1]}', b'{"tables": [{"sha256": "ab"}]}'),
    ],
)
def test_a_file_that_is_not_results(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "results.json"
    path.write_bytes(text)
    with pytest.raises(NotationError, match=r"results\.json' is not a results file; write one"):
        read_digests(path)
