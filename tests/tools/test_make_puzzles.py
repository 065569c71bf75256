"""Puzzles made from tables: one right answer, both colours, the same for the same seed."""

import json
import random
from dataclasses import replace

import make_puzzles
import pytest
from puzzles import Puzzle, describe_puzzles, load_puzzles
from solved import solved_folder

from merels import Position, open_tablebase
from merels.board.geometry import mask_of

PUZZLES = load_puzzles()


@pytest.fixture(scope="module")
def tablebase():
    with open_tablebase(solved_folder()) as opened:
        yield opened


def test_the_same_seed_makes_the_same_puzzles(tablebase, monkeypatch, tmp_path):
    orders = [make_puzzles.Order("3-3", 2, 5), make_puzzles.Order("4-3", 2)]
    monkeypatch.setattr(make_puzzles, "list_orders", lambda: orders)
    made = [make_puzzles.make_puzzles(tablebase.path, seed) for seed in (1, 1, 2)]
    assert made[0] == made[1] != made[2]
    assert [puzzle.plies for puzzle in made[0] if puzzle.kind == "win"] == [5, 5]
    assert any(puzzle.kind == "draw" for puzzle in made[0])
    output = tmp_path / "puzzles.json"
    arguments = ["--tables", str(tablebase.path), "--seed", "1", "--output", str(output)]
    assert make_puzzles.main(arguments) == 0
    assert json.loads(output.read_text()) == json.loads(json.dumps(describe_puzzles(made[0])))


def test_the_package_file_is_written_by_default(monkeypatch, tmp_path):
    shipped = tmp_path / "puzzles.json"
    monkeypatch.setattr(make_puzzles, "FILE", shipped)
    monkeypatch.setattr(make_puzzles, "list_orders", lambda: [make_puzzles.Order("3-3", 1, 1)])
    assert make_puzzles.main(["--tables", str(solved_folder())]) == 0
    assert len(json.loads(shipped.read_text())["puzzles"]) == 1


def test_a_position_with_two_right_answers_is_not_a_puzzle(tablebase):
    chance = random.Random(1)
    seen = 0
    for _ in range(60):
        points = chance.sample(range(24), 7)
        position = Position(white=mask_of(points[:3]), black=mask_of(points[3:]))
        values = [entry.value for entry in tablebase.probe_moves(position)]
        if values.count(values[0]) > 1 and values[0].plies != 1:
            seen += 1
            assert make_puzzles.solve_puzzle(tablebase, position) is None
    assert seen > 10


def test_a_lost_position_is_not_a_puzzle(tablebase):
    lost = Position.from_fen("O*O*****/********/@@*@**** w m s 2 0 3 0 0 0 0 0 0 0 0 0 1")
    assert make_puzzles.solve_puzzle(tablebase, lost) is None


def test_without_tables_nothing_is_written(tmp_path, capsys):
    output = tmp_path / "puzzles.json"
    status = make_puzzles.main(["--tables", str(tmp_path), "--output", str(output)])
    assert status == 2
    assert "merels solve --table 3,3" in capsys.readouterr().err
    assert not output.exists()


def test_swapping_colours_keeps_number_and_solution():
    """Progress is kept by number, so a number must stay the same puzzle."""
    white = Puzzle("007", "win", PUZZLES[0].fen, 1, 1, PUZZLES[0].line)
    black = replace(white, fen=white.position.swap_colors().fen())
    assert list(make_puzzles.alternate_colors([black, white])) == [white, black]
    assert tuple(make_puzzles.alternate_colors(PUZZLES)) == PUZZLES
