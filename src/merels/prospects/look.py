"""The chance of a position: what best play can expect to score against a fallible player.

It looks one turn of the player ahead, or several. At the end of the look-ahead a fitted curve says
what a drawn position scores against the player, by its static value. ``docs/chances.md`` has the
definition.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np

from merels.board.board import THREE_SQUARES
from merels.board.index.ranking import Int64s
from merels.engine.evaluation.kernels import load_weights
from merels.engine.fallible import kernels
from merels.engine.fallible.kernels import Floats
from merels.engine.fallible.player import FalliblePlayer
from merels.engine.search.root import Prospect
from merels.errors import MissingTableError
from merels.prospects.chances import TableOracle
from merels.rules.position import Position
from merels.rules.variant import Placing, Variant
from merels.values.batches import Probe, find_successors
from merels.values.layout.homes import FEWEST
from merels.values.layout.key import TableKey

LOST_ALREADY: Final = Prospect(chance=1.0, replies=0, holding=0, gained=1.0, drawn=0.0)
"""The player's game is over."""


class Expansion(NamedTuple):
    """The positions after every move of some positions, grouped by the position before."""

    ends: Int64s
    own: Int64s
    enemy: Int64s
    captures: Int64s
    scores: Int64s
    """The exact scores, for the side to move then."""

    @property
    def begins(self) -> Int64s:
        """Where the moves of each position begin."""
        return np.concatenate([np.zeros(1, np.int64), self.ends[:-1]])

    def of(self, position: int) -> slice:
        """Return where the moves of a position are."""
        return slice(self.ends[position - 1] if position else 0, self.ends[position])

    def draws(self) -> Expansion:
        """Return only the moves that draw; there must be one in each position."""
        drawn = self.scores == 0
        ends = np.cumsum(drawn)[self.ends - 1]
        return Expansion(ends, *(column[drawn] for column in self[1:]))


def has_fallible_players(variant: Variant) -> bool:
    """Whether a variant has fallible players: men are placed first, on nine men's board."""
    is_placed_first = variant.is_usual and variant.placing is Placing.FIRST
    return variant.board == THREE_SQUARES and is_placed_first


def check_fallible_players(variant: Variant) -> None:
    """Raise `MissingTableError` unless a variant has fallible players."""
    if not has_fallible_players(variant):
        raise MissingTableError(
            f"there are no chances of {variant.title}: they are known where men are placed "
            "first, on nine men's board"
        )


def look_against(tables: TableOracle, person: FalliblePlayer, turns: int = 1) -> Look:
    """Return a look ahead against a fallible player, for many positions at once.

    Raises `ValueError` for fewer than one turn.
    """
    if turns < 1:
        raise ValueError(f"turns is {turns}; it must be at least 1")
    return Look(person, partial(tables.probe_table, exact=True), turns)


@dataclass(frozen=True)
class Look:
    """Looks ahead against a player; ``probe`` knows exact scores, ``turns`` says how far."""

    person: FalliblePlayer
    probe: Probe
    turns: int = 1

    def rate_positions(self, positions: list[Position]) -> list[Prospect]:
        """Return the opponent's prospects in positions in which the player is to move."""
        prospects: dict[int, Prospect] = {}
        numbers = range(len(positions))
        for position in positions:
            check_fallible_players(position.variant)
        keys = [TableKey.of(position) for position in positions]
        for _, group in groupby(sorted(numbers, key=lambda i: keys[i].name), lambda i: keys[i]):
            chosen = list(group)
            own = np.array([positions[i].own for i in chosen], dtype=np.int64)
            enemy = np.array([positions[i].enemy for i in chosen], dtype=np.int64)
            rated = self.rate_replies(keys[chosen[0]], own, enemy)
            prospects.update(zip(chosen, rated, strict=True))
        return [prospects[i] for i in numbers]

    def rate_replies(self, key: TableKey, own: Int64s, enemy: Int64s) -> list[Prospect]:
        """Return the prospects of positions of one table, in which the player is to move."""
        if key.own + key.own_in_hand < FEWEST:
            return [LOST_ALREADY] * len(own)
        found = self.expand(key, own, enemy)
        weights = self.weigh(key, found)
        chances = self._expect(key, found, weights, self.turns)
        return [
            self._describe(found.scores[part], weights[part], float(chances[number]))
            for number, part in ((number, found.of(number)) for number in range(len(own)))
        ]

    def _describe(self, scores: Int64s, weights: Floats, chance: float) -> Prospect:
        won = (scores != 0) & (scores & 1 == 0)
        drawn = scores == 0
        keeping = (scores & 1 == 1) if (scores & 1).any() else drawn if drawn.any() else won
        return Prospect(
            round(chance, 9) if len(scores) else 1.0,  # symmetric moves are equal
            len(scores),
            int(keeping.sum()),
            float(weights[won].sum()),
            float(weights[drawn].sum()),
        )

    def rate_draws(self, key: TableKey, own: Int64s, enemy: Int64s, turns: int) -> Floats:
        """Return what the opponent, to move, can expect in drawn positions of a table."""
        found = self.expand(key, own, enemy).draws()
        best = np.empty(len(own))
        kernels.keep_best(found.ends, found.scores, self.expect_moves(key, found, turns), best)
        return best

    def expect_moves(self, key: TableKey, found: Expansion, turns: int) -> Floats:
        """Return what the opponent can expect after each move of positions of a table."""
        chances = np.ones(len(found.scores))
        for captures, table in key.branches:
            # Where the player has lost, no look ahead is needed.
            chosen = np.flatnonzero((found.captures == captures) & (found.scores & 1 == 0))
            if len(chosen):
                after = self.expand(table, found.own[chosen], found.enemy[chosen])
                chances[chosen] = self._expect(table, after, self.weigh(table, after), turns)
        return chances

    def weigh(self, key: TableKey, found: Expansion) -> Floats:
        """Return how often the player plays each move of positions of a table."""
        weights = np.empty(len(found.scores))
        choosing = self.person.choosing(key.own_in_hand)
        kernels.weigh_replies(found.ends, found.scores, self._looks(key, found), choosing, weights)
        return weights

    def _expect(self, key: TableKey, found: Expansion, weights: Floats, turns: int) -> Floats:
        """Return the chance of each position for the opponent, given the player's replies."""
        expected = self.foresee(key, found)
        if turns > 1:
            for captures, table in key.branches:
                drawn = (found.captures == captures) & (found.scores == 0)
                chosen = np.flatnonzero(drawn)
                if len(chosen):
                    expected[chosen] = self.rate_draws(
                        table, found.own[chosen], found.enemy[chosen], turns - 1
                    )
        chances = np.empty(len(found.ends))
        kernels.sum_replies(
            found.ends, found.scores, weights, expected, self.person.discount, chances
        )
        return chances

    def foresee(self, key: TableKey, found: Expansion) -> Floats:
        """Return what the opponent can expect after each of the player's replies, by the curves."""
        expected = np.empty(len(found.scores))
        curve = self.person.outlook(key.quiet.in_hand)
        kernels.foresee(
            found.scores, self._looks(key, found), curve, self.person.lost_outlook, expected
        )
        return expected

    def _looks(self, key: TableKey, found: Expansion) -> Int64s:
        """Return the static values after each move, for the side to move then."""
        looks = np.empty(len(found.scores), dtype=np.int64)
        for captures, table in key.branches:
            chosen = np.flatnonzero(found.captures == captures)
            looks[chosen] = self.looks_of(table, found.own[chosen], found.enemy[chosen])
        return looks

    def looks_of(self, key: TableKey, own: Int64s, enemy: Int64s) -> Int64s:
        """Return the static values of positions of a table, for the side to move."""
        looks = np.empty(len(own), dtype=np.int64)
        hands, flying = (key.own_in_hand, key.enemy_in_hand), bool(key.variant.flying)
        kernels.evaluate_all(own, enemy, hands, flying, load_weights(), looks)
        return looks

    def expand(self, key: TableKey, own: Int64s, enemy: Int64s) -> Expansion:
        """Return the positions after every move of positions of a table."""
        parts: list[Expansion] = []
        count = 0
        for after, scores in find_successors(key, own, enemy, self.probe):
            others = (column.astype(np.int64) for column in (*after[1:], scores))
            parts.append(Expansion(after.ends + count, *others))
            count += len(scores)
        return Expansion(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
