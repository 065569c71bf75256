"""The search for variants whose rules the usual kernels do not know.

Positions of these variants have marks, a turn may take several men, and a side may have two turns
running, so the search has a tree of its own: principal variations, late turns less deep, no
settling by static values.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from merels._jit import bare_kernel, inlined, popcount

# isort: split
import numpy as np
import numpy.typing as npt

from merels.board.index.ranking import Int64s
from merels.engine.evaluation.any_board import is_drawn_when_blocked, weigh_terms
from merels.engine.evaluation.kernels import LOST, evaluate, evaluate_with_diagonals
from merels.engine.search.kernels.memory import (
    AGE,
    ANY_VALUE,
    BEFORE,
    BOARD,
    DIAGONALS,
    FLYING,
    GOES_ON,
    LINES,
    MOST_PLIES,
    NODE_LIMIT,
    NODES,
    PATH,
    PLY_LIMIT,
    QUIT,
    ROOM,
    ROOT_TURNS,
    Memory,
    history_of,
    is_repeated,
    nearness,
)
from merels.engine.search.kernels.ordering import HISTORY_LIMIT, WAYS
from merels.engine.search.kernels.transpositions import (
    EXACT,
    LOWER,
    UPPER,
    bucket_of,
    find,
    key_of,
    store,
    turn_in,
)
from merels.engine.search.kernels.tree import (
    INFINITE,
    LATE,
    VERY_LATE,
    keep_score,
    note_line,
    read_known,
)
from merels.engine.search.root import WIN
from merels.rules.kernels import Rules, closing_targets, rules_of
from merels.rules.unusual_kernels import (
    CAPTURES,
    NOWHERE,
    TAKINGS,
    Fields,
    fields_of,
    play_turn,
    write_turns,
)
from merels.rules.variant import Variant, moves_to_draw

Rows: TypeAlias = npt.NDArray[np.int64]

NEVER: Final = 1 << 40
MOST_INDEX: Final = 1 << 15
"""Entries of the table name turns by their places in the generator's order, all below this."""

FIRST: Final = 1 << 50
TAKES: Final = 1 << 40
STOPS: Final = 1 << 32


class UnusualNode(NamedTuple):
    """A position as the side to move sees it."""

    own: int
    enemy: int
    own_in_hand: int
    enemy_in_hand: int
    marks: int
    quiet: int
    """Plies without a capture."""


class UnusualMemory(NamedTuple):
    """What a thread searches with."""

    base: Memory
    turns: Rows
    """For each ply, its turns."""
    ranks: Rows
    """For each ply, the rank of each turn: the largest is tried first."""
    places: Rows
    """For each ply, the place of each turn in the generator's order, from 1."""
    draws: Rows
    """For own and enemy's men, after how many plies without a capture they draw."""
    rules: Rules
    fields: Fields


def create_unusual_memory(base: Memory, variant: Variant) -> UnusualMemory:
    """Return the memory of a thread for a variant."""
    rules, fields = rules_of(variant), fields_of(variant)
    turns, ranks, places = np.zeros((3, ROOM, fields.most_turns), dtype=np.int64)
    draws = np.full((16, 16), NEVER, dtype=np.int64)
    for (more, fewer), moves in moves_to_draw(variant).items():
        draws[more, fewer] = draws[fewer, more] = 2 * moves
    return UnusualMemory(base, turns, ranks, places, draws, rules, fields)


@inlined
def key_of_marked(own: int, enemy: int, hands: int, marks: int) -> int:
    """Return the key of a position with marks.

    Unlike other keys it is a hash, because two bans do not fit into the key. Without marks it is
    the usual key.
    """
    mixed = marks * -7046029254386353131
    return key_of(own, enemy, hands) ^ mixed ^ (mixed >> 32 & 0xFFFFFFFF)


@inlined
def limit_of(node: UnusualNode, memory: UnusualMemory) -> int:
    """Return after how many plies without a capture the position is a draw."""
    limit = memory.base.work[PLY_LIMIT]
    if node.own_in_hand + node.enemy_in_hand:
        return int(limit)
    return int(min(limit, memory.draws[popcount(node.own), popcount(node.enemy)]))


@inlined
def score_stuck(node: UnusualNode, ply: int, memory: UnusualMemory) -> int:
    """Return the score of a side that has no turn, not even a pass."""
    work = memory.base.work
    if is_drawn_when_blocked(node.own, node.enemy, work[BOARD:]):
        return 0
    return ply - WIN


@inlined
def decide_by_men(node: UnusualNode, ply: int) -> int:
    """Return the score if a side has too few men, else `GOES_ON`."""
    if popcount(node.own) + node.own_in_hand < 3:
        return ply - WIN
    if popcount(node.enemy) + node.enemy_in_hand < 3:
        return WIN - ply
    return GOES_ON


@bare_kernel
def unusual_leaf(node: UnusualNode, ply: int, memory: UnusualMemory) -> int:
    """Return the score of a position at the end of a line."""
    decided = decide_by_men(node, ply)
    if decided != GOES_ON:
        return decided
    own, enemy, in_hand, enemy_in_hand = node.own, node.enemy, node.own_in_hand, node.enemy_in_hand
    work, weights, flying = memory.base.work, memory.base.weights, memory.base.work[FLYING] != 0
    if work[ANY_VALUE] or memory.fields.give_way or node.marks >> TAKINGS:
        value = weigh_terms(own, enemy, in_hand, enemy_in_hand, work[BOARD:])
    elif work[DIAGONALS]:
        value = evaluate_with_diagonals(own, enemy, in_hand, enemy_in_hand, flying, weights)
    else:
        value = evaluate(own, enemy, in_hand, enemy_in_hand, flying, weights)
    if value == LOST:
        return score_stuck(node, ply, memory)
    return 0 if node.quiet >= limit_of(node, memory) else int(value)


@inlined
def rank_turns(node: UnusualNode, ply: int, count: int, first: int, memory: UnusualMemory) -> None:
    """Rank the turns of a ply; ``first`` is the place of the table's turn, from 1."""
    work, rules = memory.base.work, memory.rules
    history = history_of(ply)
    stops = closing_targets(node.enemy, rules.full & ~(node.own | node.enemy), rules)
    for i in range(count):
        turn = memory.turns[ply, i]
        way = turn & NOWHERE
        target = way >> 5
        rank = work[history + way]
        if turn >> CAPTURES:
            rank += TAKES + popcount(turn >> CAPTURES)
        if target != 31 and stops >> target & 1:
            rank += STOPS
        if i + 1 == first:
            rank += FIRST
        memory.ranks[ply, i] = rank
        memory.places[ply, i] = i + 1


@inlined
def bring_best(ply: int, first: int, count: int, memory: UnusualMemory) -> None:
    """Bring the turn of the highest rank from ``first`` on to ``first``."""
    best = first
    for i in range(first + 1, count):
        if memory.ranks[ply, i] > memory.ranks[ply, best]:
            best = i
    if best != first:
        for row in (memory.turns, memory.ranks, memory.places):
            kept = row[ply, first]
            row[ply, first] = row[ply, best]
            row[ply, best] = kept


@inlined
def play_node(node: UnusualNode, turn: int, memory: UnusualMemory) -> tuple[UnusualNode, bool]:
    """Return the position after a turn, and whether the same side is to move."""
    after = play_turn(
        node.own,
        node.enemy,
        node.own_in_hand,
        node.enemy_in_hand,
        node.marks,
        turn,
        memory.rules,
        memory.fields,
    )
    quiet = 0 if turn >> CAPTURES else node.quiet + 1
    hands = after.own_in_hand, after.enemy_in_hand
    return UnusualNode(after.own, after.enemy, hands[0], hands[1], after.marks, quiet), after.again


@inlined
def remember(turn: int, depth: int, ply: int, work: Int64s) -> None:
    """Remember a quiet turn that caused a cutoff."""
    place = history_of(ply) + (turn & NOWHERE)
    work[place] += depth * depth
    if work[place] > HISTORY_LIMIT:
        for i in range(WAYS):
            work[history_of(ply) + i] >>= 1


@bare_kernel
def search_unusual(  # noqa: C901, PLR0911, PLR0912, PLR0915 - as the usual search
    node: UnusualNode, depth: int, alpha: int, beta: int, ply: int, memory: UnusualMemory
) -> int:
    """Return the score of a position, looking ``depth`` turns ahead, as the usual search does."""
    work = memory.base.work
    work[LINES + ply * ROOM] = 0
    count, key, bucket = work[ROOT_TURNS], 0, 0
    if ply > 0:
        if work[NODES] >= work[NODE_LIMIT] or memory.base.stop[0]:
            work[QUIT] = 1
        if work[QUIT]:
            return 0
        decided = decide_by_men(node, ply)
        if decided != GOES_ON:
            return decided
        hands = node.own_in_hand | node.enemy_in_hand << 4
        key = key_of_marked(node.own, node.enemy, hands, node.marks)
        work[PATH + work[BEFORE] + ply] = key
        if node.quiet >= 4 and is_repeated(key, ply, node.quiet, memory.base):
            return 0
        if depth <= 0 or ply >= MOST_PLIES:
            return unusual_leaf(node, ply, memory)
        alpha, beta = max(alpha, ply - WIN), min(beta, WIN - ply - 1)
        if alpha >= beta:
            return alpha
        limit = limit_of(node, memory)
        key ^= nearness(node.quiet, limit) << 56
        bucket = bucket_of(key, memory.base.table)
        known = find(key, bucket, memory.base.table)
        first = 0
        if known:
            first = turn_in(known)
            score = read_known(known, depth, alpha, beta, ply)
            if score != GOES_ON:
                return score
        count = write_turns(
            node.own,
            node.enemy,
            node.own_in_hand,
            node.enemy_in_hand,
            node.marks,
            memory.rules,
            memory.fields,
            memory.turns[ply],
        )
        if count == 0:
            return score_stuck(node, ply, memory)
        if node.quiet >= limit:
            return 0
        rank_turns(node, ply, count, first, memory)

    best, best_place, lowest = -INFINITE, 0, alpha
    for place in range(count):
        bring_best(ply, place, count, memory)
        turn = memory.turns[ply, place]
        child, again = play_node(node, turn, memory)
        work[NODES] += 1
        less = depth - 1
        if place >= LATE and child.quiet and depth >= 2:
            less = depth - 3 if place >= VERY_LATE and depth >= 4 else depth - 2
        window = beta if best == -INFINITE else alpha + 1
        while True:
            if again:
                score = search_unusual(child, less, alpha, window, ply + 1, memory)
            else:
                score = -search_unusual(child, less, -window, -alpha, ply + 1, memory)
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
            best = score
            best_place = memory.places[ply, place]
            if score > alpha or ply == 0:
                alpha = max(alpha, score)
                note_line(turn, ply, memory.base)
                if score >= beta:
                    if turn >> CAPTURES == 0:
                        remember(turn, depth, ply, work)
                    break
    if ply > 0:
        bound = LOWER if best >= beta else (EXACT if best > lowest else UPPER)
        named = best_place if best_place < MOST_INDEX else 0
        score = keep_score(best, ply)
        store(key, bucket, named, score, depth, bound, work[AGE], memory.base.table)
    return best
