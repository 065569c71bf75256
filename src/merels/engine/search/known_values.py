"""Exact values from the oracle for positions inside the tree, stored before a search begins.

Kernels cannot ask the oracle. If it does not know the moves of the root, the next positions that it
may know are those with one man less: after a capture in reply.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from merels.engine.oracle import Oracle
from merels.engine.search.root import RootMove
from merels.rules.position import Position
from merels.rules.value import Value

SHARE: Final = 0.1
"""The share of the time that may go into asking."""

MOST_SECONDS: Final = 0.1


class KnownValue(NamedTuple):
    """A position and its value for the side to move."""

    position: Position
    value: Value


def find_known_values(
    moves: Sequence[RootMove], oracle: Oracle | None, budget: float | None
) -> Iterator[KnownValue]:
    """Yield what the oracle knows about captures in reply to the moves.

    It stops after a share of the budget, and at the first reply that the oracle does not know.
    """
    if oracle is None:
        return
    seconds = MOST_SECONDS if budget is None else min(MOST_SECONDS, SHARE * budget)
    end = time.perf_counter() + seconds
    for move in moves:
        for reply in move.after.generate_moves():
            if reply.captured is None:
                continue
            position = move.after.successor(reply)
            value = oracle.get(position)
            if value is None or time.perf_counter() > end:
                return
            yield KnownValue(position, value)
