"""The names of tables, and which tables their moves lead to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import Final, TypeAlias

from merels.board.board import Mask
from merels.board.index.slots import TableIndex, table_index
from merels.errors import MerelsError, MissingTableError, NotationError
from merels.rules.position import BLACK, WHITE, AnyPosition, Position, position_of
from merels.rules.variant import (
    NINE_MENS_MORRIS,
    VARIANTS,
    AnyVariant,
    Flying,
    FullBoard,
    Placing,
    Variant,
)
from merels.rules.variant import variant as find_variant
from merels.values.layout import homes

_TABLE: Final = re.compile(
    r"([0-9]{1,2})[,-]([0-9]{1,2})(?:\+([0-9]{1,2})[,-]([0-9]{1,2}))?", re.ASCII
)


def is_table_text(text: str) -> bool:
    """Whether a text has the form of a table: men on the board, and in hand."""
    return _TABLE.fullmatch(text) is not None


UNSOLVED: Final = (
    "the solver does not know captures, protected, several, blocked and return_ban other than in "
    "nine men's morris"
)
MOST_PAIRS: Final = 60
MOST_LINKS: Final = 64
"""Solving takes the pairs of neighbours and the lines of a board as bits of one number."""


def has_tables(variant: Variant) -> bool:
    """Whether a variant can be solved.

    Its board must not have too many lines and pairs of neighbours, and the solver must know its
    rules: of the rules from ``captures`` on it knows only ``draw_after``, which values ignore.

    >>> has_tables(VARIANTS["three"]), has_tables(VARIANTS["twelve"])
    (True, True)
    """
    pairs = len(variant.board.steps)
    return (
        variant.is_usual and pairs <= MOST_PAIRS and pairs + len(variant.board.lines) <= MOST_LINKS
    )


@dataclass(frozen=True, slots=True)
class TableKey:
    """A table: the men on the board and in hand, of the side to move and of the other side.

    Exchanging the colours does not change a value, so a key counts own and enemy men, whatever
    their colours. Variants share tables: a key's variant becomes the table's home
    (`merels.values.layout.homes`), so that equal tables have equal keys.

    >>> TableKey.of(Position(white=0b111, black=0b11110000)).name
    '3-4'
    >>> TableKey.parse("4,3").capture
    TableKey(own=2, enemy=4)
    """

    own: int
    enemy: int
    own_in_hand: int = 0
    enemy_in_hand: int = 0
    variant: Variant = field(default=NINE_MENS_MORRIS)

    def __post_init__(self) -> None:
        if not self.variant.is_usual:
            raise MissingTableError(f"there are no tables of {self.variant.title}: {UNSOLVED}")
        object.__setattr__(self, "variant", homes.home_of(self.men, self.variant))

    @classmethod
    def of(cls, position: AnyPosition) -> TableKey:
        """Return the table of a position, or of a game, that is not in mid-turn.

        Raises `MissingTableError` if the variant has no tables.
        """
        position = position_of(position)
        if not has_tables(position.variant):
            raise MissingTableError(f"there are no tables of {position.variant.title}")
        own, enemy, own_in_hand, enemy_in_hand = position.sides
        return cls(own.bit_count(), enemy.bit_count(), own_in_hand, enemy_in_hand, position.variant)

    @classmethod
    def parse(cls, text: str, variant: AnyVariant = NINE_MENS_MORRIS) -> TableKey:
        """Parse a table written as ``4,3`` or ``4-3``: own men, then the enemy's.

        Men in hand follow after a plus, in the same order.

        >>> TableKey.parse("4-3+5-5").name
        '4-3+5-5'

        Raises `NotationError`.
        """
        chosen = find_variant(variant)
        match = _TABLE.fullmatch(text)
        if match is not None:
            own, enemy, own_in_hand, enemy_in_hand = (int(n or 0) for n in match.groups())
            men = own, enemy, own_in_hand, enemy_in_hand
            if homes.is_possible(men, chosen):
                return cls(*men, chosen)
        raise NotationError(
            f"{text!r} is not a table; write own and enemy men as 4,3, each from {homes.FEWEST} to "
            f"{chosen.men}, or with men in hand, if play can lead there, as 4,3+5,5"
        )

    @classmethod
    def parse_name(cls, name: str) -> TableKey:
        """Parse the `name` of a table, which includes the variant.

        >>> TableKey.parse_name("3-3.noflying")
        TableKey(own=3, enemy=3, variant=variant('nine:flying=never'))

        Raises `NotationError`.
        """
        folder, _, stem = name.rpartition("/")
        numbers, dot, suffixes = stem.partition(".")
        try:
            variant = homes.variant_at(folder, dot + suffixes)
            if variant is not None:
                key = cls.parse(numbers, variant)
                if key.name == name:  # a table has only one name
                    return key
        except MerelsError:
            pass
        raise NotationError(
            f"{name!r} is not the name of a table",
            "names look like 4-3, 4-3+5-5 with men in hand, 4-3.noflying and six/4-3",
        )

    @property
    def men(self) -> homes.Men:
        """The men on the board, own and enemy, then the men in hand."""
        return self.own, self.enemy, self.own_in_hand, self.enemy_in_hand

    @property
    def is_possible(self) -> bool:
        """Whether play from the empty board can lead to these numbers of men."""
        return homes.is_possible(self.men, self.variant)

    @property
    def name(self) -> str:
        """A unique name, also of its file: in a folder of the variant's name unless that is nine.

        >>> TableKey(4, 3, variant=VARIANTS["ten"]).name
        '4-3'
        >>> TableKey(10, 3, variant=VARIANTS["ten"]).name
        'ten/10-3'
        """
        folder, suffix = homes.place_of(self.men, self.variant)
        hands = f"+{self.own_in_hand}-{self.enemy_in_hand}" if self.in_hand else ""
        return f"{folder}{'/' if folder else ''}{self.own}-{self.enemy}{hands}{suffix}"

    @property
    def points(self) -> int:
        """The points of the board."""
        return len(self.variant.board.names)

    @property
    def total(self) -> int:
        """The men of both sides on the board."""
        return self.own + self.enemy

    @property
    def in_hand(self) -> int:
        """The men of both sides in hand."""
        return self.own_in_hand + self.enemy_in_hand

    @property
    def any_turn(self) -> bool:
        """Whether a side with men in hand may move instead of placing."""
        return self.variant.placing is Placing.ANY_TURN

    @property
    def is_placing(self) -> bool:
        """Whether the side to move must place a man."""
        return self.own_in_hand > 0 and not self.any_turn

    @property
    def transposed(self) -> TableKey:
        """The same men on the board and in hand, the other side to move."""
        return TableKey(self.enemy, self.own, self.enemy_in_hand, self.own_in_hand, self.variant)

    @property
    def quiet(self) -> TableKey:
        """The table that a move without a capture leads to; where a side may place, by a step."""
        return self.after(places=self.is_placing, captures=False)

    @property
    def capture(self) -> TableKey:
        """The table that a capture leads to; see `may_capture` and `capture_wins`."""
        return self.after(places=self.is_placing, captures=True)

    def after(self, *, places: bool, captures: bool) -> TableKey:
        """Return the table that a move leads to: a man is placed, a man is captured, or neither."""
        return TableKey(
            self.enemy - captures,
            self.own + places,
            self.enemy_in_hand,
            self.own_in_hand - places,
            self.variant,
        )

    @property
    def placings(self) -> list[TableKey]:
        """The `successors` that placings lead to, the quiet placings first."""
        if self.own_in_hand == 0:
            return []
        kinds = (False, True) if self.goes_on_after_capture(places=True) else (False,)
        return [self.after(places=True, captures=captures) for captures in kinds]

    @property
    def branches(self) -> list[tuple[int, TableKey]]:
        """Where moves lead: 0 quiet, 1 captures; 2 and 3 placings that are a choice."""
        found = [(0, self.quiet), (1, self.capture)]
        if self.any_turn and self.own_in_hand:
            found += [(2 + n, self.after(places=True, captures=bool(n))) for n in (0, 1)]
        return found

    def may_capture(self, *, places: bool) -> bool:
        """Whether the side to move has enough men for a mill, and the enemy a man to capture."""
        return self.own + places >= homes.FEWEST and self.enemy > 0

    def goes_on_after_capture(self, *, places: bool) -> bool:
        """Whether there are captures that do not end the game."""
        return self.may_capture(places=places) and not self.capture_wins

    @property
    def capture_wins(self) -> bool:
        """Whether a capture leaves the enemy with too few men."""
        return self.enemy + self.enemy_in_hand <= homes.FEWEST

    @property
    def successors(self) -> list[TableKey]:
        """The tables that moves lead to: by quiet moves, then by captures unless they end the game.

        If a side may move or place, the tables that moves on the board lead to come first.

        >>> [table.name for table in TableKey(3, 4).successors]
        ['4-3', '3-3']
        >>> [table.name for table in TableKey(2, 3, 7, 6).successors]
        ['3-3+6-6', '2-3+6-6']
        """
        return [
            TableKey(*men, self.variant)
            for men in homes.men_after(self.men, any_turn=self.any_turn)
        ]

    @property
    def is_left_out(self) -> bool:
        """Whether a small set of tables leaves out the values of this table.

        A value follows from the values after each move, so a table can be left out if all its
        `successors` are stored. A move swaps the sides and never adds men to the side that did not
        move: if the side to move has more men, on the board and in hand together, then in every
        successor it has fewer. With equal men, placing tables take turns, one ply stored and the
        next left out. No other choice leaves out more positions of nine men's morris. Where a side
        may move instead of placing, men in hand need not change: among the tables with equal men,
        the tables in which the side to move has more men in hand are left out. In their successors
        the side to move never has more men in hand.

        >>> TableKey(4, 3).is_left_out, TableKey(3, 4).is_left_out, TableKey(4, 4).is_left_out
        (True, False, False)
        """
        ahead = self.own + self.own_in_hand - self.enemy - self.enemy_in_hand
        if ahead == 0 and self.any_turn:
            return self.own_in_hand > self.enemy_in_hand
        return ahead > 0 or (ahead == 0 and self.in_hand % 2 == 1)

    @property
    def own_flies(self) -> bool:
        """Whether the side to move flies."""
        if self.is_placing or self.own + self.own_in_hand != homes.FEWEST:
            return False
        flying = self.variant.flying
        return flying is Flying.THREE_IN_ALL or (bool(flying) and self.own_in_hand == 0)

    @property
    def is_drawn(self) -> bool:
        """Whether every position is drawn, since the board is full."""
        return self.total == self.points and self.variant.full_board is FullBoard.DRAW

    @property
    def index(self) -> TableIndex:
        """The table's index."""
        return table_index(self.own, self.enemy, self.variant.board)

    def position(self, own: Mask, enemy: Mask) -> Position:
        """Return a position of this table, White to move unless White has placed one more man."""
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


AnyTable: TypeAlias = TableKey | str
"""A table, or text: men as in ``4-3`` or ``4,3``, after a variant as in ``six/4-3``, or a name."""


def key_of(table: AnyTable) -> TableKey:
    """Return a table, given as a `TableKey` or as text.

    >>> key_of("4,3") == key_of("4-3") == TableKey(4, 3)
    True
    >>> key_of("six/6-4") == TableKey(6, 4, variant=VARIANTS["six"])
    True

    Raises `NotationError`.
    """
    if isinstance(table, TableKey):
        return table
    variant, _, men = table.rpartition("/")
    if is_table_text(men):
        return TableKey.parse(men, variant or NINE_MENS_MORRIS)
    return TableKey.parse_name(table)


@cache
def all_placing_tables(variant: Variant = NINE_MENS_MORRIS) -> frozenset[TableKey]:
    """Return the tables with men in hand that play from the empty board can reach.

    >>> len(all_placing_tables()), sum(key.index.size for key in all_placing_tables())
    (269, 17838514173)
    """
    any_turn = variant.placing is Placing.ANY_TURN
    return frozenset(
        TableKey(*men, variant) for men in homes.men_with_hands(variant.men, any_turn=any_turn)
    )


def home_order(key: TableKey) -> tuple[int, str, int, bool]:
    """Return a sort key: nine men's first, then in shipping order; more men first, then flying."""
    folder, _ = homes.place_of(key.men, key.variant)
    order = ["", *VARIANTS]
    number = order.index(folder) if folder in order else len(order)
    return number, folder, -key.variant.men, not key.variant.flying


def table_order(key: TableKey) -> tuple[int, str, int, bool, int, int, int]:
    """Return a sort key: by home, then by men in hand, men on the board and own men."""
    return *home_order(key), key.in_hand, key.total, key.own
