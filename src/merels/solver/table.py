"""Tables and how they depend on each other."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from merels.board.geometry import Mask
from merels.board.index import TableIndex, table_index
from merels.errors import NotationError
from merels.rules.position import Position
from merels.rules.variant import NINE_MENS_MORRIS, Variant

FEWEST: Final = 3
"""A side with fewer men has lost: there are no tables below."""


@dataclass(frozen=True, slots=True)
class TableKey:
    """A table: men on the board and in hand, of the side to move and of the other.

    >>> TableKey.of(Position(white=0b111, black=0b11110000)).name
    '3-4'
    >>> TableKey.parse("4,3").removal
    TableKey(own=2, enemy=4)
    """

    own: int
    enemy: int
    own_in_hand: int = 0
    enemy_in_hand: int = 0
    variant: Variant = field(default=NINE_MENS_MORRIS)

    @classmethod
    def of(cls, position: Position) -> TableKey:
        """Return the table of a position that is not in mid-turn."""
        return cls(
            position.own.bit_count(),
            position.enemy.bit_count(),
            position.in_hand(position.turn),
            position.in_hand(position.turn.other),
            position.variant,
        )

    @classmethod
    def parse(cls, text: str, variant: Variant = NINE_MENS_MORRIS) -> TableKey:
        """Read a moving table written as ``4,3`` or ``4-3``: own men, enemy's men.

        Raises `NotationError`.
        """
        match = re.fullmatch(r"([0-9])[,-]([0-9])", text)
        if match is None or not all(FEWEST <= int(n) <= variant.men for n in match.groups()):
            raise NotationError(
                f"{text!r} is no table; write own and enemy's men as 4,3, each from {FEWEST} to "
                f"{variant.men}"
            )
        return cls(int(match[1]), int(match[2]), variant=variant)

    @property
    def name(self) -> str:
        """A name that is unique and may be a file's."""
        hands = ""
        if self.own_in_hand or self.enemy_in_hand:
            hands = f"+{self.own_in_hand}-{self.enemy_in_hand}"
        men = "" if self.variant.men == NINE_MENS_MORRIS.men else f".{self.variant.men}men"
        flying = "" if self.variant.flying else ".noflying"
        return f"{self.own}-{self.enemy}{hands}{men}{flying}"

    @property
    def total(self) -> int:
        """Men on the board in all."""
        return self.own + self.enemy

    @property
    def transposed(self) -> TableKey:
        """The table that a quiet move leads to."""
        return TableKey(self.enemy, self.own, variant=self.variant)

    @property
    def removal(self) -> TableKey:
        """The table that a removal leads to; below `FEWEST` own men there is none."""
        return TableKey(self.enemy - 1, self.own, variant=self.variant)

    @property
    def own_flies(self) -> bool:
        """Whether the side to move flies."""
        return self.variant.flying and self.own == FEWEST

    @property
    def index(self) -> TableIndex:
        """The table's index."""
        return table_index(self.own, self.enemy)

    def position(self, own: Mask, enemy: Mask) -> Position:
        """Return a position of this table, White to move."""
        return Position(own, enemy, self.own_in_hand, self.enemy_in_hand, variant=self.variant)

    def __repr__(self) -> str:
        hands = ""
        if self.own_in_hand or self.enemy_in_hand:
            hands = f", own_in_hand={self.own_in_hand}, enemy_in_hand={self.enemy_in_hand}"
        variant = "" if self.variant == NINE_MENS_MORRIS else f", variant={self.variant!r}"
        return f"TableKey(own={self.own}, enemy={self.enemy}{hands}{variant})"
