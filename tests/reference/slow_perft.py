"""Perft with the reference generator: the readable twin of `merels.rules.legal`."""

from __future__ import annotations

from merels import Position


def count_leaves_slowly(position: Position, depth: int) -> int:
    """Count the positions after ``depth`` moves."""
    if depth == 0:
        return 1
    return sum(
        count_leaves_slowly(position.successor(move), depth - 1)
        for move in position.generate_moves()
    )
