"""How much memory solving needs, and sizes as people write them."""

from __future__ import annotations

import re
from typing import Final

from merels.errors import NotationError
from merels.solver.workspace import joint_sizes
from merels.tables.plan import Pair

INTERPRETER: Final = 350 << 20
"""Bytes for Python, NumPy, Numba and the tables of orbits."""

_UNITS: Final = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def memory_need(*pairs: Pair) -> int:
    """Return the peak memory in bytes of solving one pair after the other."""
    return sum(joint_sizes(pairs).values()) + INTERPRETER


def format_bytes(size: int) -> str:
    """Format a size for people.

    >>> format_bytes(4_300_000_000), format_bytes(1000)
    ('4.0 GiB', '1000 bytes')
    """
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{size} bytes"


def parse_bytes(text: str) -> int:
    """Parse a size such as ``8G`` or ``500M``; units are powers of 1024.

    >>> parse_bytes("8G")
    8589934592

    Raises `NotationError`.
    """
    match = re.fullmatch(r"([0-9]{1,15})([KMGT]?)(?:i?B)?", text.strip(), re.IGNORECASE)
    if match is None:
        raise NotationError(f"{text!r} is not a size; write it as 500M or 8G")
    return int(match[1]) * _UNITS[match[2].upper()]
