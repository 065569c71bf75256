"""What moves are worth, by anything that knows the values of positions: rating and best line.

Tables, books, shipped results, the engine's root, players and notebooks all rate moves here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from operator import attrgetter
from typing import Final, NamedTuple, Protocol, TypeAlias

from merels.rules.move import Move
from merels.rules.position import Position
from merels.rules.value import Result, Value


class Source(StrEnum):
    """Where a value comes from."""

    TABLE = "table"
    BOOK = "book"
    AHEAD = "ahead"
    """From the tables that the moves lead to: this one is left out."""
    RESULTS = "results"
    """From the results that ship, where tables are missing."""


GetValue: TypeAlias = Callable[[Position], Value | None]
"""Returns the value of a position for the side to move, or None if it is unknown."""

GetSource: TypeAlias = Callable[[Position], Source | None]
"""Returns where the value of a position comes from, as far as anybody asks."""


LEAST: Final = Result.LOSS - 1, 0
"""Sorts before the key of every value."""


class Oracle(Protocol):
    """Knows the values of some positions; a tablebase is one."""

    def get(self, position: Position) -> Value | None:
        """Return the value for the side to move, or None if it is unknown."""


class RatedMove(NamedTuple):
    """A legal move, its value for the side that plays it and where that comes from, if known."""

    move: Move
    value: Value | None = None
    source: Source | None = None

    @property
    def sort_key(self) -> tuple[int, int]:
        """Sort key: that of the value, and least if the value is unknown."""
        return LEAST if self.value is None else self.value.sort_key


def generate_ratings(
    position: Position, get: GetValue, source: GetSource | None = None
) -> Iterator[RatedMove]:
    """Yield the legal moves with their values, in the generator's order.

    A value is for the side that plays the move, in plies counted from ``position``. ``get`` and
    ``source`` are asked about the positions after the moves.
    """
    for move in position.generate_moves():
        after = position.successor(move)
        value = get(after)
        if value is None:
            yield RatedMove(move)
        else:
            yield RatedMove(move, value.before_move(), None if source is None else source(after))


def rate_moves(
    position: Position, get: GetValue, source: GetSource | None = None
) -> list[RatedMove]:
    """Return the legal moves with their values, best first, unknown ones last.

    The order is that of `Value.sort_key`: quickest wins first, slowest losses before quicker ones;
    equal moves stay in the generator's order. There are none if the game is over.
    """
    rated = generate_ratings(position, get, source)
    return sorted(rated, key=attrgetter("sort_key"), reverse=True)


def best_line(position: Position, get: GetValue, most: int | None = None) -> list[Move]:
    """Return best play by both sides as far as it is known, one move a ply.

    The line goes to the end of the game, by distances; it is empty for a draw, which has no end to
    play to. With ``most``, it has at most this many plies, and goes on in draws and by results
    without distances.
    """
    line: list[Move] = []
    value = get(position)
    while value is not None and value.plies != 0 and (most is None or len(line) < most):
        if most is None and value.plies is None:
            break
        best = _find_best(position, value, get, by_result=most is not None)
        if best is None:
            break
        line.append(best)
        position = position.successor(best)
        value = get(position)
    return line


def _find_best(position: Position, value: Value, get: GetValue, *, by_result: bool) -> Move | None:
    """Return the first move that keeps ``value``, the position's.

    If none does, because some tables have no distances, and results will do: the best move, unless
    the value of a move is unknown.
    """
    rated: list[RatedMove] = []
    for each in generate_ratings(position, get):
        if each.value == value:
            return each.move
        rated.append(each)
    if not rated or not by_result or any(each.value is None for each in rated):
        return None
    return max(rated, key=attrgetter("sort_key")).move
