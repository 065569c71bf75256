"""Glicko-2, the rating system of Mark E. Glickman, as he describes it.

"Example of the Glicko-2 system" (2013) has the steps; the names below are his.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

SCALE: Final = 173.7178
MIDDLE: Final = 1500.0
"""Of the scale that ratings are written on; only differences matter."""
TAU: Final = 0.5
"""How much the volatility may change."""
PRECISION: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating, how uncertain it is, and how much it moves."""

    rating: float
    deviation: float
    volatility: float


@dataclass(frozen=True, slots=True)
class Result:
    """A game: the opponent, and the score against it, 0 to 1."""

    opponent: Strength
    score: float


def update(player: Strength, results: Iterable[Result], tau: float = TAU) -> Strength:
    """Return a player's strength after a period with these results.

    >>> after = update(Strength(1500, 200, 0.06), [Result(Strength(1400, 30, 0.06), 1)])
    >>> round(after.rating, 1), round(after.deviation, 1)
    (1563.6, 175.4)
    """
    games = list(results)
    mu, phi = (player.rating - MIDDLE) / SCALE, player.deviation / SCALE
    if not games:
        return Strength(
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
    return Strength(SCALE * (mu + narrowed**2 * difference) + MIDDLE, SCALE * narrowed, volatility)


def widen(player: Strength, periods: float) -> Strength:
    """Return a player's strength after a number of periods without a game."""
    phi = player.deviation / SCALE
    deviation = SCALE * sqrt(phi**2 + periods * player.volatility**2)
    return Strength(player.rating, deviation, player.volatility)


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _find_volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Return the new volatility, by the Illinois algorithm of his step 5."""
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
