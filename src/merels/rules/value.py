"""The exact value of a position: win, draw or loss under best play, and in how many plies.

Tables store a value as one number, the *score* of a position: 0 is a draw, any other score is the
number of plies to the end of the game plus 1. Even scores are won for the side to move, odd scores
lost: 1 is lost already, 2 wins with the next ply. Only stored numbers are called scores in this
sense; everywhere else *value* means the exact value, and *score* the estimate of an engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import total_ordering
from operator import attrgetter
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from merels.rules.move import Move
from merels.rules.position import Position

FAR: Final = 1_000_000
"""Stands for an unknown distance when values are compared."""


class Result(IntEnum):
    """A result for one side; better results are greater."""

    LOSS = -1
    DRAW = 0
    WIN = 1

    def __str__(self) -> str:
        return self.name.lower()

    def __repr__(self) -> str:
        return f"Result.{self.name}"


@total_ordering
@dataclass(frozen=True, slots=True)
class Value:
    """The value of a position for one side: better values are greater.

    `-` gives the value for the other side.

    ``plies`` is the distance to the end of the game if the winner takes the shortest way and the
    loser the longest; None for a draw, and for a win or loss at an unknown distance. The side to
    move plays the first ply and the winner the last, so a win takes an odd number of plies and a
    loss an even number; a game that is over is won or lost in 0.

    >>> Value(Result.WIN, 3) > Value(Result.WIN, 5) > DRAW > Value(Result.LOSS, 4)
    True
    >>> Value(Result.LOSS, 4) > Value(Result.LOSS, 2), -Value(Result.WIN, 3)
    (True, Value(Result.LOSS, 3))
    >>> Value(Result.WIN, 4)
    Traceback (most recent call last):
    ValueError: a win in 4 plies is impossible: a win takes an odd number of plies

    Raises `ValueError` for a number of plies that the result cannot take.
    """

    result: Result
    plies: int | None = None

    def __post_init__(self) -> None:
        problem = None if self.plies is None else _explain_plies(self.result, self.plies)
        if problem is not None:
            raise ValueError(f"a {self.result} in {self.plies} plies is impossible: {problem}")

    @classmethod
    def _derived(cls, result: int, plies: int | None) -> Value:
        """Return a value computed from another value, without the checks of a new value."""
        value = cls(Result(result))
        object.__setattr__(value, "plies", plies)
        return value

    @classmethod
    def from_score(cls, score: int) -> Value:
        """Return the value that a score in a table stands for: 0 draw, even won, odd lost.

        >>> Value.from_score(1), Value.from_score(2), Value.from_score(0)
        (Value(Result.LOSS, 0), Value(Result.WIN, 1), Value(Result.DRAW))
        """
        if score == 0:
            return DRAW
        return cls(Result.LOSS if score % 2 else Result.WIN, score - 1)

    @property
    def sort_key(self) -> tuple[int, int]:
        """Sort key: the quicker win is greater, and so is the slower loss.

        An unknown distance counts as very long.
        """
        return self.result, -self.result * (FAR if self.plies is None else self.plies)

    def before_move(self, *, again: bool = False) -> Value:
        """Return the value of the move that led here, for the side that played it.

        With ``again``, the same side has the next turn too. The turn that the other side misses
        counts as a ply, so that a win stays odd.

        >>> Value(Result.LOSS, 0).before_move(), Value(Result.WIN, 3).before_move(again=True)
        (Value(Result.WIN, 1), Value(Result.WIN, 5))
        """
        plies = None if self.plies is None else self.plies + 1 + again
        return Value._derived(self.result if again else -self.result, plies)

    def document(self) -> dict[str, Any]:
        """Return the value as reports and the API write it in JSON.

        >>> Value(Result.WIN, 3).document(), DRAW.document()
        ({'result': 'win', 'plies': 3}, {'result': 'draw', 'plies': None})
        """
        return {"result": str(self.result), "plies": self.plies}

    def __neg__(self) -> Value:
        return Value._derived(-self.result, self.plies)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return self.sort_key < other.sort_key

    def __str__(self) -> str:
        return str(self.result) if self.plies is None else f"{self.result} in {self.plies}"

    def __repr__(self) -> str:
        plies = "" if self.plies is None else f", {self.plies}"
        return f"Value({self.result!r}{plies})"


def _explain_plies(result: Result, plies: int) -> str | None:
    """Return why a game cannot end with a result after this many plies, None if it can."""
    if result is Result.DRAW:
        return "a draw has no number of plies, so leave it out"
    if plies < 0:
        return "the number is negative"
    if plies and plies % 2 != (result is Result.WIN):
        return f"a {result} takes an {'odd' if result is Result.WIN else 'even'} number of plies"
    return None


DRAW: Final = Value(Result.DRAW)
UNKNOWN_DOCUMENT: Final[dict[str, Any]] = {"result": None, "plies": None}
"""Stands for `Value.document` if the value is not known."""


# What moves are worth, by anything that knows the values of positions: rating and best line.
#
# Tables, books, shipped results, the engine's root, players and notebooks all rate moves here.


class Source(StrEnum):
    """Where a value comes from."""

    TABLE = "table"
    BOOK = "book"
    AHEAD = "ahead"
    """From the tables that the moves lead to: the position's own table is left out."""
    RESULTS = "results"
    """From the results that ship, where tables are missing."""


GetValue: TypeAlias = Callable[[Position], Value | None]
"""Returns the value of a position for the side to move, or None if it is unknown."""

GetSource: TypeAlias = Callable[[Position], Source | None]
"""Returns where the value of a position comes from, None if this does not matter."""


LEAST: Final = Result.LOSS - 1, 0
"""Sorts before the key of every value."""


class Oracle(Protocol):
    """Knows the values of some positions, as a tablebase does."""

    def get(self, position: Position) -> Value | None:
        """Return the value for the side to move, or None if it is unknown."""


class RatedMove(NamedTuple):
    """A legal move, its value for the side that plays it, and the value's source, if known."""

    move: Move
    value: Value | None = None
    source: Source | None = None

    @property
    def sort_key(self) -> tuple[int, int]:
        """The sort key of the value, the least if the value is unknown."""
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
            continue
        before = value.before_move(again=after.turn is position.turn)
        yield RatedMove(move, before, None if source is None else source(after))


def rate_moves(
    position: Position, get: GetValue, source: GetSource | None = None
) -> list[RatedMove]:
    """Return the legal moves with their values, best first, unknown values last.

    The order is the order of `Value.sort_key`: quickest wins first, slow losses before quick
    losses; equal moves stay in the generator's order. There are none if the game is over.
    """
    rated = generate_ratings(position, get, source)
    return sorted(rated, key=attrgetter("sort_key"), reverse=True)


def best_line(position: Position, get: GetValue, most: int | None = None) -> list[Move]:
    """Return best play by both sides as far as it is known, one move a ply.

    The line goes to the end of the game, by distances; it is empty for a draw. With ``most``, the
    line has at most this many plies, and continues through draws and through results without
    distances.
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
    """Return the first move that keeps ``value``, the value of the position.

    If no move keeps it, because some tables have no distances, and results are enough: return the
    best move, unless the value of a move is unknown.
    """
    rated: list[RatedMove] = []
    for each in generate_ratings(position, get):
        if each.value == value:
            return each.move
        rated.append(each)
    if not rated or not by_result or any(each.value is None for each in rated):
        return None
    return max(rated, key=attrgetter("sort_key")).move
