"""Tables that are left out answer by a one-move look-ahead, and nobody notices."""

import random
import shutil

import numpy as np
import pytest
from small_opening import THREE_MEN, solved_opening
from solved import solved_folder

from merels import CorruptTableError, MissingTableError
from merels.rules.value import Result, Value
from merels.solver.convert import Form, convert_tables
from merels.tables.folder import TableFolder
from merels.tables.format.header import Kind
from merels.tables.key import TableKey
from merels.tables.open_tables import Source
from merels.tables.tablebase import Tablebase, open_tablebase

LEFT_OUT = TableKey(4, 3)


def converted(source, target, *forms):
    shutil.copytree(source, target, dirs_exist_ok=True)
    for form in forms:
        list(convert_tables(TableFolder(target), form))
    return target


@pytest.fixture
def small(tmp_path):
    return converted(solved_folder(), tmp_path, Form.SMALL)


def sample(key, count=300):
    slots = random.Random(5).sample(range(key.index.size), min(count, key.index.size))
    return [key.position(*key.index.masks_of(slot)) for slot in slots]


def test_every_value_of_a_game_is_the_same(tmp_path):
    path = converted(solved_opening(), tmp_path, Form.SMALL)
    with Tablebase(path) as small, Tablebase(solved_opening()) as full:
        assert small.tables() == full.tables()
        for key in small.tables():
            expected = Source.AHEAD if key.is_left_out else Source.TABLE
            for position in sample(key, 100):
                assert small.source(position) is expected
                assert small.probe(position) == full.probe(position)
                assert small.probe_moves(position) == full.probe_moves(position)
            assert small.statistics(key) == full.statistics(key)


def test_lines_go_through_tables_that_are_left_out(small):
    with Tablebase(small) as tablebase, Tablebase(solved_folder()) as full:
        position = next(p for p in sample(LEFT_OUT) if full.probe(p).result is Result.LOSS)
        assert tablebase.best_line(position) == full.best_line(position)


def test_many_positions_at_once(small):
    positions = [p for key in (TableKey(3, 3), TableKey(3, 4), LEFT_OUT) for p in sample(key)]
    random.Random(1).shuffle(positions)
    masks = [p.own for p in positions], [p.enemy for p in positions]
    with Tablebase(small) as tablebase, Tablebase(solved_folder()) as full:
        assert np.array_equal(tablebase.probe_many(*masks), full.probe_many(*masks))


def test_results_alone(tmp_path):
    path = converted(solved_folder(), tmp_path, Form.WDL, Form.SMALL)
    positions = sample(LEFT_OUT)
    masks = [p.own for p in positions], [p.enemy for p in positions]
    with Tablebase(path) as tablebase, Tablebase(solved_folder()) as full:
        for position in positions:
            value = tablebase.probe(position)
            assert (value.result, value.plies) == (full.probe(position).result, None)
        found = tablebase.probe_many(*masks, exact=False)
        assert np.array_equal(found, full.probe_many(*masks, exact=False))
        with pytest.raises(MissingTableError, match="distances: "):
            tablebase.probe_many(*masks)


def test_results_are_known_where_a_successor_has_no_distances(small):
    folder = TableFolder(small)
    folder.save(TableKey(3, 4), folder.load_slots(TableKey(3, 4)), Kind.WDL)
    folder.path_of(TableKey(3, 4)).unlink()
    list(convert_tables(folder, Form.WDL, keep=True))
    with Tablebase(small) as tablebase, Tablebase(solved_folder()) as full:
        for position in sample(LEFT_OUT, 20):
            value = tablebase.probe(position)
            assert (value.result, value.plies) == (full.probe(position).result, None)


def test_a_missing_successor_is_named(small):
    TableFolder(small).path_of(TableKey(3, 4)).unlink()
    position = sample(LEFT_OUT)[0]
    with open_tablebase(small) as tablebase:
        with pytest.raises(MissingTableError, match=r"table 3-4 is not in .*--table 3,4 "):
            tablebase.probe(position)
        assert tablebase.get(position) is None
        assert tablebase.source(position) is None
        assert TableKey(3, 4) in tablebase.missing(LEFT_OUT)


def test_a_damaged_successor_is_named_or_reported_once(small):
    path = TableFolder(small).path_of(TableKey(3, 4))
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    positions = sample(LEFT_OUT)
    with (
        open_tablebase(small) as tablebase,
        pytest.raises(CorruptTableError, match=r"3-4\.mtb: block"),
    ):
        list(map(tablebase.probe, positions))
    reported = []
    with open_tablebase(small, on_damage=reported.append) as tablebase:
        values = [tablebase.get(position) for position in positions]
        assert values[-1] is None
        assert tablebase.source(positions[-1]) is None
    assert len(reported) == 1


def test_men_in_hand(tmp_path):
    path = converted(solved_opening(), tmp_path, Form.SMALL)
    keys = [TableKey(1, 1, 2, 2, THREE_MEN), TableKey(1, 2, 2, 1, THREE_MEN)]
    positions = [p for key in keys for p in sample(key, 50)]
    with Tablebase(path) as tablebase:
        found = tablebase.probe_many(
            [p.own for p in positions],
            [p.enemy for p in positions],
            THREE_MEN,
            own_in_hand=[p.sides[2] for p in positions],
            enemy_in_hand=[p.sides[3] for p in positions],
        )
        assert [tablebase.probe(p) for p in positions] == list(
            map(Value.from_score, found.tolist())
        )
