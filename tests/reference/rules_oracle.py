"""What follows from tables by the reference rules, to compare compiled code with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from merels import Position, Value, Variant
from merels.board.index.dense import Bytes
from merels.values.layout.homes import FEWEST
from merels.values.layout.key import TableKey

LOST_NOW = 1

# Without mills, with them, with captures that win, just before the moving phase, other variants.
PLACING_TABLES = [
    TableKey(0, 0, 9, 9),
    TableKey(1, 2, 8, 7),
    TableKey(2, 3, 7, 6),
    TableKey(3, 3, 6, 6),
    TableKey(4, 4, 5, 5),
    TableKey(4, 5, 3, 2),
    TableKey(5, 4, 1, 1),
    TableKey(5, 4, 1, 0),
    TableKey(4, 3, 1, 0, Variant(flying=False)),
    TableKey(2, 3, 1, 0, Variant(men=3)),
    TableKey(3, 3, 2, 1, Variant(men=5)),
]


def random_tables(keys: Iterable[TableKey]) -> dict[TableKey, Bytes]:
    """Return tables of random scores; the tests check what follows from them, true or not."""
    return {
        key: np.random.default_rng(key.own * 10 + key.enemy).integers(
            0, 200, key.index.size, dtype=np.uint8
        )
        for key in keys
    }


def value_by_rules(position: Position, tables: Mapping[TableKey, Bytes]) -> Value:
    """Return the best value over all moves that the reference rules allow."""
    values = [Value.from_score(LOST_NOW)]
    for move in position.generate_moves():
        after = position.successor(move)
        table = TableKey.of(after)
        score = LOST_NOW
        if table.own + table.own_in_hand >= FEWEST:
            score = int(tables[table][table.index.slot_of(after.own, after.enemy)])
        values.append(Value.from_score(score).before_move())
    return max(values)
