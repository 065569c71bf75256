"""GameState: what follows a move."""

from hypothesis import given
from random_games import games

from merels import BLACK, WHITE, Game, Move, Position
from merels.rules.state import GameState


@given(games())
def test_moves_lead_through_the_states_of_a_game(game):
    state = GameState(game.start)
    for move in game.history:
        state = state.after(move)
    assert state == game.state
    assert state.fen() == game.fen()


@given(games())
def test_halves_lead_through_the_same_states(game):
    state = GameState(game.start)
    for token in game.tokens():
        before, state = state, state.after(Move.parse(token))
        if state.position.removing:
            assert state.position.turn is before.position.turn
            assert state.plies_since_removal == before.plies_since_removal
            assert state.move_number == before.move_number
    assert state == game.state


def test_counters():
    start = GameState(Position.start(), plies_since_removal=7, move_number=3)
    white = start.after(Move.parse("d6"))
    assert (white.position.turn, white.plies_since_removal, white.move_number) == (BLACK, 8, 3)
    black = white.after(Move.parse("f4"))
    assert (black.position.turn, black.plies_since_removal, black.move_number) == (WHITE, 9, 4)
    mill = black.after(Move.parse("d5")).after(Move.parse("b4")).after(Move.parse("d7xb4"))
    assert (mill.plies_since_removal, mill.move_number) == (0, 5)


def test_a_game_starts_from_a_state():
    state = GameState(Position.start(), 12, 31)
    assert Game.from_state(state).state == state
