"""What solving needs and what the machine has."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from merels._machine import count_processors
from merels.errors import NotationError
from merels.solver.containers import free_in_container
from merels.solver.plan import Pair
from merels.solver.workspace import joint_sizes

INTERPRETER: Final = 350 << 20
"""What Python, NumPy, Numba and the tables of orbits take."""

_UNITS: Final = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def memory_need(*pairs: Pair) -> int:
    """Return the bytes that solving takes at its peak, one pair after the other."""
    return sum(joint_sizes(pairs).values()) + INTERPRETER


def available_memory() -> int | None:
    """Return the bytes of memory that are free, or None where the system does not tell.

    In a container it is what the container may still use.
    """
    known = [free for free in (_free_in_machine(), free_in_container()) if free is not None]
    return min(known, default=None)


def _free_in_machine() -> int | None:
    try:
        found = re.search(r"MemAvailable:\s+(\d+) kB", Path("/proc/meminfo").read_text())
    except OSError:
        found = None
    if found is not None:
        return int(found[1]) << 10
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def available_threads() -> int:
    """Return how many processors this process may use."""
    return count_processors()


def format_bytes(size: int) -> str:
    """Return a size that people can read.

    >>> format_bytes(4_300_000_000), format_bytes(1000)
    ('4.0 GiB', '1000 bytes')
    """
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{size} bytes"


def parse_bytes(text: str) -> int:
    """Read a size such as ``8G`` or ``500M``; units are powers of 1024.

    >>> parse_bytes("8G")
    8589934592

    Raises `NotationError`.
    """
    match = re.fullmatch(r"([0-9]{1,15})([KMGT]?)(?:i?B)?", text.strip(), re.IGNORECASE)
    if match is None:
        raise NotationError(f"{text!r} is no size; write it as 500M or 8G")
    return int(match[1]) * _UNITS[match[2].upper()]
