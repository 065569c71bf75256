"""Placing tables: against the rules position by position, and whole games in miniature."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import groupby

import numpy as np
import pytest
import slow_placing
import slow_solver
from rules_oracle import PLACING_TABLES, random_tables, value_by_rules

from merels import MerelsError, Value, Variant
from merels.board.index.dense import Bytes
from merels.board.index.ranking import orbits_of
from merels.solver.placing import PlacingSolver, RowRange, edges_of_row, walk_rows
from merels.solver.run import MemoryStore, solve_tables
from merels.solver.workspace import Progress, Workspace
from merels.values.layout.key import TableKey, all_placing_tables
from merels.values.layout.plan import Pair, Plan, all_tables


def solve(key: TableKey, tables: dict[TableKey, Bytes], threads: int = 2) -> Bytes:
    store = MemoryStore()
    store.tables.update(tables)
    ((solved, slots),) = PlacingSolver(key, store, threads).solve()
    assert solved == key
    return slots


@pytest.mark.parametrize("key", PLACING_TABLES, ids=lambda key: key.name)
def test_scores_follow_from_the_rules(key: TableKey):
    tables = random_tables(key.successors)
    slots = solve(key, tables)
    assert len(slots) == key.index.size
    chance = random.Random(0)
    for slot in chance.sample(range(len(slots)), min(len(slots), 150)):
        expected = value_by_rules(key.position(*key.index.masks_of(slot)), tables)
        assert Value.from_score(int(slots[slot])) == expected


@pytest.mark.parametrize("threads", [1, 3, 5])
def test_the_number_of_threads_makes_no_difference(threads: int):
    key = TableKey(4, 3, 5, 5)
    tables = random_tables(key.successors)
    assert (solve(key, tables, threads) == solve(key, tables)).all()


def test_a_table_that_the_next_one_needs_too_is_loaded_once():
    loaded = []

    class Store(MemoryStore):
        def load_slots(self, key: TableKey, out: Bytes | None = None) -> Bytes:
            loaded.append(key)
            return super().load_slots(key, out)

    neighbours = [TableKey(3, 3, 2, 2), TableKey(3, 4, 2, 2)]
    needed = {key for table in neighbours for key in table.successors}
    store, workspace = Store(), Workspace(map(Pair.of, neighbours))
    store.tables.update(random_tables(needed))
    apart = [solve(key, store.tables).copy() for key in neighbours]
    for key, expected in zip(neighbours, apart, strict=True):
        ((_, slots),) = PlacingSolver(key, store, 2, workspace).solve()
        assert (slots == expected).all()
    assert sorted(key.name for key in loaded) == sorted(key.name for key in needed)


def test_a_game_too_long_for_a_byte_is_refused():
    key = TableKey(4, 3, 5, 5)
    tables = {table: np.full(table.index.size, 254, np.uint8) for table in key.successors}
    with pytest.raises(MerelsError, match=r"table 4-3\+5-5 has a game of 254 plies or more"):
        solve(key, tables)


@cache
def solve_whole_game(men: int) -> MemoryStore:
    store = MemoryStore()
    plan = Plan.for_tables(all_tables(Variant(men=men)), is_done=lambda _: False)
    solve_tables(plan, store, threads=2)
    return store


def slow_moving_tables(men: int) -> dict[tuple[int, int], Bytes]:
    tables: dict[tuple[int, int], Bytes] = slow_solver.solve(most_men=2 * men)
    return tables


def unpack(key: TableKey, slots: Bytes) -> Bytes:
    """Return the scores of a table for every pair of sets, 0 where these share a point."""
    owns, enemies = (slow_placing.ALL_SETS[men] for men in (key.own, key.enemy))
    scores = np.zeros((len(owns), len(enemies)), np.uint8)
    i, j = np.nonzero((owns[:, None] & enemies[None, :]) == 0)
    scores[i, j] = slots[key.index.slots_of(owns[i], enemies[j])]
    return scores


@pytest.mark.parametrize("men", [3, pytest.param(4, marks=pytest.mark.soak)])
def test_a_small_whole_game_equals_that_of_the_slow_solver(men: int):
    solved = solve_whole_game(men)
    placing = slow_placing.solve(men, slow_moving_tables(men))
    keys = all_placing_tables(Variant(men=men))
    assert {(k.own, k.enemy, k.own_in_hand, k.enemy_in_hand) for k in keys} == set(placing)
    for key in keys:
        expected = placing[key.own, key.enemy, key.own_in_hand, key.enemy_in_hand]
        assert (unpack(key, solved.tables[key]) == expected).all(), key


def test_what_is_reported():
    key = TableKey(3, 3, 6, 6)
    store, told = MemoryStore(), list[Progress]()
    store.tables.update(random_tables(key.successors))
    for _ in PlacingSolver(key, store, 2).solve(told.append):
        pass
    phases = [phase for phase, _ in groupby(progress.phase for progress in told)]
    assert phases == ["loading", "placing", "writing"]
    done = [progress.slots_done for progress in told if progress.phase == "placing"]
    assert done == sorted(done)
    assert done[-1] == key.index.size
    rows = len(orbits_of(key.enemy))
    assert sum(progress.edges for progress in told) == rows * edges_of_row(key)


def test_edges_of_a_row_are_its_placings():
    key = TableKey(1, 2, 8, 7)
    enemy = int(orbits_of(key.enemy).representatives[0])
    owns = [1 << point for point in range(24) if not enemy >> point & 1]
    placings = {
        (own, move.target) for own in owns for move in key.position(own, enemy).generate_moves()
    }
    assert len(placings) == edges_of_row(key)


def test_the_working_space_of_a_walk_that_fails_is_free_again():
    """Otherwise the other threads would wait for it forever."""

    def walk(rows: RowRange, _space: str) -> None:
        raise MerelsError(f"no row {rows[0]}")

    with (
        ThreadPoolExecutor(2) as pool,
        pytest.raises(MerelsError, match="no row 5"),
    ):
        list(walk_rows(walk, (5, 25), ["only"], pool))


def test_a_walk_covers_all_rows_in_order():
    walked: dict[str, list[int]] = {"first": [], "second": []}

    def walk(rows: RowRange, space: str) -> None:
        walked[space].extend(range(*rows))

    with ThreadPoolExecutor(2) as pool:
        done = list(walk_rows(walk, (5, 25), list(walked), pool))
    assert sorted(walked["first"] + walked["second"]) == list(range(5, 25))
    assert done == sorted(done)
    assert done[-1] == 20
