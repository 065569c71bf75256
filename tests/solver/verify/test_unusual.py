"""Verification of tables of unusual variants: it finds what is wrong and nothing else."""

import pytest
from raw_positions import solve_tables

from merels import variant
from merels.solver.verify.values import compute_scores, find_wrong_scores, make_dense
from merels.values.format.header import Kind

SHAX = "captures=after-placing,blocked=give-way,protected=false"


@pytest.mark.parametrize(
    "name",
    [
        f"three:{SHAX},men=4",
        "three:captures=after-placing",
        "three:blocked=give-way,men=4,flying=three-on-board",
        pytest.param(f"six:{SHAX},men=4", marks=pytest.mark.soak),
    ],
)
def test_a_right_table_passes_and_a_wrong_one_does_not(name):
    tables = solve_tables(variant(name))
    dense = {key: make_dense(key, slots, 1) for key, slots in tables.items()}
    for key, slots in tables.items():
        after = [dense[successor] for successor in key.successors]
        assert not find_wrong_scores(key, dense[key], after, Kind.DISTANCE, 1)
        if key.is_left_out:
            assert (compute_scores(key, after, Kind.DISTANCE, 1, 1) == slots).all()
        wrong = slots.copy()
        wrong[len(wrong) // 2] ^= 4
        changed = make_dense(key, wrong, 1)
        after = [changed if successor == key else dense[successor] for successor in key.successors]
        assert find_wrong_scores(key, changed, after, Kind.DISTANCE, 1)
