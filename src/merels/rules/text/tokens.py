"""Engine tokens: single actions, as the protocol sends them, joined into whole turns."""

from __future__ import annotations

from collections.abc import Iterable

from merels.errors import IllegalMoveError, NotationError
from merels.rules.move import Move
from merels.rules.position import Position


def play_tokens(position: Position, tokens: Iterable[str]) -> tuple[Position, list[Move]]:
    """Play single actions; return the position they lead to and the whole turns among them.

    Where the last token closes a mill without its removal, the position returned is in mid-turn.

    >>> position, moves = play_tokens(Position.start(), "d6 f4 d5 b4 d7".split())
    >>> position.removing, len(moves)
    (True, 4)
    >>> position, moves = play_tokens(position, ["xf4"])
    >>> position.removing, str(moves[0])
    (False, 'xf4')

    Raises `NotationError` or `IllegalMoveError`, which names the token's place in the list.
    """
    moves: list[Move] = []
    opened: Move | None = None  # the first half of the turn under way
    for place, token in enumerate(tokens, start=1):
        try:
            action = Move.parse(token)
            if action.target is not None and action.captured is not None:
                raise NotationError(f"{token!r} is two actions; the removal is a token of its own")
            if not position.removing and position.closes_mill(action) and position.enemy:
                _check_first_half(position, action)
                opened = action
                position = position.before_removal(action)
                continue
            position = position.play(action)
        except (NotationError, IllegalMoveError) as error:
            raise type(error)(f"token {place}: {error}") from None
        if opened is not None:
            action = Move(opened.origin, opened.target, action.captured)
            opened = None
        moves.append(action)
    return position, moves


def _check_first_half(position: Position, action: Move) -> None:
    """Raise `IllegalMoveError` unless some whole turn begins with ``action``."""
    for move in position.generate_moves():
        if (move.origin, move.target) == (action.origin, action.target):
            return
    position.play(action)
