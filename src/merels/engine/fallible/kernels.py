"""How a fallible player chooses, and what a draw is worth against it, in compiled code.

It sees wins and losses that are near, and is drawn to moves after which the position looks good by
the static evaluation. Each move has a weight, and is chosen in proportion to it.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from merels._jit import inlined, kernel, popcount  # first: it reports missing packages

# isort: split
from math import exp

import numpy as np
import numpy.typing as npt

from merels.board.index.ranking import Int64s
from merels.engine.evaluation.kernels import LOST, WeightArray, evaluate
from merels.engine.evaluation.static import logistic
from merels.engine.fallible.player import Choosing, Outlook

Floats: TypeAlias = npt.NDArray[np.float64]

MOST_APPEAL: Final = 2000.0
"""Static values beyond this, in hundredths of a man, count as this value."""

SEEN_WIN: Final = 1000.0
"""How many times likelier a move becomes if it is seen to win."""

OVERLOOKED: Final = 1e-6
"""How often a player plays a move that is seen to lose, compared with a move that is not."""

rising = inlined(logistic)


@kernel
def evaluate_all(
    own: Int64s,
    enemy: Int64s,
    hands: tuple[int, int],
    flying: bool,
    weights: WeightArray,
    looks: Int64s,
) -> None:
    """Write the static value of positions with the same men in hand, for the side to move."""
    for i in range(len(own)):
        if popcount(own[i]) + hands[0] < 3:
            looks[i] = LOST
        else:
            looks[i] = evaluate(own[i], enemy[i], hands[0], hands[1], flying, weights)


@kernel
def weigh_replies(
    ends: Int64s, scores: Int64s, looks: Int64s, choosing: Choosing, weights: Floats
) -> None:
    """Write how often a player plays each reply.

    The replies to each position are together and end at ``ends``. ``scores`` and ``looks`` are the
    exact scores and the static values after each reply, for the side that is to move then: the
    player's opponent. The weights of the replies to a position add up to 1.
    """
    begin = 0
    for end in ends:
        most = -MOST_APPEAL
        for i in range(begin, end):
            most = max(most, min(-float(looks[i]), MOST_APPEAL))
        total = 0.0
        for i in range(begin, end):
            appeal = max(-MOST_APPEAL, min(-float(looks[i]), MOST_APPEAL))
            weight = exp((appeal - most) / choosing.temperature)
            if scores[i]:
                seen = rising((choosing.horizon - scores[i]) / choosing.softness)
                if scores[i] & 1:
                    weight *= 1 + SEEN_WIN * seen
                else:
                    weight *= max(1 - seen, OVERLOOKED)
            weights[i] = weight
            total += weight
        for i in range(begin, end):
            weights[i] /= total
        begin = end


@kernel
def foresee(scores: Int64s, looks: Int64s, drawn: Outlook, lost: Outlook, expected: Floats) -> None:
    """Write an estimate of the scores of positions for the side to move against a player.

    A win is certain. A draw may become a win: the better it looks, the more likely. A loss may
    become a draw: the farther away the end, the more likely.
    """
    for i in range(len(scores)):
        if scores[i] == 0:
            expected[i] = 0.5 + 0.5 * rising((looks[i] - drawn.middle) / drawn.scale)
        elif scores[i] & 1:
            expected[i] = 0.5 * rising((scores[i] - 1 - lost.middle) / lost.scale)
        else:
            expected[i] = 1.0


@kernel
def sum_replies(
    ends: Int64s,
    scores: Int64s,
    weights: Floats,
    expected: Floats,
    discount: float,
    chances: Floats,
) -> None:
    """Write the chance of each position in which a player is to move, for the opponent.

    It is the mean of what the opponent can expect after each reply. The part above the exact value
    is hope for a mistake; it shrinks with every turn (``discount``).
    """
    begin = 0
    for position in range(len(ends)):
        mean, exact = 0.0, 1.0
        for i in range(begin, ends[position]):
            mean += weights[i] * expected[i]
            if scores[i] == 0:
                exact = min(exact, 0.5)
            elif scores[i] & 1:
                exact = 0.0
        begin = ends[position]
        chances[position] = exact + discount * (mean - exact)


@kernel
def keep_best(ends: Int64s, scores: Int64s, chances: Floats, best: Floats) -> None:
    """Write the best chance of each position among the moves that keep its value.

    ``scores`` and ``chances`` are the scores and chances after each move: the scores for the
    player, who is to move then, the chances for the opponent.
    """
    begin = 0
    for position in range(len(ends)):
        rank, most = -1, 0.0
        for i in range(begin, ends[position]):
            result = 2 if scores[i] & 1 else (1 if scores[i] == 0 else 0)
            if result > rank or (result == rank and chances[i] > most):
                rank, most = result, chances[i]
        begin = ends[position]
        best[position] = most
