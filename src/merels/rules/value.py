"""The exact value of a position: win, draw or loss under best play, and in how many plies.

Tables store a value as one number, the *score* of a position: 0 is a draw, any other score is the
number of plies to the end of the game plus 1. Even scores are won for the side to move, odd scores
lost: 1 is lost already, 2 wins with the next ply. That name is used for stored numbers only;
everywhere else *value* means the exact value, and *score* the estimate of an engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import total_ordering
from typing import Any, Final

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
    """The value of a position for one side: better values are greater; `-` is the other side's.

    ``plies`` is the distance to the end of the game if the winner takes the shortest way and the
    loser the longest; None for a draw, and for a win or loss at an unknown distance. The side to
    move plays the first ply and the winner the last, so a win takes an odd number of plies and a
    loss an even one; a game that is over is won or lost in 0.

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
        """Return a value that follows from another one: it need not be the side to move's."""
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

    def before_move(self) -> Value:
        """Return the value of the move that led here, for the side that played it.

        >>> Value(Result.LOSS, 0).before_move()
        Value(Result.WIN, 1)
        """
        return Value._derived(-self.result, None if self.plies is None else self.plies + 1)

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
    """Return why a game cannot end with a result after so many plies, None if it can."""
    if result is Result.DRAW:
        return "a draw has no end to count to, so leave the plies out"
    if plies < 0:
        return "the number is negative"
    if plies and plies % 2 != (result is Result.WIN):
        return f"a {result} takes an {'odd' if result is Result.WIN else 'even'} number of plies"
    return None


DRAW: Final = Value(Result.DRAW)
UNKNOWN_DOCUMENT: Final[dict[str, Any]] = {"result": None, "plies": None}
"""What replaces `Value.document` if the value is not known."""
