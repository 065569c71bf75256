"""Checking table files: every checksum, every count in the header, every value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from types import MappingProxyType
from typing import Final, TypeAlias

import numpy as np

from merels.board.index.dense import Slots
from merels.board.index.ranking import Int64s
from merels.errors import CorruptTableError, NotationError, PositionError
from merels.rules.position import Position
from merels.rules.value import Value
from merels.rules.variant import VARIANTS, Variant
from merels.solver.verify import values
from merels.values.folder import SUFFIXES, TableFolder, digest_slots, missing_message
from merels.values.format.file import TableFile
from merels.values.format.header import Header, Kind
from merels.values.layout.key import TableKey, home_order
from merels.values.layout.plan import Pair
from merels.values.layout.statistics import Extreme, histogram_of

BLOCKS_SHOWN: Final = 10

NOTHING_PUBLISHED: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class WrongValue:
    """A position whose stored value does not follow from its moves; White is to move."""

    slot: int
    fen: str
    stored: Value
    expected: Value

    def __str__(self) -> str:
        return f"slot {self.slot}: {self.fen}: stored {self.stored}, by its moves {self.expected}"


Problem: TypeAlias = str | WrongValue


class NotChecked(str):
    """Why a table cannot be compared with its moves: another table is missing or damaged."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class CheckedTable:
    """The problems of one file, if any. ``kind`` is None if it is not a table."""

    name: str
    kind: Kind | None
    positions: int
    compared: int
    """How many positions were compared with their moves."""
    problems: tuple[Problem, ...]
    sha256: str | None = None
    """The digest of the values, if they are distances and all can be read."""
    published: str | None = None
    """The digest that the table should have, if it is known."""

    @property
    def is_wrong(self) -> bool:
        """Whether the file itself is at fault, not another file that it is compared with."""
        return any(not isinstance(problem, NotChecked) for problem in self.problems)


def tables_to_check(
    folder: TableFolder, chosen: list[TableKey] | None = None, variant: Variant | None = None
) -> list[values.TableId]:
    """Return the tables of a folder or of a variant, or the ``chosen`` tables that it has.

    Tables that are compared with the same tables follow each other, so that each table is read only
    once.
    """
    found = [(key, kind) for kind in Kind for key in folder.keys(kind, variant)]
    return sorted(
        (table for table in found if chosen is None or table[0] in chosen),
        key=lambda table: (
            home_order(table[0]),
            Pair.of(table[0]).order,
            list(Kind).index(table[1]),
            table[0].own,
        ),
    )


def check_unknown_files(folder: TableFolder) -> list[CheckedTable]:
    """Return the files that look like tables but do not have a table's name."""
    known = {folder.path_of(key, kind) for key, kind in tables_to_check(folder)}
    homes = {folder.path, *(folder.path / name for name in VARIANTS)}
    files = {path for path in folder.files_like(SUFFIXES[Kind.DISTANCE]) if path.parent in homes}
    unknown = sorted(files - known)
    return [
        CheckedTable(path.name, None, 0, 0, (f"{path}: this is not the name of a table",))
        for path in unknown
    ]


class FolderChecker:
    """Checks the tables of a folder one after the other.

    A table without distances is checked against exact tables if the folder has them. Compared only
    with each other, values without distances may agree and still be wrong: a win that never ends
    the game looks like any other win. The values of a table that is left out are computed from the
    tables that its moves lead to, and their digest is compared with the digest in the header.

    ``published`` holds the digests that exact tables should have, by name. ``upcoming`` are the
    tables to be checked, in order; tables for later checks are kept in up to ``memory`` bytes.
    """

    def __init__(
        self,
        folder: TableFolder,
        sample: int | None = None,
        published: Mapping[str, str] = NOTHING_PUBLISHED,
        upcoming: Sequence[values.TableId] = (),
        memory: int | None = None,
    ) -> None:
        self._folder = folder
        self._sample = sample
        self._published = published
        self._upcoming = list(upcoming)
        self._digests: dict[TableKey, str] = {}
        self._unpacked = values.UnpackedTables(values.spare_memory() if memory is None else memory)
        self._problems: dict[values.TableId, list[Problem]] = {}
        self._computed_from: dict[values.TableId, list[values.TableId]] = {}

    def check(
        self, key: TableKey, kind: Kind, report: values.Report = lambda _: None
    ) -> CheckedTable:
        """Check one table; ``report`` is called with the share of values checked so far.

        Checksums and the counts in the header are always checked in full.
        """
        table = key, kind
        if table in self._upcoming:
            del self._upcoming[: self._upcoming.index(table) + 1]
        successors = self._successors(table)
        later = [{each, *self._successors(each)} for each in self._upcoming]
        with self._unpacked.using([table, *successors], later):
            problems = self._check_values(table, successors, report)
        is_checked = not any(isinstance(problem, NotChecked) for problem in problems)
        compared = values.sample_size(key, self._sample) if is_checked else 0
        checked = CheckedTable(key.name, kind, key.index.size, compared, tuple(problems))
        return self._compare_digests(key, checked) if kind is Kind.DISTANCE else checked

    def _check_values(
        self, table: values.TableId, successors: list[values.TableId], report: values.Report
    ) -> list[Problem]:
        """Return the problems of a table, and what it cannot be compared with."""
        key, kind = table
        problems = list(self._load(table))
        others = [other for other in successors if other != table]
        problems += [each for each in self._explain_unusable(others) if each not in problems]
        if self._computed_from.get(table) == successors:
            report(1.0)  # the values follow from their moves
        elif all(each in self._unpacked for each in (table, *successors)):
            wrong = values.find_wrong_scores(
                key,
                self._unpacked[table],
                [self._unpacked[other] for other in successors],
                kind,
                self._folder.threads,
                report,
                self._sample,
            )
            problems += [_describe(key, kind, score) for score in wrong]
        return problems

    def _successors(self, table: values.TableId) -> list[values.TableId]:
        """Return the tables that a table is compared with."""
        key, kind = table
        exact = Kind.DISTANCE
        return [
            (other, exact if self._folder.has(other, exact) else kind) for other in key.successors
        ]

    def _compare_digests(self, key: TableKey, checked: CheckedTable) -> CheckedTable:
        """Add the digest of an exact table, and a problem if it is not the published digest."""
        found, published = self._digests.get(key), self._published.get(key.name)
        problems = checked.problems
        if None not in (found, published) and found != published:
            problems = (
                f"{self._folder.path_of(key)}: the SHA-256 of the values is {found}; the published "
                f"SHA-256 of table {key.name} is {published}",
                *problems,
            )
        return replace(checked, problems=problems, sha256=found, published=published)

    def _load(self, table: values.TableId) -> list[Problem]:
        """Unpack a table unless it is damaged; return the problems of its file."""
        key, kind = table
        if table in self._unpacked:
            return self._problems[table]
        try:
            with self._folder.open(key, kind) as file:
                if file.header.stored:
                    slots, problems = read_slots(file, self._folder.threads)
                else:
                    slots, problems = self._compute(file.header)
                if not problems:
                    if kind is Kind.DISTANCE and key not in self._digests:
                        self._digests[key] = digest_slots(slots)
                    counts = histogram_of(slots, self._folder.threads)
                    problems = list(check_header(file.header, slots, counts))
                    highest = values.HIGHEST[file.header.score_bytes]
                    if counts[highest + 1 :].any():
                        problems.append(f"{file.name}: a score exceeds {highest}")
                    else:
                        self._unpacked[table] = values.make_dense(key, slots, self._folder.threads)
        except (CorruptTableError, OSError) as error:
            problems = [str(error)]
        self._problems[table] = problems
        return problems

    def _compute(self, header: Header) -> tuple[Slots, list[Problem]]:
        """Compute a table that is left out; its successors stay in memory if they fit."""
        key, kind = header.key, header.kind
        sources = [(other, kind) for other in key.successors]
        self._computed_from[key, kind] = sources
        with self._unpacked.using(sources):
            if problems := list(self._explain_unusable(sources)):
                return np.zeros(0, header.dtype), problems
            successors = [self._unpacked[source] for source in sources]
            threads = self._folder.threads
            scores = values.compute_scores(key, successors, kind, header.score_bytes, threads)
        slots = scores.astype(header.dtype, copy=False)
        if header.sha256 not in (None, found := digest_slots(slots)):
            problems.append(
                f"table {key.name}, computed from the tables that its moves lead to, has SHA-256 "
                f"{found} instead of {header.sha256}: one of them is wrong"
            )
        return slots, problems

    def _explain_unusable(self, successors: list[values.TableId]) -> Iterator[Problem]:
        for key, kind in successors:
            if not self._folder.has(key, kind):
                missing = missing_message(key, self._folder.path)
                yield NotChecked(f"cannot be checked: {missing}")
                continue
            self._load((key, kind))
            if (key, kind) not in self._unpacked:
                yield NotChecked(
                    f"cannot be checked: table {key.name}, which moves lead to, is damaged"
                )


def _describe(key: TableKey, kind: Kind, wrong: values.WrongScore) -> WrongValue:
    stored, expected = (Value.from_score(score) for score in (wrong.stored, wrong.expected))
    if kind is Kind.WDL:
        stored, expected = Value(stored.result), Value(expected.result)
    try:
        where = key.position(wrong.own, wrong.enemy).fen()
    except PositionError:  # its mills contradict its stage
        where = f"own men {wrong.own:#x}, enemy men {wrong.enemy:#x}"
    return WrongValue(wrong.slot, where, stored, expected)


def read_slots(file: TableFile, threads: int) -> tuple[Slots, list[Problem]]:
    """Return every slot of a table, and the errors of the first unreadable blocks."""
    size = file.header.block_slots
    slots = np.zeros(file.header.statistics.positions, dtype=file.header.dtype)

    def read_into(number: int) -> str | None:
        try:
            slots[number * size : (number + 1) * size] = file.read_block(number)
        except CorruptTableError as error:
            return str(error)
        return None

    with ThreadPoolExecutor(threads) as pool:
        errors = filter(None, pool.map(read_into, range(file.header.block_count)))
        return slots, list(islice(errors, BLOCKS_SHOWN))


def check_header(header: Header, slots: Slots, counts: Int64s) -> Iterator[str]:
    """Yield errors of the header about the values; ``counts`` are the counts of the slots.

    Reading the header has checked that its numbers agree with each other.
    """
    statistics = header.statistics
    if header.kind is Kind.WDL:
        listed: tuple[int, ...] = (statistics.draws, statistics.losses, statistics.wins)
    else:
        listed = statistics.histogram
    for score, (expected, found) in enumerate(zip_longest(listed, counts.tolist(), fillvalue=0)):
        if found != expected:
            yield f"the header counts {expected} positions of score {score}, not {found}"
    for name, extreme in (("win", statistics.longest_win), ("loss", statistics.longest_loss)):
        problem = None if extreme is None else _check_extreme(header, slots, extreme)
        if problem is not None:
            yield f"the header's longest {name}: {problem}"


def _check_extreme(header: Header, slots: Slots, extreme: Extreme) -> str | None:
    """Return the problem of the position of the longest win or loss, or None."""
    try:
        position = Position.from_fen(extreme.fen, header.key.variant)
    except (NotationError, PositionError) as error:
        return str(error)
    if position.removing or TableKey.of(position) != header.key:
        return f"{extreme.fen!r} is not a position of the table"
    score = int(slots[header.key.index.slot_of(position.own, position.enemy)])
    expected = extreme.plies + 1
    if header.kind is Kind.WDL:
        expected = 2 - expected % 2
    return None if score == expected else f"{extreme.fen!r} has score {score}, not {expected}"
