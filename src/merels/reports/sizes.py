"""How large the files of tables are, known from a finished run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def known_sizes() -> Mapping[str, int]:
    """Return the bytes of each exact table by its name, from the results that ship.

    >>> known_sizes()["3-3"]
    46479
    """
    results = json.loads(files("merels.reports").joinpath("results.json").read_bytes())
    return {table["name"]: table["bytes"] for table in results["tables"]}
