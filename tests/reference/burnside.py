"""The number of classes of equivalent positions, counted apart from any index.

By Burnside's lemma it is the mean number of positions that a symmetry fixes. A symmetry fixes a
position if each of its cycles belongs to one side, to the other or to neither as a whole.

>>> from merels import variant
>>> [count_classes(variant(name).board, 3, 3) for name in ("nine", "twelve", "six", "three")]
[169626, 169626, 10112, 228]
>>> [count_classes(variant("three").board, 1, enemy) for enemy in (0, 1)]
[3, 12]
"""

from __future__ import annotations

from functools import cache

from merels.board.board import Board, Symmetry


@cache
def count_classes(board: Board, own: int, enemy: int) -> int:
    """Count the classes of positions with ``own`` men of one side and ``enemy`` of the other."""
    fixed = sum(_count_fixed(_cycles_of(symmetry), own, enemy) for symmetry in board.symmetries)
    classes, remainder = divmod(fixed, len(board.symmetries))
    assert remainder == 0
    return classes


def _cycles_of(symmetry: Symmetry) -> tuple[int, ...]:
    """Return the lengths of a permutation's cycles, found by following each point."""
    lengths = []
    for start in range(len(symmetry)):
        cycle = [start]
        while symmetry[cycle[-1]] != start:
            cycle.append(symmetry[cycle[-1]])
        if start == min(cycle):
            lengths.append(len(cycle))
    return tuple(sorted(lengths))


@cache
def _count_fixed(cycles: tuple[int, ...], own: int, enemy: int) -> int:
    """Count the ways to give whole cycles to one side, to the other or to neither."""
    if own < 0 or enemy < 0:
        return 0
    if not cycles:
        return int(own == enemy == 0)
    length, rest = cycles[0], cycles[1:]
    return (
        _count_fixed(rest, own, enemy)
        + _count_fixed(rest, own - length, enemy)
        + _count_fixed(rest, own, enemy - length)
    )
