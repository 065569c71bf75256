"""What every report shares."""

from __future__ import annotations

import json
from typing import Any


def print_json(document: Any) -> None:
    """Print one JSON document on standard output."""
    print(json.dumps(document, ensure_ascii=False, indent=2))
