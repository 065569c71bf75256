"""Positions with exact values as data: samples, symmetry classes, files.

>>> import merels
>>> with merels.open_book() as book:
...     rows = merels.datasets.draw_sample(book, 100, "uniform", seed=1)
>>> len(rows), sorted(set(rows.split.tolist()))
(100, ['test', 'train'])

Needs the extra ``engine``; Parquet files need the extra ``data``. ``docs/datasets.md`` describes
kinds of samples, columns and the split.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from merels.datasets.files import Rows, draw_sample, read_table, write_rows

__all__ = ["Rows", "draw_sample", "read_table", "write_rows"]

_HOMES = {"Rows": "files", "draw_sample": "files", "read_table": "files", "write_rows": "files"}
"""The modules of the names, which need other packages; they are imported on first use."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
