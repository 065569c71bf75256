"""Verification of tables of games with a return ban."""

from raw_positions import solve_tables

from merels import variant
from merels.solver.verify.values import find_wrong_scores, make_dense
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey


def test_tables_without_the_ban_are_wrong_with_it():
    game, usual = variant("three:men=4,return_ban=true"), variant("three:men=4")
    tables, without = solve_tables(game), solve_tables(usual)
    dense = {key: make_dense(key, slots, 1) for key, slots in tables.items()}
    found = 0
    for key in tables:
        after = [dense[successor] for successor in key.successors]
        assert not find_wrong_scores(key, dense[key], after, Kind.DISTANCE, 1)
        other = make_dense(key, without[TableKey(*key.men, usual)], 1)
        found += len(find_wrong_scores(key, other, after, Kind.DISTANCE, 1))
    assert found
