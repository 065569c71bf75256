"""Verification: computed scores agree with the rules, and no wrong score goes unnoticed."""

import random

import numpy as np
import pytest
from random_games import VARIANTS
from rules_oracle import PLACING_TABLES, random_tables, value_by_rules
from solved import solved_folder

from merels import Value
from merels.board.index.orbits import orbits_of
from merels.board.index.ranking import board_tables
from merels.solver.verify.kernels import BOARD, check_rows
from merels.solver.verify.values import (
    DISTANCES,
    HIGHEST_SUCCESSOR,
    RESULTS,
    WRONG_SHOWN,
    WrongScore,
    find_wrong_scores,
    make_dense,
    moves_of,
    sample_size,
)
from merels.tables.folder import TableFolder
from merels.tables.key import TableKey

SIZES = [(3, 3), (4, 3), (3, 4)]


@pytest.fixture(params=VARIANTS, ids=["flying", "no flying"])
def slots(request):
    """The scores of small tables by key, which a test may change."""
    folder = TableFolder(solved_folder(request.param))
    return {key: folder.load_slots(key) for key in folder.keys()}  # noqa: SIM118 - not a dict


def find_wrong(key, slots, scale=DISTANCES, **options):
    tables = [make_dense(table, slots[table], 2) for table in [key, *key.successors]]
    return find_wrong_scores(key, tables[0], tables[1:], scale, threads=2, **options)


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
        assert find_wrong(key, results, RESULTS) == []


def test_results_agree_with_exact_successors(slots):
    results = to_results(slots)
    for key in slots:
        successors = [make_dense(table, slots[table], 2) for table in key.successors]
        table = make_dense(key, results[key], 2)
        assert find_wrong_scores(key, table, successors, RESULTS, threads=2) == []


def test_progress_is_reported_to_the_end(slots):
    shares = []
    find_wrong(next(iter(slots)), slots, report=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


# What is wrong.


@pytest.mark.parametrize("seed", range(10))
def test_any_single_wrong_score_is_found(slots, seed):
    chance = random.Random(seed)
    for key in slots:
        slot = chance.randrange(key.index.size)
        right = int(slots[key][slot])
        slots[key][slot] = chance.choice([s for s in range(HIGHEST_SUCCESSOR) if s != right])
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
    assert [score.slot for score in find_wrong(key, results, RESULTS)] == [drawn[len(drawn) // 2]]


# Against the rules, position by position.


TABLES = [
    TableKey(own, enemy, variant=variant)
    for variant in VARIANTS
    for own, enemy in [(3, 3), (3, 5), (5, 3), (4, 4), (4, 5), (5, 4)]
] + PLACING_TABLES


@pytest.mark.parametrize("key", TABLES, ids=lambda key: key.name)
def test_computed_scores_agree_with_the_rules(key):
    tables = random_tables([key, *key.successors])
    quiet, *removals = [make_dense(table, tables[table], 2) for table in key.successors]
    nothing = quiet._replace(values=quiet.values[:0])
    moves = moves_of(key)
    # No computed score is 255, so every position counts as wrong and is reported.
    stored = make_dense(key, np.full_like(tables[key], 255), 2)
    sources = stored, quiet, removals[0] if removals else nothing
    chance = random.Random(0)
    orbits = range(len(orbits_of(key.enemy)))
    for orbit in chance.sample(orbits, min(len(orbits), 8)):
        wrong = np.zeros((len(moves.before), 4), dtype=np.int64)
        arguments = moves, sources, BOARD, board_tables(), DISTANCES, wrong
        assert check_rows(np.array([orbit]), *arguments) == len(moves.before)
        told = wrong.tolist()
        for own_men, enemy_men, _, score in chance.sample(told, min(len(told), 40)):
            expected = value_by_rules(key.position(own_men, enemy_men), tables)
            assert Value.from_score(score) == expected


def test_a_sample_finds_a_table_of_wrong_scores_and_compares_no_more_than_it_says():
    key = TableKey(4, 3)
    folder = TableFolder(solved_folder())
    slots = {table: folder.load_slots(table) for table in [key, *key.successors]}
    assert find_wrong(key, slots, sample=1000) == []
    slots[key][:] = HIGHEST_SUCCESSOR
    assert len(find_wrong(key, slots, sample=1)) == WRONG_SHOWN
    assert sample_size(key, 1000) == 1000
    assert sample_size(key, 10**9) == sample_size(key, None) == key.index.size
