"""What a thread searches with: a position, the memory it works in, and where a line ends."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from merels._jit import bare_kernel, inlined, popcount
from merels.board.board import FULL, MOST_POINTS
from merels.board.index.ranking import Int64s
from merels.engine.evaluation import any_board
from merels.engine.evaluation.any_board import evaluate_any, is_drawn_when_blocked
from merels.engine.evaluation.kernels import (
    LOST,
    WeightArray,
    count_steps,
    evaluate,
    evaluate_with_diagonals,
)
from merels.engine.search.kernels.ordering import MOST_TURNS, NONE, WAYS
from merels.engine.search.root import WIN

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
    """Return the position after a turn; a turn that only captures has the origin `NOWHERE`."""
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


MOST_PLIES: Final = 120
"""No line is searched further than this."""

MOST_BEFORE: Final = 512
"""How many earlier positions of the game are remembered."""

ROOM: Final = MOST_PLIES + 8
"""Plies for which memory is reserved."""

# Places in `Memory.work`: settings and counts ...
NODES, NODE_LIMIT, BEFORE, REPETITIONS, PLY_LIMIT, FLYING, AGE, QUIT, ROOT_TURNS = range(9)
ANY_RULES, ANY_VALUE, DIAGONALS, REPEATS = range(9, 13)
"""... whether turns and values come from the packed board, else from nine men's; whether the fitted
value is for the board with diagonals; and whether positions with men in hand may recur."""
WORTH: Final = 16
"""For each point, what capturing the man there is worth."""
KILLERS: Final = WORTH + 32
"""For each ply, two quiet turns that caused a cutoff elsewhere."""
HISTORY: Final = KILLERS + 2 * ROOM
"""For each side, origin and target, how useful turns with them were."""
PATH: Final = HISTORY + 2 * WAYS
"""Keys of the positions that led here: ``work[BEFORE]`` of the game, then the line's."""
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


# Where a line ends: a side has lost or cannot move, a position recurs, or its static value settles
# it.

GOES_ON: Final = 1 << 20
"""Stands for a score if nothing is decided yet."""

NEAR_LIMIT: Final = 40
"""From this many plies before the limit without a capture, the count becomes part of the key."""


@inlined
def is_blocked(node: TreeNode, work: Int64s) -> bool:
    """Whether the side to move has no legal move."""
    if work[ANY_RULES]:
        return any_board.is_blocked(node.own, node.enemy, node.hands & 15, work[BOARD:])
    if node.hands & 15 or (work[FLYING] and popcount(node.own) == 3):
        return False
    return count_steps(node.own, FULL & ~(node.own | node.enemy)) == 0


@inlined
def score_blocked(node: TreeNode, ply: int, work: Int64s) -> int:
    """Return the score of a side that cannot move."""
    return 0 if is_drawn_when_blocked(node.own, node.enemy, work[BOARD:]) else ply - WIN


@inlined
def is_repeated(key: int, ply: int, quiet: int, memory: Memory) -> bool:
    """Whether the position occurred on the line, or often enough in the game for a draw."""
    before = memory.work[BEFORE]
    here = before + ply
    earliest = max(0, here - quiet)
    seen = 1
    i = here - 4
    while i >= earliest:
        if memory.work[PATH + i] == key:
            if i >= before:
                return True
            seen += 1
            if seen >= memory.work[REPETITIONS]:
                return True
        i -= 2
    return False


@inlined
def leaf(node: TreeNode, ply: int, memory: Memory) -> int:
    """Return the score of a position at the end of a line.

    A store of recent static values makes the page's search faster, but this search a seventh
    slower.
    """
    if has_too_few(node):
        return ply - WIN
    work, weights, flying = memory.work, memory.weights, memory.work[FLYING] != 0
    own, enemy, own_in_hand, enemy_in_hand = node.own, node.enemy, node.hands & 15, node.hands >> 4
    if work[ANY_VALUE]:
        value = evaluate_any(own, enemy, own_in_hand, enemy_in_hand, work[BOARD:])
    elif work[DIAGONALS]:
        value = evaluate_with_diagonals(own, enemy, own_in_hand, enemy_in_hand, flying, weights)
    else:
        value = evaluate(own, enemy, own_in_hand, enemy_in_hand, flying, weights)
    if value == LOST:
        return score_blocked(node, ply, work)
    return 0 if node.quiet >= work[PLY_LIMIT] else value


@bare_kernel
def far_leaf(node: TreeNode, ply: int, memory: Memory) -> int:
    """Return what `leaf` does; not inlined, for rare calls."""
    return leaf(node, ply, memory)


@inlined
def decide(node: TreeNode, key: int, ply: int, memory: Memory) -> int:
    """Return the score if no turn has to be searched, else `GOES_ON`."""
    work = memory.work
    memory.work[LINES + ply * ROOM] = 0
    if work[NODES] >= work[NODE_LIMIT] or memory.stop[0]:
        work[QUIT] = 1
    if work[QUIT]:
        return 0
    if has_too_few(node):
        return ply - WIN
    memory.work[PATH + work[BEFORE] + ply] = key
    may_repeat = node.quiet >= 4 and (node.hands == 0 or work[REPEATS] != 0)
    if may_repeat and is_repeated(key, ply, node.quiet, memory):
        return 0
    if node.quiet >= work[PLY_LIMIT]:
        return score_blocked(node, ply, work) if is_blocked(node, work) else 0
    return far_leaf(node, ply, memory) if ply >= MOST_PLIES else GOES_ON


@inlined
def nearness(quiet: int, limit: int) -> int:
    """Return the part of a key for the limit of plies without a capture: 0 if it is far."""
    left = limit - quiet
    return 0 if left > NEAR_LIMIT else (NEAR_LIMIT - left) // 4 + 1
