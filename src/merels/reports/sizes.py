"""How large the files of tables are, known from finished runs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from merels.reports.shipped import load_all


@cache
def known_sizes() -> Mapping[str, int]:
    """Return the bytes of each exact table by its name, from the results that ship.

    Tables that variants share count as tables of nine men's morris. The bytes of tables that were
    left out are unknown.

    >>> known_sizes()["3-3"]
    46479
    """
    sizes: dict[str, int] = {}
    for document in load_all():
        for table in document["tables"]:
            if table.get("stored", True):
                sizes.setdefault(table["name"], table["bytes"])
    return sizes
