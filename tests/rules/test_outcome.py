"""How games end: by the position alone, by a draw rule, by resignation."""

import pytest
from arrange import QUIET, TO_AND_FRO, moving, placing, push_all
from hypothesis import given
from hypothesis import strategies as st
from random_games import games, play_randomly

from merels import (
    BLACK,
    NO_DRAW_RULES,
    WHITE,
    DrawRules,
    Game,
    IllegalMoveError,
    Outcome,
    Position,
    PositionError,
    Reason,
)
from merels.rules.outcome import position_outcome


@pytest.mark.parametrize(
    ("winner", "result"), [(WHITE, "1-0"), (BLACK, "0-1"), (None, "1/2-1/2")], ids=str
)
def test_results(winner, result):
    assert Outcome(winner, Reason.RESIGNATION).result == result


@pytest.mark.parametrize("turn", [WHITE, BLACK])
def test_a_side_with_two_men_has_lost_even_if_it_is_not_to_move(turn):
    position = moving("a7 d7 g7", "a1 d1", turn)
    assert position_outcome(position) == Outcome(WHITE, Reason.TOO_FEW_MEN)


def test_men_in_hand_count():
    assert position_outcome(placing("a7 d7 g7", "a1 d1", 6, 6, BLACK)) is None


def test_a_side_that_cannot_move_has_lost():
    position = moving("a7 d7 g7 g4", "a4 d6 g1 f4", WHITE)
    assert position_outcome(position) == Outcome(BLACK, Reason.BLOCKED)
    assert position_outcome(moving("a7 d7 g7 g4", "a4 d6 g1 f4", BLACK)) is None


class TestRepetition:
    def test_the_third_occurrence_ends_the_game(self):
        game = Game(QUIET)
        push_all(game, *TO_AND_FRO)
        assert game.occurrences() == 2
        push_all(game, *TO_AND_FRO[:3])
        assert game.outcome() is None
        push_all(game, TO_AND_FRO[3])
        assert game.occurrences() == 3
        assert game.outcome() == Outcome(None, Reason.REPETITION)
        assert game.outcome().result == "1/2-1/2"

    def test_no_move_may_follow(self):
        game = Game(QUIET)
        push_all(game, *TO_AND_FRO * 2)
        with pytest.raises(IllegalMoveError, match="the game is over: repetition"):
            push_all(game, "a7-d7")
        game.pop()
        assert game.outcome() is None

    def test_the_same_men_with_the_other_side_to_move_are_another_position(self):
        """A flying side can take three moves for the way of two, and pass the turn."""
        start = moving("a7 a1 b4", "g1 c5 e5")
        game = Game(start)
        push_all(game, "a7-d7", "g1-d1", "d7-g7", "d1-g1", "g7-a7")
        assert (game.position.white, game.position.black) == (start.white, start.black)
        assert game.occurrences() == 1

    def test_occurrences_need_not_follow_each_other(self):
        game = Game(QUIET)
        push_all(game, *TO_AND_FRO, "b4-c4", "g1-d1", "c4-b4", "d1-g1")
        assert game.outcome() == Outcome(None, Reason.REPETITION)

    def test_another_number_and_off(self):
        twice = Game(QUIET, draw_rules=DrawRules(repetitions=2))
        push_all(twice, *TO_AND_FRO)
        assert twice.outcome() == Outcome(None, Reason.REPETITION)
        off = Game(QUIET, draw_rules=DrawRules(repetitions=None))
        push_all(off, *TO_AND_FRO * 5)
        assert off.occurrences() == 6
        assert off.outcome() is None


class TestPlyLimit:
    def test_100_plies_without_a_removal_end_the_game(self):
        game = Game(QUIET, draw_rules=DrawRules(repetitions=None))
        push_all(game, *TO_AND_FRO * 24, *TO_AND_FRO[:3])
        assert game.plies_since_removal == 99
        assert game.outcome() is None
        push_all(game, TO_AND_FRO[3])
        assert game.plies_since_removal == 100
        assert game.outcome() == Outcome(None, Reason.PLY_LIMIT)
        with pytest.raises(IllegalMoveError, match="the game is over"):
            push_all(game, "a7-d7")

    def test_a_removal_starts_the_count_anew(self):
        game = Game(QUIET, draw_rules=NO_DRAW_RULES, plies_since_removal=98)
        push_all(game, *TO_AND_FRO)
        assert game.plies_since_removal == 102
        push_all(game, "b4-a4xg1")
        assert game.plies_since_removal == 0
        push_all(game, "c5-d5")
        assert game.plies_since_removal == 1

    def test_the_count_of_a_fen_goes_on(self):
        game = Game.from_fen(QUIET.fen().removesuffix("0 1") + "99 60")
        assert game.outcome() is None
        push_all(game, "a7-d7")
        assert game.outcome() == Outcome(None, Reason.PLY_LIMIT)
        assert game.move_number == 60
        assert game.fen().endswith(" 100 60")

    def test_a_win_on_the_hundredth_ply_is_a_win(self):
        """White blocks Black without taking a man."""
        game = Game(moving("d7 g4 d1 b4", "a7 g7 a1 g1"), plies_since_removal=99)
        push_all(game, "b4-a4")
        assert game.plies_since_removal == 100
        assert game.outcome() == Outcome(WHITE, Reason.BLOCKED)

    def test_off(self):
        game = Game(QUIET, draw_rules=NO_DRAW_RULES)
        push_all(game, *TO_AND_FRO * 30)
        assert game.outcome() is None

    def test_random_games_end_with_the_default_rules(self):
        ends = {play_randomly(seed, 2000, draw_rules=DrawRules()).outcome() for seed in range(20)}
        assert None not in ends


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        ({"repetitions": 1}, "repetitions"),
        ({"repetitions": -3}, "repetitions"),
        ({"ply_limit": 0}, "ply_limit"),
    ],
)
def test_invalid_draw_rules_are_refused(rules, field):
    with pytest.raises(PositionError) as caught:
        DrawRules(**rules)
    assert caught.value.field == field


class TestResignation:
    def test_the_other_side_wins(self):
        game = Game()
        game.resign()
        assert game.outcome() == Outcome(BLACK, Reason.RESIGNATION)
        assert game.outcome().result == "0-1"
        with pytest.raises(IllegalMoveError, match="the game is over: resignation"):
            push_all(game, "d6")

    def test_either_side_may_resign(self):
        game = Game()
        game.resign(BLACK)
        assert game.outcome() == Outcome(WHITE, Reason.RESIGNATION)

    def test_it_is_taken_back_with_the_last_move(self):
        game = Game()
        push_all(game, "d6")
        game.resign()
        game.pop()
        assert game.outcome() is None
        game.redo()
        assert game.outcome() is None

    def test_it_forgets_what_was_taken_back(self):
        game = Game()
        push_all(game, "d6", "f4")
        game.pop()
        game.resign()
        with pytest.raises(IndexError):
            game.redo()

    def test_a_finished_game_stays_as_it_is(self):
        game = Game(Position(white=0b111, black=0b11000))
        game.resign(WHITE)
        assert game.outcome() == Outcome(WHITE, Reason.TOO_FEW_MEN)


@given(games(), st.data())
def test_the_outcome_after_a_move_is_the_outcome_once_it_is_played(game, data):
    count = data.draw(st.integers(0, game.ply))
    moves = [game.pop() for _ in range(count)]
    game.draw_rules = DrawRules(repetitions=2, ply_limit=data.draw(st.integers(1, 20)))
    if moves and game.outcome() is None:
        expected = game.outcome_after(moves[-1])
        game.push(moves[-1])
        assert game.outcome() == expected
