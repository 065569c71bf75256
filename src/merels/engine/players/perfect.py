"""How perfect play chooses among draws, and among losses: as hard for the opponent as possible.

Exact values do not tell draws apart, nor losses against a player who makes mistakes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from merels.engine.fallible.player import find_fallible_player
from merels.engine.players.levels import Player
from merels.engine.players.plain import least_repeated, pick
from merels.engine.search.limits import Limits
from merels.engine.search.root import ChanceOracle, Prospect, list_moves
from merels.errors import MissingTableError
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.position import Position
from merels.rules.value import Oracle, Result, Value, generate_ratings

if TYPE_CHECKING:
    from merels.engine.search.searcher import Engine

NODES: Final = 2000
"""How many positions are searched after each drawn move, to see what it leads to.

Against expert with 20 ms a move it wins 26 of 40 games, with an error of about 6. With 20,000
positions it wins 21, by static values alone 14, by `FewestReplies` 5.
"""

ALIKE: Final = 1e-9
"""Chances that differ by less are equal."""


class DrawRule(Protocol):
    """Chooses the moves that are hardest for the opponent; there may be several."""

    def choose_draws(
        self, game: Game, moves: Sequence[Move], until: float | None = None
    ) -> list[Move]:
        """Return the best of some moves that draw, before the clock says ``until``."""

    def choose_losses(self, game: Game, values: Mapping[Move, Value]) -> list[Move]:
        """Return the best of all moves if all moves lose."""


@dataclass(frozen=True)
class FewestReplies:
    """Leaves the fewest replies that keep the draw, and loses as late as possible."""

    oracle: Oracle | None

    def choose_draws(
        self, game: Game, moves: Sequence[Move], until: float | None = None
    ) -> list[Move]:
        """Return the best of some drawing moves."""
        goes_on = drop_endings(game, moves)
        # `best_of` keeps the moves with the greatest number.
        replies = [-self._count_holding(game.position.successor(move)) for move in goes_on]
        return least_repeated(game, best_of(goes_on, replies))

    def choose_losses(self, game: Game, values: Mapping[Move, Value]) -> list[Move]:
        """Return the best of all moves if all moves lose."""
        slowest = max(values.values())
        return [move for move, value in values.items() if value == slowest]

    def _count_holding(self, position: Position) -> int:
        """Return how many moves of a drawn position keep the draw, unknown moves included."""
        assert self.oracle is not None
        rated = generate_ratings(position, self.oracle.get)
        return sum(value is None or value.result is Result.DRAW for _, value, _ in rated)


@dataclass(frozen=True)
class BestChance:
    """Plays for the mistakes of a fallible player.

    A short search says what a draw leads to beyond the next mistake: positions that look good are
    hard for the opponent. Where nothing is known about the replies, another rule chooses.
    """

    person: str
    oracle: ChanceOracle
    otherwise: DrawRule
    nodes: int | None = NODES
    """How many positions it searches after each drawn move; with 0, static values say what the move
    leads to, and with None, only the next mistake counts."""

    def choose_draws(
        self, game: Game, moves: Sequence[Move], until: float | None = None
    ) -> list[Move]:
        """Return the best of some drawing moves."""
        fresh = least_repeated(game, drop_endings(game, moves))
        if len(fresh) == 1:
            return fresh
        try:
            prospects = self.oracle.prospects(game.position, fresh, self.person)
        except MissingTableError:
            return self.otherwise.choose_draws(game, fresh)
        if self.nodes is None:
            return best_of(fresh, [prospect.gained for prospect in prospects])
        return best_of(fresh, self._look_further(game.position, fresh, prospects, until))

    def choose_losses(self, game: Game, values: Mapping[Move, Value]) -> list[Move]:
        """Return the best of all moves if all moves lose."""
        moves = list(values)
        try:
            prospects = self.oracle.prospects(game.position, moves, self.person)
        except MissingTableError:
            return self.otherwise.choose_losses(game, values)
        return best_of(moves, [prospect.chance for prospect in prospects])

    def _look_further(
        self,
        position: Position,
        moves: Sequence[Move],
        prospects: Sequence[Prospect],
        until: float | None,
    ) -> list[float]:
        """Return the chances of moves, as far as time allows with a search after each."""
        chances = [prospect.chance for prospect in prospects]
        if self.nodes == 0:
            return chances
        person = find_fallible_player(self.person)
        engine = _engine()
        engine.new_game()  # the same position gets the same answer
        for number in sorted(range(len(moves)), key=lambda i: -chances[i]):
            if until is not None and time.monotonic() > until:
                break
            after = position.successor(moves[number])
            look = -engine.search(Game(after), Limits(nodes=self.nodes)).best.score
            in_hand = after.white_in_hand + after.black_in_hand
            found = prospects[number]
            chances[number] = person.expect_draw(found.gained, found.drawn, look, in_hand)
        return chances


@cache
def _engine() -> Engine:
    """Return an engine without an oracle: it sees a draw as people do."""
    from merels.engine.search.searcher import Engine

    return Engine(hash_mb=1)


def drop_endings(game: Game, moves: Sequence[Move]) -> Sequence[Move]:
    """Return the moves after which the game goes on, or all if there are none."""
    return [move for move in moves if game.outcome_after(move) is None] or moves


def best_of(moves: Sequence[Move], chances: Sequence[float]) -> list[Move]:
    """Return the moves with the best chance."""
    least = max(chances) - ALIKE
    return [move for move, chance in zip(moves, chances, strict=True) if chance >= least]


# Perfect play: by exact values where an oracle has them, else by search.

SHARE: Final = 0.8
"""The share of its time that it takes at most to look for the best draw."""

OnUnknown: TypeAlias = Callable[[Position], None]
"""Called once, with a position whose value the oracle lacks for perfect play."""


class PerfectPlayer:
    """Plays the quickest win, and the draw or loss that is hardest for the opponent.

    Its ``rule`` decides what is hardest; among equal moves it chooses at random. It takes
    ``seconds`` for a move at most, unless reading tables takes longer.

    Where the oracle lacks the value of some move, ``searcher`` chooses, unless a win is known; a
    move that is known to be worse than another is never played.
    """

    def __init__(
        self,
        name: str,
        seed: int,
        oracle: Oracle | None,
        searcher: Player,
        rule: DrawRule,
        seconds: float | None = None,
        on_unknown: OnUnknown | None = None,
    ) -> None:
        self.name = name
        self._seed = seed
        self._oracle = oracle
        self._searcher = searcher
        self._rule = rule
        self._seconds = seconds
        self._on_unknown = on_unknown

    def choose(self, game: Game) -> Move:
        """Return a legal move, in mid-turn a capture."""
        until = None if self._seconds is None else time.monotonic() + SHARE * self._seconds
        moves = list_moves(game)
        if len(moves) == 1:
            return moves[0]
        get = (lambda _: None) if self._oracle is None else self._oracle.get
        values = {move: value for move, value, _ in generate_ratings(game.position, get)}
        known = {move: value for move, value in values.items() if value is not None}
        best = max(known.values(), default=None)
        is_win = best is not None and best.result is Result.WIN
        if len(known) < len(moves) and not is_win:
            self._report_unknown(game.position, values)
            good = [move for move in moves if move not in known or known[move] == best]
            return self._search(game, good)
        assert best is not None
        good = [move for move, value in known.items() if value == best]
        if best.result is Result.DRAW:
            good = self._rule.choose_draws(game, good, until)
        elif best.plies is None:  # no distance to choose by
            return self._search(game, good)
        elif best.result is Result.LOSS:
            good = self._rule.choose_losses(game, known)
        return pick(good, game, self._seed)

    def _report_unknown(self, position: Position, values: dict[Move, Value | None]) -> None:
        if self._on_unknown is not None:
            unknown = next(move for move, value in values.items() if value is None)
            self._on_unknown(position.successor(unknown))
            self._on_unknown = None

    def _search(self, game: Game, good: list[Move]) -> Move:
        """Return the searcher's choice if it is a good move, else one of the good moves."""
        found = self._searcher.choose(game)
        return found if found in good else pick(least_repeated(game, good), game, self._seed)
