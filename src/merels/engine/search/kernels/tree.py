"""Principal-variation search below the root.

Scores are hundredths of a man for the side to move; a win ``n`` plies from the root is ``WIN - n``.
Everything a thread needs is in `Memory`; the thread shares the transposition table, the weights and
the stop flag with other threads.

Figures in comments are shares of placing positions whose value the chosen move keeps, with 20,000
nodes (``tools/measure_accuracy.py``). Tried on 5,000 of them, of which the search without `MARGIN`
keeps 95.6 %, and left out: the null move (95.4 %); no quiet turns if the static value is below the
bound by 100 a turn, to depth 3 (95.6 %); no late quiet turns to depth 3 (95.4 %); a turn less deep
if the table has no turn (95.1 %). On 4,623 hard positions, gained and lost: singular replies, 115
and 128; windows of 20 around the last score, 109 and 99; values that settle upper bounds too, 41
and 40. Tables in the tree would seldom help: 0.04 % of the leaves have five men a side or fewer.
"""

from __future__ import annotations

from typing import Final

from merels._jit import bare_kernel, inlined, prefetch
from merels.engine.search.kernels.any_board import write_any_turns
from merels.engine.search.kernels.memory import (
    AGE,
    ANY_RULES,
    BOARD,
    FLYING,
    GOES_ON,
    HISTORY,
    KILLERS,
    LINES,
    NEAR_LIMIT,
    NODES,
    PLY_LIMIT,
    QUIT,
    ROOM,
    ROOT_TURNS,
    WORTH,
    Memory,
    TreeNode,
    decide,
    far_leaf,
    history_of,
    leaf,
    nearness,
    play,
    score_blocked,
    turns_at,
)
from merels.engine.search.kernels.ordering import (
    HISTORY_LIMIT,
    KILLER,
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
from merels.engine.search.root import PROVED, WIN

INFINITE: Final = 32000
LATE: Final = 2
VERY_LATE: Final = 6
"""How many turns are tried before later turns are searched two less deep, and three less deep.

Before `MARGIN`, when they kept 95.6 %: `LATE` 3, 95.3 %; nothing three less deep, 95.1 %; turns
of the root at full depth, 95.1 %.
"""

MARGIN: Final = 40
"""How far a static value must exceed a bound to settle it, for each turn of depth that is left.

On 5,000 positions a margin of 25 keeps 96.0 %, 40 keeps 96.6 %, 60 keeps 96.5 %, and no settling
95.6 %.
"""

SETTLED: Final = 2
"""From this depth on a value may settle a bound: below, searching costs no more than evaluating.

On 8,000 positions depth 3 keeps 96.5 %; depth 2 keeps 97.1 % and takes 0.63 of the time to the same
depth. On 2,079 positions depth 1 keeps 96.7 % at 0.54 to 0.98 of the speed without settling, depth
2 keeps 96.6 % at 0.73 to 0.91.
"""

TRUSTED: Final = 4
"""Up to this depth a static value settles a position; beyond, a search a third as deep confirms it.

The confirmed search keeps 97.2 % of 10,000 positions, the static value alone 97.0 %, eight other
ways to confirm it 96.8 to 97.1 %.
"""


@inlined
def read_known(known: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """Return the score if an entry of the table settles the position, else `GOES_ON`.

    Entries that lack depth settle nothing: when `MARGIN` made up for each turn that they lack, 94
    positions of 8,000 were gained and 113 lost.
    """
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
    """Remember a turn that caused a cutoff, so that it is tried early elsewhere.

    Turns tried in vain are not counted down: doing so gained 34 of 5,000 positions and lost 45.
    """
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
def may_settle(node: TreeNode, alpha: int, beta: int, memory: Memory) -> bool:
    """Whether a value far above ``beta`` may stand for a search.

    It may not where an exact score or a proof is wanted, nor near the limit of plies without a
    capture.
    """
    only_bound = beta - alpha == 1 and abs(beta) < PROVED
    return only_bound and memory.work[PLY_LIMIT] - node.quiet > NEAR_LIMIT


@bare_kernel
def write_other_turns(node: TreeNode, ply: int, memory: Memory) -> int:
    """Write the turns of a node on a packed board; not inlined, for the speed of nine men."""
    work = memory.work
    turns, history = work[turns_at(ply) :], work[history_of(ply) :]
    return write_any_turns(
        node.own, node.enemy, node.hands, work[BOARD:], work[WORTH:], history, turns
    )


@inlined
def write_all_turns(node: TreeNode, ply: int, memory: Memory) -> int:
    """Write the turns of a node with their ranks to memory; return how many."""
    work = memory.work
    if work[ANY_RULES]:
        return write_other_turns(node, ply, memory)
    turns, history = work[turns_at(ply) :], work[history_of(ply) :]
    flying = work[FLYING] != 0
    return write_turns(node.own, node.enemy, node.hands, flying, work[WORTH:], history, turns)


@bare_kernel
def list_turns(node: TreeNode, first: int, ply: int, memory: Memory) -> int:
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
def frontier(node: TreeNode, alpha: int, beta: int, ply: int, memory: Memory) -> int:
    """Return the score of a position, looking one turn ahead: `search` at depth 1.

    It uses no transposition table and does not sort. This shortcut, and trying the table's turn
    before other turns are generated, brought 10 million nodes per second instead of 5. Sorting
    gained 67 of 8,000 positions and lost 57.
    """
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
def choose_depth(depth: int, place: int, child: TreeNode) -> int:
    """Return how deep to search after a turn: one less than ``depth``.

    After late quiet turns, which are seldom good, two less, after very late turns three.
    """
    if place < LATE or child.quiet == 0 or depth < 2:
        return depth - 1
    return depth - 3 if place >= VERY_LATE and depth >= 4 else depth - 2


@bare_kernel
def search(  # noqa: C901, PLR0911, PLR0912, PLR0915 - it calls itself, which helpers of a kernel cannot
    node: TreeNode, depth: int, alpha: int, beta: int, ply: int, memory: Memory
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
        # Below, no win can be found that is quicker than the known wins.
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
        if less > 1:  # fetched ahead, this saves 7 % of the time
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
