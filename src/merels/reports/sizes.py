"""How large the files of tables are, known from finished runs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from merels.reports.shipped import load_all


@cache
def known_sizes() -> Mapping[str, int]:
    """Return the bytes of each exact table by its name, from the results that ship.

    >>> known_sizes()["3-3"]
    46479
    """
    return {table["name"]: table["bytes"] for each in load_all() for table in each["tables"]}
