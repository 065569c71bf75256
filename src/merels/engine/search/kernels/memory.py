"""A position as the search sees it, and a turn played in it."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from merels._jit import inlined, popcount
from merels.board.board import MOST_POINTS
from merels.board.index.ranking import Int64s
from merels.engine.evaluation import any_board
from merels.engine.evaluation.kernels import WeightArray
from merels.engine.search.kernels.ordering import MOST_TURNS, NONE, WAYS

NOWHERE: Final = 30
"""The origin of a turn that only captures; its target is `NONE`."""

POINTS: Final = (1 << MOST_POINTS) - 1
"""The points of every board."""


class TreeNode(NamedTuple):
    """A position as the side to move sees it."""

    own: int
    enemy: int
    hands: int
    """Men in hand: own in bits 0-3, the enemy's in bits 4-7."""
    quiet: int
    """Plies without a capture."""


@inlined
def play(node: TreeNode, turn: int) -> TreeNode:
    """Return the position after a turn; one that only captures has the origin `NOWHERE`."""
    origin, target, captured = turn & 31, turn >> 5 & 31, turn >> 10
    men, others = (node.own | 1 << target) & POINTS, node.enemy
    hands = node.hands >> 4 | (node.hands & 15) << 4
    if origin == NONE:
        hands -= 16
    else:
        men &= ~(1 << origin)
    if captured == NONE:
        return TreeNode(others, men, hands, node.quiet + 1)
    return TreeNode(others & ~(1 << captured), men, hands, 0)


@inlined
def has_too_few(node: TreeNode) -> bool:
    """Whether the side to move has fewer than three men."""
    return popcount(node.own) + (node.hands & 15) < 3


# What a thread searches with, and where in its memory everything is.

# isort: split


MOST_PLIES: Final = 120
"""No line is searched further than this."""

MOST_BEFORE: Final = 512
"""How many earlier positions of the game are remembered."""

ROOM: Final = MOST_PLIES + 8
"""Plies that memory is reserved for."""

# Places in `Memory.work`: settings and counts ...
NODES, NODE_LIMIT, BEFORE, REPETITIONS, PLY_LIMIT, FLYING, AGE, QUIT, ROOT_TURNS = range(9)
ANY_RULES, ANY_VALUE, DIAGONALS, REPEATS = range(9, 13)
"""... whether turns and values are those of the packed board, else nine men's; whether the fitted
value is that of the board with diagonals; and whether positions with men in hand may recur."""
WORTH: Final = 16
"""For each point, what capturing the man there is worth."""
KILLERS: Final = WORTH + 32
"""For each ply, two quiet turns that caused a cutoff elsewhere."""
HISTORY: Final = KILLERS + 2 * ROOM
"""For each side, origin and target, how useful such turns were."""
PATH: Final = HISTORY + 2 * WAYS
"""Keys of the positions that led here: ``work[BEFORE]`` of the game, then those of the line."""
LINES: Final = PATH + MOST_BEFORE + ROOM
"""For each ply, the length and turns of the best line from there."""
TURNS: Final = LINES + ROOM * ROOM
"""For each ply, the list of turns."""
BOARD: Final = TURNS + ROOM * MOST_TURNS
"""The packed board of other games than nine men's."""
WORK: Final = BOARD + any_board.LENGTH


class Memory(NamedTuple):
    """What a thread searches with."""

    stop: Int64s
    """One number, shared; the search ends when it is not 0."""
    table: Int64s
    """The transposition table, shared."""
    weights: WeightArray
    """Weights of the evaluation, shared."""
    work: Int64s
    """The thread's own memory, in one array: every array costs a call seven arguments.

    Ten arrays took 4 % longer.
    """


def create_memory(stop: Int64s, table: Int64s, weights: WeightArray) -> Memory:
    """Return the memory of a thread."""
    return Memory(stop, table, weights, np.zeros(WORK, dtype=np.int64))


@inlined
def turns_at(ply: int) -> int:
    """Return where the turns of a ply begin."""
    return TURNS + ply * MOST_TURNS


@inlined
def history_of(ply: int) -> int:
    """Return where the history of the side that moves at a ply begins."""
    return HISTORY + (ply & 1) * WAYS
