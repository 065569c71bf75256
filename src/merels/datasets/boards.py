"""Many positions in columns, as the side to move sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from merels.board.index.ranking import Int64s
from merels.rules.position import Position
from merels.rules.variant import NINE_MENS_MORRIS, Variant
from merels.tables.batches import split_by_men
from merels.tables.key import TableKey

__all__ = ["Boards", "Int64s", "boards_of", "join_boards", "split_by_table", "start_boards"]


class Boards(NamedTuple):
    """Positions, one per row."""

    own: Int64s
    enemy: Int64s
    own_in_hand: Int64s
    enemy_in_hand: Int64s

    def take(self, chosen: npt.NDArray[np.generic] | slice) -> Boards:
        """Return some of the positions."""
        return Boards(*(column[chosen] for column in self))


def start_boards(games: int, variant: Variant = NINE_MENS_MORRIS) -> Boards:
    """Return empty boards."""
    columns = (0, 0, variant.men, variant.men)
    return Boards(*(np.full(games, value, dtype=np.int64) for value in columns))


def boards_of(positions: Sequence[Position]) -> Boards:
    """Return positions as columns."""
    sides = np.array([position.sides for position in positions], dtype=np.int64).reshape(-1, 4)
    return Boards(*sides.T)


def join_boards(parts: Iterable[Boards]) -> Boards:
    """Return the positions of several groups, one after the other."""
    found = list(parts) or [boards_of(())]
    return Boards(*(np.concatenate(columns) for columns in zip(*found, strict=True)))


def split_by_table(boards: Boards, variant: Variant) -> Iterator[tuple[TableKey, Int64s]]:
    """Yield each table that the positions belong to, with the numbers of its positions."""
    numbers = np.arange(len(boards.own))
    for men, chosen in split_by_men(*boards):
        yield TableKey(*men, variant), numbers[chosen]
