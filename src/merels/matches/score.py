"""The score of a match, and what it says about strength."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from merels.matches.match import PlayedGame

CONFIDENCE: Final = 1.96
"""Standard deviations to either side that make an interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Score:
    """Wins, draws and losses of A.

    >>> score = Score(wins=60, draws=20, losses=20)
    >>> score.percentage, round(score.elo), round(score.elo_error)
    (70.0, 147, 67)
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def percentage(self) -> float:
        """A's share of the points in percent, half a point for a draw; 50 before the first game."""
        return 50 * (2 * self.wins + self.draws) / self.games if self.games else 50.0

    @property
    def elo(self) -> float | None:
        """By how many Elo points A is stronger; None if one side has all the points."""
        return _elo_of(self.percentage / 100)

    @property
    def elo_error(self) -> float | None:
        """Half the 95 % confidence interval of the Elo difference; None if it is unbounded.

        The spread is estimated with one more win and one more loss than there were: a few draws in
        a row do not prove that every game is drawn.
        """
        if self.games == 0:
            return None
        mean = self.percentage / 100
        seen = self.games + 2
        spread = (
            (self.wins + 1) * (1 - mean) ** 2
            + self.draws * (0.5 - mean) ** 2
            + (self.losses + 1) * mean**2
        ) / seen
        margin = CONFIDENCE * math.sqrt(spread / self.games)
        least, most = _elo_of(mean - margin), _elo_of(mean + margin)
        return None if least is None or most is None else (most - least) / 2

    def flipped(self) -> Score:
        """Return the same games counted from B's side."""
        return Score(self.losses, self.draws, self.wins)

    def plus(self, played: PlayedGame) -> Score:
        """Return the score with one more game."""
        won = played.winner is played.a_color
        drawn = played.winner is None
        return Score(self.wins + won, self.draws + drawn, self.losses + (not won and not drawn))


def _elo_of(share: float) -> float | None:
    """Return the difference in Elo at which this share of the points is expected."""
    return 400 * math.log10(share / (1 - share)) if 0 < share < 1 else None
