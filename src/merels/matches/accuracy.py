"""How accurately a side played: the share of what was at stake that its moves kept.

Each move has at stake the score that its side could expect before it under best play, 0 to 1, and
keeps what it can expect after the move. In a lost position nothing is at stake, so moves there
count neither for nor against a side. ``frontend/src/app/shared/grading/grade.ts`` does the same.
"""

from __future__ import annotations

from collections.abc import Iterable

from merels.matches.annotation import JudgedTurn
from merels.rules.color import Color


def measure_accuracy(turns: Iterable[JudgedTurn], color: Color) -> float | None:
    """Return the accuracy of a side, 0 to 1, or None if it never had anything to lose.

    Moves after a draw by repetition or without captures do not count.
    """
    at_stake = kept = 0.0
    for turn in turns:
        if turn.color is color and turn.best:
            before = turn.before.expected(turn.position)
            at_stake += before
            kept += min(before, turn.after.expected(turn.position))
    return kept / at_stake if at_stake else None
