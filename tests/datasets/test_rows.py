"""Rows: values, distances and chances are those of single probes."""

import pytest
from small_opening import THREE_MEN, solved_opening

import merels
from merels.datasets import rows as rows_module
from merels.datasets.files import draw_sample
from merels.solver.run import solve_tables
from merels.values.folder import TableFolder
from merels.values.layout.plan import Plan, all_tables


@pytest.fixture(scope="module")
def game_of_three():
    with merels.open_tablebase(solved_opening()) as opened:
        yield opened


@pytest.mark.parametrize("kind", ["games", "phase"])
def test_rows_are_what_probes_say(game_of_three, kind):
    drawn = draw_sample(game_of_three, 120, kind, THREE_MEN, seed=2, chances="club")
    assert len(drawn) == 120
    seen = set()
    for number, fen in enumerate(drawn.fen.tolist()):
        position = merels.Position.from_fen(fen.decode(), THREE_MEN)
        assert position.fen() == fen.decode()
        assert position.sides == (
            *(drawn.own[number], drawn.enemy[number]),
            *(drawn.own_in_hand[number], drawn.enemy_in_hand[number]),
        )
        value = game_of_three.probe(position)
        plies = None if drawn.plies[number] < 0 else drawn.plies[number]
        assert (value.result, value.plies) == (drawn.result[number], plies)
        seen.add(str(value.result))
        best = merels.chances(game_of_three, position, "club")
        expected = best[0].chance if best else 0
        assert drawn.chance[number] == pytest.approx(expected, abs=1e-6)
    assert seen >= ({"win", "draw", "loss"} if kind == "games" else {"win", "loss"})


@pytest.mark.parametrize("name", ["three", "lasker:men=3"])
def test_other_boards_and_rules(name, tmp_path):
    variant, folder = merels.variant(name), TableFolder(tmp_path)
    solve_tables(Plan.for_tables(all_tables(variant), folder.has), folder, threads=1)
    with merels.open_tablebase(tmp_path) as tables:
        for kind in ("games", "uniform", "phase"):
            rows = draw_sample(tables, 60, kind, variant, seed=1)
            assert len(rows) == 60
            for number, fen in enumerate(rows.fen.tolist()):
                position = merels.Position.from_fen(fen.decode(), variant)
                assert position.fen() == fen.decode()
                value = tables.probe(position)
                plies = -1 if value.plies is None else value.plies
                assert (value.result, plies) == (rows.result[number], rows.plies[number])
        with pytest.raises(merels.MissingTableError, match="there are no chances of"):
            draw_sample(tables, 3, "uniform", variant, chances="club")


def test_chances_are_the_same_however_many_are_found_at_a_time(game_of_three, monkeypatch):
    def draw():
        return draw_sample(game_of_three, 60, "phase", THREE_MEN, seed=2, chances="club")

    at_once = draw()
    monkeypatch.setattr(rows_module, "_LOOKED_AT_ONCE", 7)
    assert draw().chance.tolist() == at_once.chance.tolist()
