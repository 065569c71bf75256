"""Rows of a data set, with values, chances and their part of the split; and files of them."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, fields
from pathlib import Path
from typing import IO, Any, Final

import numpy as np
import numpy.typing as npt

from merels._files import whole_file
from merels.board.index.ranking import Int64s
from merels.datasets.classes import Boards, boards_at, choose_test, split_by_table
from merels.datasets.samples import OnProgress, rank_scores, results_of, sample_boards
from merels.engine.fallible.player import FalliblePlayer, find_fallible_player
from merels.errors import MissingExtraError, NotationError
from merels.prospects.look import check_fallible_players, look_against
from merels.rules.variant import NINE_MENS_MORRIS, AnyVariant, Variant
from merels.rules.variant import variant as find_variant
from merels.values.layout.key import AnyTable, TableKey, key_of
from merels.values.tablebase import Tablebase

TEST_SHARE: Final = 0.2
LOST_NOW: Final = 1
_LOOKED_AT_ONCE: Final = 1024
"""Positions whose chances are found at a time: with three men a side, each takes some 200 KB."""
_BIG: Final = 1000
"""More than any chance."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Columns of equal length; values are for the side to move."""

    fen: npt.NDArray[np.bytes_]
    own: npt.NDArray[np.int32]
    enemy: npt.NDArray[np.int32]
    own_in_hand: npt.NDArray[np.int8]
    enemy_in_hand: npt.NDArray[np.int8]
    result: npt.NDArray[np.int8]
    """1 win, 0 draw, -1 loss."""
    plies: npt.NDArray[np.int16]
    """The distance to the end; -1 for a draw."""
    chance: npt.NDArray[np.float32] | None
    """What best play can expect against a fallible player; None unless asked for."""
    split: npt.NDArray[np.str_]
    """``train`` or ``test``."""

    def __len__(self) -> int:
        return len(self.own)

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """Return the columns by name, only the columns that were asked for."""
        found = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: column for name, column in found.items() if column is not None}


def rate_boards(
    boards: Boards,
    tables: Tablebase,
    variant: Variant = NINE_MENS_MORRIS,
    person: FalliblePlayer | None = None,
    test_share: float = TEST_SHARE,
) -> Rows:
    """Return positions as rows, with chances against a ``person`` if there is one.

    Raises what `Tablebase.probe_many` raises.
    """
    own, enemy, own_in_hand, enemy_in_hand = boards
    scores = tables.probe_many(
        own, enemy, variant, own_in_hand=own_in_hand, enemy_in_hand=enemy_in_hand
    ).astype(np.int64)
    tested = choose_test(boards, variant, test_share)
    return Rows(
        write_fens(boards, scores, variant),
        own.astype(np.int32),
        enemy.astype(np.int32),
        own_in_hand.astype(np.int8),
        enemy_in_hand.astype(np.int8),
        (-results_of(scores)).astype(np.int8),
        (scores - 1).astype(np.int16),
        None if person is None else find_chances(boards, scores, tables, variant, person),
        np.where(tested, "test", "train"),
    )


def write_fens(boards: Boards, scores: Int64s, variant: Variant) -> npt.NDArray[np.bytes_]:
    """Return the FEN of each position as bytes; with the colours of `TableKey.position`."""
    fens: list[npt.NDArray[np.bytes_]] = []
    order: list[Int64s] = []
    for key, chosen in split_by_table(boards, variant):
        # Positions of one table differ in their men alone, except where the game is over.
        is_full = (boards.own[chosen] | boards.enemy[chosen]) == variant.board.full
        ended = (scores[chosen] == LOST_NOW) | is_full
        for is_over in (False, True):
            group = chosen[ended == is_over]
            if len(group):
                fens.append(_write_men(key, boards.take(group)))
                order.append(group)
    longest = max((part.dtype.itemsize for part in fens), default=1)
    found = np.empty(len(boards.own), dtype=f"S{longest}")
    for group, part in zip(order, fens, strict=True):
        found[group] = part
    return found


def _write_men(key: TableKey, boards: Boards) -> npt.NDArray[np.bytes_]:
    """Return the FENs of positions of one table in which all games are over, or none."""
    sample = key.position(int(boards.own[0]), int(boards.enemy[0]))
    white_moves = sample.mask(sample.turn) == sample.white
    white, black = (boards.own, boards.enemy) if white_moves else (boards.enemy, boards.own)
    text = np.frombuffer(sample.fen().encode(), dtype=np.uint8)
    letters = np.repeat(text[np.newaxis], len(boards.own), axis=0)
    column = 0
    for part in key.variant.board.parts:
        for point in part:
            symbols = np.where(white >> point & 1, ord("O"), ord("*"))
            letters[:, column] = np.where(black >> point & 1, ord("@"), symbols)
            column += 1
        column += 1  # a slash
    return letters.view(f"S{len(text)}").ravel()


def find_chances(
    boards: Boards, scores: Int64s, tables: Tablebase, variant: Variant, person: FalliblePlayer
) -> npt.NDArray[np.float32]:
    """Return what the side to move can expect with best play against a fallible player.

    It is the chance of the best move: the best by exact value and, among equals, by chance, as
    `merels.chances` orders them. A side that cannot move can expect 0. Raises `MissingTableError`
    if there are no fallible players for the variant.
    """
    check_fallible_players(variant)
    look = look_against(tables, person)
    found = np.zeros(len(scores), dtype=np.float32)
    for key, numbers in split_by_table(boards, variant):
        going_on = numbers[scores[numbers] != LOST_NOW]
        for first in range(0, len(going_on), _LOOKED_AT_ONCE):
            chosen = going_on[first : first + _LOOKED_AT_ONCE]
            moves = look.expand(key, boards.own[chosen], boards.enemy[chosen])
            chances = look.expect_moves(key, moves, look.turns)
            ranks = _BIG * rank_scores(moves.scores) + chances
            found[chosen] = np.maximum.reduceat(ranks, moves.begins) % _BIG
    return found


# Files of rows, Parquet or CSV: written as they come, and complete or not there at all.

SUFFIXES: Final = (".parquet", ".csv")


def write_rows(
    path: str | os.PathLike[str], parts: Iterable[Rows], about: Mapping[str, str]
) -> None:
    """Write rows to a ``.parquet`` or ``.csv`` file.

    A Parquet file keeps ``about`` as metadata. Raises `NotationError` for another suffix,
    `MissingExtraError` if Parquet needs a package, and `OSError`.
    """
    suffix = check_suffix(path)
    with whole_file(path) as file:
        write = _write_parquet if suffix == ".parquet" else _write_csv
        write(file, parts, about)


def check_suffix(path: str | os.PathLike[str]) -> str:
    """Return the suffix of a file that can be written; raises as `write_rows` does."""
    suffix = Path(path).suffix
    if suffix not in SUFFIXES:
        raise NotationError(
            f"{os.fspath(path)!r} is neither Parquet nor CSV; its name must end with "
            f"{' or '.join(SUFFIXES)}"
        )
    if suffix == ".parquet":
        _load_pyarrow()
    return suffix


def _load_pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtraError(
            "Parquet needs pyarrow, which is not installed; add it with: pip install "
            "'merels[data]', or write a .csv file"
        ) from error
    return pyarrow


def _write_csv(file: IO[bytes], parts: Iterable[Rows], _about: Mapping[str, str]) -> None:
    """Write a line of names, then a line for each row; unknown values are left empty."""
    text = io.TextIOWrapper(file, encoding="ascii", newline="")
    lines = csv.writer(text, lineterminator="\n")
    for number, rows in enumerate(parts):
        columns: dict[str, list[Any]] = {k: c.tolist() for k, c in rows.columns().items()}
        if number == 0:
            lines.writerow(columns)
        columns["fen"] = [fen.decode("ascii") for fen in columns["fen"]]
        columns["plies"] = ["" if plies < 0 else plies for plies in columns["plies"]]
        if "chance" in columns:
            columns["chance"] = [f"{chance:.4f}" for chance in columns["chance"]]
        lines.writerows(zip(*columns.values(), strict=True))
    text.flush()
    text.detach()  # the file stays open


def _write_parquet(file: IO[bytes], parts: Iterable[Rows], about: Mapping[str, str]) -> None:
    """Write a group of rows for each part."""
    arrow = _load_pyarrow()
    with ExitStack() as stack:
        writer: Any = None
        for rows in parts:
            columns = {name: arrow.array(column) for name, column in rows.columns().items()}
            columns["fen"] = columns["fen"].cast(arrow.string())
            columns["plies"] = arrow.array(rows.plies, mask=rows.plies < 0)
            columns["split"] = columns["split"].dictionary_encode()
            table = arrow.table(columns).replace_schema_metadata(dict(about))
            if writer is None:
                writer = arrow.parquet.ParquetWriter(file, table.schema, compression="zstd")
                stack.callback(writer.close)
            writer.write_table(table)


# Data sets from tables: a sample, or a whole table part by part.

PART: Final = 1 << 16
"""Rows that are rated and written together."""


def draw_sample(
    tables: Tablebase,
    count: int,
    kind: str = "games",
    variant: AnyVariant = NINE_MENS_MORRIS,
    *,
    seed: int = 0,
    chances: str | None = None,
    test_share: float = TEST_SHARE,
) -> Rows:
    """Return rows for ``count`` positions of a kind, or for as many as there are.

    ``chances`` names a fallible player, such as ``"club"``. Raises as `sample_boards` does.
    """
    rules = find_variant(variant)
    boards = sample_boards(tables, count, kind, rules, seed)
    return rate_boards(boards, tables, rules, _find_person(chances), check_share(test_share))


def rate_parts(
    boards: Boards,
    tables: Tablebase,
    variant: Variant,
    chances: str | None,
    test_share: float,
    on_progress: OnProgress = lambda _: None,
) -> Iterator[Rows]:
    """Return an iterator over rows for positions, `PART` at a time."""
    firsts = range(0, len(boards.own), PART)
    parts = (boards.take(slice(first, first + PART)) for first in firsts)
    return _rate_all(parts, tables, variant, chances, test_share, on_progress)


def read_table(
    tables: Tablebase,
    key: AnyTable,
    *,
    chances: str | None = None,
    test_share: float = TEST_SHARE,
    on_progress: OnProgress = lambda _: None,
) -> Iterator[Rows]:
    """Return an iterator over rows for all slots of a table, in its order.

    ``key`` is a `TableKey` or text: ``"4-3"``, ``"3-3+6-6"`` with men in hand, ``"six/3-3"``. The
    book that ships has tables too:

    >>> import merels
    >>> with merels.open_book() as book:
    ...     [rows] = merels.datasets.read_table(book, "0-0+9-9")
    >>> rows.fen.tolist()
    [b'********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1']

    Raises `NotationError` if the text is not a table, and what probing raises.
    """
    table = key_of(key)
    size = table.index.size
    slots = (np.arange(first, min(first + PART, size)) for first in range(0, size, PART))
    parts = (boards_at(table, part) for part in slots)
    return _rate_all(parts, tables, table.variant, chances, test_share, on_progress)


def _rate_all(
    parts: Iterable[Boards],
    tables: Tablebase,
    variant: Variant,
    chances: str | None,
    test_share: float,
    on_progress: OnProgress,
) -> Iterator[Rows]:
    """Return an iterator over the rows of all parts; raises at once if an argument is wrong."""
    person, share = _find_person(chances), check_share(test_share)

    def rate() -> Iterator[Rows]:
        done = 0
        for boards in parts:
            yield rate_boards(boards, tables, variant, person, share)
            done += len(boards.own)
            on_progress(done)

    return rate()


def _find_person(chances: str | None) -> FalliblePlayer | None:
    return None if chances is None else find_fallible_player(chances)


def check_share(share: float) -> float:
    """Return a share of test data; raises `NotationError` unless it is from 0 to 1."""
    if not 0 <= share <= 1:
        raise NotationError(f"{share} is not a share; it must be from 0 to 1")
    return share
