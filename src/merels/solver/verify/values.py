"""Verifying the values of one table against the positions after its moves, in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np

from merels._system import available_memory
from merels.board.board import Mask
from merels.board.index.dense import Slots, dense_size, expand_table, reduce_table, row_length
from merels.board.index.ranking import BoardTables, Int64s, orbits_of, subsets
from merels.solver.verify import unusual
from merels.solver.verify.bans import check_rows_with_bans
from merels.solver.verify.kernels import check_rows, compute_rows
from merels.solver.verify.layout import (
    LOST_NOW,
    Branch,
    Dense,
    Moves,
    Scale,
    VerifierBoard,
    board_of,
)
from merels.values.bans import for_thread, join_tables
from merels.values.format.header import Kind
from merels.values.layout.homes import Stage
from merels.values.layout.key import TableKey

HIGHEST: Final = {1: 254, 2: 1022}
"""The highest score by its bytes: one ply more must still be a score of `merels.values.format`."""

WRONG_SHOWN: Final = 10
"""How many wrong positions are reported in full."""

CHUNKS_PER_THREAD: Final = 16

Report: TypeAlias = Callable[[float], None]
"""Called with the share that is done, 0 to 1."""


def _build_scale(
    score_before: Callable[[int], int], order: list[int], highest: int, dtype: type = np.uint8
) -> Scale:
    """Return a scale; ``order`` lists the mover's scores from worst to best, rated from 1 up."""
    numbers = {score: number for number, score in enumerate(order, start=1)}
    rating: Slots = np.zeros(highest + 2, dtype=dtype)
    for score in range(highest + 1):
        rating[score] = numbers[score_before(score)]
    scores: Slots = np.full(highest + 2, LOST_NOW, dtype=dtype)
    scores[1 : 1 + len(order)] = order
    return Scale(rating, scores)


def _build_distances(highest: int, dtype: type) -> Scale:
    """Rate exact scores, one ply more: quick to slow losses, draws, then slow to quick wins."""
    order = [*range(3, highest + 2, 2), 0, *range(highest, 0, -2)]
    return _build_scale(lambda score: score + 1 if score else 0, order, highest, dtype)


DISTANCES: Final = {
    1: _build_distances(HIGHEST[1], np.uint8),
    2: _build_distances(HIGHEST[2], np.uint16),
}
RESULTS: Final = {
    score_bytes: _build_scale(lambda score: 1 + score % 2 if score else 0, [1, 0, 2], highest)
    for score_bytes, highest in HIGHEST.items()
}
"""By the bytes of a score. Results only: 1 lost, 0 drawn, 2 won, whatever the distance after the
move."""


def scale_of(key: TableKey, kind: Kind, score_bytes: int) -> Scale:
    """Return how the scores of a table compare, if no score has more than ``score_bytes``."""
    scale = (DISTANCES if kind is Kind.DISTANCE else RESULTS)[score_bytes]
    if key.is_drawn:  # then so is a side that cannot move
        scale = scale._replace(score=np.zeros_like(scale.score))
    return scale


@dataclass(frozen=True, slots=True, order=True)
class WrongScore:
    """A position whose stored score does not follow from its moves."""

    slot: int
    own: Mask
    enemy: Mask
    stored: int
    expected: int


def make_dense(key: TableKey, slots: Slots, threads: int) -> Dense:
    """Unpack the slots of a table for `find_wrong_scores`."""
    return _dense_of(key, expand_table(key.index, slots, threads))


def _dense_of(key: TableKey, values: Slots) -> Dense:
    orbits = key.index.orbits
    return Dense(orbits.representatives, orbits.places, values, row_length(key.index))


def moves_of(key: TableKey, *, places: bool) -> Moves:
    """Return the moves of a table that place a man, or the moves on the board."""
    free, rest_flies = key.points - key.enemy, key.transposed.own_flies
    kind = unusual.GIVES_WAY if key.gives_way else unusual.USUAL
    if key.is_staged:
        kind = _KINDS[key.stage]
    before, after = (subsets(free, men) for men in (key.own, key.own + places))
    return Moves(before, after, places, key.own_flies, rest_flies, key.again, kind)


_KINDS: Final = {
    Stage.USUAL: unusual.NOBODY,
    Stage.OWN_MILL: unusual.OWN_MILL,
    Stage.ENEMY_MILL: unusual.ENEMY_MILL,
    Stage.TAKES_FIRST: unusual.TAKES,
    Stage.TAKES_LAST: unusual.TAKES,
}


def find_wrong_scores(
    key: TableKey,
    table: Dense,
    successors: list[Dense],
    kind: Kind,
    threads: int,
    report: Report = lambda _: None,
    sample: int | None = None,
) -> list[WrongScore]:
    """Return up to `WRONG_SHOWN` positions with wrong scores, by slot; none if all are right.

    ``successors`` are the tables of `TableKey.successors`; no score in them may exceed `HIGHEST`.
    With ``sample``, only rows chosen at random are checked, with at least this many positions in
    total.
    """
    score_bytes = max(dense.values.itemsize for dense in (table, *successors))
    table = _widen(table, score_bytes)
    context = _context_of(key, successors, kind, score_bytes)

    bans = None
    if key.tables_below and not key.capture_wins:
        after = dict(zip(key.successors, successors, strict=True))
        scores = [_widen(after[each], score_bytes).values for each in key.tables_below]
        bans = join_tables(key, np.concatenate(scores))

    def check(rows: Int64s) -> Int64s:
        # Room for all 16 images of each position: images with the same men at rest are found too.
        wrong = np.zeros((16 * WRONG_SHOWN, 4), dtype=np.int64)
        if bans is None:
            return wrong[: check_rows(rows, table, *context, wrong)]
        branch, _, board, tables, scale = context
        highest = int(scale.rating.max())
        losses = np.append(highest - scale.rating.astype(np.uint16), np.uint16(highest))
        below = for_thread(bans), losses
        count = check_rows_with_bans(rows, table, branch, below, board, tables, scale, wrong)
        return wrong[:count]

    found: set[WrongScore] = set()
    for wrong in _walk(_choose_rows(key, sample), check, threads, report):
        found.update(_describe(key, *entry) for entry in wrong.tolist())
    return sorted(found)[:WRONG_SHOWN]


def compute_scores(
    key: TableKey, successors: list[Dense], kind: Kind, score_bytes: int, threads: int
) -> Slots:
    """Return the scores of a table, slot by slot, as they follow from its moves.

    Only for tables that are left out, whose moves never lead into the table itself. ``successors``
    are as for `find_wrong_scores`; a score has ``score_bytes``, or as many as in the successors.
    """
    score_bytes = max([score_bytes, *(dense.values.itemsize for dense in successors)])
    table = _dense_of(key, np.zeros(dense_size(key.index), dtype=_dtype(score_bytes)))
    context = _context_of(key, successors, kind, score_bytes)

    def compute(rows: Int64s) -> None:
        compute_rows(rows, table, key.index.orbits.stabilizers, *context)

    for _ in _walk(_choose_rows(key, None), compute, threads):
        pass
    return reduce_table(key.index, table.values, threads)


Context: TypeAlias = tuple[Branch, Branch, VerifierBoard, BoardTables, Scale]
"""The data from which kernels compute the scores of a table."""


def _context_of(key: TableKey, successors: list[Dense], kind: Kind, score_bytes: int) -> Context:
    after = [_widen(dense, score_bytes) for dense in successors]
    branches = _branches(key, dict(zip(key.successors, after, strict=True)))
    board = board_of(key.variant.board, protected=key.variant.protected)
    scale = scale_of(key, kind, score_bytes)
    return *branches, board, key.index.tables, scale


def _dtype(score_bytes: int) -> np.dtype[Any]:
    return np.dtype(f"u{score_bytes}")


def _widen(dense: Dense, score_bytes: int) -> Dense:
    return dense._replace(values=dense.values.astype(_dtype(score_bytes), copy=False))


Found = TypeVar("Found")


def _walk(
    rows: Int64s, job: Callable[[Int64s], Found], threads: int, report: Report = lambda _: None
) -> Iterator[Found]:
    """Yield what a job returns for each chunk of rows, several at a time."""
    chunks = np.array_split(rows, min(len(rows), threads * CHUNKS_PER_THREAD))
    with ThreadPoolExecutor(threads) as pool:
        jobs = [pool.submit(job, chunk) for chunk in chunks]
        for done, finished in enumerate(as_completed(jobs), start=1):
            yield finished.result()
            report(done / len(jobs))


def _branches(key: TableKey, successors: dict[TableKey, Dense]) -> tuple[Branch, Branch]:
    """Return the moves of a table with the tables that they lead to; one of two may be empty."""
    if key.is_staged:
        return _staged_branches(key, list(successors.values()))
    found = []
    for places in (False, True):
        quiet, capture = (key.after(places=places, captures=captures) for captures in (False, True))
        if quiet in successors:
            dense = successors[quiet]
            no_capture = dense._replace(values=dense.values[:0])
            goes_on = key.goes_on_after_capture(places=places)
            taken = successors[capture] if goes_on else no_capture
            found.append(Branch(moves_of(key, places=places), dense, taken))
    first = found[0]
    nothing = first.moves._replace(before=first.moves.before[:0])
    return first, found[1] if len(found) > 1 else first._replace(moves=nothing)


def _staged_branches(key: TableKey, after: list[Dense]) -> tuple[Branch, Branch]:
    """Return the placings or takings of a staged table, and nothing besides."""
    moves = moves_of(key, places=not key.stage.takes)
    if key.stage.takes:
        orbits = orbits_of(key.enemy, key.variant.board)
        nothing = np.zeros(0, after[0].values.dtype if after else np.uint8)
        rest = Dense(orbits.representatives, orbits.places, nothing, 0)
        first = Branch(moves, rest, *(after or [rest]))
    else:
        first = Branch(moves, after[0], after[-1])
    return first, first._replace(moves=moves._replace(before=moves.before[:0]))


def sample_size(key: TableKey, sample: int | None) -> int:
    """Return how many positions a sample has; the whole table, if that is smaller."""
    return key.index.size if sample is None else min(key.index.size, sample)


def _choose_rows(key: TableKey, sample: int | None) -> Int64s:
    """Return the rows to check, in ascending order."""
    rows = np.arange(len(key.transposed.index.orbits))
    if sample is None:
        return rows
    chosen = -(-sample // len(subsets(key.points - key.enemy, key.own)))
    if chosen >= len(rows):
        return rows
    return np.sort(np.random.default_rng().choice(rows, chosen, replace=False))


def _describe(key: TableKey, own: int, enemy: int, stored: int, expected: int) -> WrongScore:
    slot = key.index.slot_of(own, enemy)
    return WrongScore(slot, *key.index.masks_of(slot), stored, expected)


# Tables in memory while a folder is checked: a table is read as seldom as memory allows.

TableId: TypeAlias = tuple[TableKey, Kind]


def spare_memory() -> int:
    """Return the bytes for tables that are only needed later: half of the free memory."""
    return (available_memory() or 0) // 2


class UnpackedTables(dict[TableId, Dense]):
    """Unpacked tables, for checking them in a known order.

    Tables that are in use stay. Other tables stay as long as all together take at most ``memory``
    bytes; the table that is needed last makes room, so with enough memory no table is read twice.
    """

    def __init__(self, memory: int) -> None:
        self._memory = memory
        super().__init__()
        self._in_use: list[TableId] = []
        self._upcoming: list[set[TableId]] = []

    @contextmanager
    def using(
        self, tables: Sequence[TableId], upcoming: list[set[TableId]] | None = None
    ) -> Iterator[None]:
        """Keep these tables until the end of the block; the ``upcoming`` tables come next."""
        if upcoming is not None:
            self._upcoming = upcoming
        before, self._in_use = self._in_use, [*self._in_use, *tables]
        self._make_room()
        yield
        self._in_use = before

    def _make_room(self) -> None:
        idle = [table for table in self if table not in self._in_use]
        idle.sort(key=self._next_use)
        size = sum(dense.values.nbytes for dense in self.values())
        while idle and (size > self._memory or self._next_use(idle[-1]) == len(self._upcoming)):
            size -= self.pop(idle.pop()).values.nbytes

    def _next_use(self, table: TableId) -> int:
        """Return how many checks come before the first check that needs a table."""
        uses = (step for step, needed in enumerate(self._upcoming) if table in needed)
        return next(uses, len(self._upcoming))
