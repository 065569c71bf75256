"""What an agent sees: planes over the grid of the board, from its own point of view."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from merels.env.actions import action_table
from merels.rules.color import WHITE, Color
from merels.rules.position import Position
from merels.rules.variant import Variant

Planes: TypeAlias = npt.NDArray[np.float32]
ActionMask: TypeAlias = npt.NDArray[np.int8]

PLANES: Final = (
    "own men",
    "enemy men",
    "empty points",
    "own men in hand, as a share of all men, everywhere",
    "enemy men in hand, as a share of all men, everywhere",
    "1 everywhere in mid-turn: a man must be captured",
    "1 everywhere if the agent is White",
)
"""What each plane shows; cells of the grid that are not points are 0 in the first three."""


def shape_of(variant: Variant) -> tuple[int, int, int]:
    """Return planes, rows and columns of a variant's observations.

    >>> from merels.rules.variants import variant
    >>> shape_of(variant("nine")), shape_of(variant("three"))
    ((7, 7, 7), (7, 3, 3))
    """
    return len(PLANES), variant.board.rows, variant.board.columns


def observe(position: Position, color: Color) -> Planes:
    """Return the planes that ``color`` sees; `merels.env.kernels.write_planes` is the twin."""
    planes = np.zeros(shape_of(position.variant), dtype=np.float32)
    for plane, men in enumerate((position.mask(color), position.mask(color.other), position.empty)):
        for point, (column, row) in enumerate(position.board.grid):
            planes[plane, row, column] = men >> point & 1
    planes[3] = position.in_hand(color) / position.variant.men
    planes[4] = position.in_hand(color.other) / position.variant.men
    planes[5] = position.removing
    planes[6] = color is WHITE
    return planes


def mask_actions(position: Position, *, to_act: bool) -> ActionMask:
    """Return 1 for each legal action; all 0 for an agent that is not ``to_act``."""
    table = action_table(position.variant)
    mask = np.zeros(table.size, dtype=np.int8)
    if to_act:
        mask[table.legal(position)] = 1
    return mask
