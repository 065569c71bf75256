"""Games with a return ban, against every position by the rules alone."""

import pytest
from raw_positions import compare, solve_tables

from merels import variant
from merels.values.layout.key import TableKey


@pytest.mark.parametrize(
    "name",
    [
        "three:men=4",
        "three:men=4,flying=three-on-board",
        pytest.param("six:men=5", marks=pytest.mark.soak),
    ],
)
def test_every_position_without_a_ban_has_the_same_score(name):
    game, usual = variant(f"{name},return_ban=true"), variant(name)
    tables, without = solve_tables(game), solve_tables(usual)
    assert compare(game, tables) > 5_000
    assert any((without[TableKey(*key.men, usual)] != tables[key]).any() for key in tables)
