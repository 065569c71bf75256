"""Perft: how many positions lie a number of whole turns ahead, the classic test of a generator."""

from __future__ import annotations

from merels.rules.move import Move
from merels.rules.position import Position


def count_leaves(position: Position, depth: int) -> int:
    """Count the positions after ``depth`` turns, with compiled code.

    A finished game has no leaves below it. Needs Numba.

    >>> count_leaves(Position.start(), 3)
    12144
    """
    if position.removing:
        # A turn already begun is completed by its removal.
        return sum(split_leaves(position, depth).values()) if depth else 1
    import numpy as np

    from merels.rules import kernels

    leaves: int = kernels.perft(
        position.own,
        position.enemy,
        position.in_hand(position.turn),
        position.in_hand(position.turn.other),
        position.variant.flying,
        depth,
        kernels.GEOMETRY,
        np.empty((depth + 1, kernels.MOST_TURNS), dtype=np.int64),
    )
    return leaves


def split_leaves(position: Position, depth: int) -> dict[Move, int]:
    """Count the leaves below each legal move; ``depth`` is at least 1.

    >>> set(split_leaves(Position.start(), 2).values())
    {23}
    """
    return {
        move: count_leaves(position.successor(move), depth - 1)
        for move in position.generate_moves()
    }


def count_leaves_slowly(position: Position, depth: int) -> int:
    """Count with the reference generator: the readable twin of `count_leaves`."""
    if depth == 0:
        return 1
    return sum(
        count_leaves_slowly(position.successor(move), depth - 1)
        for move in position.generate_moves()
    )
