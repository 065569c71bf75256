"""Games in which a blocked side passes, against every position by the rules alone."""

import pytest
from raw_positions import compare, solve_tables

from merels import variant


@pytest.mark.parametrize(
    "name",
    [
        "three:blocked=give-way",
        "three:blocked=give-way,flying=three-on-board,men=4",
        "three:blocked=give-way,men=4,full_board=draw",
        "three:blocked=give-way,men=4,protected=false",
        pytest.param("six:blocked=give-way,men=4", marks=pytest.mark.soak),
    ],
)
def test_every_position_has_the_same_score(name):
    game = variant(name)
    assert compare(game, solve_tables(game)) > 3_000
