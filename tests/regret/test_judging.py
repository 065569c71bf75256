"""Cases from tables."""

import pytest
from solved import sample, solved_folder

import merels
from merels.regret.cases import is_decision
from merels.regret.judging import find_case, look_for_cases
from merels.tables.key import TableKey


@pytest.fixture(scope="module")
def tables():
    with merels.open_tablebase(solved_folder()) as opened:
        yield opened


def test_cases_have_the_values_of_probes(tables):
    look, decisions, difficulties = look_for_cases(tables), 0, set()
    for position in sample(TableKey(3, 4), 60, seed=4) + sample(TableKey(4, 3), 30, seed=4):
        if not position.legal_moves:
            continue
        case = find_case(look, position)
        rated = tables.probe_moves(position)
        results = {value.result for _, value in rated}
        assert (case is not None) == (len(results) > 1)
        if case is not None:
            decisions += 1
            difficulties.add(case.difficulty)
            assert case.values == dict(rated)
            assert is_decision(case.scores)
            assert case.best == tables.probe(position)
    assert decisions > 10
    assert difficulties == {"easy", "medium", "hard"}


def test_difficulty_is_what_the_model_says(tables):
    look = look_for_cases(tables)
    for position in sample(TableKey(3, 4), 20, seed=8):
        case = find_case(look, position) if position.legal_moves else None
        if case is None:
            continue
        # What a club player gives away, seen from the opponent's side of the model.
        prospect = look.rate_positions([position])[0]
        kept = 1 - prospect.gained if case.best.result is merels.Result.DRAW else None
        if kept is not None:
            expected = "easy" if kept >= 0.9 else "medium" if kept >= 0.5 else "hard"
            assert case.difficulty == expected
