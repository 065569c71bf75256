"""A slow solver, written from the rules alone: raw positions, no symmetry, no moving backwards.

Scores begin as draws. Each position's score is worked out from those after its moves, again and
again, until nothing changes. Then every score follows from the moves, and only one set of scores
does: those of best play.
"""

from __future__ import annotations

from itertools import combinations, product

import numpy as np

from merels._jit import kernel
from merels.board.geometry import FULL, MILLS_THROUGH, NEIGHBOURS, POINTS, mask_of

MILL_MASKS = np.array(MILLS_THROUGH, np.int64)
NEIGHBOUR_MASKS = np.array(NEIGHBOURS, np.int64)
LOST_NOW = 1


def sets_of(men):
    """Return the masks of all sets of so many men, in any fixed order."""
    return np.array([mask_of(points) for points in combinations(POINTS, men)], np.int64)


SETS = {men: sets_of(men) for men in (2, 3, 4)}
NUMBERS = np.full(FULL + 1, -1, np.int16)
for masks in SETS.values():
    NUMBERS[masks] = np.arange(len(masks))


def solve(most_men):
    """Return all tables up to ``most_men`` men in all, by ``(own, enemy)``.

    A table holds ``scores[i, j]`` for own men ``SETS[own][i]`` and the enemy's ``SETS[enemy][j]``.
    Where these share a point, the number means nothing.
    """
    tables = {(2, men): np.ones((len(SETS[2]), len(SETS[men])), np.uint8) for men in (3, 4)}
    sizes = sorted(product((3, 4), repeat=2), key=sum)
    for own, enemy in sizes:
        if own >= enemy and own + enemy <= most_men:
            solve_pair(own, enemy, tables)
    return tables


def solve_pair(a, b, tables):
    """Solve ``(a, b)`` and ``(b, a)``; removals lead to tables that are there already."""
    pair = list({(a, b), (b, a)})
    for own, enemy in pair:
        tables[own, enemy] = np.zeros((len(SETS[own]), len(SETS[enemy])), np.uint8)
    dirty = {size: np.ones_like(tables[size], np.bool_) for size in pair}
    while any(dirty[size].any() for size in pair):
        for own, enemy in pair:
            sweep(
                SETS[own],
                SETS[enemy],
                tables[own, enemy],
                tables[enemy, own],
                tables[enemy - 1, own],
                dirty[own, enemy],
                dirty[enemy, own],
                (NUMBERS, NEIGHBOUR_MASKS, MILL_MASKS),
            )


@kernel
def sweep(owns, enemies, scores, quiet, removal, dirty, dirty_before, board):
    """Work out the scores of dirty positions; whatever may lead to a changed one becomes dirty."""
    for i in range(len(owns)):
        for j in range(len(enemies)):
            if not dirty[i, j]:
                continue
            dirty[i, j] = False
            if owns[i] & enemies[j]:
                continue
            score = score_by_moves(owns[i], enemies[j], quiet, removal, board)
            if score != scores[i, j]:
                scores[i, j] = score
                mark_before(owns[i], enemies[j], dirty_before, board)


@kernel
def score_by_moves(own, enemy, quiet, removal, board):
    """Return the score that follows from the scores after each move."""
    numbers, neighbours, mills = board
    flies = count(own) == 3
    best = LOST_NOW
    for origin in range(24):
        if own >> origin & 1 == 0:
            continue
        for target in range(24):
            occupied = (own | enemy) >> target & 1
            if occupied or not (flies or neighbours[origin] >> target & 1):
                continue
            after = own ^ (1 << origin) ^ (1 << target)
            if in_mill(after, target, mills):
                best = better(best, score_by_removals(after, enemy, removal, board))
            else:
                best = better(best, before(quiet[numbers[enemy], numbers[after]]))
    return best


@kernel
def score_by_removals(own, enemy, removal, board):
    """Return the score of a side that has closed a mill: a man of the enemy must be taken."""
    numbers, _, mills = board
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
    return second if worth(second) > worth(first) else first


@kernel
def worth(score):
    """Order scores: even ones are won, the sooner the better; odd ones lost, the later better."""
    if score == 0:
        return 0
    return 1000 - score if score % 2 == 0 else score - 1000


@kernel
def mark_before(own, enemy, dirty, board):
    """Mark the positions in which the enemy had one man elsewhere.

    From some of them it closed a mill on its way here, and so did not come here. No harm is done.
    """
    numbers, neighbours, _ = board
    flies = count(enemy) == 3
    for target in range(24):
        if enemy >> target & 1 == 0:
            continue
        for origin in range(24):
            occupied = (own | enemy) >> origin & 1
            if not occupied and (flies or neighbours[target] >> origin & 1):
                dirty[numbers[enemy ^ (1 << target) ^ (1 << origin)], numbers[own]] = True


@kernel
def count(men):
    number = 0
    for point in range(24):
        number += men >> point & 1
    return number


@kernel
def in_mill(men, point, mills):
    """Whether a man on the point would stand in a mill of the men."""
    first, second = mills[point]
    return men & first == first or men & second == second


@kernel
def some_outside_mills(men, mills):
    """Whether some man stands in no mill."""
    outside = 0
    for point in range(24):
        if men >> point & 1 and not in_mill(men, point, mills):
            outside += 1
    return outside > 0
