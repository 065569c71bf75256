"""Verification: solved tables are correct, and no wrong score goes unnoticed."""

import random
from collections import Counter
from itertools import pairwise
from math import comb

import numpy as np
import pytest
from random_games import VARIANTS
from rules_oracle import PLACING_TABLES, random_tables, value_by_rules
from solved import solved_folder

from merels import Result, Value, variant
from merels.solver.convert import Form, convert_tables
from merels.solver.run import solve_tables
from merels.solver.verify import files
from merels.solver.verify.files import FolderChecker, tables_to_check
from merels.solver.verify.layout import Dense
from merels.solver.verify.values import (
    DISTANCES,
    HIGHEST,
    RESULTS,
    WRONG_SHOWN,
    UnpackedTables,
    WrongScore,
    compute_scores,
    find_wrong_scores,
    make_dense,
    moves_of,
    sample_size,
)
from merels.values.folder import TableFolder
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Plan, all_tables

SIZES = [(3, 3), (4, 3), (3, 4)]


@pytest.fixture(params=VARIANTS, ids=["flying", "no flying"])
def slots(request):
    """The scores of small tables by key, which a test may change."""
    folder = TableFolder(solved_folder(request.param))
    return {key: folder.load_slots(key) for key in folder.keys(Kind.DISTANCE)}


def find_wrong(key, slots, kind=Kind.DISTANCE, **options):
    tables = [make_dense(table, slots[table], 2) for table in [key, *key.successors]]
    return find_wrong_scores(key, tables[0], tables[1:], kind, threads=2, **options)


def to_results(slots):
    return {key: np.where(s == 0, 0, 2 - s % 2).astype(np.uint8) for key, s in slots.items()}


# What is right.


def test_solved_tables_are_correct(slots):
    assert {(key.own, key.enemy) for key in slots} == set(SIZES)
    for key in slots:
        assert find_wrong(key, slots) == []


def test_results_of_solved_tables_are_correct(slots):
    results = to_results(slots)
    for key in slots:
        assert find_wrong(key, results, Kind.WDL) == []


def test_results_agree_with_exact_successors(slots):
    results = to_results(slots)
    for key in slots:
        successors = [make_dense(table, slots[table], 2) for table in key.successors]
        table = make_dense(key, results[key], 2)
        assert find_wrong_scores(key, table, successors, Kind.WDL, threads=2) == []


def test_progress_is_reported_to_the_end(slots):
    shares = []
    find_wrong(next(iter(slots)), slots, report=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


COMPUTED = [TableKey(4, 3), TableKey(3, 4), *PLACING_TABLES]
LARGEST = TableKey(5, 4, 1, 1)
"""The only table of nine men without `make soak`; `test_kernels` has its neighbours."""
WIDTHS = [
    pytest.param(
        key, width, marks=pytest.mark.soak if key.total > 8 and (key, width) != (LARGEST, 1) else ()
    )
    for key in COMPUTED
    for width in (1, 2)
]


@pytest.mark.parametrize(("key", "score_bytes"), WIDTHS, ids=str)
def test_computed_scores_agree_with_the_rules(key, score_bytes):
    tables = random_tables(key.successors)
    successors = [make_dense(table, tables[table], 2) for table in key.successors]
    scores = compute_scores(key, successors, Kind.DISTANCE, score_bytes, threads=2)
    assert scores.itemsize == score_bytes
    chance = random.Random(0)
    symmetric = key.index.starts[np.flatnonzero(key.index.orbits.stabilizers != 1)].tolist()
    for slot in chance.choices(range(key.index.size), k=40) + chance.choices(symmetric, k=20):
        expected = value_by_rules(key.position(*key.index.masks_of(slot)), tables)
        assert Value.from_score(int(scores[slot])) == expected


def test_computed_scores_are_those_of_the_solver(slots):
    for key in slots:
        if key not in key.successors:
            for kind, right in ((Kind.DISTANCE, slots), (Kind.WDL, to_results(slots))):
                successors = [make_dense(table, right[table], 2) for table in key.successors]
                assert np.array_equal(compute_scores(key, successors, kind, 1, 2), right[key])


# What is wrong.


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=pytest.mark.soak if seed > 2 else ()) for seed in range(10)]
)
def test_any_single_wrong_score_is_found(slots, seed):
    chance = random.Random(seed)
    for key in slots:
        slot = chance.randrange(key.index.size)
        right = int(slots[key][slot])
        slots[key][slot] = chance.choice([s for s in range(HIGHEST[1]) if s != right])
        wrong = find_wrong(key, slots)
        expected = WrongScore(slot, *key.index.masks_of(slot), int(slots[key][slot]), right)
        # In 3-3 quiet moves stay in the table: there, positions before the wrong one differ too.
        assert wrong == [expected] or (key.own == key.enemy and wrong)
        slots[key][slot] = right


def test_wrong_scores_in_symmetric_positions_are_found(slots):
    for key in slots:
        orbits = np.flatnonzero(key.index.orbits.stabilizers != 1)
        changed = key.index.starts[orbits[:: len(orbits) // WRONG_SHOWN + 1]]
        slots[key][changed] += 2
        found = [score.slot for score in find_wrong(key, slots)]
        assert found == changed.tolist() or (key.own == key.enemy and found)
        slots[key][changed] -= 2


def test_of_many_wrong_scores_the_first_are_reported(slots):
    key = next(key for key in slots if key.own == 4)
    slots[key][:] = 7
    wrong = find_wrong(key, slots)
    assert len(wrong) == WRONG_SHOWN
    assert wrong == sorted(wrong)
    assert len({score.slot for score in wrong}) == WRONG_SHOWN


def test_a_draw_stored_as_a_win_is_found_in_a_table_of_results(slots):
    results = to_results(slots)
    key = next(key for key in slots if key.own == 4)
    drawn = np.flatnonzero(results[key] == 0)
    results[key][drawn[len(drawn) // 2]] = 2
    assert [score.slot for score in find_wrong(key, results, Kind.WDL)] == [drawn[len(drawn) // 2]]


def test_a_sample_finds_a_table_of_wrong_scores_and_compares_no_more_than_it_says():
    key = TableKey(4, 3)
    folder = TableFolder(solved_folder())
    slots = {table: folder.load_slots(table) for table in [key, *key.successors]}
    assert find_wrong(key, slots, sample=1000) == []
    slots[key][:] = HIGHEST[1]
    assert len(find_wrong(key, slots, sample=1)) == WRONG_SHOWN
    assert sample_size(key, 1000) == 1000
    assert sample_size(key, 10**9) == sample_size(key, None) == key.index.size


@pytest.mark.parametrize("score_bytes", HIGHEST)
def test_a_scale_orders_scores_as_values_are_ordered(score_bytes):
    """The best of several moves has the highest rating, which gives the score before them."""
    distances, results = DISTANCES[score_bytes], RESULTS[score_bytes]

    def worth(score):
        return Value.from_score(score).before_move()

    scores = range(HIGHEST[score_bytes] + 1)
    ordered = sorted(scores, key=lambda score: distances.rating[score])
    assert all(worth(worse) < worth(better) for worse, better in pairwise(ordered))
    for score in scores:
        rating = distances.rating[score]
        assert rating > 0  # which stands for no move
        assert Value.from_score(int(distances.score[rating])) == worth(score)
        before = {Result.LOSS: 1, Result.DRAW: 0, Result.WIN: 2}[worth(score).result]
        assert results.score[results.rating[score]] == before


def test_moves_have_one_man_more_only_if_one_is_placed():
    keys = [TableKey(4, 3), TableKey(3, 4), TableKey(3, 3, 6, 6)]
    walking, flying, placing = (moves_of(key, places=key.is_placing) for key in keys)
    assert len(walking.before) == len(walking.after) == comb(21, 4)
    assert (len(placing.before), len(placing.after)) == (comb(21, 3), comb(21, 4))
    assert [(moves.places, moves.flies) for moves in (walking, flying, placing)] == [
        (False, False),
        (False, True),
        (True, False),
    ]


# Tables in memory while checking: kept as long as they fit, dropped when needed last.

NOBODY = np.zeros(1, np.int32)
FIRST, SECOND, THIRD = ((TableKey(own, 3), Kind.DISTANCE) for own in (3, 4, 5))


def dense(size):
    return Dense(NOBODY, NOBODY, np.zeros(size, np.uint8), size)


def unpacked_with(memory, *tables):
    unpacked = UnpackedTables(memory)
    for table in tables:
        unpacked[table] = dense(100)
    return unpacked


def kept(unpacked):
    return [table for table in (FIRST, SECOND, THIRD) if table in unpacked]


@pytest.mark.parametrize(
    ("memory", "expected"),
    [(300, [FIRST, SECOND, THIRD]), (299, [FIRST, THIRD]), (199, [THIRD]), (0, [THIRD])],
)
def test_what_is_needed_last_makes_room(memory, expected):
    unpacked = unpacked_with(memory, FIRST, SECOND, THIRD)
    with unpacked.using([THIRD], [{FIRST}, {SECOND}]):
        assert kept(unpacked) == expected


def test_what_is_not_needed_any_more_is_dropped():
    unpacked = unpacked_with(1000, FIRST, SECOND, THIRD)
    with unpacked.using([THIRD], [{FIRST}]):
        assert kept(unpacked) == [FIRST, THIRD]


def test_tables_in_use_stay_however_little_memory_there_is():
    unpacked = unpacked_with(0, FIRST)
    with unpacked.using([FIRST], []):
        unpacked[SECOND] = dense(100)
        with unpacked.using([SECOND]):
            assert kept(unpacked) == [FIRST, SECOND]
        with unpacked.using([]):
            assert kept(unpacked) == [FIRST]
    with unpacked.using([]):
        assert kept(unpacked) == []


@pytest.fixture(scope="module")
def whole_game(tmp_path_factory):
    """A folder with all tables of a game, those left out that follow from others."""
    folder = TableFolder(tmp_path_factory.mktemp("five"), threads=2)
    solve_tables(Plan.for_tables(all_tables(variant("five")), folder.has), folder, 2)
    list(convert_tables(folder, Form.SMALL))
    return folder


def count_reads(folder, memory, monkeypatch):
    """Check all tables; return how often each was read."""
    counts, read_slots = Counter(), files.read_slots

    def read(file, threads):
        counts[file.header.key.name] += 1
        return read_slots(file, threads)

    monkeypatch.setattr(files, "read_slots", read)
    tables = tables_to_check(folder)
    checker = FolderChecker(folder, upcoming=tables, memory=memory)
    assert [checker.check(*table).problems for table in tables] == [()] * len(tables)
    return counts


def test_with_enough_memory_each_table_is_read_once(whole_game, monkeypatch):
    stored = [key.name for key in whole_game.keys(Kind.DISTANCE) if whole_game.stores(key)]
    assert 15 < len(stored) < 25
    assert count_reads(whole_game, 1 << 30, monkeypatch) == Counter(stored)


def test_without_memory_tables_are_read_again(whole_game, monkeypatch):
    assert max(count_reads(whole_game, 0, monkeypatch).values()) > 1
