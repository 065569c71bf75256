"""Verification kernels: computed scores agree with the rules, position by position."""

import random

import numpy as np
import pytest
from random_games import VARIANTS
from rules_oracle import PLACING_TABLES, random_tables, value_by_rules

from merels import Value
from merels.solver.verify.kernels import check_rows
from merels.solver.verify.layout import Branch, board_of
from merels.solver.verify.values import DISTANCES, make_dense, moves_of
from merels.values.layout.key import TableKey

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
    moves = moves_of(key, places=key.is_placing)
    # No computed score is 255, so every position counts as wrong and is reported.
    stored = make_dense(key, np.full_like(tables[key], 255), 2)
    branch = Branch(moves, quiet, removals[0] if removals else nothing)
    no_more = branch._replace(moves=moves._replace(before=moves.before[:0]))
    board = board_of(key.variant.board)
    chance = random.Random(0)
    orbits = range(len(key.transposed.index.orbits))
    for orbit in chance.sample(orbits, min(len(orbits), 8)):
        wrong = np.zeros((len(moves.before), 4), dtype=np.int64)
        arguments = stored, branch, no_more, board, key.index.tables, DISTANCES[1], wrong
        assert check_rows(np.array([orbit]), *arguments) == len(moves.before)
        told = wrong.tolist()
        for own_men, enemy_men, _, score in chance.sample(told, min(len(told), 40)):
            expected = value_by_rules(key.position(own_men, enemy_men), tables)
            assert Value.from_score(score) == expected
