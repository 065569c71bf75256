"""Solving with as many bytes for a score as it takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from merels.solver.loading import TableSource, width_for
from merels.solver.rows.width import NARROW, WIDE, TooLongError
from merels.solver.workspace import Workspace
from merels.tables.key import TableKey
from merels.tables.plan import Pair

T = TypeVar("T")


def solve_in_width(
    pair: Pair,
    successors: list[TableKey],
    source: TableSource,
    solve: Callable[[Workspace], T],
    workspace: Workspace | None = None,
) -> T:
    """Return what ``solve`` does in a workspace for a pair, of two bytes if one is too few.

    ``successors`` are the tables that it loads from ``source``. ``workspace`` may be given for one
    byte. Raises `TooLongError` if two are too few.
    """
    if width_for(successors, source) is NARROW:
        try:
            return solve(Workspace([pair]) if workspace is None else workspace)
        except TooLongError:
            pass  # after nothing has been saved: scores are complete before the first of them is
    return solve(Workspace([pair], WIDE))
