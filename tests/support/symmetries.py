"""Symmetries that only tests need: those of mills alone, and inverses."""

from __future__ import annotations

from itertools import permutations

from merels.board.board import POINTS, SYMMETRIES, Symmetry

FLYING_SYMMETRIES = tuple(
    tuple(8 * squares[image // 8] + image % 8 for image in symmetry)
    for squares in permutations(range(3))
    for symmetry in SYMMETRIES[:8]
)
"""The 48 symmetries that preserve mills: if both sides fly, neighbours do not matter and the three
squares may be permuted freely."""


def inverse(symmetry: Symmetry) -> Symmetry:
    """Return the inverse of ``symmetry``."""
    return tuple(map(symmetry.index, POINTS))
