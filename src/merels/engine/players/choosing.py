"""What players share: the moves to choose from, and a random choice."""

from __future__ import annotations

from collections.abc import Sequence

from merels.engine.players.random import Generator, derive_seed
from merels.errors import IllegalMoveError
from merels.rules.game import Game
from merels.rules.move import Move


def generator_for(game: Game, seed: int) -> Generator:
    """Return the random stream of one choice.

    It depends on the position and how often it has occurred, not on earlier choices. So undoing a
    move or asking for a hint changes nothing, and players still vary when a position recurs.
    """
    p = game.position
    words = (p.white, p.black, p.white_in_hand, p.black_in_hand, p.turn, game.occurrences())
    return Generator(derive_seed(seed, *words))


def pick(moves: Sequence[Move], game: Game, seed: int) -> Move:
    """Return one of some moves at random."""
    return moves[generator_for(game, seed).choice(len(moves))]


def list_moves(game: Game) -> list[Move]:
    """Return the legal moves; raises `IllegalMoveError` if there are none."""
    moves = list(game.legal_moves)
    if not moves:
        raise IllegalMoveError(f"the game is over in {game.fen()!r}; there is no legal move")
    return moves


def least_repeated(game: Game, moves: Sequence[Move]) -> list[Move]:
    """Return the moves after which the position has occurred least often."""
    times = [game.occurrences(game.position.successor(move)) for move in moves]
    return [move for move, count in zip(moves, times, strict=True) if count == min(times)]
