"""Variants of the game: a board and rules."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Final, TypeVar

from merels.board.board import Board
from merels.board.boards import THREE_SQUARES
from merels.board.masks import points_of
from merels.errors import VariantError, did_you_mean

FEWEST_MEN: Final = 3
MOST_MEN: Final = 12


class Flying(StrEnum):
    """When a side may move a man to any empty point; ``NEVER`` is false."""

    NEVER = "never"
    THREE_ON_BOARD = "three-on-board"
    """With exactly three men, none of them in hand."""
    THREE_IN_ALL = "three-in-all"
    """With exactly three men, on the board and in hand."""

    def __bool__(self) -> bool:
        return self is not Flying.NEVER


class Placing(StrEnum):
    """When a side with men in hand places them."""

    FIRST = "first"
    """It must, and moves when all are placed."""
    ANY_TURN = "any-turn"
    """It may place or move on every turn."""


class FullBoard(StrEnum):
    """What a board without an empty point means for the side to move."""

    LOSS = "loss"
    DRAW = "draw"


Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Variant:
    """A board and rules; by default those of Nine Men's Morris.

    ``men``: how many men each side starts with, 3 to 12. ``flying``, ``placing`` and ``full_board``
    take the texts of their kinds, ``flying`` also True and False. Variants are equal if they are
    the same game, whatever their names.

    >>> Variant(flying=False)
    variant('nine:flying=never')
    >>> Variant(men=10)
    variant('nine:men=10')

    Raises `VariantError`, which names the field.
    """

    flying: Flying
    men: int
    placing: Placing
    full_board: FullBoard
    board: Board
    name: str = field(compare=False)
    """What commands call it, and the folder of its tables."""
    title: str = field(compare=False)
    """What game files and people call it."""

    def __init__(
        self,
        flying: Flying | str | bool = True,
        men: int = 9,
        placing: Placing | str = Placing.FIRST,
        full_board: FullBoard | str = FullBoard.LOSS,
        board: Board = THREE_SQUARES,
        name: str = "nine",
        title: str = "Nine Men's Morris",
    ) -> None:
        _check_men(men, board)
        if isinstance(flying, bool):
            flying = Flying.THREE_ON_BOARD if flying else Flying.NEVER
        for field_name, value in (
            ("flying", _choose("flying", Flying, flying)),
            ("men", men),
            ("placing", _choose("placing", Placing, placing)),
            ("full_board", _choose("full_board", FullBoard, full_board)),
            ("board", board),
            ("name", name),
            ("title", title),
        ):
            object.__setattr__(self, field_name, value)

    @property
    def digest(self) -> str:
        """A hash of board and rules, the same for equal games: 16 hexadecimal digits.

        >>> Variant().digest, Variant(men=4).digest
        ('f4f29952de4a964e', 'f8c5ee4ada890fec')
        """
        return _digest(self)

    @property
    def may_fill_board(self) -> bool:
        """Whether both sides' men can leave no empty point."""
        return 2 * self.men >= len(self.board.names)

    def __hash__(self) -> int:
        # Numbers alone: quick, and the same in every process. Few variants differ only in rules.
        return hash((self.board, self.men))

    def __repr__(self) -> str:
        from merels.rules.variants import spell

        return f"variant({spell(self)!r})"


def _choose(name: str, kind: type[Choice], value: str) -> Choice:
    try:
        return kind(value)
    except ValueError:
        problem = f"{value!r} is not one of {', '.join(kind)}"
        hint = did_you_mean(str(value), kind)
        raise VariantError(name, f"{problem}; {hint}" if hint else problem) from None


def _check_men(men: int, board: Board) -> None:
    if not isinstance(men, int) or not FEWEST_MEN <= men <= MOST_MEN:
        # Python refuses to print a number of thousands of digits.
        number = "so many" if isinstance(men, int) and abs(men) > 10**9 else men
        raise VariantError("men", f"a side has {FEWEST_MEN} to {MOST_MEN} men, not {number}")
    if 2 * men > len(board.names):
        raise VariantError("men", f"{men} men of each side do not fit on {len(board.names)} points")


@cache
def _digest(variant: Variant) -> str:
    board = variant.board
    game = {
        "points": len(board.names),
        "neighbours": [list(points_of(mask)) for mask in board.neighbours],
        "lines": [list(points_of(mill)) for mill in board.mills],
        "men": variant.men,
        "flying": variant.flying,
        "placing": variant.placing,
        "full_board": variant.full_board if variant.may_fill_board else None,
    }
    text = json.dumps(game, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


NINE_MENS_MORRIS: Final = Variant()
"""The standard game, with flying."""
