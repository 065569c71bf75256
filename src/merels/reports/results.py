"""The tables of a folder, and the solved game as a whole, in figures that come from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, TypeAlias

from merels.errors import CorruptTableError, MissingTableError
from merels.rules.move import Move
from merels.rules.position import Position
from merels.rules.value import Result
from merels.rules.variant import NINE_MENS_MORRIS, Variant, spell
from merels.values.book import men_placed, opening_tables
from merels.values.folder import TableFolder, digest_tables
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey
from merels.values.layout.plan import all_tables
from merels.values.layout.statistics import Statistics
from merels.values.shipped import Document
from merels.values.tablebase import Tablebase


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table's file, as its header describes it."""

    key: TableKey
    kind: Kind
    statistics: Statistics
    bytes: int
    stored: bool = True
    """Whether the file has the values, or they follow from other tables."""

    @property
    def name(self) -> str:
        """The table's name, marked if it has no distances."""
        return self.key.name if self.kind is Kind.DISTANCE else f"{self.key.name} {self.kind.value}"

    @property
    def variant(self) -> str:
        """The variant that keeps the table, as commands take it."""
        return spell(self.key.variant)

    def listed(self) -> dict[str, Any]:
        """Return the table as JSON among the tables of all variants."""
        return {"variant": self.variant, **self.document()}

    def document(self) -> dict[str, Any]:
        """Return the table as JSON; ``docs/tablebase.md`` describes the members."""
        key, statistics = self.key, self.statistics
        win, loss = statistics.longest_win, statistics.longest_loss
        return {
            "own": key.own,
            "enemy": key.enemy,
            "own_in_hand": key.own_in_hand,
            "enemy_in_hand": key.enemy_in_hand,
            **({"stage": key.stage.name.lower()} if key.stage else {}),
            "flying": bool(key.variant.flying),
            "kind": self.kind.value,
            "positions": statistics.positions,
            "wins": statistics.wins,
            "draws": statistics.draws,
            "losses": statistics.losses,
            "longest_win": win and win.plies,
            "longest_loss": loss and loss.plies,
            "bytes": self.bytes,
            "stored": self.stored,
        }


def list_tables(
    path: Path, variant: Variant | None = None
) -> tuple[list[ListedTable], list[CorruptTableError | OSError]]:
    """Return the tables of a folder, exact tables first, and the errors of damaged files.

    With ``variant``, only the tables of this game, wherever they are kept.

    Headers and block indexes are read and checked; blocks are not.
    """
    folder = TableFolder(path)
    listed: list[ListedTable] = []
    errors: list[CorruptTableError | OSError] = []
    for kind in (Kind.DISTANCE, Kind.WDL):
        for key in folder.keys(kind, variant):
            try:
                with folder.open(key, kind) as file:
                    header = file.header
                    listed.append(
                        ListedTable(key, kind, header.statistics, file.size, header.stored)
                    )
            except (CorruptTableError, OSError) as error:
                errors.append(error)
    return listed, errors


def sum_tables(tables: Iterable[ListedTable]) -> dict[str, Any]:
    """Return the counts of all tables together, as members of the JSON of a single table."""
    every = [table.statistics for table in tables]
    return {
        "positions": sum(s.positions for s in every),
        "wins": sum(s.wins for s in every),
        "draws": sum(s.draws for s in every),
        "losses": sum(s.losses for s in every),
        "longest_win": max((e.plies for s in every if (e := s.longest_win)), default=None),
        "longest_loss": max((e.plies for s in every if (e := s.longest_loss)), default=None),
    }


def group_by_placed(
    tables: Iterable[ListedTable], variant: Variant = NINE_MENS_MORRIS
) -> dict[int, list[ListedTable]]:
    """Return the tables of a game by the number of placed men, fewest first."""
    groups: dict[int, list[ListedTable]] = {}
    for table in tables:
        groups.setdefault(men_placed(table.key, variant), []).append(table)
    return dict(sorted(groups.items()))


def sum_histograms(tables: Iterable[ListedTable]) -> list[int]:
    """Return how many positions have each score, over all tables."""
    histograms = (table.statistics.histogram for table in tables)
    return [sum(column) for column in zip_longest(*histograms, fillvalue=0)]


# The solved game as a whole, in figures that come from the tables.

VERSION: Final = 1

MOST_CLASSES: Final = 1000
"""The search for a first mistake goes on from at most this many classes of positions."""

Report: TypeAlias = Callable[[TableKey, float], None]
"""Called with each table whose digest is done, and the share of all positions so far."""


def gather_results(
    path: Path,
    variant: Variant = NINE_MENS_MORRIS,
    threads: int = 1,
    report: Report = lambda _key, _share: None,
    *,
    with_digests: bool = True,
) -> tuple[Document, list[ListedTable]]:
    """Return the results of a folder, and the tables that they come from.

    Tables that are not solved are listed as missing, and what depends on them is null. Counts come
    from the headers. Digests are null unless ``with_digests``, which reads every table. Raises
    `CorruptTableError` if any file is damaged.
    """
    tables, errors = list_tables(path, variant)
    if errors:
        raise CorruptTableError(str(errors[0]))
    tables, every = _distinct(tables), all_tables(variant)
    moving = [table for table in tables if not table.key.in_hand]
    placing = [table for table in tables if table.key.in_hand]
    digests = _digest(TableFolder(path, threads), tables, report) if with_digests else {}
    with Tablebase(path) as tablebase:
        empty = tablebase.get(Position.start(variant))
        document: Document = {
            "format": "merels-results",
            "version": VERSION,
            "variant": {
                "name": spell(variant),
                "title": variant.title,
                "men": variant.men,
                "flying": bool(variant.flying),
            },
            "empty_board": empty and empty.document(),
            "phases": {
                "moving": _phase(moving, [key for key in every if not key.in_hand]),
                "placing": _phase(placing, opening_tables(2 * variant.men - 1, variant)),
            },
            "men_placed": [
                {"men_placed": placed, **sum_tables(group)}
                for placed, group in group_by_placed(placing, variant).items()
            ],
            "openings": _openings(tablebase, variant),
            "first_mistakes": _first_mistakes(tablebase, variant),
            "longest_game": _longest_game(tablebase, tables, variant),
            "tables": [_table(table, variant, digests.get(table.key)) for table in tables],
        }
    return document, tables


def _distinct(tables: Iterable[ListedTable]) -> list[ListedTable]:
    """Return each table once, exact if possible: moving tables, then placing tables backwards."""
    found: dict[TableKey, ListedTable] = {}
    for table in tables:  # exact tables come first
        found.setdefault(table.key, table)
    return sorted(
        found.values(),
        key=lambda t: (t.key.in_hand, t.key.total, t.key.own, t.key.enemy, t.key.stage),
    )


def _phase(tables: list[ListedTable], every: list[TableKey]) -> Document:
    there = {table.key for table in tables}
    return {
        "tables": len(tables),
        "missing": [key.name for key in every if key not in there],
        **sum_tables(tables),
        "bytes": sum(table.bytes for table in tables),
        "histogram": sum_histograms(tables),
    }


def _digest(folder: TableFolder, tables: list[ListedTable], report: Report) -> dict[TableKey, str]:
    exact = [table.key for table in tables if table.kind is Kind.DISTANCE]
    total = sum(key.index.size for key in exact)
    digests: dict[TableKey, str] = {}
    for key, digest in digest_tables(folder, exact):
        digests[key] = digest
        report(key, sum(done.index.size for done in digests) / total)
    return digests


def _table(table: ListedTable, variant: Variant, digest: str | None) -> Document:
    win, loss = table.statistics.longest_win, table.statistics.longest_loss
    return {
        "name": table.key.name,
        "men_placed": men_placed(table.key, variant),
        **table.document(),
        "longest_win_fen": win and win.fen,
        "longest_loss_fen": loss and loss.fen,
        "sha256": digest,
    }


# The opening, by classes of equivalent moves.


def _openings(tablebase: Tablebase, variant: Variant) -> list[Document] | None:
    """Return the first placings, each with its replies, or None if they are not known."""
    try:
        return [
            {**first, "replies": [reply for reply, _ in _rate_and_play(tablebase, after)]}
            for first, after in _rate_and_play(tablebase, Position.start(variant))
        ]
    except MissingTableError:
        return None


def _rate_and_play(tablebase: Tablebase, position: Position) -> Iterable[tuple[Document, Position]]:
    """Yield each class of equivalent moves with its value, and the position after one of them.

    A value is for the side that moves, its plies counted from ``position``.
    """
    for after, moves in group_moves(position).items():
        value = tablebase.probe(after).before_move().document()
        yield {"move": str(moves[0]), "equal": [str(move) for move in moves], **value}, after


def group_moves(position: Position) -> dict[Position, list[Move]]:
    """Return the legal moves by the position after them, equivalent moves together.

    >>> [len(moves) for moves in group_moves(Position.start()).values()]
    [8, 8, 4, 4]
    """
    classes: dict[Position, tuple[Position, list[Move]]] = {}
    for move in position.generate_moves():
        after = position.successor(move)
        classes.setdefault(after.canonical(), (after, []))[1].append(move)
    return dict(classes.values())


def _first_mistakes(tablebase: Tablebase, variant: Variant) -> Document | None:
    """Return the shortest lines from the empty board to a losing mistake in the placing phase.

    ``lines`` of moves, the last of which is the mistake of a side that was not lost before it, with
    the ``plies`` to the end, including the mistake; of equivalent lines only one; the quickest loss
    first. ``of`` counts the positions after this number of moves. None if no mistake is known, or
    the search would go on from more than `MOST_CLASSES` positions.
    """
    level: dict[Position, list[str]] = {Position.start(variant): []}
    try:
        for _ in range(2 * variant.men):
            after: dict[Position, list[str]] = {}
            lost: dict[Position, list[str]] = {}
            for position, line in level.items():
                saved = tablebase.probe(position).result is not Result.LOSS
                for reached, moves in group_moves(position).items():
                    after[reached] = [*line, str(moves[0])]
                    again = reached.turn is position.turn
                    after_move = tablebase.probe(reached).before_move(again=again)
                    if saved and after_move.result is Result.LOSS:
                        lost[reached] = after[reached]
            level = _one_of_each(after)
            if lost:
                lines = [
                    {"moves": line, "plies": tablebase.probe(reached).before_move().plies}
                    for reached, line in _one_of_each(lost).items()
                ]
                lines.sort(key=lambda line: line["plies"] or 0)
                return {"of": len(level), "lines": lines}
            if len(level) > MOST_CLASSES:
                break
    except MissingTableError:
        pass
    return None


def _one_of_each(lines: dict[Position, list[str]]) -> dict[Position, list[str]]:
    """Keep one of each class of positions that are equal by symmetry."""
    kept: dict[Position, tuple[Position, list[str]]] = {}
    for position, line in lines.items():
        kept.setdefault(position.canonical(), (position, line))
    return dict(kept.values())


# The longest game.


def _longest_game(
    tablebase: Tablebase, tables: list[ListedTable], variant: Variant
) -> Document | None:
    """Return the longest win or loss of all tables, with best play by both sides."""
    extremes = [
        extreme
        for table in tables
        if table.kind is Kind.DISTANCE
        for extreme in (table.statistics.longest_win, table.statistics.longest_loss)
        if extreme is not None
    ]
    if not extremes:
        return None
    longest = max(extremes, key=lambda extreme: extreme.plies)
    position = Position.from_fen(longest.fen, variant)
    try:
        moves = [str(move) for move in tablebase.best_line(position)]
    except MissingTableError:
        moves = None
    return {
        "table": TableKey.of(position).name,
        "fen": longest.fen,
        **tablebase.probe(position).document(),
        "moves": moves,
    }
