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
    KNOWN_BEST,
    MOST_TURNS,
    NONE,
    TURN,
    TURN_BITS,
    WAYS,
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

# Places in `Memory.settings`.
NODES, NODE_LIMIT, BEFORE, REPETITIONS, PLY_LIMIT, FLYING, AGE, QUIT = range(8)


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
def is_blocked(own: int, enemy: int, hands: int, flying: bool) -> bool:
    """Whether the side to move cannot."""
    if hands & 15 or (flying and popcount(own) == 3):
        return False
    return count_steps(own, FULL & ~(own | enemy)) == 0


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
def nearness(quiet: int, limit: int) -> int:
    """Return what a key says about the limit of plies without a removal: 0 where it is far."""
    left = limit - quiet
    return 0 if left > NEAR_LIMIT else (NEAR_LIMIT - left) // 4 + 1


@inlined
def remember_turn(turn: int, depth: int, ply: int, memory: Memory) -> None:
    """Note a turn that cut the search short, so that it is tried early elsewhere."""
    place = (ply & 1) * WAYS + (turn & WAYS - 1)
    memory.history[place] += depth * depth
    if memory.history[place] > HISTORY_LIMIT:
        for i in range(2 * WAYS):
            memory.history[i] >>= 1
    if not is_closing(turn) and memory.killers[2 * ply] != turn:
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
def leaf(own: int, enemy: int, hands: int, ply: int, quiet: int, memory: Memory) -> int:
    """Return the score of a position where the search ends."""
    value = evaluate(
        own, enemy, hands & 15, hands >> 4, memory.settings[FLYING] != 0, memory.weights
    )
    if value == LOST:
        return ply - WIN
    return 0 if quiet >= memory.settings[PLY_LIMIT] else value


@bare_kernel
def search(
    own: int,
    enemy: int,
    hands: int,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    quiet: int,
    memory: Memory,
) -> int:
    """Return the score of a position, looking ``depth`` turns ahead, 1 or more.

    Below ``alpha`` and above ``beta`` it is a bound. ``quiet`` counts plies without a removal.
    """
    settings = memory.settings
    memory.line[ply * LINE_ROOM] = 0
    if settings[NODES] >= settings[NODE_LIMIT] or memory.stop[0]:
        settings[QUIT] = 1
    if settings[QUIT]:
        return 0
    key = key_of(own, enemy, hands)
    memory.path[settings[BEFORE] + ply] = key
    if hands == 0 and quiet >= 4 and is_repeated(key, ply, quiet, memory):
        return 0
    if quiet >= settings[PLY_LIMIT]:
        return ply - WIN if is_blocked(own, enemy, hands, settings[FLYING] != 0) else 0
    if ply >= MOST_PLIES:
        return leaf(own, enemy, hands, ply, quiet, memory)

    # A win nearer than those that are known already cannot be found below.
    alpha, beta = max(alpha, ply - WIN), min(beta, WIN - ply - 1)
    if alpha >= beta:
        return alpha

    key |= nearness(quiet, settings[PLY_LIMIT]) << 56
    bucket = bucket_of(key, memory.table)
    known = find(key, bucket, memory.table)
    known_turn = 0
    if known:
        known_turn = turn_in(known)
        score = score_in(known)
        if score > PROVED:
            score -= ply
        elif score < -PROVED:
            score += ply
        bound = bound_in(known)
        if (
            depth_in(known) >= depth
            and beta - alpha == 1
            and (
                bound == EXACT
                or (bound == LOWER and score >= beta)
                or (bound == UPPER and score <= alpha)
            )
        ):
            return score

    turns = memory.turns[ply * MOST_TURNS : (ply + 1) * MOST_TURNS]
    history = memory.history[(ply & 1) * WAYS : (ply & 1) * WAYS + WAYS]
    count = write_turns(own, enemy, hands, settings[FLYING] != 0, memory.worth, history, turns)
    if count == 0:
        return ply - WIN
    for i in range(count):
        turn = turns[i] & TURN
        if turn == known_turn:
            turns[i] = KNOWN_BEST << TURN_BITS | turn
        elif turn == memory.killers[2 * ply] or turn == memory.killers[2 * ply + 1]:
            turns[i] += KILLER << TURN_BITS

    best, best_turn, lowest = -INFINITE, 0, alpha
    for i in range(count):
        turn = take_best(i, count, turns)
        origin, target, captured = turn & 31, turn >> 5 & 31, turn >> 10
        men, others = own | 1 << target, enemy
        next_hands = hands >> 4 | (hands & 15) << 4
        if origin == NONE:
            next_hands -= 16
        else:
            men &= ~(1 << origin)
        next_quiet = quiet + 1
        if captured != NONE:
            others &= ~(1 << captured)
            next_quiet = 0
        settings[NODES] += 1
        if captured != NONE and popcount(others) + (hands >> 4) < 3:
            score = WIN - ply - 1
            memory.line[(ply + 1) * LINE_ROOM] = 0
        elif depth <= 1:
            memory.line[(ply + 1) * LINE_ROOM] = 0
            score = -leaf(others, men, next_hands, ply + 1, next_quiet, memory)
        else:
            score = -INFINITE
            if i > 0:
                less = depth - 1
                if depth >= 3 and i >= 4 and captured == NONE:
                    less -= 1
                score = -search(
                    others, men, next_hands, less, -alpha - 1, -alpha, ply + 1, next_quiet, memory
                )
                if score > alpha and less < depth - 1:
                    score = -search(
                        others,
                        men,
                        next_hands,
                        depth - 1,
                        -alpha - 1,
                        -alpha,
                        ply + 1,
                        next_quiet,
                        memory,
                    )
            if i == 0 or (alpha < score < beta):
                score = -search(
                    others, men, next_hands, depth - 1, -beta, -alpha, ply + 1, next_quiet, memory
                )
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

    bound = LOWER if best >= beta else (EXACT if best > lowest else UPPER)
    kept = best
    if best > PROVED:
        kept += ply
    elif best < -PROVED:
        kept -= ply
    store(key, bucket, best_turn, kept, depth, bound, settings[AGE], memory.table)
    return best


@bare_kernel
def search_root(
    count: int, depth: int, alpha: int, beta: int, children: Int64s, scores: Int64s, memory: Memory
) -> int:
    """Search ``count`` turns from the root; return how many were searched before it was stopped.

    ``children`` has four numbers for the position after each turn: the men of its side to move, the
    other's, the hands, and plies without a removal. ``scores`` gets the score of each turn; one not
    above the best before it has -INFINITE. The best line is in ``memory.line`` at ply 1, behind the
    turn itself.
    """
    best_line = memory.line[:LINE_ROOM]
    best_line[0] = 0
    for i in range(count):
        own, enemy = children[4 * i], children[4 * i + 1]
        hands, quiet = children[4 * i + 2], children[4 * i + 3]
        memory.settings[NODES] += 1
        score = -INFINITE
        if popcount(own) + (hands & 15) < 3:
            score = WIN - 1
            memory.line[LINE_ROOM] = 0
        elif depth <= 1:
            memory.line[LINE_ROOM] = 0
            score = -leaf(own, enemy, hands, 1, quiet, memory)
        else:
            if i > 0:
                score = -search(own, enemy, hands, depth - 1, -alpha - 1, -alpha, 1, quiet, memory)
            if i == 0 or (alpha < score < beta):
                score = -search(own, enemy, hands, depth - 1, -beta, -alpha, 1, quiet, memory)
            if memory.settings[QUIT]:
                return i
        scores[i] = score if score > alpha or i == 0 else -INFINITE
        if score > alpha or i == 0:
            length = memory.line[LINE_ROOM]
            for j in range(length + 1):
                best_line[j] = memory.line[LINE_ROOM + j]
        alpha = max(alpha, score)
        if alpha >= beta:
            return i + 1
    return count
