"""Principal-variation search below the root.

Scores are hundredths of a man for the side to move; a win ``n`` plies from the root is ``WIN - n``.
Everything a thread needs is in `Memory`; it shares the transposition table, the weights and the
stop flag with others.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from merels._jit import bare_kernel, inlined, popcount, prefetch

# isort: split
import numpy as np

from merels.board.board import MOST_POINTS
from merels.board.geometry import FULL
from merels.board.index.ranking import Int64s
from merels.engine.evaluation import any_board
from merels.engine.evaluation.any_board import evaluate_any, is_drawn_when_blocked
from merels.engine.evaluation.kernels import LOST, WeightArray, evaluate
from merels.engine.evaluation.pattern_kernels import count_steps
from merels.engine.search.iterations import PROVED, WIN
from merels.engine.search.kernels.any_board import write_any_turns
from merels.engine.search.kernels.ordering import (
    HISTORY_LIMIT,
    KILLER,
    MOST_TURNS,
    NONE,
    TURN,
    TURN_BITS,
    WAYS,
    bring_closings_forward,
    is_closing,
    take_best,
    write_turns,
)
from merels.engine.search.kernels.transpositions import (
    EXACT,
    KNOWN,
    LOWER,
    UPPER,
    bound_in,
    bucket_of,
    depth_in,
    find,
    key_of,
    score_in,
    store,
    turn_in,
)

INFINITE: Final = 32000
MOST_PLIES: Final = 120
"""No line is searched further than this."""

MOST_BEFORE: Final = 512
"""How many earlier positions of the game are remembered."""

ROOM: Final = MOST_PLIES + 8
"""Plies that memory is reserved for."""

NEAR_LIMIT: Final = 40
"""From this many plies before the limit without a capture, the count becomes part of the key."""

NOWHERE: Final = 30
"""The origin of a turn that only captures; its target is `NONE`."""

LATE: Final = 2
VERY_LATE: Final = 6
"""How many turns are tried before the others are searched less deep, and less deep still."""

MARGIN: Final = 40
"""How far a value must be above a bound to settle it, for each turn that would be searched."""

SETTLED: Final = 2
"""From this depth on a value may settle a bound: below, searching costs no more than evaluating."""

TRUSTED: Final = 4
"""Up to this depth a static value settles a position; beyond, a search a third as deep confirms."""

GOES_ON: Final = 1 << 20
"""Instead of a score: nothing is decided yet."""

POINTS: Final = (1 << MOST_POINTS) - 1
"""The points of every board."""

# Places in `Memory.work`: settings and counts ...
NODES, NODE_LIMIT, BEFORE, REPETITIONS, PLY_LIMIT, FLYING, AGE, QUIT, ROOT_TURNS = range(9)
ANY_RULES, ANY_VALUE, REPEATS = range(9, 12)
"""... whether turns and values are those of the packed board, else nine men's; and whether
positions with men in hand may recur."""
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


class Node(NamedTuple):
    """A position as the side to move sees it."""

    own: int
    enemy: int
    hands: int
    """Men in hand: own in bits 0-3, the enemy's in bits 4-7."""
    quiet: int
    """Plies without a capture."""


class Memory(NamedTuple):
    """What a thread searches with."""

    stop: Int64s
    """One number, shared; the search ends when it is not 0."""
    table: Int64s
    """The transposition table, shared."""
    weights: WeightArray
    """Weights of the evaluation, shared."""
    work: Int64s
    """The thread's own memory, in one array: every array costs a call seven arguments."""


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


@inlined
def play(node: Node, turn: int) -> Node:
    """Return the position after a turn; one that only captures has the origin `NOWHERE`."""
    origin, target, captured = turn & 31, turn >> 5 & 31, turn >> 10
    men, others = (node.own | 1 << target) & POINTS, node.enemy
    hands = node.hands >> 4 | (node.hands & 15) << 4
    if origin == NONE:
        hands -= 16
    else:
        men &= ~(1 << origin)
    if captured == NONE:
        return Node(others, men, hands, node.quiet + 1)
    return Node(others & ~(1 << captured), men, hands, 0)


@inlined
def has_too_few(node: Node) -> bool:
    """Whether the side to move has fewer than three men."""
    return popcount(node.own) + (node.hands & 15) < 3


@inlined
def is_blocked(node: Node, work: Int64s) -> bool:
    """Whether the side to move has no legal move."""
    if work[ANY_RULES]:
        return any_board.is_blocked(node.own, node.enemy, node.hands & 15, work[BOARD:])
    if node.hands & 15 or (work[FLYING] and popcount(node.own) == 3):
        return False
    return count_steps(node.own, FULL & ~(node.own | node.enemy)) == 0


@inlined
def score_blocked(node: Node, ply: int, work: Int64s) -> int:
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
def leaf(node: Node, ply: int, memory: Memory) -> int:
    """Return the score of a position at the end of a line."""
    if has_too_few(node):
        return ply - WIN
    work = memory.work
    own_in_hand, enemy_in_hand = node.hands & 15, node.hands >> 4
    if work[ANY_VALUE]:
        value = evaluate_any(node.own, node.enemy, own_in_hand, enemy_in_hand, work[BOARD:])
    else:
        flying = work[FLYING] != 0
        value = evaluate(node.own, node.enemy, own_in_hand, enemy_in_hand, flying, memory.weights)
    if value == LOST:
        return ply - WIN
    return 0 if node.quiet >= work[PLY_LIMIT] else value


@bare_kernel
def far_leaf(node: Node, ply: int, memory: Memory) -> int:
    """Return what `leaf` does; not inlined, for rare calls."""
    return leaf(node, ply, memory)


@inlined
def decide(node: Node, key: int, ply: int, memory: Memory) -> int:
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


@inlined
def read_known(known: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """Return the score if an entry of the table settles the position, else `GOES_ON`."""
    if depth_in(known) < depth:
        return GOES_ON
    score, bound = score_in(known), bound_in(known)
    if score > PROVED:
        score -= ply
    elif score < -PROVED:
        score += ply
    if bound & LOWER and score >= beta:
        return score
    if bound & UPPER and score <= alpha:
        return score
    settles = beta - alpha == 1 or depth_in(known) == KNOWN
    return score if bound == EXACT and settles else GOES_ON


@inlined
def keep_score(score: int, ply: int) -> int:
    """Return a score as the table stores it: wins count from the position, not the root."""
    if score > PROVED:
        return score + ply
    return score - ply if score < -PROVED else score


@inlined
def remember_turn(turn: int, depth: int, ply: int, memory: Memory) -> None:
    """Remember a turn that caused a cutoff, so that it is tried early elsewhere."""
    if is_closing(turn):
        return
    place = history_of(ply) + (turn & WAYS - 1)
    memory.work[place] += depth * depth
    if memory.work[place] > HISTORY_LIMIT:
        for i in range(2 * WAYS):
            memory.work[HISTORY + i] >>= 1
    if memory.work[KILLERS + 2 * ply] != turn:
        memory.work[KILLERS + 2 * ply + 1] = memory.work[KILLERS + 2 * ply]
        memory.work[KILLERS + 2 * ply] = turn


@inlined
def note_line(turn: int, ply: int, memory: Memory) -> None:
    """Make ``turn`` and the line after it the best line of this ply."""
    here, there = ply * ROOM, (ply + 1) * ROOM
    length = memory.work[LINES + there]
    memory.work[LINES + here + 1] = turn
    for i in range(length):
        memory.work[LINES + here + 2 + i] = memory.work[LINES + there + 1 + i]
    memory.work[LINES + here] = length + 1


@inlined
def may_settle(node: Node, alpha: int, beta: int, memory: Memory) -> bool:
    """Whether a value far above ``beta`` may stand for a search.

    Not where a score is wanted or a proof, nor near the limit of plies without a capture.
    """
    only_bound = beta - alpha == 1 and abs(beta) < PROVED
    return only_bound and memory.work[PLY_LIMIT] - node.quiet > NEAR_LIMIT


@bare_kernel
def write_other_turns(node: Node, ply: int, memory: Memory) -> int:
    """Write the turns of a node on a packed board; not inlined, for nine men's sake."""
    work = memory.work
    turns, history = work[turns_at(ply) :], work[history_of(ply) :]
    return write_any_turns(
        node.own, node.enemy, node.hands, work[BOARD:], work[WORTH:], history, turns
    )


@inlined
def write_all_turns(node: Node, ply: int, memory: Memory) -> int:
    """Write the turns of a node with their ranks to memory; return how many."""
    work = memory.work
    if work[ANY_RULES]:
        return write_other_turns(node, ply, memory)
    turns, history = work[turns_at(ply) :], work[history_of(ply) :]
    flying = work[FLYING] != 0
    return write_turns(node.own, node.enemy, node.hands, flying, work[WORTH:], history, turns)


@bare_kernel
def list_turns(node: Node, first: int, ply: int, memory: Memory) -> int:
    """Write all turns of a node except ``first`` to memory; return how many."""
    turns = memory.work[turns_at(ply) :]
    count = write_all_turns(node, ply, memory)
    one, other = memory.work[KILLERS + 2 * ply], memory.work[KILLERS + 2 * ply + 1]
    i = 0
    while i < count:
        turn = turns[i] & TURN
        if turn == first:
            count -= 1
            turns[i] = turns[count]
            continue
        if turn in (one, other):
            turns[i] += KILLER << TURN_BITS
        i += 1
    return count


@bare_kernel
def frontier(node: Node, alpha: int, beta: int, ply: int, memory: Memory) -> int:
    """Return the score of a position, looking one turn ahead: `search` at depth 1."""
    score = decide(node, key_of(node.own, node.enemy, node.hands), ply, memory)
    if score != GOES_ON:
        return score
    turns = memory.work[turns_at(ply) :]
    count = write_all_turns(node, ply, memory)
    if count == 0:
        return score_blocked(node, ply, memory.work)
    memory.work[LINES + (ply + 1) * ROOM] = 0
    best = -INFINITE
    bring_closings_forward(count, turns)
    for i in range(count):
        turn = turns[i] & TURN
        memory.work[NODES] += 1
        score = -leaf(play(node, turn), ply + 1, memory)
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                note_line(turn, ply, memory)
                if score >= beta:
                    break
    return best


@inlined
def choose_depth(depth: int, place: int, child: Node) -> int:
    """Return how deep to search after a turn: one less than ``depth``.

    After late quiet turns, which are seldom good, two less, after very late ones three.
    """
    if place < LATE or child.quiet == 0 or depth < 2:
        return depth - 1
    return depth - 3 if place >= VERY_LATE and depth >= 4 else depth - 2


@bare_kernel
def search(  # noqa: C901, PLR0911, PLR0912, PLR0915 - it calls itself, which helpers of a kernel cannot
    node: Node, depth: int, alpha: int, beta: int, ply: int, memory: Memory
) -> int:
    """Return the score of a position, looking ``depth`` turns ahead.

    Below ``alpha`` and above ``beta`` it is a bound. At the root, ply 0, the caller has written the
    turns to ``memory`` in descending order; the best line is left there. When stopped, it returns
    the best score so far, -INFINITE if there is none; at depth 1 it does not stop.
    """
    work = memory.work
    turns = memory.work[turns_at(ply) :]
    first, count = 0, work[ROOT_TURNS]
    key, bucket = 0, 0
    if ply > 0:
        key = key_of(node.own, node.enemy, node.hands)
        score = decide(node, key, ply, memory)
        if score != GOES_ON:
            return score
        # Below, no quicker win can be found than those already known.
        alpha, beta = max(alpha, ply - WIN), min(beta, WIN - ply - 1)
        if alpha >= beta:
            return alpha
        key |= nearness(node.quiet, work[PLY_LIMIT]) << 56
        bucket = bucket_of(key, memory.table)
        known = find(key, bucket, memory.table)
        if known:
            first = turn_in(known)
            score = read_known(known, depth, alpha, beta, ply)
            if score != GOES_ON:
                return score
        if depth >= SETTLED and may_settle(node, alpha, beta, memory):
            score = far_leaf(node, ply, memory) - MARGIN * depth
            if score >= beta and depth <= TRUSTED:
                return score
            if score >= beta:
                third, enough = depth // 3, beta + MARGIN * depth
                if third == 1:
                    score = frontier(node, enough - 1, enough, ply, memory)
                else:
                    score = search(node, third, enough - 1, enough, ply, memory)
                if score >= enough:
                    return score
        count = -1
    else:
        memory.work[LINES + 0] = 0

    best, best_turn, lowest = -INFINITE, 0, alpha
    place = -1 if first else 0
    while True:
        if place < 0:
            turn = first
        else:
            if count < 0:
                count = list_turns(node, first, ply, memory)
            if place == count:
                break
            turn = take_best(place, count, turns)
        child = play(node, turn)
        work[NODES] += 1
        less = choose_depth(depth, place, child)
        window = beta if best == -INFINITE else alpha + 1
        if less > 1:
            prefetch(
                memory.table, bucket_of(key_of(child.own, child.enemy, child.hands), memory.table)
            )
        while True:
            if less > 1:
                score = -search(child, less, -window, -alpha, ply + 1, memory)
            elif less == 1:
                score = -frontier(child, -window, -alpha, ply + 1, memory)
            else:
                memory.work[LINES + (ply + 1) * ROOM] = 0
                score = -far_leaf(child, ply + 1, memory)
            if score <= alpha or work[QUIT]:
                break
            if less < depth - 1:
                less = depth - 1
            elif window < beta and score < beta:
                window = beta
            else:
                break
        if work[QUIT]:
            return best
        if score > best:
            best, best_turn = score, turn
            if score > alpha or ply == 0:
                alpha = max(alpha, score)
                note_line(turn, ply, memory)
                if score >= beta:
                    remember_turn(turn, depth, ply, memory)
                    break
        place += 1
    if best == -INFINITE:
        return score_blocked(node, ply, work)
    if ply > 0:
        bound = LOWER if best >= beta else (EXACT if best > lowest else UPPER)
        score = keep_score(best, ply)
        store(key, bucket, best_turn, score, depth, bound, work[AGE], memory.table)
    return best
