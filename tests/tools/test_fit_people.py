"""The fit of fallible players: games in step, what they teach, and the file that is written."""

import json
from importlib.resources import files

import numpy as np
import pytest
from fit_people import Turn, document_of, find_hopes, fit_curve, follow_games
from solved import sample, solved_folder

import merels
from merels import Result
from merels.datasets.classes import boards_of
from merels.datasets.samples import play_games
from merels.engine.fallible.player import DATA_FILE, find_fallible_player, load_fallible_players
from merels.prospects.look import look_against
from merels.values.layout.key import TableKey


def test_the_file_is_what_the_tool_writes():
    shipped = json.loads(files("merels.engine.fallible").joinpath(DATA_FILE).read_bytes())
    assert document_of(list(load_fallible_players().values())) == shipped


def test_games_in_step_follow_the_rules():
    with merels.open_tablebase(solved_folder()) as tables:
        look = look_against(tables, find_fallible_player("beginner"))
        positions = [p for p in sample(TableKey(3, 4), 40, seed=6) if p.legal_moves]
        plies = list(play_games(boards_of(positions), look, (True, False), seed=1))
        assert plies[0].before.tolist() == [tables.probe(p).result for p in positions]
        # Best play never gives the value away; the person does at times.
        assert all((ply.after == ply.before).all() for ply in plies[::2])
        assert any((ply.after < ply.before).any() for ply in plies[1::2])
        assert all((ply.after <= ply.before).all() for ply in plies)
        found = follow_games(plies, 0, 0.98)
        assert ((found.hope >= 0) & (found.hope <= 1)).all()
        assert (found.distance[found.drawn] == 0).all()


def test_hope_is_what_was_gained_and_how_soon():
    turns = [Turn(True, 0, 10, 0), Turn(True, 0, 20, 0), Turn(False, 1, 0, 5)]
    assert find_hopes(turns, 1, 0.5) == [0.25, 0.5, 0.0]
    lost = [Turn(False, -1, 0, 30), Turn(False, 0, 0, 0)]
    assert find_hopes(lost, 0, 0.5) == [0.25, 0.0]


def test_a_curve_is_found_again():
    chance = np.random.default_rng(0)
    x = chance.normal(0, 200, 20_000)
    hope = 1 / (1 + np.exp(-(x - 50) / 120))
    middle, scale = fit_curve(x, hope)
    assert (middle, scale) == (pytest.approx(50, abs=2), pytest.approx(120, abs=3))


def test_results_of_tables_and_games_agree():
    assert [Result.LOSS, Result.DRAW, Result.WIN] == [-1, 0, 1]
