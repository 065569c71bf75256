"""Puzzles from games: one right answer, rated, checked, and never renumbered."""

import json
import random
from dataclasses import replace

import make_puzzles
import numpy as np
import pytest
from arrange import moving
from make_puzzles import Found, Order
from puzzles import Puzzle, describe_puzzles, find_fault, load_puzzles
from solved import solved_folder

from merels import Position, Result, open_tablebase
from merels.board.board import SYMMETRIES, mask_of
from merels.prospects.look import look_against
from merels.values.layout.key import TableKey


@pytest.fixture(scope="module")
def tablebase():
    with open_tablebase(solved_folder()) as opened:
        yield opened


def random_positions(seed, count):
    chance = random.Random(seed)
    for _ in range(count):
        points = chance.sample(range(24), 7)
        yield Position(white=mask_of(points[:3]), black=mask_of(points[3:]))


@pytest.fixture
def games(monkeypatch):
    """Positions of small tables in place of games, which need the tables of the whole game."""

    def generate(tables, games, seed):
        for position in random_positions(seed, games):
            yield Found(TableKey(3, 4), position.own, position.enemy, seed % 2 == 0)

    orders = [
        Order("win", placing=False, to_the_end=True, count=3),
        Order("win", placing=False, to_the_end=False, count=3),
        Order("draw", placing=False, to_the_end=False, count=2),
    ]
    monkeypatch.setattr(make_puzzles, "generate_candidates", generate)
    monkeypatch.setattr(make_puzzles, "ORDERS", orders)


def small_file(tmp_path):
    kept = [
        puzzle
        for puzzle in load_puzzles()
        if {puzzle.position.white.bit_count(), puzzle.position.black.bit_count()} <= {3, 4}
        and (puzzle.position.white | puzzle.position.black).bit_count() <= 7
    ][:3]
    path = tmp_path / "puzzles.json"
    path.write_text(json.dumps(describe_puzzles(kept)))
    return path, kept


def test_puzzles_are_added_and_the_others_stay(tablebase, games, tmp_path):
    path, kept = small_file(tmp_path)
    arguments = ["--tables", str(tablebase.path), "--games", "500", "--file", str(path)]
    assert make_puzzles.main(arguments) == 0
    made = make_puzzles.read_puzzles(path)
    assert {puzzle.id: puzzle for puzzle in made}.items() >= {
        puzzle.id: puzzle for puzzle in kept
    }.items()
    new = [puzzle for puzzle in made if puzzle.id not in {each.id for each in kept}]
    assert new
    assert min(int(puzzle.id) for puzzle in new) > max(int(puzzle.id) for puzzle in kept)
    assert [puzzle.strength for puzzle in made] == sorted(puzzle.strength for puzzle in made)
    assert all(find_fault(puzzle, tablebase) is None for puzzle in made)


def test_without_games_nothing_is_added(tablebase, tmp_path):
    path, kept = small_file(tmp_path)
    assert make_puzzles.main(["--tables", str(tablebase.path), "--file", str(path)]) == 0
    assert sorted(make_puzzles.read_puzzles(path), key=lambda each: each.id) == sorted(
        kept, key=lambda each: each.id
    )


def test_a_puzzle_that_the_tables_refute_is_not_written(tablebase, tmp_path):
    path, kept = small_file(tmp_path)
    path.write_text(json.dumps(describe_puzzles([replace(kept[0], plies=kept[0].plies + 2)])))
    before = path.read_text()
    with pytest.raises(ValueError, match=f"puzzle {kept[0].id}"):
        make_puzzles.main(["--tables", str(tablebase.path), "--file", str(path)])
    assert path.read_text() == before


def test_without_tables_nothing_is_written(tmp_path, capsys):
    path, _ = small_file(tmp_path)
    before = path.read_text()
    empty = tmp_path / "tables"
    empty.mkdir()
    assert make_puzzles.main(["--tables", str(empty), "--file", str(path)]) == 2
    assert "merels solve" in capsys.readouterr().err
    assert path.read_text() == before


def test_what_may_be_a_puzzle_agrees_with_the_tables(tablebase):
    seen = 0
    for position in random_positions(1, 80):
        rated = tablebase.probe_moves(position)
        look = look_against(tablebase, next(iter(make_puzzles.load_fallible_players().values())))
        own, enemy = np.array([position.own]), np.array([position.enemy])
        scores = look.expand(TableKey(3, 4), own, enemy).scores
        best = [each for each in rated if each.value.result is rated[0].value.result]
        if len(best) == 1 and best[0].value.result is not Result.LOSS:
            assert make_puzzles.may_be_puzzle(scores)
            seen += 1
        if best[0].value.result is Result.DRAW and len(best) > 1:
            assert not make_puzzles.may_be_puzzle(scores)
    assert seen


def test_a_position_with_two_right_answers_is_not_a_puzzle(tablebase):
    seen = 0
    for position in random_positions(1, 60):
        values = [entry.value for entry in tablebase.probe_moves(position)]
        if values.count(values[0]) > 1 and values[0].plies != 1:
            seen += 1
            assert make_puzzles.solve_puzzle(tablebase, position) is None
    assert seen > 10


def test_a_lost_position_is_not_a_puzzle(tablebase):
    lost = Position.from_fen("O*O*****/********/@@*@**** w m s 2 0 3 0 0 0 0 0 0 0 0 0 1")
    assert make_puzzles.solve_puzzle(tablebase, lost) is None


def test_long_wins_stop_where_several_moves_win(tablebase):
    for position in random_positions(3, 300):
        puzzle = make_puzzles.solve_puzzle(tablebase, position)
        if puzzle is not None and puzzle.kind == "win" and not puzzle.is_to_the_end:
            assert puzzle.plies > make_puzzles.SHORT
            assert len(puzzle.line) in (1, 3, 5)
            assert find_fault(puzzle, tablebase) is None
            return
    pytest.fail("no long win with an only move")


def test_equivalent_positions_are_one_class():
    position = moving("a7 d7 g4", "a1 f2 c3")
    image = position.transform(SYMMETRIES[5]).swap_colors()
    assert make_puzzles.class_of(position) == make_puzzles.class_of(image)
    other = moving("a7 d7 g4", "a1 f2 c5")
    assert make_puzzles.class_of(position) != make_puzzles.class_of(other)


def test_puzzles_are_taken_from_all_strengths():
    def make(strength):
        return Puzzle("", "win", "", 1, 1, (), strength)

    easy, hard = [make(310)] * 8, [make(1250), make(2110)]
    picked = make_puzzles.pick_evenly([*easy, *hard], 4)
    assert sorted(puzzle.strength for puzzle in picked) == [310, 310, 1250, 2110]


def test_found_positions_have_the_colours_of_the_game():
    position = moving("a7 d7 g4", "a1 f2 c3 e4")
    found = Found(TableKey(3, 4), position.white, position.black, True)
    assert found.position == position
    assert found._replace(white_moves=False).position == position.swap_colors()
