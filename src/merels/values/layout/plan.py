"""Which tables to solve and in which order, decided by numbers of men: nothing is solved here.

A moving table is solved together with its transpose, ``(a, b)`` with ``(b, a)``. The two need the
tables that captures lead to, so pairs with fewer men come first. Placing tables are solved one by
one, tables with the fewest men in hand first; where a side may move instead of placing, tables with
men in hand are solved in pairs too. Pairs that do not need each other may be solved side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from merels.rules.variant import NINE_MENS_MORRIS, Variant
from merels.values.layout.homes import FEWEST, is_possible
from merels.values.layout.key import TableKey, all_placing_tables


@dataclass(frozen=True, slots=True)
class Pair:
    """The unit of solving: a moving table and its transpose, the larger own side first.

    A table that is its own transpose, or whose side to move must place, is a pair of one; so is a
    table whose side to move has no man on the board, if play never leads to its transpose.

    >>> Pair.of(TableKey(3, 4)).name
    '4-3 and 3-4'
    >>> [key.name for key in Pair.of(TableKey(5, 4)).needed]
    ['3-5', '4-4']
    """

    tables: tuple[TableKey, ...]

    @classmethod
    def of(cls, key: TableKey) -> Pair:
        """Return the pair that a table is solved in."""
        other = key.transposed
        if key.is_placing or key == other or not other.is_possible:
            return cls((key,))
        return cls((key, other) if key.men > other.men else (other, key))

    @property
    def first(self) -> TableKey:
        """The table that messages name for the pair."""
        return self.tables[0]

    @property
    def names(self) -> list[str]:
        """The names of the tables."""
        return [key.name for key in self.tables]

    @property
    def name(self) -> str:
        """The names of the tables in words."""
        return " and ".join(self.names)

    @property
    def is_placing(self) -> bool:
        """Whether this is a placing table."""
        return self.first.is_placing

    @property
    def slots(self) -> int:
        """The slots of all tables together."""
        return sum(key.index.size for key in self.tables)

    @property
    def needed(self) -> list[TableKey]:
        """The tables that moves lead to, other than the tables of the pair itself."""
        return [key for table in self.tables for key in table.successors if key not in self.tables]

    @property
    def order(self) -> tuple[int, int, int, int]:
        """A sort key that puts each pair after the pairs that it needs.

        Placing tables with equal own men follow each other by the enemy's men: the table that quiet
        placings lead to from one is the table that captures lead to from the next, and need not be
        loaded again.
        """
        key = self.first
        if key.is_placing and key.in_hand:
            return key.in_hand, key.own, key.enemy, key.stage
        return key.in_hand, key.total, key.own, key.stage


def all_moving_tables(
    variant: Variant = NINE_MENS_MORRIS, men: int | None = None
) -> list[TableKey]:
    """Return the moving tables of a variant, with at most ``men`` men on the board."""
    sides = range(FEWEST, variant.men + 1)
    most = 2 * variant.men if men is None else men
    return [
        TableKey(own, enemy, variant=variant)
        for own in sides
        for enemy in sides
        if own + enemy <= most and is_possible((own, enemy, 0, 0), variant)
    ]


def all_tables(variant: Variant = NINE_MENS_MORRIS) -> list[TableKey]:
    """Return the tables of the whole game."""
    return [*all_moving_tables(variant), *all_placing_tables(variant)]


@dataclass(slots=True)
class Plan:
    """The pairs still to be solved, and which of them may start now.

    A state machine without effects: report what has started and finished, and ask what is ready.
    Runs on one machine and on a cluster follow the same plan.

    >>> plan = Plan.for_tables([TableKey(4, 4)], is_done=lambda key: False)
    >>> [pair.name for pair in plan.pairs]
    ['3-3', '4-3 and 3-4', '4-4']
    >>> [pair.name for pair in plan.ready()]
    ['3-3']
    """

    pairs: list[Pair]
    """In an order in which each pair needs only earlier pairs."""

    _waiting: list[Pair] = field(init=False)
    _unfinished: set[Pair] = field(init=False)

    def __post_init__(self) -> None:
        self._waiting = list(self.pairs)
        self._unfinished = set(self.pairs)

    @classmethod
    def for_tables(
        cls,
        targets: Iterable[TableKey],
        is_done: Callable[[TableKey], bool],
        is_readable: Callable[[TableKey], bool] | None = None,
    ) -> Plan:
        """Plan for ``targets`` and everything they need.

        Leaves out targets that are done, and needed tables that can be read (by default, needed
        tables that are done).
        """
        can_read = is_done if is_readable is None else is_readable
        found = {
            pair for pair in map(Pair.of, targets) if not all(is_done(key) for key in pair.tables)
        }
        queue = list(found)
        while queue:
            needed = queue.pop().needed
            new = {Pair.of(key) for key in needed if not can_read(key)} - found
            found |= new
            queue += new
        return cls(sorted(found, key=lambda pair: pair.order))

    def ready(self) -> list[Pair]:
        """Return the pairs that can start now: not started yet, and needing nothing unfinished."""
        return [
            pair
            for pair in self._waiting
            if not any(Pair.of(key) in self._unfinished for key in pair.needed)
        ]

    def start(self, pair: Pair) -> None:
        """Record that a pair has started."""
        self._waiting.remove(pair)

    def finish(self, pair: Pair) -> None:
        """Record that the tables of a pair are saved."""
        self._unfinished.remove(pair)

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do."""
        return not self._unfinished

    def still_needed(self) -> set[TableKey]:
        """Return the solved tables that unfinished pairs will read."""
        return {key for pair in self._unfinished for key in pair.needed}

    def pairs_left(self) -> list[Pair]:
        """Return the unfinished pairs."""
        return [pair for pair in self.pairs if pair in self._unfinished]

    def slots_left(self) -> int:
        """Return the slots of the unfinished pairs."""
        return sum(pair.slots for pair in self._unfinished)
