"""Positions, moves and values of the rules are what pictures are made of."""

import pytest

from merels import Game, NotationError, Position
from merels.svg.shown import DrawnPosition, position_of


def test_a_position_stands_for_itself_and_a_game_for_its_current_position():
    game = Game()
    game.push("d6")
    assert isinstance(game.position, DrawnPosition)
    assert position_of(game) is position_of(game.position) is game.position


@pytest.mark.parametrize("wrong", [None, 3, "d6", Position, Position.start().fen()])
def test_anything_else_is_quoted(wrong):
    with pytest.raises(NotationError, match="is not a position; give a Position or a Game"):
        position_of(wrong)
