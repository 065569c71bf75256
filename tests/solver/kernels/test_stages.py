"""Games in which mills capture after the placing, against every position by the rules alone."""

import pytest
from raw_positions import compare, solve_tables

from merels import variant

SHAX = "captures=after-placing,blocked=give-way,protected=false"


@pytest.mark.parametrize(
    "name",
    [
        "three:captures=after-placing",
        "three:captures=after-placing,men=4",
        f"three:{SHAX},men=4",
        f"six:{SHAX},men=3",
        f"six:{SHAX},men=4",
        pytest.param(f"six:{SHAX},men=4,flying=three-on-board", marks=pytest.mark.soak),
        pytest.param("six:captures=after-placing,men=5", marks=pytest.mark.soak),
        pytest.param(f"six:{SHAX},men=5", marks=pytest.mark.soak),
        pytest.param(f"six:{SHAX},men=6", marks=pytest.mark.soak),
    ],
)
def test_every_position_has_the_same_score(name):
    game = variant(name)
    assert compare(game, solve_tables(game)) > 1_000
