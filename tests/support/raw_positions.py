"""A slow solver of every position that play reaches, by the rules alone and without symmetry.

It knows nothing of tables: it follows the turns of `merels.rules.unusual_kernels`, which has tests
of its own, and traces results back along them. Boards of up to 16 points.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from merels import Variant
from merels._jit import kernel, popcount
from merels.board.board import mask_of
from merels.board.index.dense import Slots
from merels.rules.kernels import is_over, rules_of
from merels.rules.unusual_kernels import fields_of, pack_marks, play_turn, write_turns
from merels.solver.run import MemoryStore, solve_pair
from merels.solver.workspace import Workspace
from merels.values.layout.key import MARKS, TableKey
from merels.values.layout.plan import Plan, all_moving_tables, all_tables

Codes = npt.NDArray[np.int64]
Scores = npt.NDArray[np.int64]

AGAIN = 1 << 62
"""Marks the code of a position whose side to move has just had its turn."""


class Positions(NamedTuple):
    """Codes of positions, their parts, and their scores."""

    codes: Codes
    scores: Scores

    @property
    def own(self) -> Codes:
        return self.codes & 0xFFFF

    @property
    def enemy(self) -> Codes:
        return self.codes >> 16 & 0xFFFF

    @property
    def hands(self) -> tuple[Codes, Codes]:
        return self.codes >> 56 & 7, self.codes >> 59 & 7

    @property
    def marks(self) -> Codes:
        return self.codes >> 32 & 0xFFFFFF


@kernel
def encode(own, enemy, own_in_hand, enemy_in_hand, marks):
    return own | enemy << 16 | marks << 32 | own_in_hand << 56 | enemy_in_hand << 59


@kernel
def write_after(codes, rules, fields, turns, ends, out):
    """Write the codes after each turn of some positions; -1 for a game that is over now."""
    count = 0
    for i in range(len(codes)):
        code = codes[i]
        own, enemy = code & 0xFFFF, code >> 16 & 0xFFFF
        hand, other_hand, marks = code >> 56 & 7, code >> 59 & 7, code >> 32 & 0xFFFFFF
        made = write_turns(own, enemy, hand, other_hand, marks, rules, fields, turns)
        for turn in turns[:made]:
            after = play_turn(own, enemy, hand, other_hand, marks, turn, rules, fields)
            if is_over(after.own, after.enemy, after.own_in_hand, after.enemy_in_hand):
                out[count] = -1
            else:
                out[count] = encode(
                    after.own,
                    after.enemy,
                    after.own_in_hand,
                    after.enemy_in_hand,
                    after.marks,
                ) | (AGAIN if after.again else 0)
            count += 1
        ends[i] = count
    return count


def find_positions(variant: Variant, seeds: Codes) -> Codes:
    """Return the seeds and all positions that play reaches from them."""
    known = np.unique(seeds)
    new = known
    while len(new):
        after = np.unique(np.concatenate([part[1] for part in _expand(variant, new)]))
        after = np.unique(after[after >= 0] & ~AGAIN)
        new = np.setdiff1d(after, known, assume_unique=True)
        known = np.union1d(known, new)
    return known


def _expand(variant: Variant, codes: Codes):
    """Yield ends and codes after the turns of positions, in parts."""
    rules, fields = rules_of(variant), fields_of(variant)
    turns = np.empty(fields.most_turns, np.int64)
    room = np.empty(20_000 * fields.most_turns, np.int64)
    for first in range(0, len(codes), 20_000):
        part = codes[first : first + 20_000]
        ends = np.empty(len(part), np.int64)
        count = write_after(part, rules, fields, turns, ends, room)
        yield ends, room[:count].copy()


def solve(variant: Variant, seeds: Codes) -> Positions:
    """Return the scores of all positions that play reaches from the seeds.

    A turn that the other side misses counts as a ply.
    """
    codes = find_positions(variant, seeds)
    starts, targets = [np.zeros(1, np.int64)], []
    for ends, after in _expand(variant, codes):
        starts.append(ends + starts[-1][-1])
        place = np.searchsorted(codes, after & ~AGAIN)
        place[after < 0] = -1
        again = (after >= 0) & (after & AGAIN != 0)
        targets.append(np.where(after < 0, -1, 2 * place + again))
    begin, edges = np.concatenate(starts), np.concatenate(targets)
    full_draws = variant.full_board == "draw"
    full = (codes & 0xFFFF | codes >> 16 & 0xFFFF) == variant.board.full
    scores = np.zeros(len(codes), np.int64)
    level = 1
    idle = 0
    # As long as distances may have gaps: a missing turn skips one level.
    while idle < 4:
        found = decide(level, begin, edges, scores, full & full_draws)
        idle = 0 if found else idle + 1
        level += 1
    return Positions(codes, scores)


@kernel
def decide(level, begin, edges, scores, drawn):
    """Give positions their score if it is ``level``; return how many."""
    found = 0
    for i in range(len(scores)):
        if scores[i]:
            continue
        first, last = begin[i], begin[i + 1]
        if first == last:
            if level == 1 and not drawn[i]:
                scores[i] = 1
                found += 1
            continue
        best_win, worst_loss, open_moves = 1 << 20, 0, 0
        for edge in edges[first:last]:
            # Scores below the level alone: others were found in this very pass.
            after = 1 if edge < 0 else scores[edge >> 1] + (edge & 1 and scores[edge >> 1] > 0)
            if after == 0 or after >= level:
                open_moves += 1
            elif after & 1:
                best_win = min(best_win, after + 1)
            else:
                worst_loss = max(worst_loss, after + 1)
        score = best_win if best_win < 1 << 20 else 0 if open_moves else worst_loss
        if score == level:
            scores[i] = score
            found += 1
    return found


def start_code(variant: Variant) -> Codes:
    """Return the empty board."""
    return np.array([variant.men << 56 | variant.men << 59], np.int64)


def all_placed(variant: Variant, own: int, enemy: int) -> Codes:
    """Return every position with these men, all placed."""
    points = variant.board.points
    sets = [
        np.array([mask_of(each) for each in combinations(points, men)], np.int64)
        for men in (own, enemy)
    ]
    codes = sets[0][:, None] | sets[1][None, :] << 16
    return codes[(sets[0][:, None] & sets[1][None, :]) == 0]


@kernel
def count_men(masks):
    """Return the men of many masks."""
    found = np.zeros(len(masks), np.int64)
    for i in range(len(masks)):
        found[i] = popcount(masks[i])
    return found


# Games solved both ways.


def solve_tables(variant: Variant) -> dict[TableKey, Slots]:
    """Return the solved tables of a whole game."""
    plan = Plan.for_tables(all_tables(variant), is_done=lambda _: False)
    store, workspace = MemoryStore(), Workspace(plan.pairs)
    for pair in plan.pairs:
        solve_pair(pair, store, 1, workspace=workspace)
    return store.tables


def solve_game(variant: Variant) -> Positions:
    """Return every position that play reaches, from the empty board or with all men placed."""
    moving = [all_placed(variant, key.own, key.enemy) for key in all_moving_tables(variant)]
    return solve(variant, np.concatenate([start_code(variant), *moving]))


def split_by_table(variant: Variant, positions: Positions) -> Iterator[tuple[TableKey, Positions]]:
    """Yield the positions of each table; those with a ban belong to none."""
    stages = {pack_marks(marks): stage for stage, marks in MARKS.items()}
    men = (count_men(positions.own), count_men(positions.enemy), *positions.hands)
    kinds = np.stack([*men, positions.marks])
    found, numbers = np.unique(kinds, axis=1, return_inverse=True)
    for number, kind in enumerate(found.T.tolist()):
        if kind[-1] in stages:
            chosen = numbers.ravel() == number
            key = TableKey(*kind[:4], variant, stages[kind[-1]])
            yield key, Positions(positions.codes[chosen], positions.scores[chosen])


def compare(variant: Variant, tables: dict[TableKey, Slots]) -> int:
    """Compare tables with every position that play reaches; return how many there are."""
    compared, seen = 0, set()
    for key, positions in split_by_table(variant, solve_game(variant)):
        slots = key.index.slots_of(positions.own, positions.enemy)
        assert np.array_equal(tables[key][slots], positions.scores), key
        compared += len(slots)
        seen.add(key)
    assert seen == tables.keys()
    return compared
