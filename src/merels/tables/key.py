"""Tables and how they depend on each other."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from merels.board.geometry import Mask
from merels.board.index.slots import TableIndex, table_index
from merels.errors import MerelsError, NotationError
from merels.rules.color import BLACK, WHITE
from merels.rules.position import Position
from merels.rules.variant import NINE_MENS_MORRIS, Variant

FEWEST: Final = 3
"""A side with fewer men, board and hand together, has lost: there are no tables below."""

_TABLE: Final = re.compile(
    r"([0-9]{1,2})[,-]([0-9]{1,2})(?:\+([0-9]{1,2})[,-]([0-9]{1,2}))?", re.ASCII
)


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
        own, enemy, own_in_hand, enemy_in_hand = position.sides
        return cls(own.bit_count(), enemy.bit_count(), own_in_hand, enemy_in_hand, position.variant)

    @classmethod
    def parse(cls, text: str, variant: Variant = NINE_MENS_MORRIS) -> TableKey:
        """Read a table written as ``4,3`` or ``4-3``: own men, enemy's men.

        Men in hand follow a plus, in the same order.

        >>> TableKey.parse("4-3+5-5").name
        '4-3+5-5'

        Raises `NotationError`.
        """
        match = _TABLE.fullmatch(text)
        if match is not None:
            own, enemy, own_in_hand, enemy_in_hand = (int(n or 0) for n in match.groups())
            key = cls(own, enemy, own_in_hand, enemy_in_hand, variant)
            if key.is_possible:
                return key
        raise NotationError(
            f"{text!r} is no table; write own and enemy's men as 4,3, each from {FEWEST} to "
            f"{variant.men}, or with men in hand, as play can have them, as 4,3+5,5"
        )

    @classmethod
    def parse_name(cls, name: str) -> TableKey:
        """Read what `name` gives, the variant included.

        >>> TableKey.parse_name("3-3.4men.noflying")
        TableKey(own=3, enemy=3, variant=Variant(flying=False, men=4))

        Raises `NotationError`.
        """
        match = re.fullmatch(r"([^.]+)(?:\.([0-9]{1,2})men)?(\.noflying)?", name)
        try:
            if match is not None:
                men = int(match[2] or NINE_MENS_MORRIS.men)
                key = cls.parse(match[1], Variant(not match[3], men))
                if key.name == name:  # there is one way to write it
                    return key
        except MerelsError:
            pass
        raise NotationError(f"{name!r} is no name of a table")

    @property
    def is_possible(self) -> bool:
        """Whether play from the empty board can lead to such numbers of men."""
        in_hand, men = (self.own_in_hand, self.enemy_in_hand), self.variant.men
        sides = (self.own, self.own_in_hand), (self.enemy, self.enemy_in_hand)
        if any(sum(side) < FEWEST or sum(side) > men for side in sides):
            return False
        if not self.is_placing:
            return in_hand == (0, 0)
        return self in all_placing_tables(self.variant)

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
    def in_hand(self) -> int:
        """Men in hand in all."""
        return self.own_in_hand + self.enemy_in_hand

    @property
    def is_placing(self) -> bool:
        """Whether the side to move places a man."""
        return self.own_in_hand > 0

    @property
    def own_after(self) -> int:
        """Men that the side to move has on the board after its move."""
        return self.own + self.is_placing

    @property
    def transposed(self) -> TableKey:
        """The same men on the board and in hand, the other side to move."""
        return TableKey(self.enemy, self.own, self.enemy_in_hand, self.own_in_hand, self.variant)

    @property
    def quiet(self) -> TableKey:
        """The table that a move without a removal leads to."""
        return self._after(self.enemy)

    @property
    def removal(self) -> TableKey:
        """The table that a removal leads to; see `has_removals` and `removal_wins`."""
        return self._after(self.enemy - 1)

    def _after(self, enemy: int) -> TableKey:
        in_hand = self.own_in_hand - self.is_placing
        return TableKey(enemy, self.own_after, self.enemy_in_hand, in_hand, self.variant)

    @property
    def has_removals(self) -> bool:
        """Whether there are men enough for a mill, and one to take."""
        return self.own_after >= FEWEST and self.enemy > 0

    @property
    def removal_wins(self) -> bool:
        """Whether a removal leaves the enemy with too few men."""
        return self.enemy + self.enemy_in_hand <= FEWEST

    @property
    def successors(self) -> list[TableKey]:
        """The tables that moves lead to: by quiet moves, then by removals if any go on.

        >>> [table.name for table in TableKey(3, 4).successors]
        ['4-3', '3-3']
        >>> [table.name for table in TableKey(2, 3, 7, 6).successors]
        ['3-3+6-6', '2-3+6-6']
        """
        goes_on = self.has_removals and not self.removal_wins
        return [self.quiet, self.removal] if goes_on else [self.quiet]

    @property
    def own_flies(self) -> bool:
        """Whether the side to move flies."""
        return self.variant.flying and self.own == FEWEST and not self.is_placing

    @property
    def index(self) -> TableIndex:
        """The table's index."""
        return table_index(self.own, self.enemy)

    def position(self, own: Mask, enemy: Mask) -> Position:
        """Return a position of this table: White to move, unless White is a placing ahead."""
        if self.own_in_hand > self.enemy_in_hand:
            return Position(
                enemy, own, self.enemy_in_hand, self.own_in_hand, BLACK, variant=self.variant
            )
        return Position(
            own, enemy, self.own_in_hand, self.enemy_in_hand, WHITE, variant=self.variant
        )

    def __repr__(self) -> str:
        hands = ""
        if self.own_in_hand or self.enemy_in_hand:
            hands = f", own_in_hand={self.own_in_hand}, enemy_in_hand={self.enemy_in_hand}"
        variant = "" if self.variant == NINE_MENS_MORRIS else f", variant={self.variant!r}"
        return f"TableKey(own={self.own}, enemy={self.enemy}{hands}{variant})"


@cache
def all_placing_tables(variant: Variant = NINE_MENS_MORRIS) -> frozenset[TableKey]:
    """Return the tables with men in hand that play from the empty board can lead to.

    >>> len(all_placing_tables()), sum(key.index.size for key in all_placing_tables())
    (269, 17838514173)
    """
    found = {TableKey(0, 0, variant.men, variant.men, variant)}
    queue = list(found)
    while queue:
        new = {key for key in queue.pop().successors if key.is_placing} - found
        found |= new
        queue += new
    return frozenset(found)


def table_order(key: TableKey) -> tuple[int, bool, int, int, int]:
    """Sort key of tables: by variant, then by men in hand, men on the board, own men."""
    return -key.variant.men, not key.variant.flying, key.in_hand, key.total, key.own
