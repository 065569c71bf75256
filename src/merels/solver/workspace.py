"""What a solver reports, the memory it works in, and sizes as people write them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, Protocol, TypeAlias, TypeVar

import numpy as np

from merels.board.index import dense
from merels.board.index.ranking import orbits_of
from merels.errors import NotationError
from merels.solver.kernels import rating
from merels.solver.kernels.placing import bags_size
from merels.solver.kernels.states import SEGMENTS
from merels.values.layout.homes import FEWEST
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a table is done, reported after each step, with the moves examined in it."""

    key: TableKey
    phase: str
    level: int = 0
    slots_done: int = 0
    slots: int = 0
    edges: int = 0


Report: TypeAlias = Callable[[Progress], None]


# Memory to solve in: the same arrays serve one pair of tables after the other.


class Array(Enum):
    """A large array that solving takes."""

    SLOTS = auto()
    """A table as it is read or written, one score per slot."""

    CAPTURES = auto()
    """Moving: the table that captures lead to, rated."""

    FIRST_VALUES = auto()
    FIRST_STATES = auto()
    FIRST_LEVELS = auto()
    """The first table of a pair while it is being solved; a placing table needs values alone."""

    SECOND_VALUES = auto()
    SECOND_STATES = auto()
    SECOND_LEVELS = auto()

    RATED_A = auto()
    RATED_B = auto()
    """Placing: the two tables that placings lead to, rated, in either order."""

    BANS = auto()
    """Moving with a return ban: all tables with fewer men."""

    BAGS = auto()
    """Placing: scores on their way to their places."""


TABLE_ARRAYS: Final = (
    (Array.FIRST_VALUES, Array.FIRST_STATES, Array.FIRST_LEVELS),
    (Array.SECOND_VALUES, Array.SECOND_STATES, Array.SECOND_LEVELS),
)
"""Values, states and levels of the first and of the second table of a pair."""

RATED: Final = (Array.RATED_A, Array.RATED_B)


def array_sizes(pair: Pair, width: rating.Width = rating.NARROW) -> dict[Array, int]:
    """Return the bytes of each array that solving a pair takes."""
    every = [*pair.needed, *pair.tables]
    sizes = {Array.SLOTS: width.score_bytes * max(key.index.size for key in every)}
    if pair.is_placing:
        values = dense.dense_size(pair.first.index)
        sizes[Array.FIRST_VALUES] = width.score_bytes * values
        sizes[Array.BAGS] = bags_size(values)
    else:
        for key, (values_at, states, levels) in zip(pair.tables, TABLE_ARRAYS, strict=False):
            sizes[values_at] = width.score_bytes * dense.dense_size(key.index)
            sizes[states] = (1 + width.score_bytes) * dense.dense_size(key.transposed.index)
            sizes[levels] = width.limit * SEGMENTS * len(key.index.orbits)
        captures = [key.capture for key in pair.tables if key.goes_on_after_capture(places=False)]
        sizes[Array.CAPTURES] = _largest(captures, width)
        below = [dense.dense_size(key.index) for key in pair.first.tables_below]
        if below:
            sizes[Array.BANS] = width.score_bytes * sum(below)
    placings = [table for key in pair.tables for table in key.placings]
    return sizes | (dict.fromkeys(RATED, _largest(placings, width)) if placings else {})


def _largest(tables: list[TableKey], width: rating.Width) -> int:
    return width.score_bytes * max((dense.dense_size(key.index) for key in tables), default=0)


def joint_sizes(pairs: Iterable[Pair], width: rating.Width = rating.NARROW) -> Counter[Array]:
    """Return the bytes of each array when the same arrays serve several pairs."""
    joint: Counter[Array] = Counter()
    for pair in pairs:
        joint |= Counter(array_sizes(pair, width))  # the larger of each
    return joint


class Workspace:
    """Arrays large enough for each of some pairs; their content is left over from earlier pairs."""

    def __init__(self, pairs: Iterable[Pair], width: rating.Width = rating.NARROW) -> None:
        # Memory is only taken once it is written to: the arrays of the last pair cost nothing yet.
        self._arrays = {
            array: np.empty(size, dtype=np.uint8)
            for array, size in joint_sizes(pairs, width).items()
        }
        self.width = width
        """The width of the scores and ratings."""
        self.contents: dict[Array, TableKey] = {}
        """Rated tables that are still in the arrays and may be needed again."""

    def take(self, array: Array, size: int) -> rating.Scores:
        """Return the beginning of an array as ``size`` scores."""
        return self.take_bytes(array, size * self.width.score_bytes).view(self.width.dtype)

    def take_bytes(self, array: Array, size: int) -> dense.Bytes:
        """Return the first bytes of an array."""
        return self._arrays[array][:size]


# How much memory solving needs.

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


# From files to kernels and back: tables as slots or as dense rows, rated on the way in.


class TableSource(Protocol):
    """Where solved tables come from."""

    def load_slots(self, key: TableKey, out: rating.Scores | None = None) -> rating.Scores:
        """Return the scores of a table, in ``out`` if that is given."""

    def score_bytes(self, key: TableKey) -> int:
        """Return the bytes of each of its scores."""


def width_for(tables: Iterable[TableKey], source: TableSource) -> rating.Width:
    """Return the width to begin with, given the tables that a table is built on."""
    return rating.WIDE if any(source.score_bytes(key) > 1 for key in tables) else rating.NARROW


def no_rated_table(width: rating.Width = rating.NARROW) -> rating.RatedTable:
    """Return an empty table: it stands for a table if every move into the table wins the game."""
    orbits = orbits_of(FEWEST)
    return rating.RatedTable(
        orbits.representatives, orbits.places, np.zeros(0, dtype=width.dtype), 0
    )


def load_rated(
    key: TableKey,
    source: TableSource,
    workspace: Workspace,
    array: Array,
    pool: ThreadPoolExecutor,
    threads: int,
) -> rating.RatedTable:
    """Load a table into an array of the workspace, rated for the side that moves into it."""
    slots = load_into(key, source, workspace)
    rows = workspace.take(array, dense.dense_size(key.index))
    ratings = workspace.width.ratings
    for job in [
        pool.submit(rating.rate_scores, ratings, slots[first:last])
        for first, last in dense.split(len(slots), threads * dense.CHUNKS_PER_THREAD)
    ]:
        job.result()
    dense.convert_table(dense.expand_rows, key.index, slots, rows, pool, threads)
    return rated_table(key, rows)


def load_into(key: TableKey, source: TableSource, workspace: Workspace) -> rating.Scores:
    """Load the scores of a table into the workspace, in the width of the workspace."""
    slots = workspace.take(Array.SLOTS, key.index.size)
    if source.score_bytes(key) == workspace.width.score_bytes:
        return source.load_slots(key, slots)
    slots[:] = source.load_slots(key)
    return slots


def rated_table(key: TableKey, rows: rating.Scores) -> rating.RatedTable:
    """Return a dense table of ratings in the form that kernels take."""
    orbits = key.index.orbits
    return rating.RatedTable(
        orbits.representatives, orbits.places, rows, dense.row_length(key.index)
    )


# Solving with one byte for a score or, if need be, two.

T = TypeVar("T")


def solve_in_width(
    pair: Pair,
    successors: list[TableKey],
    source: TableSource,
    solve: Callable[[Workspace], T],
    workspace: Workspace | None = None,
) -> T:
    """Return the result of ``solve`` in a workspace for a pair, with two-byte values if needed.

    ``successors`` are the tables that it loads from ``source``. ``workspace`` may be given for one
    byte. Raises `TooLongError` if two bytes are too few.
    """
    if width_for(successors, source) is rating.NARROW:
        try:
            return solve(Workspace([pair]) if workspace is None else workspace)
        except rating.TooLongError:
            pass  # nothing has been saved yet: scores are complete before the first is saved
    return solve(Workspace([pair], rating.WIDE))
