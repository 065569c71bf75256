"""Ratings of people, on the scale of the computer's levels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from merels.engine.people.person import BEGINNER, find_person
from merels.engine.players.levels import STRENGTH, STRENGTHS, parse_strength
from merels.online.glicko import Result, Strength, update, widen
from merels.online.terms import DAY
from merels.rules.color import WHITE, Color
from merels.rules.variant import NINE_MENS_MORRIS

ANCHORS: Final = {"easy": 300, "normal": 590, "hard": 700}
"""Levels whose strength matches have measured; see ``docs/strength.md``."""
NEWCOMER: Final = find_person(BEGINNER).strength
"""Where people start: as strong as the beginner that the engine models."""
UNKNOWN: Final = 350.0
VOLATILITY: Final = 0.06
PERIOD: Final = 7 * DAY
"""Of a rating; one that rests grows less certain with each."""
ANCHOR_DEVIATION: Final = 30.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating in one variant.

    >>> Rating.of_level("elo:900").rating, Rating.of_newcomer(0).games
    (900, 0)
    """

    rating: float
    deviation: float
    volatility: float
    games: int
    changed: int
    """Milliseconds since 1970."""
    is_fixed: bool = False
    """Whether it is an anchor: a level's, which games do not change."""

    @classmethod
    def of_newcomer(cls, now: int) -> Rating:
        """Return the rating before the first game."""
        return cls(NEWCOMER, UNKNOWN, VOLATILITY, 0, now)

    @classmethod
    def of_level(cls, level: str) -> Rating:
        """Return the rating of a level; raises `KeyError` for levels that are no anchors."""
        if level.startswith(STRENGTH):
            strength = min(parse_strength(level), max(STRENGTHS))
        else:
            strength = ANCHORS[level]
        return cls(strength, ANCHOR_DEVIATION, VOLATILITY, 0, 0, is_fixed=True)

    def numbers(self) -> tuple[float, float, float, int, int]:
        """Return what is stored."""
        return self.rating, self.deviation, self.volatility, self.games, self.changed

    def strength_at(self, now: int) -> Strength:
        """Return the strength, less certain the longer ago the last game was."""
        strength = Strength(self.rating, self.deviation, self.volatility)
        if self.is_fixed:
            return strength
        rested = widen(strength, max(0, now - self.changed) / PERIOD)
        return Strength(rested.rating, min(rested.deviation, UNKNOWN), rested.volatility)


def is_anchor(level: str, variant: str) -> bool:
    """Whether a level's strength is known, so that games against it can be rated.

    Strengths are measured in Nine Men's Morris.

    >>> is_anchor("hard", "nine"), is_anchor("elo:1200", "nine"), is_anchor("perfect", "nine")
    (True, True, False)
    >>> is_anchor("hard", "six")
    False
    """
    if variant != NINE_MENS_MORRIS.name:
        return False
    return level in ANCHORS or level.startswith(STRENGTH)


def rate_game(
    white: Rating, black: Rating, winner: Color | None, now: int
) -> tuple[Rating, Rating]:
    """Return both ratings after a game, which is a period of its own.

    >>> ada, hard = Rating.of_newcomer(0), Rating.of_level("hard")
    >>> after, same = rate_game(ada, hard, WHITE, 0)
    >>> round(after.rating), after.games, same == hard
    (842, 1, True)
    """
    score = 0.5 if winner is None else float(winner is WHITE)
    return _rate(white, black, score, now), _rate(black, white, 1 - score, now)


def _rate(player: Rating, opponent: Rating, score: float, now: int) -> Rating:
    if player.is_fixed:
        return player
    after = update(player.strength_at(now), [Result(opponent.strength_at(now), score)])
    return Rating(after.rating, after.deviation, after.volatility, player.games + 1, now)
