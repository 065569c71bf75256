"""The names of tables, and which tables their moves lead to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import Final, TypeAlias

from merels.board.board import Mask
from merels.board.index.slots import TableIndex, table_index
from merels.errors import MerelsError, MissingTableError, NotationError
from merels.rules.position import (
    BLACK,
    WHITE,
    AnyPosition,
    MarkedPosition,
    Position,
    position_of,
)
from merels.rules.unusual import NO_MARKS, Marks
from merels.rules.variant import (
    NINE_MENS_MORRIS,
    VARIANTS,
    AnyVariant,
    Blocked,
    Captures,
    Flying,
    FullBoard,
    Placing,
    Variant,
)
from merels.rules.variant import variant as find_variant
from merels.values.layout import homes
from merels.values.layout.homes import Stage

_TABLE: Final = re.compile(
    r"([0-9]{1,2})[,-]([0-9]{1,2})(?:\+([0-9]{1,2})[,-]([0-9]{1,2}))?(m1|m2|x1|x2|)", re.ASCII
)
_STAGES: Final = {mark: stage for stage, mark in homes.MARKS.items()}


def is_table_text(text: str) -> bool:
    """Whether a text has the form of a table: men on the board, and in hand."""
    return _TABLE.fullmatch(text) is not None


UNSOLVED: Final = (
    "the solver does not know several=true, nor return_ban=true or blocked=give-way with each "
    "other or with placing=any-turn, nor return_ban=true with captures=after-placing"
)
MOST_PAIRS: Final = 60
MOST_LINKS: Final = 64
"""Solving takes the pairs of neighbours and the lines of a board as bits of one number."""


def knows_rules(variant: Variant) -> bool:
    """Whether the solver knows all rules of a variant; `UNSOLVED` says which it does not."""
    if variant.several:
        return False
    gives_way = variant.blocked is Blocked.GIVE_WAY
    if variant.return_ban and (gives_way or variant.captures is Captures.AFTER_PLACING):
        return False
    return variant.placing is Placing.FIRST or not (gives_way or variant.return_ban)


def has_tables(variant: Variant) -> bool:
    """Whether a variant can be solved.

    Its board has not too many lines and pairs of neighbours, and it has no rule that the solver
    does not know.

    >>> has_tables(VARIANTS["three"]), has_tables(VARIANTS["twelve"]), has_tables(VARIANTS["shax"])
    (True, True, True)
    """
    pairs = len(variant.board.steps)
    return (
        knows_rules(variant)
        and pairs <= MOST_PAIRS
        and pairs + len(variant.board.lines) <= MOST_LINKS
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
    stage: Stage = Stage.USUAL

    def __post_init__(self) -> None:
        if not self.variant.is_usual and not knows_rules(self.variant):
            raise MissingTableError(f"there are no tables of {self.variant.title}: {UNSOLVED}")
        object.__setattr__(self, "variant", homes.home_of(self.men, self.variant, self.stage))

    @classmethod
    def of(cls, position: AnyPosition) -> TableKey:
        """Return the table of a position, or of a game, that is not in mid-turn.

        Raises `MissingTableError` if the variant has no tables.
        """
        position = position_of(position)
        variant = position.variant
        own, enemy, own_in_hand, enemy_in_hand = position.sides
        men = own.bit_count(), enemy.bit_count(), own_in_hand, enemy_in_hand
        return _key_of(men, variant, _stage_of(position), variant.name)

    @classmethod
    def parse(cls, text: str, variant: AnyVariant = NINE_MENS_MORRIS) -> TableKey:
        """Parse a table written as ``4,3`` or ``4-3``: own men, then the enemy's.

        Men in hand follow after a plus, in the same order. Where mills capture after the placing,
        m1 or m2 follows if the side to move or the other side closed the first mill, and x2 or x1
        if so many sides have yet to take a man.

        >>> TableKey.parse("4-3+5-5").name, TableKey.parse("12-12x2", "shax").name
        ('4-3+5-5', 'shax/12-12x2')

        Raises `NotationError`.
        """
        chosen = find_variant(variant)
        match = _TABLE.fullmatch(text)
        if match is not None:
            own, enemy, own_in_hand, enemy_in_hand = (int(n or 0) for n in match.groups()[:4])
            men, stage = (own, enemy, own_in_hand, enemy_in_hand), _STAGES[match[5]]
            if homes.is_possible(men, chosen, stage):
                return cls(*men, chosen, stage)
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
        return homes.is_possible(self.men, self.variant, self.stage)

    @property
    def name(self) -> str:
        """A unique name, also of its file: in a folder of the variant's name unless that is nine.

        >>> TableKey(4, 3, variant=VARIANTS["ten"]).name
        '4-3'
        >>> TableKey(10, 3, variant=VARIANTS["ten"]).name
        'ten/10-3'
        """
        folder, suffix = homes.place_of(self.men, self.variant, self.stage)
        return f"{folder}{'/' if folder else ''}{self.men_text}{suffix}"

    @property
    def men_text(self) -> str:
        """The name without the variant: men on the board, in hand, and the stage."""
        hands = f"+{self.own_in_hand}-{self.enemy_in_hand}" if self.in_hand else ""
        return f"{self.own}-{self.enemy}{hands}{homes.MARKS[self.stage]}"

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
        """Whether the side to move must place a man, or take one after the placing."""
        return self.stage.takes or (self.own_in_hand > 0 and not self.any_turn)

    @property
    def is_staged(self) -> bool:
        """Whether men are placed without captures, or taken after the placing."""
        is_late = self.variant.captures is Captures.AFTER_PLACING
        return is_late and (self.in_hand > 0 or self.stage.takes)

    @property
    def again(self) -> bool:
        """Whether the side that places the last man takes first, so that it has two turns running.

        The missing turn of the other side counts as a ply, so that wins stay odd.
        """
        return self.is_staged and self.in_hand == 1 and self.stage is not Stage.ENEMY_MILL

    @property
    def gives_way(self) -> bool:
        """Whether a side that cannot move passes, and the other side must open a way."""
        is_full = self.total == self.points
        return self.variant.blocked is Blocked.GIVE_WAY and self.in_hand == 0 and not is_full

    @property
    def transposed(self) -> TableKey:
        """The same men on the board and in hand, the other side to move."""
        hands = self.enemy_in_hand, self.own_in_hand
        return TableKey(self.enemy, self.own, *hands, self.variant, self.stage)

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
    def stages_after(self) -> list[TableKey]:
        """The `successors` of a staged table; after a placing that closes no mill first."""
        if self.stage.takes:
            is_last = self.stage is Stage.TAKES_LAST
            stage = Stage.USUAL if is_last else Stage.TAKES_LAST
            after = TableKey(self.enemy - 1, self.own, 0, 0, self.variant, stage)
            return [] if self.capture_wins else [after]
        if self.in_hand == 1:
            men = (self.own + 1, self.enemy) if self.again else (self.enemy, self.own + 1)
            return [TableKey(*men, 0, 0, self.variant, Stage.TAKES_FIRST)]
        swapped = {Stage.OWN_MILL: Stage.ENEMY_MILL, Stage.ENEMY_MILL: Stage.OWN_MILL}
        stages = [swapped.get(self.stage, Stage.USUAL)]
        if self.stage is Stage.USUAL and self.own + 1 >= homes.FEWEST:
            stages.append(Stage.ENEMY_MILL)
        men_after = self.enemy, self.own + 1, self.enemy_in_hand, self.own_in_hand - 1
        return [TableKey(*men_after, self.variant, stage) for stage in stages]

    @property
    def placings(self) -> list[TableKey]:
        """The `successors` that placings lead to, the quiet placings first; staged tables: all."""
        if self.is_staged:
            return self.stages_after
        if self.own_in_hand == 0:
            return []
        kinds = (False, True) if self.goes_on_after_capture(places=True) else (False,)
        return [self.after(places=True, captures=captures) for captures in kinds]

    @property
    def branches(self) -> list[tuple[int, TableKey]]:
        """Where moves lead: 0 quiet, 1 captures; 2 and 3 the same for placings, if a choice."""
        if self.is_staged:
            return list(enumerate(self.stages_after))
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

        With a return ban, also all `tables_below`.

        If a side may move or place, the tables that moves on the board lead to come first.

        >>> [table.name for table in TableKey(3, 4).successors]
        ['4-3', '3-3']
        >>> [table.name for table in TableKey(2, 3, 7, 6).successors]
        ['3-3+6-6', '2-3+6-6']
        """
        if self.is_staged:
            return self.stages_after
        found = [
            TableKey(*men, self.variant)
            for men in homes.men_after(self.men, any_turn=self.any_turn)
        ]
        return [*found, *(table for table in self.tables_below if table not in found)]

    @property
    def tables_below(self) -> list[TableKey]:
        """The moving tables that play with a return ban may lead to; none without the rule.

        >>> [table.name for table in TableKey(4, 3, variant=VARIANTS["morabaraba"]).tables_below]
        ['morabaraba/3-3']
        """
        if not self.variant.return_ban or self.in_hand:
            return []
        fewer, more = sorted((self.own, self.enemy))
        numbers = range(homes.FEWEST, more + 1)
        found = [
            TableKey(own, enemy, variant=self.variant)
            for own in numbers
            for enemy in numbers
            if own + enemy < self.total and min(own, enemy) <= fewer
        ]
        return sorted(found, key=lambda table: (table.total, table.own))

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
        if self.variant.return_ban and self.in_hand == 0:
            return False  # what follows from a capture with a ban would be a long way ahead
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
    def marks(self) -> Marks:
        """What the positions remember besides their men, the side to move first."""
        return MARKS[self.stage]

    @property
    def index(self) -> TableIndex:
        """The table's index."""
        return table_index(self.own, self.enemy, self.variant.board)

    def position(self, own: Mask, enemy: Mask) -> Position:
        """Return a position of this table, White to move unless White has placed one more man."""
        if self.own_in_hand > self.enemy_in_hand:
            men = enemy, own, self.enemy_in_hand, self.own_in_hand, BLACK
        else:
            men = own, enemy, self.own_in_hand, self.enemy_in_hand, WHITE
        if self.stage is Stage.USUAL:
            return Position(*men, variant=self.variant)
        marks = self.marks if men[-1] is WHITE else self.marks.swapped
        return MarkedPosition(*men, False, self.variant, marks)

    def __repr__(self) -> str:
        hands = ""
        if self.own_in_hand or self.enemy_in_hand:
            hands = f", own_in_hand={self.own_in_hand}, enemy_in_hand={self.enemy_in_hand}"
        variant = "" if self.variant == NINE_MENS_MORRIS else f", variant={self.variant!r}"
        stage = "" if self.stage is Stage.USUAL else f", stage={self.stage!r}"
        return f"TableKey(own={self.own}, enemy={self.enemy}{hands}{variant}{stage})"


MARKS: Final = {
    Stage.USUAL: NO_MARKS,
    Stage.OWN_MILL: Marks(first_mill=1),
    Stage.ENEMY_MILL: Marks(first_mill=2),
    Stage.TAKES_FIRST: Marks(takings=2),
    Stage.TAKES_LAST: Marks(takings=1),
}
"""What the positions of a stage remember, the side to move first."""


@cache
def _key_of(men: homes.Men, variant: Variant, stage: Stage, _name: str) -> TableKey:
    # Equal variants may have other names. Kept for every probe: a new key takes 1.2 microseconds.
    if not has_tables(variant):
        raise MissingTableError(f"there are no tables of {variant.title}")
    return TableKey(*men, variant, stage)


def _stage_of(position: Position) -> Stage:
    if position.variant.is_usual:
        return Stage.USUAL
    marks = position.state.marks._replace(ban=None, other_ban=None)
    return next(each for each, what in MARKS.items() if what == marks)


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

    Tables of men to be taken after the placing belong to them.

    >>> len(all_placing_tables()), sum(key.index.size for key in all_placing_tables())
    (269, 17838514173)
    """
    any_turn = variant.placing is Placing.ANY_TURN
    if variant.captures is Captures.AT_ONCE:
        return frozenset(
            TableKey(*men, variant) for men in homes.men_with_hands(variant.men, any_turn=any_turn)
        )
    most = variant.men
    numbers = [((n // 2, n - n // 2), Stage.USUAL) for n in range(2 * most)]
    numbers += [(men, stage) for men, _ in numbers for stage in (Stage.OWN_MILL, Stage.ENEMY_MILL)]
    numbers += [((most, most), Stage.TAKES_FIRST), ((most - 1, most), Stage.TAKES_LAST)]
    return frozenset(
        TableKey(*men, variant, stage)
        for (own, enemy), stage in numbers
        for men in [(own, enemy, *((0, 0) if stage.takes else (most - own, most - enemy)))]
        if homes.is_possible(men, variant, stage)
    )


def home_order(key: TableKey) -> tuple[int, str, int, bool]:
    """Return a sort key: nine men's first, then as they ship; more men first, then flying."""
    folder, _ = homes.place_of(key.men, key.variant, key.stage)
    order = ["", *VARIANTS]
    number = order.index(folder) if folder in order else len(order)
    return number, folder, -key.variant.men, not key.variant.flying


def table_order(key: TableKey) -> tuple[int, str, int, bool, int, int, int, int]:
    """Return a sort key: by home, then by men in hand, men on the board, own men and stage."""
    return *home_order(key), key.in_hand, key.total, key.own, key.stage
