"""What to solve and in which order: decided from numbers of men alone, without computing anything.

Moving tables are solved in pairs, ``(a, b)`` with ``(b, a)``. A pair needs the tables that a
removal leads to; so pairs with fewer men come first. Placing tables are solved one by one, those
with the fewest men in hand first. What does not need each other may go side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from merels.rules.variant import NINE_MENS_MORRIS, Variant
from merels.tables.key import FEWEST, TableKey, all_placing_tables

Pair: TypeAlias = tuple[TableKey, ...]
"""Tables that are solved together.

A moving table and its transpose, the larger own side first; one table where both are the same, and
where men are in hand.
"""


def pair_of(key: TableKey) -> Pair:
    """Return the pair that a table is solved in.

    >>> [key.name for key in pair_of(TableKey(3, 4))]
    ['4-3', '3-4']
    """
    if key.is_placing or key.own == key.enemy:
        return (key,)
    return (key, key.transposed) if key.own > key.enemy else (key.transposed, key)


def needed_tables(pair: Pair) -> list[TableKey]:
    """Return the tables that moves lead to, other than those of the pair itself."""
    return [key for table in pair for key in table.successors if key not in pair]


def all_moving_tables(
    variant: Variant = NINE_MENS_MORRIS, men: int | None = None
) -> list[TableKey]:
    """Return the moving tables of a variant, of at most ``men`` men in all."""
    sides = range(FEWEST, variant.men + 1)
    most = 2 * variant.men if men is None else men
    return [
        TableKey(own, enemy, variant=variant)
        for own in sides
        for enemy in sides
        if own + enemy <= most
    ]


def all_tables(variant: Variant = NINE_MENS_MORRIS) -> list[TableKey]:
    """Return the tables of the whole game."""
    return [*all_moving_tables(variant), *all_placing_tables(variant)]


def _order(pair: Pair) -> tuple[int, int, int]:
    """Order pairs so that each comes after those that it needs.

    Placing tables of equal own men follow each other by the enemy's: what quiet placings lead to
    from one of them is what removals lead to from the next, and need not be loaded again.
    """
    key = pair[0]
    if key.is_placing:
        return key.in_hand, key.own, key.enemy
    return 0, key.total, key.own


@dataclass(slots=True)
class Plan:
    """The pairs that are still to be solved, and what may be started now.

    A state machine without effects: tell it what has been started and finished, and ask what is
    ready. Runs on one machine and on a cluster follow the same plan.

    >>> plan = Plan.for_tables([TableKey(4, 4)], is_done=lambda key: False)
    >>> [pair[0].name for pair in plan.pairs]
    ['3-3', '4-3', '4-4']
    >>> [pair[0].name for pair in plan.ready()]
    ['3-3']
    """

    pairs: list[Pair]
    """In an order in which each can be solved after those before it."""

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
        """Plan for ``targets`` and whatever they need.

        Left out are targets that are done and needed tables that can be read (by default, the
        same).
        """
        can_read = is_done if is_readable is None else is_readable
        found = {
            pair_of(key) for key in targets if not all(is_done(other) for other in pair_of(key))
        }
        queue = list(found)
        while queue:
            for key in needed_tables(queue.pop()):
                if pair_of(key) not in found and not can_read(key):
                    found.add(pair_of(key))
                    queue.append(pair_of(key))
        return cls(sorted(found, key=_order))

    def ready(self) -> list[Pair]:
        """Return the pairs that can be started: not started yet, and needing nothing unfinished."""
        return [
            pair
            for pair in self._waiting
            if not any(pair_of(key) in self._unfinished for key in needed_tables(pair))
        ]

    def start(self, pair: Pair) -> None:
        """Note that a pair has been started."""
        self._waiting.remove(pair)

    def finish(self, pair: Pair) -> None:
        """Note that a pair's tables are there."""
        self._unfinished.remove(pair)

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do."""
        return not self._unfinished

    def still_needed(self) -> set[TableKey]:
        """Return the solved tables that unfinished pairs will read."""
        return {key for pair in self._unfinished for key in needed_tables(pair)}

    def slots_left(self) -> int:
        """Return the slots of the unfinished pairs."""
        return sum(key.index.size for pair in self._unfinished for key in pair)
