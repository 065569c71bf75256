"""Rows: values, distances and chances are those of single probes."""

import pytest
from small_opening import THREE_MEN, solved_opening

import merels
from merels.datasets.export import draw_sample


@pytest.fixture(scope="module")
def game_of_three():
    with merels.open_tablebase(solved_opening()) as opened:
        yield opened


@pytest.mark.parametrize("kind", ["games", "phase"])
def test_rows_are_what_probes_say(game_of_three, kind):
    rows = draw_sample(game_of_three, 120, kind, THREE_MEN, seed=2, chances="club")
    assert len(rows) == 120
    seen = set()
    for number, fen in enumerate(rows.fen.tolist()):
        position = merels.Position.from_fen(fen.decode(), THREE_MEN)
        assert position.fen() == fen.decode()
        assert position.sides == (
            *(rows.own[number], rows.enemy[number]),
            *(rows.own_in_hand[number], rows.enemy_in_hand[number]),
        )
        value = game_of_three.probe(position)
        plies = None if rows.plies[number] < 0 else rows.plies[number]
        assert (value.result, value.plies) == (rows.result[number], plies)
        seen.add(str(value.result))
        best = game_of_three.chances(position, "club")
        expected = best[0].chance if best else 0
        assert rows.chance[number] == pytest.approx(expected, abs=1e-6)
    assert seen >= ({"win", "draw", "loss"} if kind == "games" else {"win", "loss"})
