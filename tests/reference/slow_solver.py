"""A slow solver, written from the rules alone, without symmetry or moves played backwards.

Scores are found in ascending order, level by level. A position is examined at the level of the
score that follows from the scores found so far; later scores are higher and change nothing. Each
score is computed forwards, from the scores after all moves. A position that never gets a score is
drawn.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from merels._jit import kernel, lowest_bit, popcount
from merels.board.board import FULL, NEIGHBOURS, POINTS, THREE_SQUARES, mask_of

MILL_MASKS = np.array(THREE_SQUARES.mills_through, np.int64)
NEIGHBOUR_MASKS = np.array(NEIGHBOURS, np.int64)
LOST_NOW = 1
CHUNK = 256


def sets_of(men):
    """Return the masks of all sets of ``men`` men, in a fixed order."""
    return np.array([mask_of(points) for points in combinations(POINTS, men)], np.int64)


SETS = {men: sets_of(men) for men in (2, 3, 4)}
NUMBERS = np.full(FULL + 1, -1, np.int16)
for masks in SETS.values():
    NUMBERS[masks] = np.arange(len(masks))


def closing_points(men):
    """Return the points where another man would complete a mill."""
    return mask_of(
        p for p in POINTS if any((men | 1 << p) & m == m for m in THREE_SQUARES.mills_through[p])
    )


CLOSING_POINTS = {men: np.array([closing_points(int(s)) for s in SETS[men]]) for men in (2, 3)}


def solve(most_men):
    """Return all tables of up to ``most_men`` men in total, by ``(own, enemy)``.

    A table has ``scores[i, j]`` for own men ``SETS[own][i]`` and enemy men ``SETS[enemy][j]``. If
    these share a point, the score is meaningless.
    """
    tables = {(2, men): np.ones((len(SETS[2]), len(SETS[men])), np.uint8) for men in (3, 4)}
    sizes = sorted(product((3, 4), repeat=2), key=sum)
    for own, enemy in sizes:
        if own >= enemy and own + enemy <= most_men:
            solve_pair(own, enemy, tables)
    return tables


def solve_pair(a, b, tables):
    """Solve ``(a, b)`` and ``(b, a)``; captures lead to tables that are already solved."""
    pair = list({(a, b), (b, a)})
    for own, enemy in pair:
        tables[own, enemy] = np.zeros((len(SETS[own]), len(SETS[enemy])), np.uint8)
    agendas = {(own, enemy): new_agenda(SETS[own], SETS[enemy]) for own, enemy in pair}
    level = 1
    while any(agendas[size].rows[level:].any() for size in pair):
        for own, enemy in pair:
            decide_level(
                level,
                (SETS[own], SETS[enemy]),
                tables[own, enemy],
                (tables[enemy, own], tables[enemy - 1, own]),
                agendas[own, enemy],
                agendas[enemy, own],
                (NUMBERS, NEIGHBOUR_MASKS, MILL_MASKS, CLOSING_POINTS[own - 1]),
            )
        level += 1


class Agenda(NamedTuple):
    """When to examine the positions of a table.

    ``levels[j, i]`` is the level for own men ``i`` against enemy men ``j``, 0 for never. The order
    of the indices is opposite to that of scores, so that all positions before a move are in one
    row, and all scores after it as well. ``rows[level, j]`` is whether row ``j`` may contain the
    level.
    """

    levels: npt.NDArray[np.uint8]
    rows: npt.NDArray[np.bool_]


def new_agenda(owns, enemies):
    """Return an agenda with every position at the first level."""
    agenda = Agenda(
        np.ones((len(enemies), len(owns)), np.uint8), np.zeros((256, len(enemies)), np.bool_)
    )
    agenda.rows[1] = True
    return agenda


@kernel
def decide_level(level, sides, scores, after, agenda, agenda_before, board):
    """Examine the positions of a level; those that lead to a new score come next."""
    owns, enemies = sides
    for j in range(len(enemies)):
        if not agenda.rows[level, j]:
            continue
        row = agenda.levels[j]
        for first in range(0, len(owns), CHUNK):
            last = min(first + CHUNK, len(owns))
            if not contains(row[first:last], level):
                continue
            for i in range(first, last):
                if row[i] != level:
                    continue
                row[i] = 0
                if owns[i] & enemies[j] or (level > 1 and scores[i, j]):
                    continue  # not a position, or already decided
                score = score_by_moves(owns[i], enemies[j], level, after, board)
                if score == level:
                    scores[i, j] = score
                    call_up(level + 1, owns[i], enemies[j], agenda_before, board)
                elif score:
                    row[i] = score
                    agenda.rows[score, j] = True


@kernel
def contains(levels, level):
    """Whether a level is in an array; simple enough to be vectorised."""
    wanted, found = np.uint8(level), False
    for i in range(len(levels)):
        found |= levels[i] == wanted
    return found


@kernel
def score_by_moves(own, enemy, level, after, board):
    """Return the score that follows from the scores after each move that are known so far.

    At the first level, only scores after captures are known. Even levels are for wins: no better
    win than at this level exists. Odd levels are for losses: any move that does not lose is enough,
    since positions with a winning capture come up at the level of that win.
    """
    quiet, removal = after
    numbers, neighbours, _, closing_points = board
    scores_after = quiet[numbers[enemy]]
    flies = popcount(own) == 3
    empty = FULL & ~(own | enemy)
    enough = level if level % 2 == 0 else 0
    best = LOST_NOW
    origins = own
    while origins:
        left = own & ~(origins & -origins)
        targets = empty if flies else empty & neighbours[lowest_bit(origins)]
        origins &= origins - 1
        closing = targets & closing_points[numbers[left]]
        targets ^= closing
        while closing:
            men = left | closing & -closing
            closing &= closing - 1
            best = better(best, score_by_removals(men, enemy, removal, board))
        if level == 1 and targets:
            best = better(best, 0)
            continue
        while targets:
            men = left | targets & -targets
            targets &= targets - 1
            best = better(best, before(scores_after[numbers[men]]))
            if best == enough:
                return best
    return best


@kernel
def score_by_removals(own, enemy, removal, board):
    """Return the score of a side that has closed a mill and must capture a man."""
    numbers, _, mills, _ = board
    all_in_mills = not some_outside_mills(enemy, mills)
    best = LOST_NOW
    for captured in range(24):
        if enemy >> captured & 1 and (all_in_mills or not in_mill(enemy, captured, mills)):
            left = enemy & ~(1 << captured)
            best = better(best, before(removal[numbers[left], numbers[own]]))
    return best


@kernel
def before(score):
    """Return the score of a side whose move leads to a score of the other side."""
    return 0 if score == 0 else score + 1


@kernel
def better(first, second):
    """Return the better of two scores for the side that has them."""
    if first == second:
        return first
    return second if worth(second) > worth(first) else first


@kernel
def worth(score):
    """Order scores: even ones win, the sooner the better; odd ones lose, the later the better."""
    if score == 0:
        return 0
    return 1000 - score if score % 2 == 0 else score - 1000


@kernel
def call_up(level, own, enemy, agenda, board):
    """Put the positions from which a quiet move of the enemy leads here on the agenda.

    At even levels they are won, which is better than any level they have so far. At odd levels they
    may be lost, unless they turn out to be won later.
    """
    numbers, neighbours, mills, _ = board
    row = agenda.levels[numbers[own]]
    agenda.rows[level, numbers[own]] = True
    flies = popcount(enemy) == 3
    empty = FULL & ~(own | enemy)
    targets = enemy
    while targets:
        target = lowest_bit(targets)
        targets &= targets - 1
        if in_mill(enemy, target, mills):
            continue
        origins = empty if flies else empty & neighbours[target]
        while origins:
            number = numbers[enemy ^ (1 << target) ^ (origins & -origins)]
            origins &= origins - 1
            so_far = row[number]
            if level % 2 == 0:
                row[number] = better(so_far, level)
            elif so_far == 0 or (so_far % 2 == 1 and so_far > level):
                row[number] = level


@kernel
def in_mill(men, point, mills):
    """Whether a man on the point would be in a mill."""
    first, second = mills[point, 0], mills[point, 1]
    return men & first == first or men & second == second


@kernel
def some_outside_mills(men, mills):
    """Whether some man is outside every mill."""
    outside = 0
    for point in range(24):
        if men >> point & 1 and not in_mill(men, point, mills):
            outside += 1
    return outside > 0
