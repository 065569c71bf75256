"""Each theme by an example that has it, and one that nearly does."""

import pytest
from arrange import moving, placing
from puzzles import Puzzle
from solved import solved_folder
from themes import (
    BLOCKADE,
    FLYING,
    ONLY_MOVE,
    TEMPTING,
    THEMES,
    find_themes,
    has_double_mill,
    is_blockade,
    is_double_mill,
    is_flying,
    is_only_move,
    is_opening_trap,
    is_sacrifice,
    look_after,
)

from merels import BLACK, Move, open_tablebase


@pytest.fixture(scope="module")
def tablebase():
    with open_tablebase(solved_folder()) as opened:
        yield opened


def puzzle(position, *line, kind="win", plies=None):
    return Puzzle("", kind, position.fen(), plies or len(line), 0, line)


BETWEEN_TWO_MILLS = moving("a7 d7 g7 b6 f6", "a1 d1 c3 e4")


def test_a_man_that_leaves_a_mill_and_closes_another_is_a_double_mill():
    assert is_double_mill(puzzle(BETWEEN_TWO_MILLS, "d7-d6xa1", plies=9))
    without = moving("a7 d7 g7 f6 a4", "a1 d1 c3 e4")
    assert not is_double_mill(puzzle(without, "d7-d6", plies=9))


def test_getting_a_double_mill_counts_having_one_does_not():
    about_to = moving("a7 d7 g7 b4 f6", "a1 d1 c3 e4")
    assert is_double_mill(puzzle(about_to, "b4-b6", plies=9))
    assert not is_double_mill(puzzle(BETWEEN_TWO_MILLS, "f6-f4", plies=9))
    assert not is_double_mill(puzzle(about_to, "b4-b6", kind="draw"))


def test_a_double_mill_needs_an_empty_point():
    men = BETWEEN_TWO_MILLS.white
    assert has_double_mill(men, 0)
    assert not has_double_mill(men, moving("", "d6 a1 g1").black)


def test_a_blockade_ends_with_a_side_that_cannot_move():
    nearly = moving("d7 b6 b2 g1 c5", "a7 a4 a1 b4")
    assert not is_blockade(puzzle(nearly, "g1-d1"))  # b4 can still go to c4
    shut_in = moving("d7 b6 b2 g1 c4", "a7 a4 a1 b4")
    assert is_blockade(puzzle(shut_in, "g1-d1"))
    assert not is_blockade(puzzle(shut_in, "g1-d1", plies=3))  # the line stops before the end


def test_a_capture_that_wins_is_no_blockade():
    win = moving("a7 d7 g4", "a1 d1 c3")
    assert not is_blockade(puzzle(win, "g4-g7xa1"))


def test_an_only_move_is_one_that_nothing_replaces(tablebase):
    two_mills = moving("a7 d7 g4 b4", "a1 f2 c3")
    (first, second, *_) = tablebase.probe_moves(two_mills)
    assert first.value.result is second.value.result
    assert not is_only_move(puzzle(two_mills, str(first.move)), tablebase)
    only = moving("a7 d7 g1", "b6 d6 e4")  # Black threatens f6
    rated = tablebase.probe_moves(only)
    keeping = [each for each in rated if each.value.result is rated[0].value.result]
    assert is_only_move(puzzle(only, str(rated[0].move)), tablebase) == (len(keeping) == 1)


def test_a_sacrifice_lets_a_man_go_that_could_be_kept():
    threatened = moving("d7 a1 g1 c3", "b6 f6 d5 e3")  # by d5-d6, which d7-d6 stops
    assert is_sacrifice(puzzle(threatened, "a1-a4", plies=9))
    assert not is_sacrifice(puzzle(threatened, "d7-d6", plies=9))


def test_what_cannot_be_stopped_is_no_sacrifice():
    assert not is_sacrifice(puzzle(moving("a7 a1 g1 c3", "b6 f6 d5 e3"), "a1-a4", plies=9))


def test_flying_counts_for_both_sides():
    three = moving("a7 d7 g4 b4", "a1 f2 c3")
    assert is_flying(puzzle(three, "b4-c4", "a1-g7", "c4-b4", plies=9))
    assert not is_flying(puzzle(three, "b4-c4", plies=9))  # Black is never to move
    assert is_flying(puzzle(moving("a7 d7 g4", "a1 f2 c3"), "g4-g7xa1"))


def test_an_opening_trap_looks_as_good_as_the_right_move():
    position = placing("d6 f4", "d2 b4", 7, 7)
    looks = {str(move): look_after(position, move) for move in position.legal_moves}
    assert is_opening_trap(puzzle(position, min(looks, key=looks.get), kind="draw", plies=20))


def test_a_move_that_stands_out_is_no_trap():
    threatened = placing("a4 d5 e5", "f2 e3", 6, 7, BLACK)  # Black must stop the mill on c5
    looks = sorted(look_after(threatened, move) for move in threatened.legal_moves)
    assert looks[-1] == look_after(threatened, Move.parse("c5"))
    assert looks[-1] - looks[-2] > TEMPTING
    assert not is_opening_trap(puzzle(threatened, "c5", kind="draw", plies=20))


def test_traps_are_laid_while_placing():
    assert not is_opening_trap(puzzle(moving("a7 d7 g4", "a1 f2 c3"), "g4-d1", plies=9))


def test_all_themes_are_found_together_in_their_order(tablebase):
    win = moving("a7 d7 g4", "a1 f2 c3")
    found = find_themes(puzzle(win, "g4-g7xa1"), tablebase)
    assert FLYING in found
    assert BLOCKADE not in found
    assert (ONLY_MOVE in found) == is_only_move(puzzle(win, "g4-g7xa1"), tablebase)
    assert list(found) == [theme for theme in THEMES if theme in found]
