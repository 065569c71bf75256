"""Principal-variation search below the root.

Scores are hundredths of a man for the side to move; a win ``n`` plies from the root is ``WIN - n``.
Everything a thread needs is in `Memory`; the transposition table, the weights and the flag that
stops it are shared with others.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from merels._jit import bare_kernel, inlined, popcount

# isort: split
import numpy as np

from merels.board.geometry import FULL
from merels.engine.compiled.evaluation import LOST, Int64s, evaluate
from merels.engine.compiled.lines import count_steps
from merels.engine.compiled.table import (
    EXACT,
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
from merels.engine.compiled.turns import (
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
from merels.engine.rounds import PROVED, WIN

INFINITE: Final = 32000
MOST_PLIES: Final = 120
"""No line is searched beyond so many plies."""

MOST_BEFORE: Final = 512
"""Earlier positions of the game that are remembered."""

NEAR_LIMIT: Final = 40
"""Plies before the limit without a removal from which positions are told apart by it."""

GOES_ON: Final = 1 << 20
"""In place of a score: nothing is decided yet."""

# Places in `Memory.settings`.
NODES, NODE_LIMIT, BEFORE, REPETITIONS, PLY_LIMIT, FLYING, AGE, QUIT = range(8)


class Node(NamedTuple):
    """A position as the side to move sees it."""

    own: int
    enemy: int
    hands: int
    """Men in hand, the own in bits 0-3, the enemy's in bits 4-7."""
    quiet: int
    """Plies without a removal."""


class Memory(NamedTuple):
    """What a thread searches with."""

    stop: Int64s
    """One number, shared: not 0 ends the search."""
    table: Int64s
    """The transposition table, shared."""
    weights: Int64s
    """Weights of the evaluation, shared."""
    settings: Int64s
    path: Int64s
    """Keys of the positions that led here: ``settings[BEFORE]`` of the game, then of the line."""
    turns: Int64s
    """For each ply, room for the turns."""
    history: Int64s
    """For each side and way, how useful it was."""
    killers: Int64s
    """For each ply, two quiet turns that were good enough elsewhere."""
    line: Int64s
    """For each ply, the best line found from there, its length first."""
    worth: Int64s
    """For each point, what it is worth to take the man there."""


def create_memory(stop: Int64s, table: Int64s, weights: Int64s) -> Memory:
    """Return the memory of a thread."""

    def numbers(count: int) -> Int64s:
        return np.zeros(count, dtype=np.int64)

    return Memory(
        stop=stop,
        table=table,
        weights=weights,
        settings=numbers(8),
        path=numbers(MOST_BEFORE + MOST_PLIES + 8),
        turns=numbers((MOST_PLIES + 8) * MOST_TURNS),
        history=numbers(2 * WAYS),
        killers=numbers(2 * (MOST_PLIES + 8)),
        line=numbers((MOST_PLIES + 8) * (MOST_PLIES + 8)),
        worth=numbers(32),
    )


LINE_ROOM: Final = MOST_PLIES + 8


@inlined
def play(node: Node, turn: int) -> Node:
    """Return the position after a turn."""
    origin, target, captured = turn & 31, turn >> 5 & 31, turn >> 10
    men, others = node.own | 1 << target, node.enemy
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
def is_blocked(node: Node, flying: bool) -> bool:
    """Whether the side to move cannot."""
    if node.hands & 15 or (flying and popcount(node.own) == 3):
        return False
    return count_steps(node.own, FULL & ~(node.own | node.enemy)) == 0


@inlined
def is_repeated(key: int, ply: int, quiet: int, memory: Memory) -> bool:
    """Whether the position returns: once on the line, or for the last time in the game."""
    before = memory.settings[BEFORE]
    here = before + ply
    earliest = max(0, here - quiet)
    seen = 1
    i = here - 4
    while i >= earliest:
        if memory.path[i] == key:
            if i >= before:
                return True
            seen += 1
            if seen >= memory.settings[REPETITIONS]:
                return True
        i -= 2
    return False


@inlined
def leaf(node: Node, ply: int, memory: Memory) -> int:
    """Return the score of a position where the search ends."""
    if has_too_few(node):
        return ply - WIN
    settings = memory.settings
    value = evaluate(
        node.own,
        node.enemy,
        node.hands & 15,
        node.hands >> 4,
        settings[FLYING] != 0,
        memory.weights,
    )
    if value == LOST:
        return ply - WIN
    return 0 if node.quiet >= settings[PLY_LIMIT] else value


@inlined
def decide(node: Node, key: int, ply: int, memory: Memory) -> int:
    """Return the score where no turn has to be looked at, else `GOES_ON`."""
    settings = memory.settings
    memory.line[ply * LINE_ROOM] = 0
    if settings[NODES] >= settings[NODE_LIMIT] or memory.stop[0]:
        settings[QUIT] = 1
    if settings[QUIT]:
        return 0
    if has_too_few(node):
        return ply - WIN
    memory.path[settings[BEFORE] + ply] = key
    if node.hands == 0 and node.quiet >= 4 and is_repeated(key, ply, node.quiet, memory):
        return 0
    if node.quiet >= settings[PLY_LIMIT]:
        return ply - WIN if is_blocked(node, settings[FLYING] != 0) else 0
    return leaf(node, ply, memory) if ply >= MOST_PLIES else GOES_ON


@inlined
def nearness(quiet: int, limit: int) -> int:
    """Return what a key says about the limit of plies without a removal: 0 where it is far."""
    left = limit - quiet
    return 0 if left > NEAR_LIMIT else (NEAR_LIMIT - left) // 4 + 1


@inlined
def read_known(known: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """Return the score that an entry of the table settles a position with, else `GOES_ON`."""
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
    return score if bound == EXACT and beta - alpha == 1 else GOES_ON


@inlined
def keep_score(score: int, ply: int) -> int:
    """Return a score as the table holds it: wins count from the position, not from the root."""
    if score > PROVED:
        return score + ply
    return score - ply if score < -PROVED else score


@inlined
def remember_turn(turn: int, depth: int, ply: int, memory: Memory) -> None:
    """Note a turn that cut the search short, so that it is tried early elsewhere."""
    if is_closing(turn):
        return
    place = (ply & 1) * WAYS + (turn & WAYS - 1)
    memory.history[place] += depth * depth
    if memory.history[place] > HISTORY_LIMIT:
        for i in range(2 * WAYS):
            memory.history[i] >>= 1
    if memory.killers[2 * ply] != turn:
        memory.killers[2 * ply + 1] = memory.killers[2 * ply]
        memory.killers[2 * ply] = turn


@inlined
def note_line(turn: int, ply: int, memory: Memory) -> None:
    """Make ``turn`` and the line behind it the best line of this ply."""
    here, there = ply * LINE_ROOM, (ply + 1) * LINE_ROOM
    length = memory.line[there]
    memory.line[here + 1] = turn
    for i in range(length):
        memory.line[here + 2 + i] = memory.line[there + 1 + i]
    memory.line[here] = length + 1


@inlined
def list_turns(node: Node, first: int, ply: int, memory: Memory) -> int:
    """Write the turns of a node, but not ``first``, to its place in memory; return how many."""
    turns = memory.turns[ply * MOST_TURNS : (ply + 1) * MOST_TURNS]
    history = memory.history[(ply & 1) * WAYS : (ply & 1) * WAYS + WAYS]
    flying = memory.settings[FLYING] != 0
    count = write_turns(node.own, node.enemy, node.hands, flying, memory.worth, history, turns)
    one, other = memory.killers[2 * ply], memory.killers[2 * ply + 1]
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
    turns = memory.turns[ply * MOST_TURNS : (ply + 1) * MOST_TURNS]
    history = memory.history[(ply & 1) * WAYS : (ply & 1) * WAYS + WAYS]
    flying = memory.settings[FLYING] != 0
    count = write_turns(node.own, node.enemy, node.hands, flying, memory.worth, history, turns)
    if count == 0:
        return ply - WIN
    memory.line[(ply + 1) * LINE_ROOM] = 0
    best = -INFINITE
    bring_closings_forward(count, turns)
    for i in range(count):
        turn = turns[i] & TURN
        memory.settings[NODES] += 1
        score = -leaf(play(node, turn), ply + 1, memory)
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                note_line(turn, ply, memory)
                if score >= beta:
                    break
    return best


@bare_kernel
def search(  # noqa: C901, PLR0912, PLR0915 - it calls itself, which helpers of a kernel cannot
    node: Node, depth: int, alpha: int, beta: int, ply: int, memory: Memory
) -> int:
    """Return the score of a position, looking ``depth`` turns ahead, 2 or more.

    Below ``alpha`` and above ``beta`` it is a bound.
    """
    settings = memory.settings
    key = key_of(node.own, node.enemy, node.hands)
    score = decide(node, key, ply, memory)
    if score != GOES_ON:
        return score
    # A win nearer than those that are known already cannot be found below.
    alpha, beta = max(alpha, ply - WIN), min(beta, WIN - ply - 1)
    if alpha >= beta:
        return alpha
    key |= nearness(node.quiet, settings[PLY_LIMIT]) << 56
    bucket = bucket_of(key, memory.table)
    known = find(key, bucket, memory.table)
    first = 0
    if known:
        first = turn_in(known)
        score = read_known(known, depth, alpha, beta, ply)
        if score != GOES_ON:
            return score

    turns = memory.turns[ply * MOST_TURNS : (ply + 1) * MOST_TURNS]
    best, best_turn, lowest = -INFINITE, 0, alpha
    count = -1
    i = -1 if first else 0
    while True:
        if i < 0:
            turn = first
        else:
            if count < 0:
                count = list_turns(node, first, ply, memory)
            if i == count:
                break
            turn = take_best(i, count, turns)
        child = play(node, turn)
        settings[NODES] += 1
        less = depth - 1
        if depth >= 3 and i >= 3 and child.quiet > 0:
            less -= 1
        window = beta if best == -INFINITE else alpha + 1
        while True:
            if less <= 1:
                score = -frontier(child, -window, -alpha, ply + 1, memory)
            else:
                score = -search(child, less, -window, -alpha, ply + 1, memory)
            if score <= alpha or settings[QUIT]:
                break
            if less < depth - 1:
                less = depth - 1
            elif window < beta and score < beta:
                window = beta
            else:
                break
        if settings[QUIT]:
            return 0
        if score > best:
            best, best_turn = score, turn
            if score > alpha:
                alpha = score
                note_line(turn, ply, memory)
                if score >= beta:
                    remember_turn(turn, depth, ply, memory)
                    break
        i += 1
    if best == -INFINITE:
        return ply - WIN
    bound = LOWER if best >= beta else (EXACT if best > lowest else UPPER)
    store(key, bucket, best_turn, keep_score(best, ply), depth, bound, settings[AGE], memory.table)
    return best


@bare_kernel
def search_root(
    count: int, depth: int, alpha: int, beta: int, children: Int64s, scores: Int64s, memory: Memory
) -> int:
    """Search ``count`` turns from the root; return how many were searched before it was stopped.

    ``children`` has the four numbers of the node after each turn. ``scores`` gets the score of each
    turn; one not above the best before it has -INFINITE. The best line, behind the turn itself, is
    left in ``memory.line`` at ply 0. Depth 1 cannot be stopped.
    """
    for i in range(count):
        child = Node(children[4 * i], children[4 * i + 1], children[4 * i + 2], children[4 * i + 3])
        memory.settings[NODES] += 1
        window = beta if i == 0 else alpha + 1
        while True:
            memory.line[LINE_ROOM] = 0
            if depth == 1:
                score = -leaf(child, 1, memory)
            elif depth == 2:
                score = -frontier(child, -window, -alpha, 1, memory)
            else:
                score = -search(child, depth - 1, -window, -alpha, 1, memory)
            if score <= alpha or score >= beta or window == beta:
                break
            window = beta
        if memory.settings[QUIT] and depth > 1:
            return i
        scores[i] = score if score > alpha or i == 0 else -INFINITE
        if score > alpha or i == 0:
            for j in range(memory.line[LINE_ROOM] + 1):
                memory.line[j] = memory.line[LINE_ROOM + j]
        alpha = max(alpha, score)
        if alpha >= beta:
            return i + 1
    return count
