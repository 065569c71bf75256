"""How hard a position was: what a fallible player could be expected to keep in it.

Accuracy alone flatters whoever had easy choices. The same measure for a player of known strength,
who chooses among the same moves as ``elo:N`` does, says how easy they were.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from merels.engine.people.person import CLUB, find_person
from merels.engine.players.levels import interpolate
from merels.matches.annotation import Estimate
from merels.rules.position import Position

if TYPE_CHECKING:
    from merels.engine.search.searcher import Analysis

REFERENCE: Final = find_person(CLUB).strength
"""On the scale of ``elo:N``: a club player."""


def expect_kept(analysis: Analysis, position: Position, strength: int = REFERENCE) -> float:
    """Return the score that a player of a strength keeps on average, 0 to 1.

    ``analysis`` has a line for each legal move of ``position``. The player is drawn to moves
    by their score: a loss of ``halving`` hundredths of a man makes a move half as likely.
    """
    halving = interpolate(strength).halving
    found = [Estimate.of_line(line) for line in analysis.lines]
    most = max(each.points for each in found)
    best = max(each.expected(position) for each in found)
    weights: list[float] = [2.0 ** ((each.points - most) / halving) for each in found]
    kept = (min(best, each.expected(position)) for each in found)
    return sum(w * k for w, k in zip(weights, kept, strict=True)) / sum(weights)
