"""Checking: wrong values, wrong counts and wrong files are found and fully described."""

import shutil
from dataclasses import replace

import numpy as np
import pytest
from damage import (
    BLOCK_SLOTS,
    KEY,
    KEYS,
    assert_found,
    load,
    verify,
    verify_all,
    with_header,
    write,
)
from own_variant import LINE
from random_games import WALKING
from solved import solved_folder

from merels import MissingTableError, Result, Value
from merels.solver.convert import Form, KindSource, convert_tables
from merels.solver.moving import MovingSolver
from merels.solver.run import rebuild_slots, solve_tables
from merels.solver.verify.files import FolderChecker, WrongValue, check_unknown_files
from merels.solver.verify.values import compute_scores, make_dense
from merels.values.folder import TableFolder, digest_slots
from merels.values.format.file import write_table
from merels.values.format.header import Header, Kind
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Plan
from merels.values.layout.statistics import gather_statistics


def test_intact_files_are_correct(folder):
    assert verify_all(folder) == {(key.name, Kind.DISTANCE): [] for key in KEYS}
    for key in KEYS:
        with folder.open(key) as file:
            assert file.header.block_count > 40


# Wrong values with the right checksums: only verifying finds them.


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_a_wrong_value_is_fully_described(folder, key):
    slots = load(key).copy()
    slot = int(np.flatnonzero((slots > 0) & (slots % 2 == 0))[100])
    plies = int(slots[slot]) - 1
    slots[slot] += 4
    write(folder, key, slots)
    wrong = [problem for problem in verify(folder, key) if isinstance(problem, WrongValue)]
    fen = key.position(*key.index.masks_of(slot)).fen()
    expected = WrongValue(slot, fen, Value(Result.WIN, plies + 4), Value(Result.WIN, plies))
    assert expected in wrong
    assert (
        str(expected)
        == f"slot {slot}: {fen}: stored win in {plies + 4}, by its moves win in {plies}"
    )


def test_a_wrong_value_is_also_found_from_the_tables_before_it(folder):
    slots = load(KEY).copy()
    slots[slots % 2 == 1] = 0
    write(folder, KEY, slots)
    found = verify_all(folder)
    assert found["3-3", Kind.DISTANCE]
    assert found["3-4", Kind.DISTANCE]
    assert not found["4-3", Kind.DISTANCE]


def test_a_wrong_value_with_the_old_counts_is_found_twice(folder):
    slots = load(KEY).copy()
    right = gather_statistics(KEY, slots)
    slots[int(np.flatnonzero(slots == 2)[0])] = 4
    write(folder, KEY, slots, statistics=right)
    count, wrong = right.histogram[2], right.histogram[4]
    problems = verify(folder, KEY)
    assert f"the header counts {count} positions of score 2, not {count - 1}" in problems[0]
    assert f"the header counts {wrong} positions of score 4, not {wrong + 1}" in problems[1]
    assert any(isinstance(problem, WrongValue) for problem in problems)


def test_swapped_blocks_of_values_are_found(folder):
    slots = load(KEY).copy()
    first, second = slots[:BLOCK_SLOTS].copy(), slots[BLOCK_SLOTS : 2 * BLOCK_SLOTS].copy()
    slots[:BLOCK_SLOTS], slots[BLOCK_SLOTS : 2 * BLOCK_SLOTS] = second, first
    write(folder, KEY, slots)
    assert any(isinstance(problem, WrongValue) for problem in verify(folder, KEY))


def test_a_score_above_the_highest_is_found(folder):
    slots = load(KEY).copy()
    slots[5] = 255
    write(folder, KEY, slots)
    assert f"{folder.path_of(KEY)}: a score exceeds 254" in verify(folder, KEY)
    assert verify(folder, KEYS[1]) == [
        "cannot be checked: table 3-3, which moves lead to, is damaged"
    ]


# Tables that are left out.


@pytest.mark.parametrize("form", [Form.SMALL, Form.PACKED])
@pytest.mark.parametrize("kind", Kind)
def test_tables_that_are_left_out_are_computed_and_correct(folder, form, kind):
    if kind is Kind.WDL:
        list(convert_tables(folder, Form.WDL))
    list(convert_tables(folder, form))
    assert verify_all(folder) == {(key.name, kind): [] for key in KEYS}


def test_wrong_values_are_found_from_a_table_that_is_left_out(folder):
    list(convert_tables(folder, Form.SMALL))
    write(folder, TableKey(3, 4), np.zeros_like(load(TableKey(3, 4))))
    found = verify_all(folder)
    problem = found["4-3", Kind.DISTANCE][0]
    assert "table 4-3, computed from the tables that its moves lead to, has SHA-256" in problem
    assert found["3-4", Kind.DISTANCE]


@pytest.mark.parametrize("kind", Kind)
def test_a_solver_that_computes_wrong_scores_changes_nothing(folder, kind, monkeypatch):
    if kind is Kind.WDL:
        list(convert_tables(folder, Form.WDL))
    list(convert_tables(folder, Form.SMALL))

    def rebuild(_solver, key):
        return np.full(key.index.size, 2, np.uint8)

    monkeypatch.setattr(MovingSolver, "rebuild", rebuild)
    with folder.open(TableKey(4, 3), kind) as file:
        header = replace(file.header, sha256=None)
    rebuilt = rebuild_slots(header.key, KindSource(folder, kind), 1, header)
    assert set(rebuilt.tolist()) == {2}, "the solver does not see the break"
    assert verify_all(folder) == {(key.name, kind): [] for key in KEYS}


def test_a_wrong_value_that_agrees_with_every_header_is_found_by_the_published_digest(folder):
    """A table that is left out is not stored: only its digest tells that a successor is wrong."""
    list(convert_tables(folder, Form.SMALL))
    key, after = TableKey(4, 3), TableKey(3, 4)
    right = load(key)
    slots = np.zeros_like(load(after))
    write(folder, after, slots)
    successors = [
        make_dense(other, slots if other == after else load(other), 2) for other in key.successors
    ]
    wrong = compute_scores(key, successors, Kind.DISTANCE, 1, 2)
    assert not np.array_equal(wrong, right)
    statistics, digest = gather_statistics(key, wrong), digest_slots(wrong)
    folder.write(Header(key, Kind.DISTANCE, statistics, stored=False, sha256=digest), wrong)
    assert verify(folder, key) == []
    checker = FolderChecker(folder, published={key.name: digest_slots(right)})
    (problem,) = checker.check(key, Kind.DISTANCE).problems
    assert f"the published SHA-256 of table {key.name} is {digest_slots(right)}" in problem


def test_a_table_that_does_not_follow_from_others_cannot_be_checked(folder):
    list(convert_tables(folder, Form.SMALL))
    folder.path_of(TableKey(3, 4)).unlink()
    (problem, *_) = verify(folder, TableKey(4, 3))
    assert "cannot be checked: table 3-4 is not in" in problem


# Other tables under a table's name.


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_another_table_under_the_name_is_found(folder, small_blocks, key):
    for other in KEYS:
        if key != other:
            folder.path_of(key).write_bytes(small_blocks[other])
            assert_found(folder, key, f"header: the file holds table {other.name}")


def test_the_table_of_another_variant_or_kind_is_found(folder):
    walking = replace(KEY, variant=WALKING)
    shutil.copy(TableFolder(solved_folder(WALKING)).path_of(walking), folder.path_of(KEY))
    assert_found(folder, KEY, "holds table 3-3.noflying")
    results = TableFolder(solved_folder(kind=Kind.WDL))
    shutil.copy(results.path_of(KEY, Kind.WDL), folder.path_of(KEY))
    assert_found(folder, KEY, r"holds table 3-3 \(wdl\)")


def test_the_table_of_another_game_of_the_same_name_is_found(tmp_path):
    folder = TableFolder(tmp_path)
    one, same, other = (
        TableKey(3, 3, variant=game)
        for game in (LINE, replace(LINE, full_board="draw"), replace(LINE, flying="never"))
    )
    solve_tables(Plan.for_tables([one], folder.has), folder, threads=1)
    assert_found(folder, other, "holds a table of another game named 'line'; give one")
    with folder.open(same) as file:
        assert file.header.key.variant.digest == same.variant.digest, "the board cannot be full"


def test_a_file_whose_name_is_not_a_tables_is_reported(folder):
    shutil.copy(folder.path_of(KEY), folder.path / "3-3 (copy).mtb")
    (told,) = check_unknown_files(folder)
    assert told.name == "3-3 (copy).mtb"
    assert told.problems == (f"{folder.path / told.name}: this is not the name of a table",)


def test_needed_tables_that_are_missing_or_damaged_are_named(folder):
    folder.path_of(KEY).write_bytes(b"")
    assert verify(folder, KEYS[1]) == [
        "cannot be checked: table 3-3, which moves lead to, is damaged"
    ]
    folder.path_of(KEY).unlink()
    (problem,) = verify(folder, KEYS[1])
    assert "table 3-3 is not in" in problem
    assert "merels solve --table 3,3" in problem
    assert verify(folder, KEYS[2]) == []
    with pytest.raises(MissingTableError):
        folder.open(KEY)


@pytest.mark.parametrize("form", [None, Form.SMALL])
def test_tables_beside_a_damaged_one_are_not_checked_rather_than_wrong(folder, form):
    if form is not None:
        list(convert_tables(folder, form))  # 4-3 then follows from 3-4
    damaged = KEY if form is None else TableKey(3, 4)
    data = bytearray(folder.path_of(damaged).read_bytes())
    data[-1] ^= 1
    folder.path_of(damaged).write_bytes(data)
    checker = FolderChecker(folder)
    found = {key: checker.check(key, Kind.DISTANCE) for key in KEYS}
    assert {key for key, checked in found.items() if checked.is_wrong} == {damaged}
    beside = found[TableKey(3, 4) if form is None else TableKey(4, 3)]
    assert beside.compared == 0
    assert f"cannot be checked: table {damaged.name}, which" in beside.problems[0]


# Tables without distances.


@pytest.fixture
def results(tmp_path):
    """A folder of tables without distances that a test may change."""
    return TableFolder(shutil.copytree(solved_folder(kind=Kind.WDL), tmp_path / "results"))


def test_tables_without_distances_are_correct(results):
    assert verify_all(results) == {(key.name, Kind.WDL): [] for key in KEYS}


def test_both_kinds_in_one_folder_are_correct(results):
    for key in KEYS:
        shutil.copy(TableFolder(solved_folder()).path_of(key), results.path)
    found = verify_all(results)
    assert len(found) == 2 * len(KEYS)
    assert not any(found.values())


@pytest.mark.parametrize("with_exact", [False, True])
@pytest.mark.parametrize("key", KEYS, ids=str)
def test_a_wrong_result_is_found(results, key, with_exact):
    slots = load(key, Kind.WDL).copy()
    drawn = np.flatnonzero(slots == 0)
    slot = int(drawn[len(drawn) // 2])
    slots[slot] = 2
    results.save(key, slots, Kind.WDL)
    if with_exact:
        for other in KEYS:
            shutil.copy(TableFolder(solved_folder()).path_of(other), results.path)
    fen = key.position(*key.index.masks_of(slot)).fen()
    wrong = WrongValue(slot, fen, Value(Result.WIN), Value(Result.DRAW))
    assert wrong in verify(results, key, Kind.WDL)


def test_counts_of_results_are_compared(results):
    slots = load(KEY, Kind.WDL)
    statistics = gather_statistics(KEY, load(KEY))
    changed = slots.copy()
    changed[int(np.flatnonzero(slots == 2)[0])] = 1
    path = results.path_of(KEY, Kind.WDL)
    write_table(path, Header(KEY, Kind.WDL, statistics), changed)
    problems = verify(results, KEY, Kind.WDL)
    assert f"the header counts {statistics.losses} positions of score 1" in problems[0]


def test_a_table_with_wrong_counts_can_still_check_others(small_blocks, folder):
    def lie(document):
        document["longest_win"]["fen"] = "nonsense"
        return document

    folder.path_of(KEY).write_bytes(with_header(small_blocks[KEY], lie))
    checker = FolderChecker(folder)
    assert checker.check(KEY, Kind.DISTANCE).problems
    assert checker.check(KEYS[2], Kind.DISTANCE).problems == ()  # 3-3 is dropped, and not needed
    assert checker.check(KEYS[1], Kind.DISTANCE).problems == ()
