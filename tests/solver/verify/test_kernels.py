"""Verification kernels: computed scores agree with the rules, position by position."""

import random

import numpy as np
import pytest
from random_games import VARIANTS
from rules_oracle import PLACING_TABLES, random_tables, value_by_rules

from merels import Value
from merels.board.index.orbits import orbits_of
from merels.board.index.ranking import board_tables
from merels.solver.verify.kernels import BOARD, check_rows
from merels.solver.verify.values import DISTANCES, make_dense, moves_of
from merels.tables.key import TableKey

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
