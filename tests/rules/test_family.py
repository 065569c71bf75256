"""Every variant along random games: the package against rules written anew."""

import random

import pytest
from family_oracle import Oracle, see
from own_variant import CROSSES

from merels import (
    NO_DRAW_RULES,
    VARIANTS,
    WHITE,
    Game,
    IllegalMoveError,
    Move,
    NotationError,
    Outcome,
    Phase,
    Position,
    PositionError,
    Reason,
    Variant,
    pgn,
    variant,
)
from merels.rules.outcome import position_outcome

GAMES = 25
LONGEST_GAME = 150
STARTS = {
    "three": "*/******** w p p 0 3 0 3 0 0 0 0 0 0 0 0 1",
    "five": "********/******** w p p 0 5 0 5 0 0 0 0 0 0 0 0 1",
    "six": "********/******** w p p 0 6 0 6 0 0 0 0 0 0 0 0 1",
    "nine": "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1",
    "ten": "********/********/******** w p p 0 10 0 10 0 0 0 0 0 0 0 0 1",
    "eleven": "********/********/******** w p p 0 11 0 11 0 0 0 0 0 0 0 0 1",
    "twelve": "********/********/******** w p p 0 12 0 12 0 0 0 0 0 0 0 0 1",
    "lasker": "********/********/******** w p p 0 10 0 10 0 0 0 0 0 0 0 0 1",
    "morabaraba": "********/********/******** w p p 0 12 0 12 0 0 0 0 0 0 0 0 1",
    "shax": "********/********/******** w p p 0 12 0 12 0 0 0 0 0 0 0 0 1",
}


# Rules that the oracle does not know: tests/rules/test_unusual.py
USUAL = [name for name, each in VARIANTS.items() if each.is_usual]


@pytest.mark.parametrize("name", USUAL)
def test_lines_and_neighbours(name):
    oracle, board = Oracle(name), VARIANTS[name].board
    assert set(oracle.points.values()) == set(board.names)
    lines = [{board.names[point] for point in line} for line in board.lines]
    assert sorted(map(sorted, lines)) == sorted(map(sorted, oracle.lines))
    steps = {(board.names[a], board.names[b]) for a, b in board.steps}
    assert steps | {(b, a) for a, b in steps} == oracle.neighbours


@pytest.mark.parametrize("name", USUAL)
def test_the_same_moves_along_random_games(name):
    oracle, chance = Oracle(name), random.Random(name)
    ends = set()
    for number in range(GAMES):
        game = Game(variant=VARIANTS[name], draw_rules=NO_DRAW_RULES)
        peaceful = number % 4 == 0
        for _ in range(LONGEST_GAME):
            here = see(game.position)
            expected = oracle.moves(here)
            moves = {str(move): move for move in game.legal_moves}
            assert set(moves) == set(expected), game.fen()
            assert Position.from_fen(game.fen(), game.variant) == game.position
            outcome = game.outcome()
            assert (outcome is None) == bool(expected)
            if outcome is not None:
                assert (outcome.winner is None) == oracle.is_full_board_draw(here)
                ends.add(outcome.reason)
                break
            quiet = [text for text in moves if "x" not in text]
            text = chance.choice(sorted(quiet if peaceful and quiet else moves))
            game.push(text)
            assert see(game.position) == expected[text]
        again = pgn.parse_game(str(pgn.GameRecord.from_game(game)))
        assert (again.variant, again.moves) == (game.variant, game.history)
    assert ends


@pytest.mark.parametrize("name", VARIANTS)
def test_the_start(name):
    position = Position.start(VARIANTS[name])
    assert position.fen() == STARTS[name]
    assert Position.from_fen(STARTS[name], VARIANTS[name]) == position
    assert len(position.legal_moves) == len(position.board.names)


@pytest.mark.parametrize(
    ("name", "fen"),
    [
        ("three", "********/******** w p p 0 3 0 3 0 0 0 0 0 0 0 0 1"),
        ("six", "*/******** w p p 0 6 0 6 0 0 0 0 0 0 0 0 1"),
        ("twelve", "********/******** w p p 0 12 0 12 0 0 0 0 0 0 0 0 1"),
    ],
)
def test_a_fen_of_another_board_is_refused(name, fen):
    with pytest.raises(NotationError, match=r"board: .* is not .* separated by /"):
        Position.from_fen(fen, VARIANTS[name])


class TestLasker:
    VARIANT = VARIANTS["lasker"]

    def test_a_side_may_place_or_move(self):
        game = Game(variant=self.VARIANT)
        game.push("d6")
        game.push("f4")
        game.push("d6-d5")
        assert game.position.phase() is Phase.PLACING
        assert game.fen() == "O*******/**@*****/******** b p p 1 9 1 9 0 0 0 0 0 0 0 3 2"

    def test_three_men_in_all_fly_even_with_one_in_hand(self):
        fen = "********/********/OO@@@@** w p p 2 1 4 0 0 0 0 0 0 0 0 0 9"
        position = Position.from_fen(fen, self.VARIANT)
        assert position.may_fly
        assert Move.parse("d7-a4") in position.legal_moves

    def test_the_phase_is_that_of_the_side_to_move(self):
        """White has placed all men, Black has two in hand."""
        white = ["a7", "d7", "g7", "g4", "g1", "d1", "a1", "b6", "d6", "b4"]
        board = self.VARIANT.board
        men = sum(1 << board.point(name) for name in white)
        black = sum(1 << board.point(name) for name in ("c5", "d5", "e4"))
        position = Position(men, black, 0, 2, variant=self.VARIANT)
        assert position.fen().split()[1:4] == ["w", "m", "s"]
        assert Position.from_fen(position.fen(), self.VARIANT) == position
        other = Position(men, black, 0, 2, WHITE.other, variant=self.VARIANT)
        assert other.fen().split()[1:4] == ["b", "p", "p"]
        assert Position.from_fen(other.fen(), self.VARIANT) == other

    def test_a_repetition_with_men_in_hand(self):
        game = Game(variant=self.VARIANT)
        for text in ("d6", "d2", *("d6-d5", "d2-d3", "d5-d6", "d3-d2") * 2):
            game.push(text)
        assert game.outcome() == Outcome(None, Reason.REPETITION)


def full_board(variant):
    """Return a full board without mills, White to move."""
    white = ["a7", "d7", "g4", "g1", "d1", "a4", "b6", "f6", "d2", "c5", "e4", "c3"]
    men = sum(1 << variant.board.point(name) for name in white)
    return Position(men, variant.board.full & ~men, variant=variant)


def test_a_full_board_is_a_draw():
    position = full_board(VARIANTS["twelve"])
    assert position_outcome(position) == Outcome(None, Reason.FULL_BOARD)
    assert Outcome(None, Reason.FULL_BOARD).result == "1/2-1/2"
    assert position.fen().split()[2] == "o"


def test_a_full_board_is_a_loss_where_the_rules_say_so():
    position = full_board(variant("twelve:full_board=loss"))
    assert position_outcome(position) == Outcome(WHITE.other, Reason.BLOCKED)


def test_a_move_on_another_board_is_refused():
    game = Game(variant=VARIANTS["six"])
    with pytest.raises(IllegalMoveError, match="it is a move on another board"):
        game.push(Move.parse("d6"))
    with pytest.raises(NotationError, match="write c4 to place, a1-a3 to move"):
        game.push("d6-")
    game.push(Move(None, 3))
    assert [str(move) for move in game.history] == ["e3"]


def test_men_beyond_the_board_are_refused():
    with pytest.raises(PositionError, match="white: 0x200 has bits outside the 9 points"):
        Position(1 << 9, 0, 2, 3, variant=VARIANTS["three"])


def test_a_variant_of_ones_own_is_played():
    chance = random.Random(1)
    game = Game(variant=CROSSES)
    assert game.fen() == f"{'*' * 25} w p p 0 5 0 5 0 0 0 0 0 0 0 0 1"
    while game.outcome() is None:
        game.push(chance.choice(list(game.legal_moves)))
        assert Position.from_fen(game.fen(), CROSSES) == game.position
    assert str(game.position).count("●") == game.position.black.bit_count()


def test_five_men_that_fly():
    position = Position(0b111, 0b111 << 8, variant=variant("five:flying=three-on-board"))
    assert position.phase() is Phase.FLYING
    assert len(list(position.legal_moves)) == 30
    assert isinstance(position.variant, Variant)
