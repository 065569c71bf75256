"""Kernels of `slow_tables`: the score of a position from the scores after its moves.

Written from the rules alone, on masks of all points; no symmetry, and nothing of the solver.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from merels._jit import kernel, lowest_bit, popcount

LOST_NOW = 1
NEVER, THREE_ON_BOARD, THREE_IN_ALL = range(3)

Scores = npt.NDArray[np.uint16]


class Rules(NamedTuple):
    """A variant for kernels; ``numbers`` gives each mask its place among those with equal men."""

    full: int
    neighbours: npt.NDArray[np.int64]
    mills: npt.NDArray[np.int64]
    numbers: npt.NDArray[np.int32]
    flying: int
    places_first: bool
    full_board_draws: bool


class After(NamedTuple):
    """The scores after moving or placing a man, each without and with a capture.

    A table without rows stands for positions in which the side to move has too few men, or for
    moves that there are not.
    """

    moving: tuple[Scores, Scores]
    placing: tuple[Scores, Scores]


@kernel
def before(score):
    """Return the score of a side whose move leads to a score of the other side."""
    return 0 if score == 0 else score + 1


@kernel
def worth(score):
    """Order scores: even ones win, the sooner the better; odd ones lose, the later the better."""
    if score == 0:
        return 0
    return 100_000 - score if score % 2 == 0 else score - 100_000


@kernel
def better(first, second):
    """Return the better of two scores for the side that has them."""
    return second if worth(second) > worth(first) else first


@kernel
def in_mill(men, point, rules):
    """Whether a man on the point would be in a mill."""
    together = False
    for mill in rules.mills[point]:
        together |= men & mill == mill
    return together


@kernel
def takeable(enemy, rules):
    """Return the men that may be captured."""
    outside = 0
    for point in range(len(rules.mills)):
        if enemy >> point & 1 and not in_mill(enemy, point, rules):
            outside |= 1 << point
    return outside if outside else enemy


@kernel
def look_up(own, enemy, scores, rules):
    """Return the score of a position, lost if its side to move has too few men."""
    if len(scores) == 0:
        return LOST_NOW
    return int(scores[rules.numbers[own], rules.numbers[enemy]])


@kernel
def score_by_targets(left, targets, enemy, so_far, enough, after, rules):
    """Return the best score by a man that joins those ``left``, if better than ``so_far``."""
    quiet, taking = after
    best = so_far
    while targets and best != enough:
        target = lowest_bit(targets)
        targets &= targets - 1
        men = left | 1 << target
        if enemy and in_mill(men, target, rules):
            best = better(best, score_by_captures(men, enemy, taking, rules))
        else:
            best = better(best, before(look_up(enemy, men, quiet, rules)))
    return best


@kernel
def score_by_captures(men, enemy, taking, rules):
    """Return the score of a side that has closed a mill and must capture a man."""
    best = LOST_NOW
    taken = takeable(enemy, rules)
    while taken:
        left = enemy & ~(taken & -taken)
        taken &= taken - 1
        best = better(best, before(look_up(left, men, taking, rules)))
    return best


@kernel
def flies(own, in_hand, rules):
    """Whether a side may move a man to any empty point."""
    if popcount(own) + in_hand != 3 or rules.flying == NEVER:
        return False
    return in_hand == 0 or rules.flying == THREE_IN_ALL


@kernel
def score_by_moves(own, enemy, in_hand, level, after, rules):
    """Return the score that follows from the scores after each move that are known so far.

    At the first level, only scores after captures and placings are known. Even levels are for wins:
    no better win than at this level exists. Odd levels are for losses: any move that does not lose
    is enough, since positions with a known win come up at the level of that win.
    """
    empty = rules.full & ~(own | enemy)
    if empty == 0:
        return 0 if rules.full_board_draws else LOST_NOW
    enough = -1 if level == 1 else 0 if level % 2 else level
    best = LOST_NOW
    if in_hand:
        best = score_by_targets(own, empty, enemy, best, enough, after.placing, rules)
        if rules.places_first:
            return best
    anywhere = flies(own, in_hand, rules)
    origins = own
    while origins and best != enough:
        left = own & ~(origins & -origins)
        targets = empty if anywhere else empty & rules.neighbours[lowest_bit(origins)]
        origins &= origins - 1
        best = score_by_targets(left, targets, enemy, best, enough, after.moving, rules)
    return best


@kernel
def decide_level(level, sides, in_hand, scores, after, agenda, agenda_before, rules):
    """Examine the positions that are due; call up those from which the enemy moves to a new one.

    ``agenda[enemy, own]`` is the level at which to examine a position, 0 for never, and
    ``agenda[enemy, -1]`` the lowest level of the row: this order keeps what a move changes in one
    row. ``in_hand`` has the men of both sides.
    """
    for j in range(len(agenda)):
        row = agenda[j]
        if row[-1] == level:
            examine_row(level, j, sides, in_hand, scores, after, (row, agenda_before), rules)
            row[-1] = lowest_level(row[:-1])


@kernel
def examine_row(level, j, sides, in_hand, scores, after, agendas, rules):
    """Examine the positions of a row that are due."""
    owns, enemies = sides
    row, agenda_before = agendas
    for i in range(len(owns)):
        if row[i] != level:
            continue
        row[i] = 0
        if owns[i] & enemies[j] or scores[i, j]:
            continue  # not a position, or already decided
        score = score_by_moves(owns[i], enemies[j], in_hand[0], level, after, rules)
        if score == level:
            scores[i, j] = score
            call_up(level + 1, owns[i], enemies[j], in_hand[1], agenda_before, rules)
        elif score:
            row[i] = score


@kernel
def lowest_level(levels):
    """Return the lowest level above 0, 0 if there is none."""
    lowest = np.uint16(0)
    for level in levels:
        # 0 less 1 is the highest of all.
        lowest = level if np.uint16(level - 1) < np.uint16(lowest - 1) else lowest
    return lowest


@kernel
def call_up(level, own, enemy, in_hand, agenda, rules):
    """Put the positions from which a quiet move of the enemy leads here on the agenda.

    ``in_hand`` are the enemy's men. At even levels the positions are won, which is better than any
    level they have so far. At odd levels they may be lost, unless they turn out to be won later.
    """
    if in_hand and rules.places_first:
        return
    row = agenda[rules.numbers[own]]
    anywhere = flies(enemy, in_hand, rules)
    empty = rules.full & ~(own | enemy)
    targets = enemy
    while targets:
        target = lowest_bit(targets)
        targets &= targets - 1
        if own and in_mill(enemy, target, rules):
            continue
        origins = empty if anywhere else empty & rules.neighbours[target]
        while origins:
            number = rules.numbers[enemy ^ (1 << target) ^ (origins & -origins)]
            origins &= origins - 1
            due = row[number]
            if level % 2 == 0:
                due = better(int(due), level)
            elif due == 0 or (due % 2 == 1 and due > level):
                due = level
            row[number] = due
            row[-1] = level if row[-1] == 0 else min(row[-1], level)
