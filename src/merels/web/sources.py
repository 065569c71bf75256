"""Where exact values come from."""

from __future__ import annotations

from merels.rules.position import Position
from merels.solver.table import TableKey
from merels.tablebase.tablebase import Source, Tablebase


class Sources:
    """Looks up where values come from, once for each table.

    A request asks for some thirty positions of two or three tables; looking into the folder for
    each of them would take as long as the probes themselves.
    """

    def __init__(self, tablebase: Tablebase) -> None:
        self._tablebase = tablebase
        self._known: dict[TableKey, Source] = {}

    def of(self, position: Position) -> Source:
        """Return the source of a position whose value is known.

        What the rules decide, since a side has too few men, counts as a table's.
        """
        if position.removing:
            return self._tablebase.source(position) or Source.TABLE
        key = TableKey.of(position)
        if key not in self._known:
            self._known[key] = self._tablebase.source(position) or Source.TABLE
        return self._known[key]
