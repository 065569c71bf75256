"""The tables of every board against a slow solver over raw positions without symmetry."""

import numpy as np
import pytest
from burnside import count_classes
from slow_tables import Kind, generate_rows, solve

from merels import VARIANTS, variant
from merels.solver.run import MemoryStore, solve_pair
from merels.solver.verify.values import find_wrong_scores, make_dense
from merels.solver.workspace import Workspace
from merels.values.format.header import Kind as ValueKind
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Plan

LASKER = "placing=any-turn,flying=three-in-all"

WHOLE_GAMES = [
    "three",
    "three:flying=three-on-board",
    "three:men=4,full_board=draw",
    f"three:{LASKER}",
    f"three:{LASKER},men=4",
    "three:placing=any-turn,men=4",
    pytest.param("six:men=4", marks=pytest.mark.soak),
    pytest.param("lasker:men=3", marks=pytest.mark.soak),
    pytest.param("twelve:men=3", marks=pytest.mark.soak),
]

SAMPLES = {
    "five": [Kind(4, 4), Kind(5, 3), Kind(4, 3, 1, 0)],
    "six:flying=three-on-board": [Kind(5, 3), Kind(3, 4)],
    "twelve": [Kind(4, 3)],
}


def solve_all(name, kinds):
    """Return the solved tables that play from some of a game's leads to."""
    game = variant(name)
    targets = [TableKey(*kind, game) for kind in kinds]
    plan = Plan.for_tables(targets, is_done=lambda _: False)
    store, workspace = MemoryStore(), Workspace(plan.pairs)
    for pair in plan.pairs:
        solve_pair(pair, store, 1, workspace=workspace)
    return store.tables


def compare(name, kinds):
    """Compare every raw position with the slow solver; return how many there are."""
    game, fast = variant(name), solve_all(name, kinds)
    compared = 0
    for kind, table in solve(game, kinds).items():
        key = TableKey(*kind, game)
        for own, enemies, scores in generate_rows(game, kind, table):
            slots = key.index.slots_of(np.full_like(enemies, own), enemies)
            assert np.array_equal(fast[key][slots], scores), (kind, own)
            compared += len(scores)
    return compared


@pytest.mark.parametrize("name", WHOLE_GAMES)
def test_every_raw_position_of_a_small_game_has_the_same_score(name):
    men = variant(name).men
    assert compare(name, [Kind(0, 0, men, men)]) > 4_000


@pytest.mark.parametrize(
    "name", ["five", "six:flying=three-on-board", pytest.param("twelve", marks=pytest.mark.soak)]
)
def test_every_raw_position_of_some_tables_has_the_same_score(name):
    assert compare(name, SAMPLES[name]) > 100_000


@pytest.mark.parametrize("name", ["three", f"three:{LASKER},men=4", "three:men=4,full_board=draw"])
def test_verification_finds_what_is_wrong_and_nothing_else(name):
    game = variant(name)
    tables = solve_all(name, [Kind(0, 0, game.men, game.men)])
    dense = {key: make_dense(key, slots, 1) for key, slots in tables.items()}
    for key, slots in tables.items():
        after = [dense[successor] for successor in key.successors]
        assert not find_wrong_scores(key, dense[key], after, ValueKind.DISTANCE, 1)
        wrong = slots.copy()
        wrong[len(wrong) // 2] ^= 4
        changed = make_dense(key, wrong, 1)
        after = [changed if successor == key else dense[successor] for successor in key.successors]
        found = find_wrong_scores(key, changed, after, ValueKind.DISTANCE, 1)
        assert found


@pytest.mark.parametrize(
    "name", ["three", "six", "nine", pytest.param("twelve", marks=pytest.mark.soak)]
)
def test_sizes_are_those_of_burnside(name):
    """For all numbers of men on the boards of all variants."""
    board = VARIANTS[name].board
    most = max(each.men for each in VARIANTS.values() if each.board == board and each.is_usual)
    for own in range(most + 1):
        for enemy in range(most + 1):
            key = TableKey(own, enemy, variant=VARIANTS[name])
            assert key.index.size == count_classes(board, own, enemy)
