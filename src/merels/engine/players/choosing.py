"""What players share: the random stream of a choice, and the error when there is none."""

from __future__ import annotations

from merels.engine.players.random import Generator, derive_seed
from merels.errors import IllegalMoveError
from merels.rules.game import Game


def generator_for(game: Game, seed: int) -> Generator:
    """Return the random stream of one choice.

    It depends on the position and how often it has occurred, not on earlier choices. So undoing a
    move or asking for a hint changes nothing, and players still vary when a position recurs.
    """
    p = game.position
    words = (p.white, p.black, p.white_in_hand, p.black_in_hand, p.turn, game.occurrences())
    return Generator(derive_seed(seed, *words))


def game_over(game: Game) -> IllegalMoveError:
    """Return the error for a game without legal moves."""
    return IllegalMoveError(f"the game is over in {game.fen()!r}; there is no legal move")
