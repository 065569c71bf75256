"""Actions: half-turns in a fixed table, one for each variant.

Points are counted by rows from the top left. With ``p`` points, action ``a < p`` places a man on
point ``a`` or, in mid-turn, captures the man there; action ``p + p * a + b`` moves a man from point
``a`` to point ``b``. For nine men's morris these are the 600 actions of OpenSpiel.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete, Space

from merels.board.masks import Point
from merels.errors import IllegalMoveError
from merels.rules import generator
from merels.rules.move import AnyMove, Move, move_of
from merels.rules.position import WHITE, AnyPosition, Color, Position, position_of
from merels.rules.variant import NINE_MENS_MORRIS, AnyVariant, Variant
from merels.rules.variant import variant as find_variant


class ActionTable:
    """The actions of a variant, numbered from 0.

    Variant and moves may be text, and a game stands for its position.

    >>> import merels
    >>> table = merels.env.ActionTable("nine")
    >>> table.size, table.number("d6"), table.number("a1-a4")
    (600, 4, 537)
    >>> str(table.half_turn(537, merels.Position(white=0b1110_0000, black=0b11100)))
    'a1-a4'
    """

    def __init__(self, variant: AnyVariant = NINE_MENS_MORRIS) -> None:
        self.variant = find_variant(variant)
        board = self.variant.board
        by_rows = sorted(board.points, key=lambda p: board.grid[p][::-1])
        self.points: tuple[Point, ...] = tuple(by_rows)
        """The points by rows from the top left."""
        self.places: tuple[int, ...] = tuple(by_rows.index(p) for p in board.points)
        """For each point, its place in that order."""

    @property
    def size(self) -> int:
        """How many actions there are."""
        return len(self.points) * (len(self.points) + 1)

    def number(self, half_turn: AnyMove) -> int:
        """Return the action that plays half a turn: a step without its capture, or a capture."""
        half_turn = move_of(half_turn, self.variant.board)
        point = half_turn.captured if half_turn.target is None else half_turn.target
        assert point is not None
        if half_turn.origin is None:
            return self.places[point]
        return len(self.points) * (1 + self.places[half_turn.origin]) + self.places[point]

    def half_turn(self, action: int, position: AnyPosition) -> Move:
        """Return what an action means in a position; it need not be legal there.

        Raises `IllegalMoveError` if there is no such action.
        """
        if not 0 <= action < self.size:
            raise IllegalMoveError(
                f"{action} is not an action of {self.variant.title}; they are 0 to {self.size - 1}"
            )
        row, place = divmod(int(action), len(self.points))
        point, board = self.points[place], self.variant.board
        if row:
            return Move(self.points[row - 1], point, board=board)
        if position_of(position).removing:
            return Move(None, None, point, board=board)
        return Move(None, point, board=board)

    def legal(self, position: AnyPosition) -> list[int]:
        """Return the legal actions in ascending order; none if the game is over.

        >>> import merels
        >>> merels.env.ActionTable().legal(merels.Game()) == list(range(24))
        True
        """
        position = position_of(position)
        own, enemy, in_hand, _ = position.sides
        if position.removing:
            removals = generator.generate_removals(enemy, position.board)
            return sorted(self.number(Move(*turn, board=position.board)) for turn in removals)
        if not position.legal_moves:
            return []
        steps = generator.generate_steps(own, enemy, in_hand, self.variant)
        return sorted(self.number(Move(*step, board=position.board)) for step in steps)


@cache
def action_table(variant: Variant) -> ActionTable:
    """Return the actions of a variant, built on the first call."""
    return ActionTable(variant)


# The spaces that both environments declare; needs Gymnasium.


def create_spaces(variant: Variant) -> tuple[Space[Any], Space[Any]]:
    """Return the spaces of observations, with the mask of legal actions, and of actions."""
    size = action_table(variant).size
    planes = Box(0.0, 1.0, shape_of(variant), dtype=np.float32)
    mask = Box(0, 1, (size,), dtype=np.int8)
    return Dict({"observation": planes, "action_mask": mask}), Discrete(size)


# What an agent sees: planes over the grid of the board, from its own point of view.

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

    >>> from merels.rules.variant import variant
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
