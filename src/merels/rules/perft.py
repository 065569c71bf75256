"""Perft: count the positions a number of moves ahead, the classic test of a move generator."""

from __future__ import annotations

from typing import Final

from merels.rules.move import Move
from merels.rules.position import Position

DEEPEST: Final = 64
"""The greatest depth; memory grows with it, and no such count would ever finish."""


def _check_depth(depth: int, least: int = 0) -> None:
    if not least <= depth <= DEEPEST:
        raise ValueError(f"the depth must be {least} to {DEEPEST}, not {depth}")


def count_leaves(position: Position, depth: int) -> int:
    """Count the positions after ``depth`` moves, with compiled code.

    A finished game has no leaves. Needs Numba.

    >>> count_leaves(Position.start(), 3)
    12144

    Raises `ValueError` unless ``depth`` is 0 to `DEEPEST`.
    """
    _check_depth(depth)
    if position.removing:
        # The captures that complete the turn are its moves.
        return sum(split_leaves(position, depth).values()) if depth else 1
    from merels.rules import kernels

    rules = kernels.rules_of(position.variant)
    return kernels.perft(*position.sides, depth, rules, kernels.working_space(depth, rules))


def split_leaves(position: Position, depth: int) -> dict[Move, int]:
    """Count the leaves below each legal move; ``depth`` is 1 to `DEEPEST`.

    >>> set(split_leaves(Position.start(), 2).values())
    {23}
    """
    _check_depth(depth, least=1)
    return {
        move: count_leaves(position.successor(move), depth - 1)
        for move in position.generate_moves()
    }
