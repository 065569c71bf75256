"""A slow solver of the placing phase, written from the rules alone, without symmetry.

It builds on the moving tables of `slow_solver`.
"""

from __future__ import annotations

import numpy as np
from slow_solver import (
    LOST_NOW,
    MILL_MASKS,
    NUMBERS,
    SETS,
    before,
    better,
    in_mill,
    sets_of,
    some_outside_mills,
)

from merels._jit import kernel

ALL_SETS = {men: SETS.get(men, sets_of(men)) for men in range(5)}
ALL_NUMBERS = NUMBERS.copy()
for men in (0, 1):
    ALL_NUMBERS[ALL_SETS[men]] = np.arange(len(ALL_SETS[men]))

LOST = np.ones((0, 0), np.uint8)
"""Stands for a table in which the side to move has too few men, board and hand together."""


def solve(men, moving):
    """Return all placing tables of a game with ``men`` men a side, by men on the board and in hand.

    ``moving`` are the tables without men in hand, by ``(own, enemy)``.
    """
    tables = {}

    def table(own, enemy, own_in_hand, enemy_in_hand):
        if own + own_in_hand < 3:
            return LOST
        if own_in_hand == 0:
            return moving[own, enemy]
        key = own, enemy, own_in_hand, enemy_in_hand
        if key not in tables:
            quiet = table(enemy, own + 1, enemy_in_hand, own_in_hand - 1)
            removal = quiet
            if own >= 2 and enemy >= 1:
                removal = table(enemy - 1, own + 1, enemy_in_hand, own_in_hand - 1)
            tables[key] = np.zeros((len(ALL_SETS[own]), len(ALL_SETS[enemy])), np.uint8)
            sweep(
                (ALL_SETS[own], ALL_SETS[enemy]),
                tables[key],
                (quiet, removal),
                (ALL_NUMBERS, MILL_MASKS),
            )
        return tables[key]

    table(0, 0, men, men)
    return tables


@kernel
def sweep(sides, scores, after, board):
    """Compute every score from the scores after each placing."""
    owns, enemies = sides
    for i in range(len(owns)):
        for j in range(len(enemies)):
            if owns[i] & enemies[j] == 0:
                scores[i, j] = score_by_placings(owns[i], enemies[j], after, board)


@kernel
def score_by_placings(own, enemy, after, board):
    """Return the score that follows from the scores after each placing."""
    quiet, removal = after
    numbers, mills = board
    best = LOST_NOW
    for target in range(24):
        if (own | enemy) >> target & 1:
            continue
        men = own | 1 << target
        if in_mill(men, target, mills):
            best = better(best, score_by_removals(men, enemy, removal, board))
        else:
            best = better(best, before(quiet[numbers[enemy], numbers[men]]))
    return best


@kernel
def score_by_removals(own, enemy, removal, board):
    """Return the score of a side that has closed a mill and must capture a man."""
    numbers, mills = board
    all_in_mills = not some_outside_mills(enemy, mills)
    best = LOST_NOW
    for captured in range(24):
        if enemy >> captured & 1 and (all_in_mills or not in_mill(enemy, captured, mills)):
            left = enemy & ~(1 << captured)
            score = removal[numbers[left], numbers[own]] if len(removal) else LOST_NOW
            best = better(best, before(score))
    return best
