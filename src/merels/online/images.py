"""Positions that help with a position: itself and what follows, turned and mirrored or not."""

from __future__ import annotations

from collections.abc import Iterator

from merels.board.symmetry import transform
from merels.rules.position import Position

Image = tuple[int, int, int, int, bool]


def image_of(position: Position) -> Image:
    """Return what all images of a position have in common; colours do not matter.

    >>> from merels.rules.game import Game
    >>> one, other = Game(), Game()
    >>> one.push("a7")
    >>> other.push("g1")
    >>> image_of(one.position) == image_of(other.position)
    True
    """
    own, enemy, own_in_hand, enemy_in_hand = position.sides
    symmetries = position.board.symmetries
    men = min((transform(own, each), transform(enemy, each)) for each in symmetries)
    return *men, own_in_hand, enemy_in_hand, position.removing


def helps(asked: Position, played: Position) -> bool:
    """Whether knowing about one position helps in another on the same board.

    It does if it is an image of it, or of what a move or half of one leads to: whoever may ask
    for the value after each move need not ask for the value before it.
    """
    if asked.board != played.board:
        return False
    image = image_of(asked)
    counts = _count(asked)
    return any(
        _count(each) == counts and image_of(each) == image for each in _generate_near(played)
    )


def _generate_near(played: Position) -> Iterator[Position]:
    yield played
    for move in played.generate_moves():
        if move.captured is not None and not played.removing:
            yield played.before_removal(move)
        yield played.successor(move)


def _count(position: Position) -> tuple[int, int, int, int, bool]:
    """Return the numbers of men, which are quick to compare."""
    own, enemy, own_in_hand, enemy_in_hand = position.sides
    return own.bit_count(), enemy.bit_count(), own_in_hand, enemy_in_hand, position.removing
