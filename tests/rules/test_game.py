"""Game: history, counters, half turns, text."""

import pytest
from arrange import QUIET, TO_AND_FRO, push_all
from hypothesis import given
from hypothesis import strategies as st
from random_games import games

from merels import (
    BLACK,
    NINE_MENS_MORRIS,
    NO_DRAW_RULES,
    WHITE,
    DrawRules,
    Game,
    IllegalMoveError,
    Move,
    NotationError,
    Outcome,
    Position,
    PositionError,
    Reason,
    Variant,
)


def snapshot(game):
    """Return everything that a game reports about itself."""
    return (
        game.position,
        game.history,
        game.positions,
        game.ply,
        game.plies_since_removal,
        game.move_number,
        game.fen(),
        game.outcome(),
        game.occurrences(),
        tuple(game.legal_moves),
    )


@given(games(), st.data())
def test_pop_and_redo_restore_everything(game, data):
    end, moves = snapshot(game), game.history
    count = data.draw(st.integers(0, game.ply))
    seen = []
    for _ in range(count):
        seen.append(snapshot(game))
        assert game.pop() == moves[game.ply]
    assert game.undone == moves[game.ply :]
    for before in reversed(seen):
        assert game.redo() == moves[game.ply - 1]
        assert snapshot(game) == before
    assert snapshot(game) == end
    assert game.undone == ()


@given(games())
def test_moves_pushed_again_give_the_same_game(game):
    again = Game(game.start, draw_rules=game.draw_rules)
    for move in game.history:
        again.push(move)
    assert snapshot(again) == snapshot(game)


@given(games())
def test_counters(game):
    since = 0
    for ply, move in enumerate(game.history):
        assert game.positions[ply].turn == (WHITE, BLACK)[ply % 2]
        since = 0 if move.captured is not None else since + 1
    assert game.plies_since_removal == since
    assert game.move_number == 1 + game.ply // 2
    assert game.turn == (WHITE, BLACK)[game.ply % 2]


@given(games())
def test_a_game_continues_from_its_fen(game):
    again = Game.from_fen(game.fen(), variant=game.variant, draw_rules=NO_DRAW_RULES)
    assert again.fen() == again.start_fen == game.fen()
    assert again.position == game.position
    assert again.outcome() == game.outcome()


def test_legal_moves_are_a_live_view():
    game = Game()
    moves = game.legal_moves
    assert len(moves) == 24
    push_all(game, "d6")
    assert len(moves) == 23
    assert Move.parse("d6") not in moves
    assert Move.parse("f4") in moves
    assert "f4" in moves
    assert "d6" not in moves
    game.pop()
    assert Move.parse("d6") in moves
    assert bool(moves)
    assert repr(moves).startswith("<LegalMoves: a7, d7, g7, ")


def test_nothing_to_take_back_or_to_play_again():
    game = Game()
    with pytest.raises(IndexError, match="no move to take back"):
        game.pop()
    with pytest.raises(IndexError, match="no move to play again"):
        game.redo()


def test_a_new_move_forgets_what_was_taken_back():
    game = Game()
    push_all(game, "d6", "f4")
    game.pop()
    assert game.undone == (Move.parse("f4"),)
    push_all(game, "b4")
    assert game.undone == ()
    with pytest.raises(IndexError):
        game.redo()


def test_an_illegal_move_changes_nothing():
    game = Game()
    push_all(game, "d6", "f4")
    game.pop()
    before = snapshot(game), game.undone
    with pytest.raises(IllegalMoveError, match=r"'d6' is illegal in '.* b p p 1 8 0 9 .*occupied"):
        push_all(game, "d6")
    assert (snapshot(game), game.undone) == before


BEFORE_MILL = ("d6", "f4", "d5", "b4")


def mid_turn_game():
    game = Game()
    push_all(game, *BEFORE_MILL)
    game.push_action("d7")
    return game


class TestHalfTurn:
    def test_the_first_half_leaves_the_game_in_mid_turn(self):
        game = mid_turn_game()
        assert game.is_mid_turn
        assert game.pending == Move.parse("d7")
        assert game.position == Position.from_fen(game.fen())
        assert game.fen().split()[1:4] == ["w", "p", "r"]
        assert {str(move) for move in game.legal_moves} == {"xf4", "xb4"}
        assert [str(move) for move in game.history] == list(BEFORE_MILL)
        assert (game.ply, game.last_move) == (4, Move.parse("b4"))
        assert (game.plies_since_removal, game.move_number, game.turn) == (4, 3, WHITE)
        assert (len(game.positions), game.positions[-1]) == (6, game.position)
        assert (game.occurrences(), game.outcome()) == (1, None)
        assert game.tokens() == (*BEFORE_MILL, "d7")
        assert str(game).endswith("\nWhite to capture")

    @pytest.mark.parametrize("push", [Game.push, Game.push_action])
    def test_a_capture_completes_the_turn(self, push):
        game, whole = mid_turn_game(), Game()
        push(game, "xb4")
        push_all(whole, *BEFORE_MILL, "d7xb4")
        assert snapshot(game) == snapshot(whole)
        assert game.pop() == Move.parse("d7xb4")
        assert not game.is_mid_turn
        assert game.redo() == Move.parse("d7xb4")

    @given(games())
    def test_actions_give_the_same_game_as_moves(self, game):
        again = Game(game.start, draw_rules=game.draw_rules)
        for token in game.tokens():
            again.push_action(token)
            assert again.is_mid_turn == (again.pending is not None)
        assert snapshot(again) == snapshot(game)
        for move in reversed(game.history):
            assert again.pop() == move
        assert snapshot(again) == snapshot(Game(game.start, draw_rules=game.draw_rules))

    def test_pop_takes_the_half_back_alone(self):
        game = Game()
        push_all(game, *BEFORE_MILL, "d1")
        game.pop()
        before = snapshot(game), game.undone
        game.push_action("d7")
        assert game.undone == ()
        with pytest.raises(IndexError, match="no move to play again"):
            game.redo()
        assert game.pop() == Move.parse("d7")
        assert (snapshot(game), game.undone) == before
        game.push_action("d7")
        game.push_action("xb4")
        assert game.undone == ()

    def test_whole_moves_are_actions_too(self):
        game = Game()
        for text in (*BEFORE_MILL, "d7xb4", "a1"):
            game.push_action(text)
        assert [str(move) for move in game.history] == [*BEFORE_MILL, "d7xb4", "a1"]

    @pytest.mark.parametrize(
        ("action", "problem"),
        [
            ("a1", "White has closed a mill and must capture a man"),
            ("a1xb4", "White has closed a mill and must capture a man"),
            ("xa1", "Black has no man on a1"),
            ("xd7", "Black has no man on d7"),
        ],
    )
    def test_nothing_but_a_capture_is_legal_in_mid_turn(self, action, problem):
        game = mid_turn_game()
        before = snapshot(game)
        with pytest.raises(IllegalMoveError, match=f" w p r .*: {problem}$"):
            game.push_action(action)
        assert snapshot(game) == before

    def test_push_needs_the_whole_turn(self):
        game = Game()
        push_all(game, *BEFORE_MILL)
        with pytest.raises(IllegalMoveError, match=r"closes a mill and must capture a man$"):
            game.push("d7")
        assert not game.is_mid_turn

    @pytest.mark.parametrize(
        ("action", "problem"),
        [("d6-d7", "must place one"), ("b4", "occupied"), ("xb4", "not closed a mill")],
    )
    def test_an_illegal_half_changes_nothing(self, action, problem):
        game = Game()
        push_all(game, *BEFORE_MILL)
        before = snapshot(game)
        with pytest.raises(IllegalMoveError, match=problem):
            game.push_action(action)
        assert snapshot(game) == before

    def test_only_a_side_can_resign(self):
        game = Game()
        with pytest.raises(ValueError, match="'white' is not a valid Color"):
            game.resign("white")
        assert game.outcome() is None

    def test_a_resignation_takes_the_half_back(self):
        game = mid_turn_game()
        game.resign()
        assert game.outcome() == Outcome(BLACK, Reason.RESIGNATION)
        assert game.tokens() == BEFORE_MILL

    def test_the_start_in_mid_turn_is_not_a_half(self):
        game = Game(mid_turn_game().position)
        assert game.is_mid_turn
        assert (game.pending, game.ply) == (None, 0)
        with pytest.raises(IndexError, match="no move to take back"):
            game.pop()
        game.push_action("xb4")
        assert game.history == (Move.parse("xb4"),)


@pytest.mark.parametrize(
    ("counters", "field"),
    [({"plies_since_removal": -1}, "plies_since_removal"), ({"move_number": 0}, "move_number")],
)
def test_invalid_counters_are_refused(counters, field):
    with pytest.raises(PositionError) as caught:
        Game(**counters)
    assert caught.value.field == field


def test_variant_and_start():
    walking = Variant(flying=False)
    assert Game().variant == NINE_MENS_MORRIS
    assert Game(variant=walking).position == Position.start(walking)
    assert Game.from_fen(QUIET.fen(), variant=walking).variant == walking
    game = Game(QUIET)
    push_all(game, "a7-d7")
    assert game.start == QUIET
    assert repr(game) == f"<Game: 1 plies, {game.fen()!r}>"


def test_a_game_that_begins_in_mid_turn():
    half = Position.from_fen("********/********/OO@@*@*O w p r 3 6 3 6 1 0 0 0 0 0 0 7 4")
    game = Game(half, plies_since_removal=100)
    assert game.outcome() is None
    assert {str(move) for move in game.legal_moves} == {"xg4", "xg1", "xa1"}
    push_all(game, "xg4")
    assert (game.plies_since_removal, game.move_number, game.turn) == (0, 1, BLACK)


def long_game(plies):
    """Return a game of many moves that repeats positions."""
    game = Game(QUIET, draw_rules=NO_DRAW_RULES)
    for ply in range(plies):
        game.push(TO_AND_FRO[ply % len(TO_AND_FRO)])
    return game


def test_a_move_costs_the_same_however_long_the_game_is(monkeypatch):
    compared = []
    equal = Position.__eq__

    def count_and_compare(first, second):
        compared.append(1)
        return equal(first, second)

    def forbid(_game):
        raise AssertionError("this walks through the whole game")

    monkeypatch.setattr(Position, "__eq__", count_and_compare)
    for name in ("history", "positions", "undone"):
        monkeypatch.setattr(Game, name, property(forbid))
    game = long_game(400)
    game.draw_rules = DrawRules(repetitions=101, ply_limit=None)
    assert game.outcome() == Outcome(None, Reason.REPETITION)
    for _ in range(400):
        game.pop()
    for _ in range(400):
        game.redo()
    assert game.occurrences() == 101
    assert len(compared) < 10 * 1200  # a comparison with every earlier position would be 80,000


def test_occurrences_of_any_position():
    game = long_game(9)
    assert [game.occurrences(position) for position in game.positions[:4]] == [3, 3, 2, 2]
    game.pop()
    assert game.occurrences(game.positions[1]) == 2
    assert game.occurrences(Position.start()) == 0


def test_the_last_move():
    game = Game()
    assert game.last_move is None
    game.push("d6")
    assert game.last_move == Move.parse("d6")
    game.pop()
    assert game.last_move is None


def test_text_is_played_like_a_move():
    game, other = Game(), Game()
    for text in ("d6", "f4", "d5", "b4", "d7xb4"):
        game.push(text)
        other.push(Move.parse(text))
    assert snapshot(game) == snapshot(other)
    with pytest.raises(NotationError, match=r"^'d9-' is "):
        game.push("d9-")
    with pytest.raises(IllegalMoveError, match=r"^'d6' is illegal in .*: d6 is occupied$"):
        game.push("d6")
    assert snapshot(game) == snapshot(other)


@pytest.mark.parametrize("counter", ["plies_since_removal", "move_number"])
def test_counters_beyond_any_game_are_refused(counter):
    Game(**{counter: 10**9})
    with pytest.raises(PositionError, match=f"^{counter}: 1000000001 is not between "):
        Game(**{counter: 10**9 + 1})


def test_print_shows_the_board_and_whose_turn_it_is():
    game = Game()
    game.push("a7")
    *board, last = str(game).splitlines()
    assert board == str(game.position).splitlines()
    assert board[0].startswith("○---")
    assert last == "Black to move"
    game.resign()
    assert str(game).endswith("\nWhite wins (resignation)")
    assert repr(game) == f"<Game: 1 plies, {game.fen()!r}>"


def test_print_says_that_a_capture_is_due_and_that_a_game_is_drawn():
    closed = Game.from_fen("O*@*****/O*@*****/O******* w p r 3 6 2 7 1 0 0 0 0 0 0 0 3")
    assert str(closed).endswith("\nWhite to capture")
    drawn = long_game(8)
    drawn.draw_rules = DrawRules()
    assert str(drawn).endswith("\nDraw (repetition)")


def test_a_copy_goes_its_own_way():
    game = Game()
    for text in ("d6", "f4", "d2"):
        game.push(text)
    game.pop()
    copy = game.copy()
    assert (copy.fen(), copy.history, copy.undone) == (game.fen(), game.history, game.undone)
    assert copy.occurrences() == game.occurrences() == 1
    copy.push("b4")
    copy.resign()
    assert (game.ply, game.undone, game.outcome()) == (2, (Move.parse("d2"),), None)
    assert copy.outcome().winner is WHITE
