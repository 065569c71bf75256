"""A one-move look-ahead: scores of positions from the scores after each of their moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from merels._jit import kernel
from merels.board.index.dense import Bytes, Slots
from merels.board.index.ranking import Int64s
from merels.rules.kernels import NONE, Rules, play_turn, rules_of, write_turns
from merels.tables.batches import Scores
from merels.tables.key import TableKey

NO_WIN: Final = 1 << 16
LOST_NOW: Final = 1
"""The score of a side that cannot move."""

ROOM: Final = 1 << 20
"""The most successors that are looked at together."""

Probe: TypeAlias = Callable[[TableKey, Int64s, Int64s], Slots]
"""Returns the scores of positions of one table."""


class Successors(NamedTuple):
    """The positions after the moves of some positions, grouped by the position before."""

    ends: Int64s
    """For each position, where its successors end; the next position's begin there."""
    own: Int64s
    enemy: Int64s
    """The men of the side to move then, and of the other one."""
    captures: Bytes
    """1 if a man was captured; if placing was a choice and a man was placed, 2 more."""


@kernel
def write_successors(
    own: Int64s,
    enemy: Int64s,
    hands: tuple[int, int],
    rules: Rules,
    turns: Int64s,
    found: Successors,
) -> int:
    """Write the successors of some positions until there is no room; return how many it did."""
    count = 0
    for i in range(len(own)):
        if count + len(turns) > len(found.own):
            return i
        written = write_turns(own[i], enemy[i], hands[0], hands[1], rules, turns)
        for turn in turns[:written]:
            men, others, _ = play_turn(own[i], enemy[i], hands[0], turn)
            found.own[count], found.enemy[count] = others, men
            chose_placing = rules.any_turn and turn & 31 == NONE
            found.captures[count] = (turn >> 10 & 31 != NONE) + 2 * chose_placing
            count += 1
        found.ends[i] = count
    return len(own)


@kernel
def best_scores(ends: Int64s, after: Scores, scores: Scores) -> None:
    """Write the score of each position: one ply more than its best successor has."""
    begin = 0
    for i in range(len(ends)):
        quickest_win, slowest_loss, drawn = NO_WIN, 0, False
        for score in after[begin : ends[i]]:
            if score & 1:
                quickest_win = min(quickest_win, score + 1)
            elif score == 0:
                drawn = True
            else:
                slowest_loss = max(slowest_loss, score + 1)
        begin = ends[i]
        if quickest_win < NO_WIN:
            scores[i] = quickest_win
        elif drawn:
            scores[i] = 0
        else:
            scores[i] = max(slowest_loss, LOST_NOW)


def look_ahead(key: TableKey, own: Int64s, enemy: Int64s, probe: Probe) -> Scores:
    """Return the scores of positions of a table; ``probe`` gives the scores of successors."""
    scores = np.empty(len(own), dtype=np.uint16)
    for first, last, after in find_successors(key, own, enemy):
        count = int(after.ends[last - first - 1])
        captured = after.captures[:count]
        found = np.empty(count, dtype=np.uint16)
        for captures, table in key.branches:
            chosen = np.flatnonzero(captured == captures)
            if len(chosen):
                found[chosen] = probe(table, after.own[chosen], after.enemy[chosen])
        best_scores(after.ends[: last - first], found, scores[first:last])
    return scores


def find_successors(
    key: TableKey, own: Int64s, enemy: Int64s
) -> Iterator[tuple[int, int, Successors]]:
    """Yield the successors of positions in parts: where the part begins and ends, successors."""
    rules = rules_of(key.variant)
    room = min(len(own) * rules.most_turns, ROOM)
    found = Successors(
        np.empty(len(own), np.int64),
        np.empty(room, np.int64),
        np.empty(room, np.int64),
        np.empty(room, np.uint8),
    )
    hands = key.own_in_hand, key.enemy_in_hand
    turns = np.empty(rules.most_turns, np.int64)
    first = 0
    while first < len(own):
        last = first + write_successors(own[first:], enemy[first:], hands, rules, turns, found)
        yield first, last, found
        first = last
