"""What is known about a game, in words: whether a level is exact, and what a hint is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from merels.cli.boards import describe_estimate, describe_exact
from merels.engine.players.levels import NUMBERS, PERFECT
from merels.engine.players.minimax import Minimax
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.position import Position

if TYPE_CHECKING:
    from merels.engine.search.searcher import Info
    from merels.reports.known_positions import ExactValues

EXACT: Final = "exact here"
SEARCHING: Final = "searching: tables missing"

PROVED: Final = 100
"""Scores of the level hard this close to a win are wins."""


class Commentator(Protocol):
    """Comments on a game; the session shows what it says."""

    def describe_player(self, name: str, position: Position) -> str:
        """Return a player's name with what is to be known about it here."""

    def describe_hint(self, game: Game, move: Move) -> str:
        """Return what a suggested move is worth, empty if that is not known."""


class Silence:
    """Says nothing."""

    def describe_player(self, name: str, position: Position) -> str:
        """Return the name alone."""
        return name

    def describe_hint(self, game: Game, move: Move) -> str:
        """Return nothing."""
        return ""


class Commentary:
    """Says what the tables know, or the search that gave the hint.

    Without ``values`` hints come from the level hard, and so do estimates.
    """

    def __init__(self, values: ExactValues | None) -> None:
        self._values = values
        self._info: Info | None = None

    def hear(self, info: Info) -> None:
        """Take note of the search that looks for a hint."""
        self._info = info

    def is_exact(self, position: Position) -> bool:
        """Whether perfect play is exact from here on: no table is missing that it can reach."""
        return self._values is not None and self._values.tablebase.covers(position)

    def describe_player(self, name: str, position: Position) -> str:
        """Return a name, for a perfect player with whether it is perfect here."""
        if name.partition(":")[0] != PERFECT:
            return name
        return f"{name}, {EXACT if self.is_exact(position) else SEARCHING}"

    def describe_hint(self, game: Game, move: Move) -> str:
        """Return what a suggested move is worth and how that is known, empty if it is not."""
        info, self._info = self._info, None
        after = game.position.successor(move)
        known = None if self._values is None else self._values.get(after)
        if self._values is not None and known is not None:
            return describe_exact(known.before_move(), self._values.source(after))
        if info is not None and info.lines[0].move == move:
            best = info.lines[0]
            if best.value is not None:
                return describe_exact(best.value, None)
            return describe_estimate(best.score, game.position)
        return "" if self._values is not None or game.is_mid_turn else _look_quickly(game)


def _look_quickly(game: Game) -> str:
    """Return what the level hard makes of a game, empty if it sees the end."""
    numbers = NUMBERS["hard"]
    search = Minimax(numbers, game.variant)
    candidates = search.candidates(game.position.sides)
    score = max(search.values(candidates, [0] * len(candidates)))
    if numbers.win - abs(score) <= PROVED:
        return "wins" if score > 0 else "loses"
    return describe_estimate(score, game.position, "quick")
