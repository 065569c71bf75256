"""Arrays of positions: checked, split by table, each block read once; probed like one by one."""

import random
import shutil

import numpy as np
import pytest
from arrange import moving
from random_games import VARIANTS
from small_opening import THREE_MEN, solved_opening
from solved import KEYS, masks_of, sample, solved_folder

import merels
from merels import CorruptTableError, MissingTableError, PositionError
from merels.rules.value import Result, Source, Value
from merels.solver.convert import Form, convert_tables
from merels.values.batches import check_hands, check_masks, gather_scores, split_by_men
from merels.values.folder import TableFolder
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey
from merels.values.tablebase import Tablebase, open_tablebase


@pytest.mark.parametrize(
    ("own", "enemy", "error", "words"),
    [
        ([1, 2], [4], ValueError, "shape"),
        ([1.0], [2.0], TypeError, "whole numbers"),
        ([1, 3], [2, 2], PositionError, "position 1 "),
        ([1 << 24], [1], PositionError, "0x1000000"),
        ([1], [-1], PositionError, "-0x1"),
    ],
)
def test_bad_masks_are_rejected(own, enemy, error, words):
    with pytest.raises(error, match=words):
        check_masks(own, enemy)


def test_masks_of_any_integer_type_are_accepted():
    own, enemy = check_masks(np.array([1, 2], dtype=np.uint8), [4, 8])
    assert (own.dtype, enemy.dtype) == (np.int64, np.int64)
    assert [array.tolist() for array in check_masks([], [])] == [[], []]


def test_positions_are_split_by_their_men():
    own, enemy = check_masks([0b111, 0b1111, 0b111], [0b111 << 6, 0b11 << 6, 0b111 << 12])
    hands = check_hands([1, 0, 1], 2, own.shape)
    found = {men: np.arange(3)[chosen].tolist() for men, chosen in split_by_men(own, enemy, *hands)}
    assert found == {(3, 3, 1, 2): [0, 2], (4, 2, 0, 2): [1]}


@pytest.mark.parametrize(
    ("own", "enemy", "error", "words"),
    [
        (-1, 0, PositionError, "own_in_hand: -1 men in hand; a side has 0 to 12"),
        (0, [0, 13], PositionError, "enemy_in_hand: 13 men in hand"),
        (0.5, 0, TypeError, "own_in_hand: men in hand are whole numbers, not float64"),
        (0, [1, 2, 3], ValueError, "broadcast"),
    ],
)
def test_impossible_hands_are_refused(own, enemy, error, words):
    with pytest.raises(error, match=words):
        check_hands(own, enemy, (2,))


@pytest.mark.parametrize("block_slots", [1, 7, 1000])
def test_each_block_is_read_once(block_slots):
    chance = np.random.default_rng(1)
    stored = chance.integers(0, 256, 1000).astype(np.uint8)
    slots = chance.integers(0, 1000, 300)
    read = []

    def read_block(number):
        read.append(number)
        return stored[number * block_slots : (number + 1) * block_slots]

    assert np.array_equal(gather_scores(slots, block_slots, read_block), stored[slots])
    assert sorted(read) == sorted(set((slots // block_slots).tolist()))


# Probing many positions.


def test_many_positions_give_the_same_values_as_one_by_one(tablebase):
    positions = [position for key in KEYS for position in sample(key, 500, seed=6)]
    random.Random(7).shuffle(positions)
    scores = tablebase.probe_many(*masks_of(positions))
    assert scores.dtype == np.uint16
    assert [Value.from_score(int(score)) for score in scores] == list(
        map(tablebase.probe, positions)
    )


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_table_at_once(variant):
    with merels.open_tablebase(solved_folder(variant)) as tablebase:
        key = TableKey(3, 3, variant=variant)
        masks = np.array([key.index.masks_of(slot) for slot in range(0, key.index.size, 7)])
        scores = tablebase.probe_many(masks[:, 0], masks[:, 1], variant)
    assert (scores == TableFolder(solved_folder(variant)).load_slots(key)[::7]).all()


def test_integer_arrays_of_any_shape_and_type(tablebase):
    position = moving("a7 d7 g4", "b6 d2 f4")
    own = np.full((2, 3), position.own, dtype=np.uint32)
    scores = tablebase.probe_many(own, np.full((2, 3), position.enemy))
    assert scores.tolist() == [[2, 2, 2], [2, 2, 2]]
    assert tablebase.probe_many([], []).tolist() == []
    assert tablebase.probe_many(own[:, ::2], np.full((2, 2), position.enemy)).shape == (2, 2)


def test_a_side_with_too_few_men_has_lost(tablebase):
    assert tablebase.probe_many([0b11, 0b111], [0b111000, 0b111 << 4]).tolist()[0] == 1


def test_many_without_distances(tablebase, wdl):
    positions = [position for key in KEYS for position in sample(key, 200, seed=8)]
    masks = masks_of(positions)
    expected = [{-1: 1, 0: 0, 1: 2}[tablebase.probe(p).result] for p in positions]
    assert wdl.probe_many(*masks, exact=False).tolist() == expected
    assert tablebase.probe_many(*masks, exact=False).tolist() == expected
    with pytest.raises(MissingTableError, match="distances: table 3-3 is not in"):
        wdl.probe_many(*masks)


@pytest.mark.parametrize(
    ("own", "enemy", "error", "message"),
    [
        ([0b111], [0b11 << 23 | 1 << 10], PositionError, "enemy: 0x1800400 has bits outside"),
        ([-1], [0b111], PositionError, "own: -0x1 has bits outside"),
        ([0b111, 0b111], [0b111 << 3, 0b11100], PositionError, "in position 1 an own man"),
        ([0b111], [0b11000], PositionError, "enemy: 2 men are too few"),
        ([0x3FF], [0b111 << 12], PositionError, "own: 10 men; a side has at most 9"),
        ([0b11111], [0b11111 << 12], MissingTableError, "table 5-5 is not in"),
        ([0b111], [0b111 << 3, 0b111 << 4], ValueError, "own has shape"),
        ([7.0], [0b111 << 3], TypeError, "own: masks are whole numbers, not float64"),
    ],
)
def test_impossible_arrays_are_rejected(tablebase, own, enemy, error, message):
    with pytest.raises(error, match=message):
        tablebase.probe_many(own, enemy)


# Tables that are left out answer by a one-move look-ahead, and nobody notices.

LEFT_OUT = TableKey(4, 3)


def converted(source, target, *forms):
    shutil.copytree(source, target, dirs_exist_ok=True)
    for form in forms:
        list(convert_tables(TableFolder(target), form))
    return target


@pytest.fixture
def small(tmp_path):
    return converted(solved_folder(), tmp_path, Form.SMALL)


def sample_of_ahead(key, count=300):
    slots = random.Random(5).sample(range(key.index.size), min(count, key.index.size))
    return [key.position(*key.index.masks_of(slot)) for slot in slots]


def test_every_value_of_a_game_is_the_same(tmp_path):
    path = converted(solved_opening(), tmp_path, Form.SMALL)
    with Tablebase(path) as small, Tablebase(solved_opening()) as full:
        assert small.tables() == full.tables()
        for key in small.tables():
            expected = Source.AHEAD if key.is_left_out else Source.TABLE
            for position in sample_of_ahead(key, 100):
                assert small.source(position) is expected
                assert small.probe(position) == full.probe(position)
                assert small.probe_moves(position) == full.probe_moves(position)
            assert small.statistics(key) == full.statistics(key)


def test_lines_go_through_tables_that_are_left_out(small):
    with Tablebase(small) as tablebase, Tablebase(solved_folder()) as full:
        position = next(p for p in sample_of_ahead(LEFT_OUT) if full.probe(p).result is Result.LOSS)
        assert tablebase.best_line(position) == full.best_line(position)


def test_many_positions_at_once(small):
    positions = [
        p for key in (TableKey(3, 3), TableKey(3, 4), LEFT_OUT) for p in sample_of_ahead(key)
    ]
    random.Random(1).shuffle(positions)
    masks = [p.own for p in positions], [p.enemy for p in positions]
    with Tablebase(small) as tablebase, Tablebase(solved_folder()) as full:
        assert np.array_equal(tablebase.probe_many(*masks), full.probe_many(*masks))


def test_results_alone(tmp_path):
    path = converted(solved_folder(), tmp_path, Form.WDL, Form.SMALL)
    positions = sample_of_ahead(LEFT_OUT)
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
        for position in sample_of_ahead(LEFT_OUT, 20):
            value = tablebase.probe(position)
            assert (value.result, value.plies) == (full.probe(position).result, None)


def test_a_missing_successor_is_named(small):
    TableFolder(small).path_of(TableKey(3, 4)).unlink()
    position = sample_of_ahead(LEFT_OUT)[0]
    with open_tablebase(small) as tablebase:
        with pytest.raises(MissingTableError, match=r"table 3-4 is not in .*--table 3,4 "):
            tablebase.probe(position)
        assert tablebase.get(position) is None
        assert tablebase.source(position) is None
        assert TableKey(3, 4) in tablebase.missing(LEFT_OUT)


def test_a_damaged_successor_is_named_or_reported_once(small):
    path = TableFolder(small).path_of(TableKey(3, 4))
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    positions = sample_of_ahead(LEFT_OUT)
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
    positions = [p for key in keys for p in sample_of_ahead(key, 50)]
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
