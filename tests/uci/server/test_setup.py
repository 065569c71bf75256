"""The game that ``position`` sets up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_games import games, positions

from merels import DrawRules, Game, IllegalMoveError, Move, NotationError, Position, Variant
from merels.uci.server.options import Settings
from merels.uci.server.setup import parse_setup, with_rules

OPENING = ["d6", "f4", "d5", "b4"]


def set_up(tokens, start=None):
    words = "startpos" if start is None else f"fen {start.fen()}"
    settings = Settings(flying=start is None or start.variant.flying)
    return parse_setup(f"{words} moves {' '.join(tokens)}", settings)


@given(games())
def test_all_tokens_of_a_game_lead_through_it(game):
    again = set_up(game.tokens(), game.start)
    assert (again.fen(), again.history) == (game.fen(), game.history)


def test_without_tokens():
    game = parse_setup("startpos", Settings())
    assert (game.position, game.history) == (Position.start(), ())


def test_a_mill_without_its_capture_leaves_the_game_in_mid_turn():
    game = set_up([*OPENING, "d7"])
    assert game.is_mid_turn
    assert [str(move) for move in game.history] == OPENING
    game = set_up([*OPENING, "d7", "xf4"])
    assert not game.is_mid_turn
    assert game.last_move == Move.parse("d7xf4")


@pytest.mark.parametrize(
    ("tokens", "error", "message"),
    [
        (["d6", "d6"], IllegalMoveError, "token 2: 'd6' is illegal in .*: d6 is occupied"),
        (["d6", "d6x"], NotationError, "token 2: 'd6x' is not a move"),
        (["xd6"], IllegalMoveError, "token 1: 'xd6' is illegal in .*: White has not closed a mill"),
        ([*OPENING, "d7xf4"], NotationError, "token 5: 'd7xf4' is two actions"),
        ([*OPENING, "d7", "a1"], IllegalMoveError, "token 6: 'a1' is illegal .* must capture"),
        ([*OPENING, "d7", "xa1"], IllegalMoveError, "token 6: 'xa1' .*Black has no man on a1"),
        ([*OPENING, "d7", "xf4", "xd7"], IllegalMoveError, "token 7: 'xd7'.*Black has not closed"),
        (["d6", "d6-d5"], IllegalMoveError, "token 2: .* in hand and must place one"),
        ([*OPENING, "d6-d7"], IllegalMoveError, "token 5: 'd6-d7'.*must place one"),
    ],
)
def test_the_token_at_fault_is_named(tokens, error, message):
    with pytest.raises(error, match=f"^{message}"):
        set_up(tokens)


SCRAPS = st.sampled_from(
    ["a1", "a4", "a7", "d7", "g7", "d6", "xa1", "xd7", "xg7", "a1-a4", "a4-a7"]
)


@given(positions(), st.lists(SCRAPS | st.text(max_size=4), max_size=8))
def test_any_tokens_are_played_or_refused(position, tokens):
    try:
        game = set_up(tokens, position)
    except (NotationError, IllegalMoveError):
        return
    assert list(game.tokens()) == " ".join(tokens).split()
    assert game.variant == position.variant


def test_changing_the_rules_keeps_half_a_turn():
    walking = Settings(flying=False, ply_limit=0)
    game = with_rules(set_up([*OPENING, "d7"]), walking)
    assert game.tokens() == (*OPENING, "d7")
    assert game.variant == Variant(flying=False)
    assert game.draw_rules == DrawRules(ply_limit=None)


def test_rules_that_a_move_breaks_are_refused():
    flight = Game(Position(white=0b111, black=0b11100 << 3))
    flight.push("a7-b2")
    with pytest.raises(IllegalMoveError, match="not adjacent"):
        with_rules(flight, Settings(flying=False))
