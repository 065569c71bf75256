"""One game as environments play it: actions in, results out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from merels.engine.players.plain import Generator
from merels.env.encoding import action_table
from merels.errors import IllegalMoveError, NotationError
from merels.rules.game import Game
from merels.rules.outcome import NO_DRAW_RULES, DrawRules
from merels.rules.position import Color
from merels.rules.variant import Variant

MOST_TURNS: Final = 200
"""Turns after which OpenSpiel ends a game; by default ours are cut off there too."""

MOST_ATTEMPTS: Final = 100
"""How many games are begun until one is not over after its random turns."""


@dataclass(frozen=True, slots=True)
class EpisodeTerms:
    """Which game an environment plays, how it begins, and when it is cut off."""

    variant: Variant
    max_turns: int | None = MOST_TURNS
    """Turns, captures included, after which a game is truncated; None for no limit."""
    random_turns: int = 0
    """Random turns at the beginning, drawn by the seed."""
    draw_rules: DrawRules = NO_DRAW_RULES
    """Rules that draw a game; what they depend on is not in the observation."""

    def __post_init__(self) -> None:
        if self.max_turns is not None and self.max_turns < 1:
            raise NotationError(f"max_turns is {self.max_turns}; it must be at least 1, or None")
        if self.random_turns < 0:
            raise NotationError(f"random_turns is {self.random_turns}; it must be 0 or more")
        if self.max_turns is not None and self.random_turns >= self.max_turns:
            raise NotationError(
                f"random_turns is {self.random_turns}; it must be less than max_turns, "
                f"{self.max_turns}"
            )

    def too_many_random_turns(self) -> NotationError:
        """Return the error for games that are over before anybody can play."""
        return NotationError(
            f"random_turns is {self.random_turns}: no game of {self.variant.title} lasted beyond "
            f"them in {MOST_ATTEMPTS} attempts",
            "take fewer",
        )


class Episode:
    """A game in progress under some terms; the same seed begins it the same way."""

    def __init__(self, terms: EpisodeTerms, seed: int) -> None:
        self.terms = terms
        self._table = action_table(terms.variant)
        chance = Generator(seed)
        for _ in range(MOST_ATTEMPTS):
            self.game = self._begin(chance)
            if self.game.outcome() is None:  # a short game may be over after its random turns
                return
        raise terms.too_many_random_turns()

    def _begin(self, chance: Generator) -> Game:
        game = Game(variant=self.terms.variant, draw_rules=self.terms.draw_rules)
        while game.ply < self.terms.random_turns and game.outcome() is None:
            moves = list(game.legal_moves)
            game.push(moves[chance.choice(len(moves))])
        return game

    def play(self, action: int) -> None:
        """Play half a turn; raises `IllegalMoveError`."""
        if self.is_truncated:
            raise IllegalMoveError(f"the game was cut off after {self.terms.max_turns} turns")
        self.game.push_action(self._table.half_turn(action, self.game.position))

    @property
    def is_terminated(self) -> bool:
        """Whether the rules have ended the game."""
        return self.game.outcome() is not None

    @property
    def is_truncated(self) -> bool:
        """Whether the game was cut off undecided."""
        limit = self.terms.max_turns
        return limit is not None and self.game.ply >= limit and not self.is_terminated

    def reward(self, color: Color) -> float:
        """Return 1 for a win of ``color``, -1 for a loss, and 0 otherwise."""
        outcome = self.game.outcome()
        if outcome is None or outcome.winner is None:
            return 0.0
        return 1.0 if outcome.winner is color else -1.0
