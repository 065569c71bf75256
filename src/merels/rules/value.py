"""What a position is worth under best play: win, draw or loss, and in how many plies."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import total_ordering
from typing import Any, Final

FAR: Final = 1_000_000


class Result(IntEnum):
    """A result for one side; the better one is the larger."""

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
    """The value of a position for one side: ordered, the better the larger, and negatable.

    ``plies`` count to the end of the game, the winner hurrying and the loser delaying; None for a
    draw, and for a win or loss whose distance is not known.

    >>> Value(Result.WIN, 3) > Value(Result.WIN, 5) > DRAW > Value(Result.LOSS, 4)
    True
    >>> Value(Result.LOSS, 4) > Value(Result.LOSS, 2), -Value(Result.WIN, 3)
    (True, Value(Result.LOSS, 3))
    """

    result: Result
    plies: int | None = None

    @classmethod
    def from_score(cls, score: int) -> Value:
        """Read a score as tables hold it: 0 draw, else plies + 1, even won and odd lost.

        >>> Value.from_score(1), Value.from_score(2), Value.from_score(0)
        (Value(Result.LOSS, 0), Value(Result.WIN, 1), Value(Result.DRAW))
        """
        if score == 0:
            return DRAW
        return cls(Result.LOSS if score % 2 else Result.WIN, score - 1)

    @property
    def sort_key(self) -> tuple[int, int]:
        """What values are compared by: wins by the quickest, losses by the slowest.

        A distance that is not known counts as far.
        """
        return self.result, -self.result * (FAR if self.plies is None else self.plies)

    def before_move(self) -> Value:
        """Return the value one ply earlier, for the side whose move led to this one.

        >>> Value(Result.LOSS, 0).before_move()
        Value(Result.WIN, 1)
        """
        return Value(Result(-self.result), None if self.plies is None else self.plies + 1)

    def document(self) -> dict[str, Any]:
        """Return the value as reports and the API write it in JSON.

        >>> Value(Result.WIN, 3).document(), DRAW.document()
        ({'result': 'win', 'plies': 3}, {'result': 'draw', 'plies': None})
        """
        return {"result": str(self.result), "plies": self.plies}

    def __neg__(self) -> Value:
        return Value(Result(-self.result), self.plies)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return self.sort_key < other.sort_key

    def __str__(self) -> str:
        return str(self.result) if self.plies is None else f"{self.result} in {self.plies}"

    def __repr__(self) -> str:
        plies = "" if self.plies is None else f", {self.plies}"
        return f"Value({self.result!r}{plies})"


DRAW: Final = Value(Result.DRAW)
UNKNOWN_DOCUMENT: Final[dict[str, Any]] = {"result": None, "plies": None}
"""What stands for `Value.document` beside other members if the value is not known."""
