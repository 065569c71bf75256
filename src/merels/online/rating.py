"""Glicko-2, the rating system of Mark E. Glickman, as he describes it.

"Example of the Glicko-2 system" (2013) has the steps; the names below are his.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from math import exp, log, pi, sqrt
from typing import Final

from merels.engine.fallible.player import BEGINNER, find_fallible_player
from merels.engine.players.levels import STRENGTH, STRENGTHS, parse_strength
from merels.online.terms import DAY
from merels.rules.position import WHITE, Color
from merels.rules.variant import NINE_MENS_MORRIS

SCALE: Final = 173.7178
MIDDLE: Final = 1500.0
"""The middle of the scale that ratings are written on; only differences matter."""
TAU: Final = 0.5
"""How much the volatility may change."""
PRECISION: Final = 1e-6


@dataclass(frozen=True, slots=True)
class GlickoStrength:
    """A rating, how uncertain it is, and how much it moves."""

    rating: float
    deviation: float
    volatility: float


@dataclass(frozen=True, slots=True)
class GlickoResult:
    """A game: the opponent, and the score against it, 0 to 1."""

    opponent: GlickoStrength
    score: float


def update(
    player: GlickoStrength, results: Iterable[GlickoResult], tau: float = TAU
) -> GlickoStrength:
    """Return a player's strength after a period with these results.

    >>> won = GlickoResult(GlickoStrength(1400, 30, 0.06), 1)
    >>> after = update(GlickoStrength(1500, 200, 0.06), [won])
    >>> round(after.rating, 1), round(after.deviation, 1)
    (1563.6, 175.4)
    """
    games = list(results)
    mu, phi = (player.rating - MIDDLE) / SCALE, player.deviation / SCALE
    if not games:
        return GlickoStrength(
            player.rating, SCALE * sqrt(phi**2 + player.volatility**2), player.volatility
        )
    information = difference = 0.0
    for game in games:
        weight = _g(game.opponent.deviation / SCALE)
        expected = 1 / (1 + exp(-weight * (mu - (game.opponent.rating - MIDDLE) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        difference += weight * (game.score - expected)
    variance = 1 / information
    volatility = _find_volatility(player.volatility, phi, variance, variance * difference, tau)
    widened = phi**2 + volatility**2
    narrowed = 1 / sqrt(1 / widened + information)
    return GlickoStrength(
        SCALE * (mu + narrowed**2 * difference) + MIDDLE, SCALE * narrowed, volatility
    )


def widen(player: GlickoStrength, periods: float) -> GlickoStrength:
    """Return a player's strength after a number of periods without a game."""
    phi = player.deviation / SCALE
    deviation = SCALE * sqrt(phi**2 + periods * player.volatility**2)
    return GlickoStrength(player.rating, deviation, player.volatility)


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _find_volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Return the new volatility, by the Illinois algorithm of Glickman's step 5."""
    start = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > PRECISION:
        between = low + (low - high) * f_low / (f_high - f_low)
        f_between = f(between)
        if f_between * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = between, f_between
    return exp(low / 2)


# Ratings of people, on the scale of the computer's levels.

ANCHORS: Final = {"easy": 300, "normal": 590, "hard": 700}
"""Levels whose strength matches have measured; see ``docs/strength.md``."""
NEWCOMER: Final = find_fallible_player(BEGINNER).strength
"""The rating of a new player: the strength of the modelled beginner."""
UNKNOWN: Final = 350.0
VOLATILITY: Final = 0.06
PERIOD: Final = 7 * DAY
"""A period of ratings: a rating grows less certain with each period without a game."""
ANCHOR_DEVIATION: Final = 30.0


@dataclass(frozen=True, slots=True)
class Rating(GlickoStrength):
    """A player's rating in one variant.

    >>> Rating.of_level("elo:900").rating, Rating.of_newcomer(0).games
    (900, 0)
    """

    games: int
    changed: int
    """Milliseconds since 1970."""
    is_fixed: bool = False
    """Whether it is an anchor: the rating of a level, which games do not change."""

    @classmethod
    def of_newcomer(cls, now: int) -> Rating:
        """Return the rating before the first game."""
        return cls(NEWCOMER, UNKNOWN, VOLATILITY, 0, now)

    @classmethod
    def of_level(cls, level: str) -> Rating:
        """Return the rating of a level; raises `KeyError` if its strength was never measured."""
        if level.startswith(STRENGTH):
            strength = min(parse_strength(level), max(STRENGTHS))
        else:
            strength = ANCHORS[level]
        return cls(strength, ANCHOR_DEVIATION, VOLATILITY, 0, 0, is_fixed=True)

    def numbers(self) -> dict[str, float]:
        """Return the stored numbers, by name."""
        return {name: number for name, number in asdict(self).items() if name != "is_fixed"}

    def strength_at(self, now: int) -> GlickoStrength:
        """Return the strength, less certain the longer ago the last game was."""
        if self.is_fixed:
            return self
        rested = widen(self, max(0, now - self.changed) / PERIOD)
        return replace(rested, deviation=min(rested.deviation, UNKNOWN))


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
    after = update(player.strength_at(now), [GlickoResult(opponent.strength_at(now), score)])
    return Rating(after.rating, after.deviation, after.volatility, player.games + 1, now)
