"""A folder of tables: its file names, and messages about missing tables."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest

from merels import MissingTableError, Position, Variant, open_tablebase
from merels._files import whole_file
from merels.errors import FolderInUseError
from merels.solver.placing.parts import cut_table
from merels.tables.folder import TableFolder, missing_message
from merels.tables.format.header import Kind
from merels.tables.key import TableKey

KEYS = [
    TableKey(3, 3),
    TableKey(3, 3, variant=Variant(flying=False)),
    TableKey(0, 1, 9, 8),
    TableKey(1, 1, 8, 8),
    TableKey(1, 2, 3, 2, Variant(men=4)),
]


def test_tables_are_found_by_their_names(tmp_path: Path):
    folder = TableFolder(tmp_path)
    for key in KEYS:
        folder.save(key, np.zeros(key.index.size, np.uint8))
        folder.save(key, np.zeros(key.index.size, np.uint8), Kind.WDL)
    for name in ("9-9.txt", "10-3.mtb", "3-3+9-9.mtb", "03-3.mtb", "3,3.mtb", "3-3.13men.mtb"):
        (tmp_path / name).touch()
    for kind in Kind:
        assert set(folder.keys(kind)) == set(KEYS)


def test_moving_tables_come_first_then_tables_with_more_and_more_men_in_hand(tmp_path: Path):
    folder = TableFolder(tmp_path)
    for key in reversed(KEYS):
        folder.path_of(key).touch()
    names = [key.name for key in folder.keys(Kind.DISTANCE)]
    assert names == ["3-3", "1-1+8-8", "0-1+9-8", "3-3.noflying", "1-2+3-2.4men"]


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
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
