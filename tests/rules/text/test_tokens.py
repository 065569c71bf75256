"""Engine tokens: single actions, joined into whole turns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_games import games, positions

from merels import IllegalMoveError, Move, NotationError, Position
from merels.rules.text.tokens import play_tokens

OPENING = ["d6", "f4", "d5", "b4"]


@given(games())
def test_all_tokens_of_a_game_lead_through_it(game):
    tokens = [token for move in game.history for token in move.tokens()]
    position, moves = play_tokens(game.start, tokens)
    assert position == game.position
    assert tuple(moves) == game.history


@given(games(), st.data())
def test_tokens_may_come_in_two_parts(game, data):
    """Also where the cut leaves a turn half done."""
    tokens = [token for move in game.history for token in move.tokens()]
    cut = data.draw(st.integers(0, len(tokens)))
    position, _ = play_tokens(game.start, tokens[:cut])
    assert position.removing == (cut < len(tokens) and tokens[cut].startswith("x"))
    position, _ = play_tokens(position, tokens[cut:])
    assert position == game.position


def test_no_tokens():
    assert play_tokens(Position.start(), []) == (Position.start(), [])


def test_a_mill_without_its_removal_leaves_the_position_in_mid_turn():
    position, moves = play_tokens(Position.start(), [*OPENING, "d7"])
    assert position.removing
    assert [str(move) for move in moves] == OPENING
    position, moves = play_tokens(Position.start(), [*OPENING, "d7", "xf4"])
    assert not position.removing
    assert moves[-1] == Move.parse("d7xf4")


@pytest.mark.parametrize(
    ("tokens", "error", "message"),
    [
        (["d6", "d6"], IllegalMoveError, "token 2: 'd6' is illegal in .*: d6 is occupied"),
        (["d6", "d6x"], NotationError, "token 2: 'd6x' is no turn"),
        (["xd6"], IllegalMoveError, "token 1: 'xd6' is illegal in .*: White has closed no mill"),
        ([*OPENING, "d7xf4"], NotationError, "token 5: 'd7xf4' is two actions"),
        ([*OPENING, "d7", "a1"], IllegalMoveError, "token 6: 'a1' is illegal .* must take a man"),
        ([*OPENING, "d7", "xa1"], IllegalMoveError, "token 6: 'xa1' is illegal .*no man of Black"),
        ([*OPENING, "d7", "xf4", "xd7"], IllegalMoveError, "token 7: 'xd7'.*Black has closed no"),
        (["d6", "d6-d5"], IllegalMoveError, "token 2: .* in hand and must place one"),
        ([*OPENING, "d6-d7"], IllegalMoveError, "token 5: 'd6-d7'.*must place one"),
        (["d6", ""], NotationError, "token 2: '' is no turn"),
    ],
)
def test_the_token_at_fault_is_named(tokens, error, message):
    with pytest.raises(error, match=f"^{message}"):
        play_tokens(Position.start(), tokens)


SCRAPS = st.sampled_from(
    ["a1", "a4", "a7", "d7", "g7", "d6", "xa1", "xd7", "xg7", "a1-a4", "a4-a7"]
)


@given(positions(), st.lists(SCRAPS | st.text(max_size=4), max_size=8))
def test_any_tokens_are_played_or_refused(position, tokens):
    try:
        after, moves = play_tokens(position, tokens)
    except (NotationError, IllegalMoveError):
        return
    assert len(moves) + after.removing <= len(tokens) + position.removing
    assert after.variant == position.variant
