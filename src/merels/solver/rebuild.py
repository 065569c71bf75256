"""Computing a table that is left out from the tables that its moves lead to."""

from __future__ import annotations

from merels.errors import CorruptTableError
from merels.solver.loading import TableSource
from merels.solver.moving.solver import MovingSolver
from merels.solver.placing.solver import PlacingSolver
from merels.solver.rows.width import Scores
from merels.solver.widening import solve_in_width
from merels.solver.workspace import Workspace
from merels.tables.digests import digest_slots
from merels.tables.format.header import Header
from merels.tables.key import TableKey
from merels.tables.plan import Pair


def rebuild_slots(
    key: TableKey, source: TableSource, threads: int, header: Header | None = None
) -> Scores:
    """Return the scores of a table, slot by slot, from its successors' scores.

    With the header of a table that is left out, they have its bytes each. Raises
    `CorruptTableError` if their digest is not the one in the header.
    """

    def rebuild(workspace: Workspace) -> Scores:
        if key.is_placing:
            return next(PlacingSolver(key, source, threads, workspace).solve())[1]
        return MovingSolver(Pair.of(key), source, threads, workspace).rebuild(key)

    slots = solve_in_width(Pair.of(key), key.successors, source, rebuild)
    if header is None:
        return slots
    slots = slots.astype(header.dtype, copy=False)
    if header.sha256 not in (None, found := digest_slots(slots)):
        raise CorruptTableError(
            f"table {key.name}, rebuilt from those that its moves lead to, has SHA-256 {found} "
            f"instead of {header.sha256}: one of them is wrong"
        )
    return slots
