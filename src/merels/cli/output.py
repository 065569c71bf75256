"""Output that several commands share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def no_tables_message(folder: Path) -> str:
    """Return an error message for a folder without tables."""
    return (
        f"there are no tables in {str(folder)!r}; make some with: "
        f"merels solve --men 8 --tables {folder}"
    )


def print_json(document: Any) -> None:
    """Print one JSON document on standard output."""
    print(json.dumps(document, ensure_ascii=False, indent=2))
