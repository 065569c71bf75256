"""The moves at the root of a search, ranked by what the oracle knows about them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from merels.errors import IllegalMoveError
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.oracle import Oracle, best_line, generate_ratings
from merels.rules.position import Position
from merels.rules.value import Result, Value

LINE_LENGTH: Final = 16
"""Plies of a line that is read from the oracle."""


@dataclass(frozen=True, slots=True)
class RootMove:
    """A legal move, the position after it, and its value for the side that plays it, if known."""

    move: Move
    after: Position
    value: Value | None = None

    @property
    def is_decided(self) -> bool:
        """Whether everything is known about it: who wins, and when."""
        return self.value is not None and self.value.plies is not None


@dataclass(frozen=True, slots=True)
class RootChoice:
    """The moves of a root in three groups, best first, by what the oracle knows."""

    better: tuple[RootMove, ...]
    """Moves about which everything is known."""
    searched: tuple[RootMove, ...]
    """Moves that are worse, and that have to be searched."""
    worse: tuple[RootMove, ...]
    """Moves that are worse still, and about which everything is known."""


def choose_moves(game: Game, oracle: Oracle | None, lines: int) -> RootChoice:
    """Return which moves must be searched to find the best ``lines``.

    Raises `IllegalMoveError` if no move is legal.
    """
    moves = find_root_moves(game, oracle)
    value = None if oracle is None else oracle.get(game.position)
    groups = rank_by_value(moves, value)
    better: list[RootMove] = []
    while groups and groups[0][0].is_decided and len(better) < lines:
        better += groups.pop(0)
    searched = groups.pop(0) if groups and len(better) < lines else []
    worse = [move for group in groups for move in group if move.is_decided]
    return RootChoice(tuple(better[:lines]), tuple(searched), tuple(worse))


def list_moves(game: Game) -> list[Move]:
    """Return the legal moves; raises `IllegalMoveError` if there are none."""
    moves = list(game.legal_moves)
    if not moves:
        raise IllegalMoveError(f"the game is over in {game.fen()!r}; there is no legal move")
    return moves


def find_root_moves(game: Game, oracle: Oracle | None) -> list[RootMove]:
    """Return the legal moves of a game, with their values as far as the oracle knows them.

    Raises `IllegalMoveError` if there are none.
    """
    list_moves(game)  # raises if there are none
    position = game.position
    get = (lambda _: None) if oracle is None else oracle.get
    return [
        RootMove(move, position.successor(move), value)
        for move, value, _ in generate_ratings(position, get)
    ]


def rank_by_value(moves: Sequence[RootMove], value: Value | None) -> list[list[RootMove]]:
    """Return the moves in groups, the best group first; ``value`` is the root's, if known.

    As far as is known, no move is worse than one of a later group. Either all moves of a group are
    decided, and equal, or none is, and the search decides among them.
    """
    groups: dict[tuple[int, int], list[RootMove]] = {}
    for move in moves:
        groups.setdefault(_sort_key(move.value, value), []).append(move)
    return [groups[key] for key in sorted(groups, reverse=True)]


def _sort_key(value: Value | None, root: Value | None) -> tuple[int, int]:
    """Return a key that is greater for a better move; its first number is the group's.

    Known results have even numbers. An unknown move ranks just below the root's own value, which it
    may or may not keep. If the root is unknown too, it ranks between draw and loss: it may win, and
    known draws are searched with it.
    """
    if value is not None:
        result, plies = value.sort_key
        if value.plies is None and (root is None and result == Result.DRAW):
            return -1, 0
        return 2 * result, plies
    return (-1 if root is None else 2 * root.result - 1), 0


def follow(position: Position, oracle: Oracle) -> tuple[Move, ...]:
    """Return best play as far as the oracle knows it, at most `LINE_LENGTH` plies."""
    return tuple(best_line(position, oracle.get, LINE_LENGTH))


# Exact values from the oracle for positions inside the tree, stored before a search begins.

SHARE: Final = 0.1
"""The share of the time that may go into asking."""

MOST_SECONDS: Final = 0.1


class KnownValue(NamedTuple):
    """A position and its value for the side to move."""

    position: Position
    value: Value


def find_known_values(
    moves: Sequence[RootMove], oracle: Oracle | None, budget: float | None
) -> Iterator[KnownValue]:
    """Yield what the oracle knows about captures in reply to the moves.

    It stops after a share of the budget, and at the first reply that the oracle does not know.
    """
    if oracle is None:
        return
    seconds = MOST_SECONDS if budget is None else min(MOST_SECONDS, SHARE * budget)
    end = time.perf_counter() + seconds
    for move in moves:
        for reply in move.after.generate_moves():
            if reply.captured is None:
                continue
            position = move.after.successor(reply)
            value = oracle.get(position)
            if value is None or time.perf_counter() > end:
                return
            yield KnownValue(position, value)
