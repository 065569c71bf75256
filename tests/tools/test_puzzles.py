"""Every puzzle has one right answer, by fresh tables, the book, or a proof from the rules."""

import hashlib
import json
from collections import Counter
from dataclasses import replace
from functools import cache

import make_puzzles
import pytest
from puzzles import (
    FILE,
    SMALL,
    Puzzle,
    describe_puzzles,
    find_fault,
    load_puzzles,
    rate,
    read_puzzle,
)
from themes import THEMES, find_themes

from merels import Game, MissingTableError, Phase, open_book
from merels.rules.outcome import position_outcome
from merels.solver.run import solve_tables
from merels.values.folder import TableFolder
from merels.values.layout.plan import Plan, all_moving_tables
from merels.values.tablebase import open_tablebase

PUZZLES = load_puzzles()
FIRST_RELEASE = 339
LARGEST_FILE = 400_000


def men(puzzle):
    position = puzzle.position
    return position.total(position.turn) + position.total(position.turn.other)


def is_placing(puzzle):
    return puzzle.position.phase() is Phase.PLACING


@pytest.fixture(scope="module")
def tablebase(tmp_path_factory):
    folder = TableFolder(tmp_path_factory.mktemp("small tables"))
    solve_tables(Plan.for_tables(all_moving_tables(men=SMALL), folder.has), folder, threads=2)
    with open_tablebase(folder.path) as opened:
        yield opened


def test_there_are_a_thousand_of_every_sort():
    assert len(PUZZLES) >= 1000
    kinds = Counter((puzzle.kind, puzzle.phase == "placing") for puzzle in PUZZLES)
    assert min(kinds[kind, placing] for kind in ("win", "draw") for placing in (True, False)) >= 100
    ratings = Counter(puzzle.rating for puzzle in PUZZLES)
    assert min(ratings[stars] for stars in range(1, 6)) >= 100
    themes = Counter(theme for puzzle in PUZZLES for theme in puzzle.themes)
    assert set(themes) == set(THEMES)
    assert min(themes.values()) >= 20
    full_boards = [puzzle for puzzle in PUZZLES if not is_placing(puzzle) and men(puzzle) >= 14]
    assert len(full_boards) >= 100


def test_you_play_white_about_as_often_as_black():
    white = sum(puzzle.position.turn.name == "WHITE" for puzzle in PUZZLES)
    assert 0.4 < white / len(PUZZLES) < 0.6


def test_the_file_is_not_large():
    assert FILE.stat().st_size < LARGEST_FILE


def test_numbers_and_solutions_stay():
    """Progress is kept by number, so a number must stay the same puzzle."""
    first = sorted(
        [puzzle.id, puzzle.kind, puzzle.fen, puzzle.plies, list(puzzle.line)]
        for puzzle in PUZZLES
        if int(puzzle.id) <= FIRST_RELEASE
    )
    assert len(first) == FIRST_RELEASE
    digest = hashlib.sha256(json.dumps(first).encode()).hexdigest()
    assert digest == "0f198bb4ca79a31aad9e837fea7074f904c2dcdc25340f030838ffd20e9e0c09"


def test_no_two_puzzles_are_equivalent():
    """Not even rotated, mirrored, with squares swapped or with other colours."""
    classes = {make_puzzles.class_of(puzzle.position) for puzzle in PUZZLES}
    assert len(classes) == len(PUZZLES)
    assert len({puzzle.id for puzzle in PUZZLES}) == len(PUZZLES)


def test_the_easiest_come_first_and_lengths_fit():
    strengths = [puzzle.strength for puzzle in PUZZLES]
    assert strengths == sorted(strengths)
    for puzzle in PUZZLES:
        assert puzzle.rating == rate(puzzle.strength)
        assert puzzle.phase == puzzle.position.phase().value
        assert len(puzzle.line) % 2 == 1
        if puzzle.kind == "win":
            assert puzzle.plies % 2 == 1
            assert len(puzzle.line) <= puzzle.plies
        else:
            assert len(puzzle.line) == 1


def test_lines_can_be_played_and_end_the_game_if_they_should():
    for puzzle in PUZZLES:
        game = Game.from_fen(puzzle.fen)
        for move in puzzle.moves:
            game.push(move)
        winner = None if game.outcome() is None else game.outcome().winner
        assert winner == (puzzle.position.turn if puzzle.is_to_the_end else None), puzzle


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.soak)])
def test_small_puzzles_by_freshly_solved_tables(tablebase, every):
    chosen = [puzzle for puzzle in PUZZLES if not is_placing(puzzle) and men(puzzle) <= SMALL]
    assert len(chosen) > 200
    for puzzle in chosen[::every]:
        assert find_fault(puzzle, tablebase) is None, puzzle
        assert find_themes(puzzle, tablebase) == puzzle.themes


def test_openings_by_the_book():
    """The book has every position with up to eight men placed."""
    checked = 0
    with open_book() as book:
        for puzzle in filter(is_placing, PUZZLES):
            try:
                fault, themes = find_fault(puzzle, book), find_themes(puzzle, book)
            except MissingTableError:
                continue
            assert fault is None, puzzle
            assert themes == puzzle.themes
            checked += 1
    assert checked >= 20


def test_faults_are_found(tablebase):
    for kind in ("win", "draw"):
        puzzle = next(
            each for each in PUZZLES if each.kind == kind and men(each) <= 7 and each.plies > 2
        )
        other = next(
            str(move) for move in puzzle.position.legal_moves if str(move) != puzzle.line[0]
        )
        assert find_fault(puzzle, tablebase) is None
        assert find_fault(replace(puzzle, plies=puzzle.plies + 2), tablebase) is not None
        assert find_fault(replace(puzzle, line=(other,)), tablebase) is not None
        flipped = {"win": "draw", "draw": "win"}[kind]
        assert find_fault(replace(puzzle, kind=flipped), tablebase) is not None


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
    chosen = [p for p in PUZZLES if p.is_to_the_end and p.plies <= 3 and men(p) <= SMALL]
    for puzzle in chosen:
        assert wins_within(puzzle.position, puzzle.plies)
        assert not wins_within(puzzle.position, puzzle.plies - 1)


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.soak)])
def test_short_wins_are_proved(every):
    chosen = [
        puzzle
        for puzzle in PUZZLES
        if puzzle.is_to_the_end and men(puzzle) > SMALL and puzzle.plies <= make_puzzles.PROVABLE
    ]
    assert len(chosen) > 100
    for puzzle in chosen[::every]:
        for ply, (position, move) in enumerate(puzzle.generate_turns()):
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
    assert read_puzzle(document["puzzles"][0]) == PUZZLES[0]
    assert isinstance(PUZZLES[0], Puzzle)
