"""The rules one by one, on positions made by hand."""

import pytest
from arrange import men, moving, placing
from random_games import WALKING

from merels import BLACK, WHITE, Game, IllegalMoveError, Move, Outcome, Phase, Position, Reason
from merels.rules.outcome import position_outcome


def turns(position, start=""):
    """Return the legal turns that begin with ``start``, as text."""
    return {text for text in map(str, position.legal_moves) if text.startswith(start)}


class TestPlacing:
    def test_white_begins_with_nine_men_each(self):
        start = Position.start()
        assert (start.turn, start.white_in_hand, start.black_in_hand) == (WHITE, 9, 9)
        assert len(start.legal_moves) == 24
        assert start.phase() is Phase.PLACING

    def test_a_man_goes_to_any_empty_point_and_nowhere_else(self):
        position = placing("d6 a1", "f4 g7", 7, 7)
        assert turns(position).isdisjoint({"d6", "a1", "f4", "g7"})
        assert len(position.legal_moves) == 20

    def test_men_on_the_board_stay_while_there_are_men_in_hand(self):
        with pytest.raises(IllegalMoveError, match="White has 7 men in hand and must place one"):
            placing("d6 a1", "f4 g7", 7, 7).play(Move.parse("d6-d7"))

    def test_a_mill_captures_a_man(self):
        position = placing("a7 d7", "f4 g4", 7, 7)
        assert turns(position, "g7") == {"g7xf4", "g7xg4"}
        after = position.play(Move.parse("g7xf4"))
        assert after == placing("a7 d7 g7", "g4", 6, 7, BLACK)

    def test_the_first_men_do_not_win(self):
        """Men in hand count: White with one man on the board has not lost."""
        game = Game()
        for text in ("a7", "f4", "d7", "g4", "g7xf4", "b4"):
            game.push(Move.parse(text))
            assert game.outcome() is None

    def test_capturing_all_men_on_the_board_does_not_win_while_some_are_in_hand(self):
        position = placing("a7 d7", "b6", 5, 5, BLACK).play(Move.parse("f4"))
        after = position.play(Move.parse("g7xf4"))
        assert position_outcome(after) is None

    def test_a_side_with_two_men_on_board_and_in_hand_together_has_lost(self):
        position = placing("a7 d7 b2 f2", "f4 c3 e3", 1, 0)
        after = position.play(Move.parse("g7xf4"))
        assert position_outcome(after) == Outcome(WHITE, Reason.TOO_FEW_MEN)
        assert len(after.legal_moves) == 0

    def test_two_on_the_board_and_one_in_hand_is_still_three(self):
        position = placing("a7 d7 b2 f2", "f4 c3 e3", 1, 1)
        after = position.play(Move.parse("g7xf4"))
        assert position_outcome(after) is None
        assert after.phase() is Phase.PLACING

    def test_no_flying_before_the_last_man_is_placed(self):
        """Three men on the board do not fly while one is in hand: they do not move at all."""
        position = placing("a7 d7 b2", "f4 c3 e3", 1, 1)
        assert position.phase() is Phase.PLACING
        assert all(move.origin is None for move in position.legal_moves)


class TestMoving:
    POSITION = moving("a7 d6 f4 b2", "d7 g4 c4 e3")

    def test_men_move_along_lines_to_empty_neighbours(self):
        assert turns(self.POSITION, "d6") == {"d6-b6", "d6-f6", "d6-d5"}
        assert turns(self.POSITION, "a7") == {"a7-a4"}

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("a7-a1", "a7 and a1 are not adjacent"),
            ("d6-d7", "d7 is occupied"),
            ("d6-d6", "d6 is occupied"),
            ("a7-b6", "a7 and b6 are not adjacent"),
            ("c4-c3", "the man on c4 is Black's"),
            ("g1-d1", "there is no man on g1"),
            ("g1", "White has no men in hand and must move one"),
            ("d6-d5xd7", "it does not close a mill and cannot capture"),
            ("xd7", "White has not closed a mill and cannot capture"),
        ],
    )
    def test_other_moves_are_refused_with_the_reason(self, text, problem):
        with pytest.raises(IllegalMoveError) as caught:
            self.POSITION.play(Move.parse(text))
        message = str(caught.value)
        assert problem in message
        assert repr(text) in message
        assert self.POSITION.fen() in message

    def test_out_of_a_mill_and_back_closes_it_again(self):
        game = Game(moving("a7 d7 g4 b4", "c5 c3 e3 f2 b2"))
        for text in ("g4-g7xc5", "c3-c4", "g7-g4", "c4-c5", "g4-g7xc5"):
            game.push(Move.parse(text))
        assert game.position.black == men("e3 f2 b2")

    def test_an_existing_mill_captures_nothing_more(self):
        position = moving("a7 d7 g7 b4", "c5 c3 e3 f2 b2")
        assert turns(position, "b4") == {"b4-b6", "b4-a4", "b4-c4"}

    def test_sliding_from_one_mill_into_another(self):
        """The man opens g4-f4-e4 and closes a7-d7-g7: one mill is new, one man is captured."""
        position = moving("a7 d7 g4 f4 e4", "c5 c3 b4 f2")
        assert turns(position, "g4-g7") == {"g4-g7xc5", "g4-g7xc3", "g4-g7xb4", "g4-g7xf2"}

    def test_a_man_cannot_make_a_mill_with_the_point_it_left(self):
        """d7 moves to d6: d5 and d6 are occupied, but d7 is now empty."""
        position = moving("d7 d5 a1 g1", "c3 e3 b2 f2")
        assert turns(position, "d7-d6") == {"d7-d6"}

    def test_a_side_that_cannot_move_has_lost(self):
        position = moving("a7 g7 a1 g1", "d7 g4 d1 a4")
        assert len(position.legal_moves) == 0
        assert position_outcome(position) == Outcome(BLACK, Reason.BLOCKED)
        assert position_outcome(moving("a7 g7 a1 g1", "d7 g4 d1 a4", BLACK)) is None

    def test_a_side_that_can_place_is_not_blocked(self):
        position = placing("a7 g7 a1 g1", "d7 g4 d1 a4", 1, 1)
        assert position_outcome(position) is None


class TestRemoval:
    def test_two_mills_at_once_capture_one_man(self):
        double = placing("a7 d7 g4 g1", "c5 c3 e3 f2", 5, 5)
        assert turns(double, "g7") == {"g7xc5", "g7xc3", "g7xe3", "g7xf2"}
        after = double.play(Move.parse("g7xc5"))
        assert after.black.bit_count() == 3
        assert after.turn is BLACK
        assert not after.removing

    def test_men_in_mills_are_protected(self):
        position = placing("a7 d7", "c3 d3 e3 f4", 5, 5)
        assert turns(position, "g7") == {"g7xf4"}
        with pytest.raises(IllegalMoveError, match="the man on c3 is protected by a mill"):
            position.play(Move.parse("g7xc3"))

    def test_unless_all_men_are_in_mills(self):
        position = placing("a7 d7", "c3 d3 e3", 5, 5)
        assert turns(position, "g7") == {"g7xc3", "g7xd3", "g7xe3"}

    def test_two_mills_that_share_a_man(self):
        position = placing("a7 d7", "c3 d3 e3 d2 d1", 4, 4)
        assert turns(position, "g7") == {f"g7x{p}" for p in ["c3", "d3", "e3", "d2", "d1"]}

    def test_men_in_hand_do_not_affect_protection(self):
        """Only men on the board count: all of them are in a mill, although more are in hand."""
        assert len(turns(placing("a7 d7", "c3 d3 e3", 6, 6), "g7")) == 3

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("g7", "it closes a mill and must capture a man"),
            ("g7xg7", "Black has no man on g7"),
            ("g7xa7", "Black has no man on a7"),
            ("g7xa1", "Black has no man on a1"),
        ],
    )
    def test_illegal_captures_are_refused_with_the_reason(self, text, problem):
        with pytest.raises(IllegalMoveError, match=problem):
            placing("a7 d7", "c3 f4", 5, 5).play(Move.parse(text))

    def test_a_mill_without_enemy_men_on_the_board_captures_nothing(self):
        position = placing("a7 d7", "", 5, 5)
        assert turns(position, "g7") == {"g7"}

    def test_the_last_three_men_in_a_mill_may_be_captured(self):
        position = moving("a7 d7 g4 b4", "c3 d3 e3")
        after = position.play(Move.parse("g4-g7xd3"))
        assert position_outcome(after) == Outcome(WHITE, Reason.TOO_FEW_MEN)

    def test_in_mid_turn_only_captures_are_legal(self):
        position = placing("a7 d7", "c3 d3 e3 f4", 5, 5).before_removal(Move.parse("g7xf4"))
        assert position.removing
        assert position.turn is WHITE
        assert turns(position) == {"xf4"}
        after = position.play(Move.parse("xf4"))
        assert after == placing("a7 d7", "c3 d3 e3 f4", 5, 5).play(Move.parse("g7xf4"))

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("xc3", "the man on c3 is protected by a mill"),
            ("xa1", "Black has no man on a1"),
            ("a1", "White has closed a mill and must capture a man"),
            ("a1xf4", "White has closed a mill and must capture a man"),
        ],
    )
    def test_in_mid_turn_everything_else_is_refused(self, text, problem):
        position = placing("a7 d7", "c3 d3 e3 f4", 5, 5).before_removal(Move.parse("g7"))
        with pytest.raises(IllegalMoveError, match=problem):
            position.play(Move.parse(text))


class TestFlying:
    THREE = moving("a7 d2 f4", "c3 e3 b2 g1")

    def test_three_men_fly_to_every_empty_point(self):
        assert self.THREE.phase() is Phase.FLYING
        assert len(turns(self.THREE, "a7")) == 24 - 7
        assert len(self.THREE.legal_moves) == 3 * 17

    def test_the_other_side_does_not(self):
        assert self.THREE.phase(BLACK) is Phase.MOVING

    def test_four_men_do_not(self):
        assert moving("a7 d2 f4 g4", "c3 e3 b2").phase() is Phase.MOVING

    def test_not_without_the_option(self):
        walking = moving("a7 d2 f4", "c3 e3 b2 g1", variant=WALKING)
        assert walking.phase() is Phase.MOVING
        assert turns(walking, "a7") == {"a7-d7", "a7-a4"}
        with pytest.raises(IllegalMoveError, match="a7 and g7 are not adjacent"):
            walking.play(Move.parse("a7-g7"))

    def test_without_the_option_three_men_can_be_blocked(self):
        blocked = ("a7 g7 a1", "d7 g4 d1 a4")
        assert position_outcome(moving(*blocked, variant=WALKING)) == Outcome(BLACK, Reason.BLOCKED)
        assert position_outcome(moving(*blocked)) is None

    def test_a_flight_closes_a_mill(self):
        position = moving("a7 d7 f4", "c3 e3 b2 g1")
        assert turns(position, "f4-g7") == {"f4-g7xc3", "f4-g7xe3", "f4-g7xb2", "f4-g7xg1"}

    def test_losing_the_fourth_man_lets_a_side_fly_at_once(self):
        position = moving("a7 d7 g4 b4", "c3 e3 b2 g1").play(Move.parse("g4-g7xc3"))
        assert position.phase() is Phase.FLYING
        assert "e3-a1" in turns(position)
        assert position.phase(WHITE) is Phase.MOVING

    def test_a_side_with_two_men_has_lost_and_does_not_move(self):
        position = moving("a7 d7", "c3 e3 b2")
        assert position_outcome(position) == Outcome(BLACK, Reason.TOO_FEW_MEN)
        assert list(position.legal_moves) == []
        with pytest.raises(IllegalMoveError, match="the game is over: White has fewer than three"):
            position.play(Move.parse("a7-a4"))
