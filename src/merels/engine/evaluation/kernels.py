"""The static value of a position, as the side to move sees it, in hundredths of a man.

A small network that has learned from exact values. It sees twelve *features*: the state of each
region of the board (`regions`), and the tactic, which mills are about to close (`tactic_of`). Each
feature has a weight of its own in every stage of the game; the sum of the weights is the first part
of the value. The second part is for features that matter only together: each feature also has a row
of `HIDDEN` numbers, the rows are added, and the positive sums count with the weights of the stage.
"""

from __future__ import annotations

import zlib
from functools import cache
from importlib.resources import files
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from merels._jit import bare_kernel, inlined, popcount, weigh_hidden
from merels._system import HIDDEN
from merels.board.board import FULL
from merels.engine.evaluation import patterns
from merels.engine.evaluation.patterns import CORNERS, SIDES
from merels.engine.evaluation.regions import (
    CLASSES,
    CORNERS_OF,
    LANE,
    RING_OF,
    RING_STATES,
    SIDE_STATES,
    SIDES_OF,
    STATES,
    number_states,
)
from merels.engine.evaluation.static import WEIGHTS_FILES, fitted_to
from merels.rules.variant import NINE_MENS_MORRIS, Variant

# First, because it reports missing packages.

# isort: split


# Which points complete a mill, for all 24 points at once: compiled from `patterns`.
#
# A *completing* point has two men on one of its lines, whatever stands on the point itself. Where
# these two men stand matters, because a man of the line cannot close it: *ahead* and *behind* of a
# corner around the square, *astride* of a side's middle, *across* the squares.
#
# ``joined`` are the points with a line across the squares, as `joined_points` returns them.

clockwise = inlined(patterns.clockwise)
anticlockwise = inlined(patterns.anticlockwise)


@inlined
def step_across(mask: int, joined: int) -> int:
    """Return the points on the next square inwards or outwards that a line joins to ``mask``."""
    return (mask << 8 | mask >> 8) & joined


@inlined
def completing_points(men: int, joined: int = SIDES) -> tuple[int, int, int, int]:
    """Return the completing points by the places of the line's two men."""
    one, other = clockwise(men), anticlockwise(men)
    ahead = other & anticlockwise(other) & CORNERS
    behind = one & clockwise(one) & CORNERS
    astride = one & other & SIDES
    across = (men >> 8 | men << 16) & (men >> 16 | men << 8) & joined
    return ahead, behind, astride, across


@inlined
def closable_by(
    movers: int,
    empty: int,
    ahead: int,
    behind: int,
    astride: int,
    across: int,
    joined: int = SIDES,
) -> int:
    """Return the empty completing points that ``movers`` reach in one step from beside the line."""
    one, other, over = clockwise(movers), anticlockwise(movers), step_across(movers, joined)
    return empty & (
        ahead & (one | over) | behind & (other | over) | astride & over | across & (one | other)
    )


@inlined
def neighbours_of(mask: int, joined: int = SIDES) -> int:
    """Return the points one step away from any point of ``mask``."""
    return clockwise(mask) | anticlockwise(mask) | step_across(mask, joined)


@inlined
def count_steps(men: int, empty: int, joined: int = SIDES) -> int:
    """Return how many steps lead from ``men`` to empty points."""
    return (
        popcount(clockwise(men) & empty)
        + popcount(anticlockwise(men) & empty)
        + popcount(men << 8 & joined & empty)
        + popcount(men >> 8 & joined & empty)
    )


WeightArray: TypeAlias = npt.NDArray[np.int16]

LOST: Final = -32000
"""The value of a side that cannot move."""

MOST_IN_HAND: Final = 18
"""Men in hand of both sides together; with more, the weights for this number count."""

FEWEST: Final = 3
MOST: Final = 9
"""Men of a side on the board; with more, the weights for this number count."""

STAGES: Final = MOST_IN_HAND + (MOST - FEWEST + 1) ** 2
GROUPS: Final = 2
"""All stages with men in hand share one set of rows, all other stages a second set."""

TACTICS: Final = 4 * 4 * 2 * 2 * 2 * 3 * 3
FEATURES: Final = CLASSES + TACTICS

# Where each kind of number begins in the array of weights, after the class of each state:
WEIGHT: Final = STATES
"""for each stage the weight of each feature, ..."""
ROW: Final = WEIGHT + STAGES * FEATURES
"""... for each group the row of each feature, ..."""
BIAS: Final = ROW + GROUPS * FEATURES * HIDDEN
"""... and for each stage what is added to the sums, and what they count."""
OUT: Final = BIAS + STAGES * HIDDEN
LENGTH: Final = OUT + STAGES * HIDDEN

HIDDEN_BITS: Final = 14
"""The second part of the value is divided by a power of two."""

# Where the states of a kind of region begin.
MIDDLE: Final = RING_STATES
SIDE: Final = MIDDLE + RING_STATES
CORNER: Final = SIDE + SIDE_STATES

_LANE_MASK: Final = (1 << LANE) - 1


@inlined
def stage_of(in_hand: int, own_men: int, enemy_men: int) -> int:
    """Return the stage: by the men in hand of both sides, else by the men on the board."""
    if in_hand:
        return min(in_hand, MOST_IN_HAND) - 1
    own, enemy = min(max(own_men, FEWEST), MOST), min(max(enemy_men, FEWEST), MOST)
    return MOST_IN_HAND + (own - FEWEST) * (MOST - FEWEST + 1) + enemy - FEWEST


@inlined
def prospects(
    men: int, others: int, empty: int, anywhere: bool, joined: int = SIDES
) -> tuple[int, int, int]:
    """Return closings (a mask), whether a man can open one mill to close another, running mills.

    A closing is a point where the side can close a mill with its next turn; ``anywhere``: it places
    or flies. A mill runs if a man can step out of it and back, with nobody near to stop it.
    """
    ahead, behind, astride, across = completing_points(men, joined)
    completing = ahead | behind | astride | across
    closings = empty & completing
    if not anywhere:
        closings = closable_by(men, empty, ahead, behind, astride, across, joined)
    milled = men & completing
    if not milled:
        return closings, 0, 0
    doubles = closable_by(milled, empty, ahead, behind, astride, across, joined)
    free, guarded = neighbours_of(empty, joined), neighbours_of(others, joined)
    running = popcount(milled & free & ~guarded)
    return closings, 1 if doubles else 0, min(running, 2)


@inlined
def tactic_of(
    own: int,
    enemy: int,
    empty: int,
    own_anywhere: bool,
    enemy_anywhere: bool,
    joined: int = SIDES,
) -> int:
    """Return the number of the tactic, less than `TACTICS`: which mills are about to close."""
    closings, double, running = prospects(own, enemy, empty, own_anywhere, joined)
    threats, enemy_double, enemy_running = prospects(enemy, own, empty, enemy_anywhere, joined)
    beyond = 0
    if threats and not own_anywhere and threats & ~neighbours_of(own, joined):
        beyond = 1  # a threat that no step can stop
    number = min(popcount(closings), 3) << 2 | min(popcount(threats), 3)
    number = number << 3 | beyond << 2 | double << 1 | enemy_double
    return number * 9 + running * 3 + enemy_running


@inlined
def class_at(state: int, weights: WeightArray) -> int:
    """Return the class of a state as a full integer: a tuple's items must be alike."""
    return int(np.int64(weights[state]))


@inlined
def features_of(
    own: int, enemy: int, tactic: int, weights: WeightArray
) -> tuple[int, int, int, int, int, int, int, int, int, int, int, int]:
    """Return the features of a position: the classes of its regions' states, and its tactic."""
    own_outer, own_middle, own_inner = own & 255, own >> 8 & 255, own >> 16
    outer, middle, inner = enemy & 255, enemy >> 8 & 255, enemy >> 16
    # Four states at once, in the lanes of a word: the digits of the inner square come last.
    sides = (SIDES_OF[own_outer] + 2 * SIDES_OF[outer]) * 729
    sides += (SIDES_OF[own_middle] + 2 * SIDES_OF[middle]) * 27
    sides += SIDES_OF[own_inner] + 2 * SIDES_OF[inner]
    corners = (CORNERS_OF[own_outer] + 2 * CORNERS_OF[outer]) * 729
    corners += (CORNERS_OF[own_middle] + 2 * CORNERS_OF[middle]) * 27
    corners += CORNERS_OF[own_inner] + 2 * CORNERS_OF[inner]
    return (
        class_at(RING_OF[own_outer] + 2 * RING_OF[outer], weights),
        class_at(RING_OF[own_inner] + 2 * RING_OF[inner], weights),
        class_at(MIDDLE + RING_OF[own_middle] + 2 * RING_OF[middle], weights),
        class_at(SIDE + (sides & _LANE_MASK), weights),
        class_at(SIDE + (sides >> LANE & _LANE_MASK), weights),
        class_at(SIDE + (sides >> 2 * LANE & _LANE_MASK), weights),
        class_at(SIDE + (sides >> 3 * LANE & _LANE_MASK), weights),
        class_at(CORNER + (corners & _LANE_MASK), weights),
        class_at(CORNER + (corners >> LANE & _LANE_MASK), weights),
        class_at(CORNER + (corners >> 2 * LANE & _LANE_MASK), weights),
        class_at(CORNER + (corners >> 3 * LANE & _LANE_MASK), weights),
        CLASSES + tactic,
    )


@inlined
def weigh(own: int, enemy: int, tactic: int, stage: int, weights: WeightArray) -> int:
    """Return the value of a position, given its tactic and stage."""
    a, b, c, d, e, f, g, h, i, j, k, last = features_of(own, enemy, tactic, weights)
    first = WEIGHT + stage * FEATURES
    value = weights[first + a] + weights[first + b] + weights[first + c]
    value += weights[first + d] + weights[first + e] + weights[first + f] + weights[first + g]
    value += weights[first + h] + weights[first + i] + weights[first + j] + weights[first + k]
    value += weights[first + last]
    first = ROW if stage < MOST_IN_HAND else ROW + FEATURES * HIDDEN
    together = weigh_hidden(
        weights,
        BIAS + stage * HIDDEN,
        OUT + stage * HIDDEN,
        (
            first + a * HIDDEN,
            first + b * HIDDEN,
            first + c * HIDDEN,
            first + d * HIDDEN,
            first + e * HIDDEN,
            first + f * HIDDEN,
            first + g * HIDDEN,
            first + h * HIDDEN,
            first + i * HIDDEN,
            first + j * HIDDEN,
            first + k * HIDDEN,
            first + last * HIDDEN,
        ),
    )
    return int(value + (together >> HIDDEN_BITS))


@inlined
def evaluate(
    own: int,
    enemy: int,
    own_in_hand: int,
    enemy_in_hand: int,
    flying: bool,
    weights: WeightArray,
    joined: int = SIDES,
) -> int:
    """Return the value of a position whose sides have three men or more; `LOST` if blocked.

    ``joined`` are the points with a line across the squares: by default, as on nine men's board.
    """
    empty = FULL & ~(own | enemy)
    own_men, enemy_men = popcount(own), popcount(enemy)
    own_anywhere = own_in_hand > 0 or (flying and own_men == 3)
    enemy_anywhere = enemy_in_hand > 0 or (flying and enemy_men == 3)
    if not own_anywhere and count_steps(own, empty, joined) == 0:
        return LOST
    if not flying:  # three men that may not fly resemble four men more than three flying men
        own_men, enemy_men = max(own_men, 4), max(enemy_men, 4)
    stage = stage_of(own_in_hand + enemy_in_hand, own_men, enemy_men)
    tactic = tactic_of(own, enemy, empty, own_anywhere, enemy_anywhere, joined)
    return weigh(own, enemy, tactic, stage, weights)


@bare_kernel
def evaluate_with_diagonals(
    own: int, enemy: int, own_in_hand: int, enemy_in_hand: int, flying: bool, weights: WeightArray
) -> int:
    """Return what `evaluate` does, on the board with diagonals."""
    return evaluate(own, enemy, own_in_hand, enemy_in_hand, flying, weights, FULL)


# Weights of the compiled evaluation: a file for each variant that it has learned from.
#
# ``tools/fit_evaluation.py`` writes these files: the whole numbers of 16 bits that follow the
# classes in the array of weights, compressed with zlib, first all low bytes, then all high bytes.

PHASES: Final = ("placing", "moving", "flying")


def phase_of(own_in_hand: int, own_men: int, enemy_men: int) -> str:
    """Return the phase of a position, given the mover's men in hand and all men of both sides.

    >>> phase_of(1, 9, 9), phase_of(0, 9, 4), phase_of(0, 3, 7)
    ('placing', 'moving', 'flying')
    """
    if own_in_hand:
        return "placing"
    return "flying" if min(own_men, enemy_men) <= 3 else "moving"


def pack_weights(learned: WeightArray) -> bytes:
    """Return the file of the numbers that follow the classes."""
    data = learned.astype("<i2").tobytes()
    return zlib.compress(data[::2] + data[1::2], 9)


def unpack_weights(data: bytes) -> WeightArray:
    """Return the array of weights that the kernels take."""
    low, high = np.frombuffer(zlib.decompress(data), dtype=np.uint8).reshape(2, LENGTH - STATES)
    learned = (low | high.astype(np.uint16) << 8).view(np.int16)
    weights = np.concatenate([number_states(), learned])
    weights.flags.writeable = False
    return weights


def load_weights(variant: Variant = NINE_MENS_MORRIS) -> WeightArray:
    """Return the weights fitted to a variant, or else the weights of nine men's morris."""
    return _read_weights(WEIGHTS_FILES[fitted_to(variant) or "nine"])


def get_weights(variant: Variant) -> WeightArray | None:
    """Return the weights for a variant, or None if it is evaluated by `any_board`."""
    return None if fitted_to(variant) is None else load_weights(variant)


@cache
def _read_weights(file: str) -> WeightArray:
    return unpack_weights(files(__package__).joinpath(file).read_bytes())
