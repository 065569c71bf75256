"""Exact regret: what a player's moves give away, by the values of the solved game.

>>> import merels
>>> suite = merels.regret.load_suite()
>>> report = merels.regret.measure(merels.create_player("random", seed=1).choose, suite.first(90))
>>> report.kept.share < 0.6
True

The suite that ships has positions with the exact value of every move, so nothing need be solved.
``docs/regret.md`` has the definitions, and results.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from merels.regret.measure import Report, measure
from merels.regret.suite import DIFFICULTIES, PHASES, Case, Suite, load_suite

if TYPE_CHECKING:
    from merels.regret.games import find_cases

__all__ = [
    "DIFFICULTIES",
    "PHASES",
    "Case",
    "Report",
    "Suite",
    "find_cases",
    "load_suite",
    "measure",
]


def __getattr__(name: str) -> Any:
    if name != "find_cases":  # the only module that needs tables, and so other packages
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from merels.regret.games import find_cases

    return find_cases
