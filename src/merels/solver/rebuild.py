"""Computing a table that is left out from those that its moves lead to."""

from __future__ import annotations

from merels.board.index.dense import Bytes
from merels.errors import CorruptTableError
from merels.solver.loading import TableSource
from merels.solver.moving.solver import MovingSolver
from merels.solver.placing.solver import PlacingSolver
from merels.tables.digests import digest_slots
from merels.tables.key import TableKey
from merels.tables.plan import Pair


def rebuild_slots(
    key: TableKey, source: TableSource, threads: int, sha256: str | None = None
) -> Bytes:
    """Return the scores of a table, one byte per slot, from those of its successors.

    Raises `CorruptTableError` if their digest is not ``sha256``, where that is given.
    """
    if key.is_placing:
        slots = next(PlacingSolver(key, source, threads).solve())[1]
    else:
        slots = MovingSolver(Pair.of(key), source, threads).rebuild(key)
    if sha256 not in (None, found := digest_slots(slots)):
        raise CorruptTableError(
            f"table {key.name}, rebuilt from those that its moves lead to, has SHA-256 {found} "
            f"instead of {sha256}: one of them is wrong"
        )
    return slots
