"""The tables of a folder, file by file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from merels.errors import CorruptTableError
from merels.rules.variant import NINE_MENS_MORRIS, Variant, spell
from merels.values.book import men_placed
from merels.values.folder import TableFolder
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey
from merels.values.layout.statistics import Statistics


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table's file, as its header describes it."""

    key: TableKey
    kind: Kind
    statistics: Statistics
    bytes: int
    stored: bool = True
    """Whether the file has the values, or they follow from other tables."""

    @property
    def name(self) -> str:
        """The table's name, marked if it has no distances."""
        return self.key.name if self.kind is Kind.DISTANCE else f"{self.key.name} {self.kind.value}"

    @property
    def variant(self) -> str:
        """The variant that keeps the table, as commands take it."""
        return spell(self.key.variant)

    def listed(self) -> dict[str, Any]:
        """Return the table as JSON among the tables of all variants."""
        return {"variant": self.variant, **self.document()}

    def document(self) -> dict[str, Any]:
        """Return the table as JSON; ``docs/tablebase.md`` describes the members."""
        key, statistics = self.key, self.statistics
        win, loss = statistics.longest_win, statistics.longest_loss
        return {
            "own": key.own,
            "enemy": key.enemy,
            "own_in_hand": key.own_in_hand,
            "enemy_in_hand": key.enemy_in_hand,
            "flying": bool(key.variant.flying),
            "kind": self.kind.value,
            "positions": statistics.positions,
            "wins": statistics.wins,
            "draws": statistics.draws,
            "losses": statistics.losses,
            "longest_win": win and win.plies,
            "longest_loss": loss and loss.plies,
            "bytes": self.bytes,
            "stored": self.stored,
        }


def list_tables(
    path: Path, variant: Variant | None = None
) -> tuple[list[ListedTable], list[CorruptTableError | OSError]]:
    """Return the tables of a folder, exact ones first, and the errors of damaged files.

    With ``variant``, only the tables of this game, wherever they are kept.

    Headers and block indexes are read and checked; blocks are not.
    """
    folder = TableFolder(path)
    listed: list[ListedTable] = []
    errors: list[CorruptTableError | OSError] = []
    for kind in (Kind.DISTANCE, Kind.WDL):
        for key in folder.keys(kind, variant):
            try:
                with folder.open(key, kind) as file:
                    header = file.header
                    listed.append(
                        ListedTable(key, kind, header.statistics, file.size, header.stored)
                    )
            except (CorruptTableError, OSError) as error:
                errors.append(error)
    return listed, errors


def sum_tables(tables: Iterable[ListedTable]) -> dict[str, Any]:
    """Return the counts of all tables together, as members of the JSON of a single one."""
    every = [table.statistics for table in tables]
    return {
        "positions": sum(s.positions for s in every),
        "wins": sum(s.wins for s in every),
        "draws": sum(s.draws for s in every),
        "losses": sum(s.losses for s in every),
        "longest_win": max((e.plies for s in every if (e := s.longest_win)), default=None),
        "longest_loss": max((e.plies for s in every if (e := s.longest_loss)), default=None),
    }


def group_by_placed(
    tables: Iterable[ListedTable], variant: Variant = NINE_MENS_MORRIS
) -> dict[int, list[ListedTable]]:
    """Return the tables of a game by the number of men placed, fewest first."""
    groups: dict[int, list[ListedTable]] = {}
    for table in tables:
        groups.setdefault(men_placed(table.key, variant), []).append(table)
    return dict(sorted(groups.items()))


def sum_histograms(tables: Iterable[ListedTable]) -> list[int]:
    """Return how many positions have each score, over all tables."""
    histograms = (table.statistics.histogram for table in tables)
    return [sum(column) for column in zip_longest(*histograms, fillvalue=0)]
