"""Writes the endgames of Nine Men's Morris as static tables: for tests of a server with a site.

    python static_endgames.py TABLES FOLDER

writes the tables of three men against three or four. The command writes whole games alone, and
nine's takes half an hour to solve.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from merels.rules.variant import NINE_MENS_MORRIS
from merels.site.folder import SiteFolder
from merels.site.tables import Choice, TableWriter
from merels.values.folder import TableFolder
from merels.values.layout.key import TableKey


@dataclass(frozen=True, slots=True)
class Endgames(Choice):
    """The tables of three men against three or four."""

    @property
    def keys(self) -> list[TableKey]:
        """Those tables, with either side to move."""
        return [TableKey(*men, variant=self.variant) for men in ((3, 3), (3, 4), (4, 3))]


def main(tables: Path, folder: Path) -> None:
    """Write them."""
    site = SiteFolder(folder)
    with site.lock():
        writer = TableWriter(site, TableFolder(tables, threads=2), [Endgames(NINE_MENS_MORRIS)])
        writer.write(writer.plan())


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
