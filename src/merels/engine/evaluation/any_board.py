"""The static value of a position on any board, in hundredths of a man: compiled from `plain`.

Besides the terms of the plain levels it has these terms, each for the own side minus the same for
the enemy:

- ones: lines with one man and two empty points;
- hand: men in hand;
- closings: points where a step along an edge would close a mill;
- crossings: lines through each man's point after the first two (every point of nine men's board has
two);
- tempo: having the move is worth something.

It knows a game only as a *packed* board, one array of numbers: the rules, the weights of the terms,
the neighbours of each point, and the lines. On boards of three squares where men are placed first,
`kernels` is used instead: it has learned from exact values and is quicker.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, NamedTuple

# First, because it reports missing packages.
from merels._jit import bare_kernel, inlined, lowest_bit, popcount

# isort: split
import numpy as np

from merels.board.board import MOST_LINES, MOST_POINTS
from merels.board.index.ranking import Int64s
from merels.engine.evaluation.kernels import LOST, PHASES
from merels.rules.kernels import rules_of
from merels.rules.variant import VARIANTS, Variant

DATA_FILE: Final = "any_board.json"
ANY: Final = "any"
"""The weights of variants that resemble no variant with weights of its own."""

# Places in a packed board.
FULL, FLYING, ANY_TURN, FULL_IS_DRAW, LINES = range(5)
"""All but the last, the number of lines, are as in `merels.rules.kernels.Rules`."""


class TermWeights(NamedTuple):
    """What each term is worth in one phase."""

    men: int
    mills: int
    twos: int
    steps: int
    blocked: int
    double: int
    strike: int
    threat: int
    unstoppable: int
    ones: int
    hand: int
    closings: int
    crossings: int
    tempo: int


TERMS: Final = len(TermWeights._fields)

WEIGHTS: Final = 8
"""For each phase the weight of each term."""
NEIGHBOURS: Final = WEIGHTS + len(PHASES) * TERMS
"""For each point, the points next to it."""
CROSSINGS: Final = NEIGHBOURS + MOST_POINTS
"""For each point, the number of lines through it beyond two."""
LINE: Final = CROSSINGS + MOST_POINTS
"""The lines, as masks."""
LENGTH: Final = LINE + MOST_LINES


@cache
def load_term_weights() -> Mapping[str, Mapping[str, TermWeights]]:
    """Return the weights of the data file for each variant that has its own, and each phase."""
    weights = json.loads(files(__package__).joinpath(DATA_FILE).read_bytes())["weights"]
    return MappingProxyType(
        {
            name: MappingProxyType({phase: TermWeights(**each[phase]) for phase in PHASES})
            for name, each in weights.items()
        }
    )


def weights_for(variant: Variant) -> Mapping[str, TermWeights]:
    """Return the weights of a variant with the same board and placing, else of any variant."""
    weights = load_term_weights()
    kind = variant.board, variant.placing
    alike = (name for name, each in VARIANTS.items() if (each.board, each.placing) == kind)
    return weights[next((name for name in alike if name in weights), ANY)]


@cache
def pack_board(variant: Variant) -> Int64s:
    """Return the board and rules of a variant, and the weights, in one array."""
    rules = rules_of(variant)
    board = np.zeros(LENGTH, dtype=np.int64)
    board[FULL], board[FLYING], board[ANY_TURN] = rules.full, rules.flying, rules.any_turn
    board[FULL_IS_DRAW], board[LINES] = rules.full_is_draw, len(rules.mills)
    board[WEIGHTS:NEIGHBOURS] = [each for phase in PHASES for each in weights_for(variant)[phase]]
    board[NEIGHBOURS : NEIGHBOURS + len(rules.neighbours)] = rules.neighbours
    for point in range(len(rules.neighbours)):
        board[CROSSINGS + point] = sum(int(mill) >> point & 1 for mill in rules.mills) - 2
    board[LINE : LINE + len(rules.mills)] = rules.mills
    return board


@inlined
def may_fly(men: int, in_hand: int, board: Int64s) -> bool:
    """Whether a side may move a man to any empty point."""
    if board[FLYING] == 0 or popcount(men) + in_hand != 3:
        return False
    return in_hand == 0 or int(board[FLYING]) == 2


@inlined
def is_blocked(own: int, enemy: int, own_in_hand: int, board: Int64s) -> bool:
    """Whether the side to move has no legal move."""
    empty = board[FULL] & ~(own | enemy)
    if empty == 0:
        return True
    if own_in_hand or may_fly(own, own_in_hand, board):
        return False
    while own:
        if board[NEIGHBOURS + lowest_bit(own)] & empty:
            return False
        own &= own - 1
    return True


@inlined
def is_drawn_when_blocked(own: int, enemy: int, board: Int64s) -> bool:
    """Whether a side that cannot move has drawn, because the board is full."""
    return int(board[FULL_IS_DRAW]) != 0 and own | enemy == board[FULL]


@inlined
def find_lines(men: int, empty: int, board: Int64s) -> tuple[int, int, int, int, int, int]:
    """Return what a side's men form: mills, their men, twos, closings, doubles, and ones.

    The first five numbers are as in `patterns`.
    """
    mills, milled, twos, closings, doubles, ones = 0, 0, 0, 0, 0, 0
    for i in range(LINE, LINE + board[LINES]):
        line = board[i]
        missing = line & ~men
        if missing == 0:
            mills += 1
            milled |= line
        elif missing & ~empty == 0 and missing != line:
            if missing & (missing - 1):
                ones += 1
            else:
                twos |= missing
                if men & board[NEIGHBOURS + lowest_bit(missing)] & ~line:
                    closings |= missing
    if milled and closings:
        for i in range(LINE, LINE + board[LINES]):
            line = board[i]
            missing = line & ~men
            if missing & empty == 0 or missing & (missing - 1):
                continue
            if milled & board[NEIGHBOURS + lowest_bit(missing)] & ~line:
                doubles |= missing
    return mills, milled, twos, closings, doubles, ones


@inlined
def find_steps(men: int, empty: int, board: Int64s) -> tuple[int, int, int, int]:
    """Return the points within reach of a side's men, the steps, blocked men, and crossings."""
    reach, steps, blocked, crossings = 0, 0, 0, 0
    while men:
        point = lowest_bit(men)
        men &= men - 1
        ways = board[NEIGHBOURS + point] & empty
        reach |= ways
        steps += popcount(ways)
        crossings += board[CROSSINGS + point]
        if ways == 0:
            blocked += 1
    return reach, steps, blocked, crossings


@inlined
def phase_of(own: int, enemy: int, own_in_hand: int, enemy_in_hand: int, board: Int64s) -> int:
    """Return the number of the phase in `PHASES`."""
    if own_in_hand + enemy_in_hand:
        return 0
    return 2 if may_fly(own, 0, board) or may_fly(enemy, 0, board) else 1


@inlined
def find_terms(
    own: int, enemy: int, own_in_hand: int, enemy_in_hand: int, board: Int64s
) -> tuple[int, int, int, int, int, int, int, int, int, int, int, int, int, int]:
    """Return the terms in the order of `TermWeights`, as the side to move sees them."""
    empty = board[FULL] & ~(own | enemy)
    reach, steps, blocked, crossings = find_steps(own, empty, board)
    _, their_steps, their_blocked, their_crossings = find_steps(enemy, empty, board)
    mills, _, twos, closings, doubles, ones = find_lines(own, empty, board)
    their_mills, _, their_twos, threats, their_doubles, their_ones = find_lines(enemy, empty, board)
    sliding = popcount(closings) - popcount(threats)
    own_flies, enemy_flies = may_fly(own, own_in_hand, board), may_fly(enemy, enemy_in_hand, board)
    if own_flies:
        steps, blocked, doubles = 0, 0, 0
    if enemy_flies:
        their_steps, their_blocked, their_doubles = 0, 0, 0
    if own_flies or own_in_hand:
        closings, reach = twos, empty
    if enemy_flies or enemy_in_hand:
        threats = their_twos
    is_unstoppable = threats & (threats - 1) or threats & ~reach
    return (
        popcount(own) + own_in_hand - popcount(enemy) - enemy_in_hand,
        mills - their_mills,
        popcount(twos) - popcount(their_twos),
        steps - their_steps,
        their_blocked - blocked,
        (1 if doubles else 0) - (1 if their_doubles else 0),
        1 if closings else 0,
        -1 if threats else 0,
        -1 if threats and is_unstoppable else 0,
        ones - their_ones,
        own_in_hand - enemy_in_hand,
        sliding,
        crossings - their_crossings,
        1,
    )


@bare_kernel
def evaluate_any(own: int, enemy: int, own_in_hand: int, enemy_in_hand: int, board: Int64s) -> int:
    """Return the value of a position whose sides have three men or more; `LOST` if blocked."""
    if is_blocked(own, enemy, own_in_hand, board):
        return 0 if is_drawn_when_blocked(own, enemy, board) else LOST
    return weigh_terms(own, enemy, own_in_hand, enemy_in_hand, board)


@inlined
def weigh_terms(own: int, enemy: int, own_in_hand: int, enemy_in_hand: int, board: Int64s) -> int:
    """Return the value of a position by its terms, whether or not anybody is blocked."""
    terms = find_terms(own, enemy, own_in_hand, enemy_in_hand, board)
    weights = board[WEIGHTS + TERMS * phase_of(own, enemy, own_in_hand, enemy_in_hand, board) :]
    value = 0
    for i in range(TERMS):
        value += weights[i] * terms[i]
    return int(value)
