"""Rows of a data set: positions with values, distances, chances and their part of the split."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from merels.board.index.ranking import Int64s
from merels.datasets.classes import Boards, choose_test, split_by_table
from merels.datasets.games import results_of
from merels.engine.fallible.kernels import Floats
from merels.engine.fallible.player import FalliblePlayer
from merels.prospects.look import check_fallible_players, look_against
from merels.rules.variant import NINE_MENS_MORRIS, Variant
from merels.values.layout.key import TableKey
from merels.values.tablebase import Tablebase

TEST_SHARE: Final = 0.2
LOST_NOW: Final = 1
_LOOKED_AT_ONCE: Final = 1024
"""Positions whose chances are found at a time: with three men a side, each takes some 200 KB."""
_BIG: Final = 1000
"""More than a chance, and than any score."""


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
    """What best play can expect against a person; None unless asked for."""
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
    """Return what the side to move can expect with best play against a person.

    It is the chance of the best move: the best by exact value and, among equals, by chance, as
    `Tablebase.chances` orders them. A side that cannot move has none: 0. Raises `MissingTableError`
    if people are not known to play the variant.
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
            ranks = _BIG * _rank_scores(moves.scores) + chances
            firsts = np.concatenate([np.zeros(1, dtype=np.int64), moves.ends[:-1]])
            best = np.maximum.reduceat(ranks, firsts)
            found[chosen] = best % _BIG
    return found


def _rank_scores(scores: Int64s) -> Floats:
    """Return ranks of scores after a move: the better for the side that moved, the greater."""
    results = results_of(scores)
    return np.asarray(results * _BIG - results * scores, dtype=np.float64)
