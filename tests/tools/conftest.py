"""Invented tables of the whole game: the side with more men wins."""

import contextlib

import numpy as np
import pytest

from merels import DRAW, Result, Value
from merels.values.tablebase import MoveValue


class MadeUpTables:
    """Values that depend only on the number of men; no small table covers the placing phase."""

    def probe(self, position):
        lead = position.total(position.turn) - position.total(position.turn.other)
        if lead == 0:
            return DRAW
        return Value(Result.WIN, 11) if lead > 0 else Value(Result.LOSS, 10)

    get = probe

    def probe_many(self, own, enemy, variant=None, *, own_in_hand, enemy_in_hand):
        lead = [
            (a.bit_count() + b) - (c.bit_count() + d)
            for a, b, c, d in zip(
                *(each.tolist() for each in (own, own_in_hand, enemy, enemy_in_hand)), strict=True
            )
        ]
        return np.select([np.array(lead) > 0, np.array(lead) < 0], [12, 11], 0).astype(np.uint16)

    def probe_moves(self, position):
        rated = [
            MoveValue(move, self.probe(position.successor(move)).before_move())
            for move in position.legal_moves
        ]
        return sorted(rated, key=lambda entry: entry.value, reverse=True)


@pytest.fixture
def open_made_up():
    """Stands in for `open_tablebase`."""
    return lambda path: contextlib.nullcontext(MadeUpTables())
