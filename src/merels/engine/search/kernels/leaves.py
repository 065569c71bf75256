"""Where a line ends: a side has lost or cannot move, a position recurs, or its value stands."""

from __future__ import annotations

from typing import Final

from merels._jit import bare_kernel, inlined, popcount
from merels.board.boards import FULL
from merels.board.index.ranking import Int64s
from merels.engine.evaluation import any_board
from merels.engine.evaluation.any_board import evaluate_any, is_drawn_when_blocked
from merels.engine.evaluation.kernels import LOST, evaluate, evaluate_with_diagonals
from merels.engine.evaluation.pattern_kernels import count_steps
from merels.engine.search.kernels.memory import (
    ANY_RULES,
    ANY_VALUE,
    BEFORE,
    BOARD,
    DIAGONALS,
    FLYING,
    LINES,
    MOST_PLIES,
    NODE_LIMIT,
    NODES,
    PATH,
    PLY_LIMIT,
    QUIT,
    REPEATS,
    REPETITIONS,
    ROOM,
    Memory,
    TreeNode,
    has_too_few,
)
from merels.engine.search.progress import WIN

GOES_ON: Final = 1 << 20
"""Instead of a score: nothing is decided yet."""

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

    A store of values evaluated lately makes the page's search faster, and this one a seventh
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
