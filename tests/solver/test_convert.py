"""Tables go from one form to another and back, byte for byte."""

import shutil

import numpy as np
import pytest
from small_opening import solved_opening
from solved import solved_folder

from merels import CorruptTableError
from merels.solver.convert import Form, convert_tables, is_worth_packing, tables_to_convert
from merels.values.folder import TableFolder
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey
from merels.values.layout.statistics import Statistics
from merels.values.tablebase import Tablebase

RECODED = [Form.SMALL, Form.PACKED]


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(solved_folder(), tmp_path, dirs_exist_ok=True)
    return TableFolder(tmp_path)


@pytest.fixture
def whole_game(tmp_path):
    """All tables of the game with three men each."""
    shutil.copytree(solved_opening(), tmp_path, dirs_exist_ok=True)
    return TableFolder(tmp_path)


def convert(folder, form, *, keep=False):
    return list(convert_tables(folder, form, keep=keep))


def bytes_of(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.path.glob("*.mtb"))}


@pytest.mark.parametrize("keep", [True, False])
def test_every_table_gets_a_smaller_file_without_distances(folder, keep):
    keys = folder.keys(Kind.DISTANCE)
    converted = convert(folder, Form.WDL, keep=keep)
    assert [each.key for each in converted] == keys
    assert all(each.after < each.before for each in converted)
    assert folder.keys(Kind.WDL) == keys
    assert folder.keys(Kind.DISTANCE) == (keys if keep else [])


@pytest.mark.parametrize("form", RECODED)
@pytest.mark.parametrize("kind", Kind)
def test_there_and_back(whole_game, form, kind):
    if kind is Kind.WDL:
        convert(whole_game, Form.WDL)
    full = bytes_of(whole_game)
    convert(whole_game, form)
    converted = bytes_of(whole_game)
    left_out = [key for key in whole_game.keys(kind) if not whole_game.stores(key, kind)]
    assert left_out == [key for key in whole_game.keys(kind) if key.is_left_out]
    assert sum(map(len, converted.values())) < sum(map(len, full.values()))
    convert(whole_game, Form.FULL)
    assert bytes_of(whole_game) == full
    convert(whole_game, form)
    assert bytes_of(whole_game) == converted


@pytest.mark.parametrize("form", RECODED)
def test_threads_change_no_byte(whole_game, form):
    full = bytes_of(whole_game)
    keys = whole_game.keys(Kind.DISTANCE)
    assert [each.key for each in convert(whole_game.with_threads(3), form)] == keys
    converted = bytes_of(whole_game)
    assert converted != full
    convert(whole_game.with_threads(3), Form.FULL)
    assert bytes_of(whole_game) == full
    convert(whole_game, form)
    assert bytes_of(whole_game) == converted


@pytest.mark.parametrize("form", RECODED)
def test_values_stay(whole_game, form):
    expected = {key: whole_game.load_slots(key) for key in whole_game.keys(Kind.DISTANCE)}
    convert(whole_game, form)
    with Tablebase(whole_game.path) as tablebase:
        for key, slots in expected.items():
            masks = np.array([key.index.masks_of(slot) for slot in range(len(slots))])
            found = tablebase.probe_many(
                masks[:, 0],
                masks[:, 1],
                key.variant,
                own_in_hand=key.own_in_hand,
                enemy_in_hand=key.enemy_in_hand,
            )
            assert np.array_equal(found, slots)


def test_small_tables_without_distances_are_those_of_small_exact_ones(whole_game):
    convert(whole_game, Form.SMALL)
    convert(whole_game, Form.WDL)
    small = bytes_of(whole_game)
    convert(whole_game, Form.FULL)
    convert(whole_game, Form.SMALL)
    assert bytes_of(whole_game) == small


def test_nothing_is_left_out_that_does_not_follow(folder):
    folder.path_of(TableKey(3, 4)).unlink()
    convert(folder, Form.SMALL)
    assert folder.stores(TableKey(4, 3))


def test_a_run_that_was_stopped_goes_on(folder):
    keys = folder.keys(Kind.DISTANCE)
    run = convert_tables(folder, Form.WDL)
    assert next(run).key == keys[0]
    run.close()
    assert [key for key, _ in tables_to_convert(folder, Form.WDL, keep=False)] == keys[1:]
    assert [each.key for each in convert(folder, Form.WDL)] == keys[1:]


def test_where_exact_files_are_kept_only_missing_ones_are_written(folder):
    keys = folder.keys(Kind.DISTANCE)
    next(convert_tables(folder, Form.WDL, keep=True))
    assert [key for key, _ in tables_to_convert(folder, Form.WDL, keep=True)] == keys[1:]


@pytest.mark.parametrize("form", [Form.WDL, Form.PACKED])
def test_a_damaged_table_is_left_as_it_is(folder, form):
    path = folder.path_of(folder.keys(Kind.DISTANCE)[0])
    damaged = path.read_bytes()[:-1] + b"?"
    path.write_bytes(damaged)
    with pytest.raises(CorruptTableError):
        convert(folder, form)
    assert path.read_bytes() == damaged


@pytest.mark.parametrize(
    ("wins", "draws", "losses", "pays"),
    [
        (88, 3_225_409, 100, False),  # four men against four: 3 KB, packed 8 KB
        (6_193, 2_564_412, 9_785, True),  # three against five: 31 KB, packed 10 KB
        (20_000, 10_000, 20_000, False),  # too few positions
    ],
)
def test_tables_that_would_grow_are_not_packed(wins, draws, losses, pays):
    statistics = Statistics((draws, losses, wins), wins, draws, losses, None, None)
    assert is_worth_packing(statistics) == pays
