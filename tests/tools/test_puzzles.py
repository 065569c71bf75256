"""Every puzzle has one right answer, by freshly solved tables or proved from the rules alone."""

import json
from collections import Counter
from functools import cache

import make_puzzles
import pytest
from puzzles import SMALL, Puzzle, describe_puzzles, load_puzzles, rate

from merels import BLACK, WHITE, Game, Result
from merels.board.symmetry import SYMMETRIES
from merels.rules.outcome import position_outcome
from merels.solver.run import solve_tables
from merels.tables.folder import TableFolder
from merels.tables.plan import Plan, all_moving_tables
from merels.tables.tablebase import open_tablebase

PUZZLES = load_puzzles()


def men(puzzle):
    position = puzzle.position
    return (position.white | position.black).bit_count()


@pytest.fixture(scope="module")
def tablebase(tmp_path_factory):
    folder = TableFolder(tmp_path_factory.mktemp("small tables"))
    solve_tables(Plan.for_tables(all_moving_tables(men=SMALL), folder.has), folder, threads=2)
    with open_tablebase(folder.path) as opened:
        yield opened


def positions_along(puzzle):
    """Yield each position of the line with the move played there."""
    position = puzzle.position
    for move in puzzle.moves:
        yield position, move
        position = position.play(move)


def test_there_are_a_few_hundred_of_every_kind():
    kinds = Counter(puzzle.kind for puzzle in PUZZLES)
    assert kinds["win"] >= 200
    assert kinds["draw"] >= 40
    assert Counter(puzzle.rating for puzzle in PUZZLES).keys() == {1, 2, 3, 4, 5}
    assert {puzzle.position.turn.name for puzzle in PUZZLES} == {"WHITE", "BLACK"}
    assert max(map(men, PUZZLES)) >= 15


@pytest.mark.parametrize("kind", ["win", "draw"])
def test_you_play_white_and_black_in_turn(kind):
    turns = [puzzle.position.turn for puzzle in PUZZLES if puzzle.kind == kind]
    assert turns == [(WHITE, BLACK)[number % 2] for number in range(len(turns))]


def test_no_two_puzzles_are_equivalent():
    """Not even rotated, mirrored, with squares swapped or with other colours."""
    classes = {
        min((image.own, image.enemy) for image in map(puzzle.position.transform, SYMMETRIES))
        for puzzle in PUZZLES
    }
    assert len(classes) == len(PUZZLES)
    assert len({puzzle.id for puzzle in PUZZLES}) == len(PUZZLES)


def test_the_easiest_come_first_and_lengths_fit():
    assert [puzzle.rating for puzzle in PUZZLES] == sorted(puzzle.rating for puzzle in PUZZLES)
    for puzzle in PUZZLES:
        assert puzzle.rating == rate(puzzle.plies)
        assert len(puzzle.line) == (puzzle.plies if puzzle.kind == "win" else 1)


def test_lines_can_be_played_and_wins_end_the_game():
    for puzzle in PUZZLES:
        game = Game.from_fen(puzzle.fen)
        for move in puzzle.moves:
            game.push(move)
        winner = None if game.outcome() is None else game.outcome().winner
        assert winner == (puzzle.position.turn if puzzle.kind == "win" else None), puzzle


def test_small_wins_by_freshly_solved_tables(tablebase):
    chosen = [p for p in PUZZLES if p.kind == "win" and men(p) <= SMALL]
    assert len(chosen) > 100
    for puzzle in chosen:
        for ply, (position, move) in enumerate(positions_along(puzzle)):
            left = puzzle.plies - ply
            rated = tablebase.probe_moves(position)
            best = [each.move for each in rated if each.value == rated[0].value]
            assert rated[0].value.plies == left, puzzle
            assert move in best, puzzle
            if ply % 2 == 0:
                assert rated[0].value.result is Result.WIN
                assert left == 1 or len(best) == 1, puzzle


def test_draws_by_freshly_solved_tables(tablebase):
    chosen = [p for p in PUZZLES if p.kind == "draw"]
    assert all(men(puzzle) <= SMALL for puzzle in chosen)
    for puzzle in chosen:
        first, *others = tablebase.probe_moves(puzzle.position)
        assert (first.value.result, first.move) == (Result.DRAW, puzzle.moves[0])
        assert others
        assert all(each.value.result is Result.LOSS for each in others), puzzle
        assert max(each.value for each in others).plies == puzzle.plies


@cache
def wins_within(position, plies):
    """Whether the side to move can force a win within this many plies, by the rules alone."""
    return plies > 0 and any(
        loses_within(position.successor(move), plies - 1) for move in position.generate_moves()
    )


@cache
def loses_within(position, plies):
    if position_outcome(position) is not None:
        return position_outcome(position).winner is not position.turn
    return plies > 0 and all(
        wins_within(position.successor(move), plies - 1) for move in position.generate_moves()
    )


def test_the_proof_agrees_with_the_tables(tablebase):
    for puzzle in [p for p in PUZZLES if p.kind == "win" and p.plies <= 3 and men(p) <= SMALL]:
        assert wins_within(puzzle.position, puzzle.plies)
        assert not wins_within(puzzle.position, puzzle.plies - 1)


def test_large_wins_are_proved():
    chosen = [p for p in PUZZLES if men(p) > SMALL]
    assert len(chosen) > 50
    for puzzle in chosen:
        assert puzzle.plies <= make_puzzles.PROVABLE
        for ply, (position, move) in enumerate(positions_along(puzzle)):
            left = puzzle.plies - ply
            if ply % 2 == 0:
                shortest = [
                    each
                    for each in position.generate_moves()
                    if loses_within(position.successor(each), left - 1)
                ]
                assert move in shortest, puzzle
                assert left == 1 or shortest == [move], puzzle
                assert not wins_within(position, left - 2), puzzle
        wins_within.cache_clear()
        loses_within.cache_clear()


def test_the_document_holds_them_all():
    document = json.loads(json.dumps(describe_puzzles(PUZZLES)))
    assert len(document["puzzles"]) == len(PUZZLES)
    entry = document["puzzles"][0]
    assert Puzzle(**{**entry, "line": tuple(entry["line"])}) == PUZZLES[0]
