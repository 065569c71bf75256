"""Computer players: three levels and a random mover."""

from __future__ import annotations

from typing import Final, Protocol

from merels.engine.random import Generator, derive_seed, fresh_seed
from merels.errors import IllegalMoveError, NotationError
from merels.rules.game import Game
from merels.rules.move import Move

PLAYER_NAMES: Final = ("easy", "normal", "hard", "random")
"""The players that `create_player` knows."""


class Player(Protocol):
    """Someone who chooses moves."""

    @property
    def name(self) -> str:
        """What the player is called."""

    def choose(self, game: Game) -> Move:
        """Return a legal move, in mid-turn a removal; raises `IllegalMoveError` if none is."""


def create_player(name: str, seed: int | None = None) -> Player:
    """Return the player called ``name``, in any case.

    The same seed gives the same choice in the same game; without one, every player differs.

    >>> create_player("Easy", seed=1).name
    'easy'

    Raises `NotationError` where there is no such player.
    """
    lowered = name.lower()
    if lowered not in PLAYER_NAMES:
        raise NotationError(f"{name!r} is no player; players are {', '.join(PLAYER_NAMES)}")
    return RandomPlayer(lowered, fresh_seed() if seed is None else seed)


def _generator_for(game: Game, seed: int) -> Generator:
    """Return the random stream of one choice.

    It depends on the position and how often it has occurred, not on earlier choices: undoing a
    move or asking for a hint changes nothing, and players still vary when a position returns.
    """
    p = game.position
    words = (p.white, p.black, p.white_in_hand, p.black_in_hand, p.turn, game.occurrences())
    return Generator(derive_seed(seed, *words))


class RandomPlayer:
    """Chooses any legal move, all with the same chance."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self._seed = seed

    def choose(self, game: Game) -> Move:
        """Return a legal move."""
        moves = list(game.legal_moves)
        if not moves:
            raise IllegalMoveError(f"the game is over in {game.fen()!r}, no move is legal")
        return moves[_generator_for(game, self._seed).choice(len(moves))]
