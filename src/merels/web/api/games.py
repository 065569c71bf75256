"""Games as requests give them, and the positions that follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.position import Position


def read_game(fen: str, moves: Sequence[str] = ()) -> Game:
    """Return the game that starts from ``fen`` and continues with ``moves``.

    >>> read_game("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1", ["d6", "f4"]).ply
    2

    Raises `NotationError`, `PositionError` or `IllegalMoveError`.
    """
    game = Game.from_fen(fen)
    for text in moves:
        game.push(text)
    return game


def generate_successors(game: Game) -> Iterator[tuple[Move, Position, str]]:
    """Yield each move that the position allows, the position after it, and that as FEN."""
    for move in game.position.generate_moves():
        after = game.state.after(move)
        yield move, after.position, after.fen()
