"""A slow solver of whole tables on any board, written from the rules, without symmetry.

Scores are found in ascending order, level by level. A position is examined at the level of the
score that follows from the scores found so far; later scores are higher and change nothing. Each
score is computed forwards, from the scores after all moves. A position that never gets a score is
drawn.

A table is a `Kind`: the men on the board and in hand. `solve` solves those it is given and all
that they lead to, so a choice of kinds restricts a large variant to what fits:

>>> from merels import variant
>>> tables = solve(variant("six"), [Kind(3, 3)])
>>> tables[Kind(3, 3)].shape  # every set of own men against every set of enemy men
(560, 560)
>>> rows = list(generate_rows(variant("six"), Kind(3, 3), tables[Kind(3, 3)]))
>>> own, enemies, scores = rows[0]  # all positions with these own men, as masks
>>> own, len(enemies), len(scores), len(rows)
(7, 286, 286, 560)

A whole game is what ``Kind(0, 0, men, men)`` leads to. Memory is 4 bytes for each pair of sets: 16
MB for 3-3 on 24 points, 450 MB for 4-4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from slow_kernels import (
    NEVER,
    THREE_IN_ALL,
    THREE_ON_BOARD,
    After,
    Rules,
    Scores,
    decide_level,
)

from merels import Variant
from merels.board.board import Board, mask_of
from merels.rules.variant import Flying, FullBoard, Placing

Masks = npt.NDArray[np.int64]

NOTHING = np.zeros((0, 0), np.uint16)
NO_LEVEL = 65535
FLYING = {
    Flying.NEVER: NEVER,
    Flying.THREE_ON_BOARD: THREE_ON_BOARD,
    Flying.THREE_IN_ALL: THREE_IN_ALL,
}


class Kind(NamedTuple):
    """A table: men on the board and in hand, of the side to move and of the other."""

    own: int
    enemy: int
    own_in_hand: int = 0
    enemy_in_hand: int = 0

    @property
    def has_lost(self) -> bool:
        """Whether the side to move has too few men."""
        return self.own + self.own_in_hand < 3

    @property
    def transposed(self) -> Kind:
        """The same men, the other side to move."""
        return Kind(self.enemy, self.own, self.enemy_in_hand, self.own_in_hand)

    @property
    def order(self) -> tuple[int, int]:
        """A sort key that puts each table after those that captures and placings lead to."""
        return sum(self), self.own_in_hand + self.enemy_in_hand

    def after(self, placed: bool, took: bool) -> Kind:
        """Return the table after a move."""
        enemy, in_hand = self.enemy - took, self.own_in_hand - placed
        return Kind(enemy, self.own + placed, self.enemy_in_hand, in_hand)

    def successors(self, variant: Variant) -> list[Kind]:
        """Return the tables after each sort of move, without those in which a side has lost."""
        moves = [True] if self.own_in_hand else []
        if self.own and (not self.own_in_hand or variant.placing is Placing.ANY_TURN):
            moves.append(False)
        found = [self.after(placed, False) for placed in moves]
        found += [
            self.after(placed, True) for placed in moves if self.enemy and self.own + placed > 2
        ]
        return [kind for kind in found if not kind.has_lost]


def solve(variant: Variant, kinds: Iterable[Kind]) -> dict[Kind, Scores]:
    """Return the scores of these tables and of all that they lead to.

    A table has ``scores[i, j]`` for own men ``sets_of(board, own)[i]`` against enemy men
    ``sets_of(board, enemy)[j]``. If these share a point, the score is meaningless.
    """
    tables: dict[Kind, Scores] = {}
    wanted = closure(variant, kinds)
    for kind in sorted(wanted, key=lambda kind: kind.order):
        if kind not in tables:
            _solve_pair(variant, sorted({kind, kind.transposed} & wanted), tables)
    return tables


def closure(variant: Variant, kinds: Iterable[Kind]) -> set[Kind]:
    """Return tables with all that their moves lead to."""
    found = set(kinds)
    waiting = list(found)
    while waiting:
        new = set(waiting.pop().successors(variant)) - found
        found |= new
        waiting += new
    return found


def generate_rows(
    variant: Variant, kind: Kind, scores: Scores
) -> Iterator[tuple[int, Masks, Scores]]:
    """Yield each set of own men with the sets of enemy men that are apart, and their scores."""
    enemies = sets_of(variant.board, kind.enemy)
    for own, row in zip(sets_of(variant.board, kind.own).tolist(), scores, strict=True):
        apart = enemies & own == 0
        yield own, enemies[apart], row[apart]


@cache
def sets_of(board: Board, men: int) -> Masks:
    """Return the masks of all sets of ``men`` men, in a fixed order."""
    return np.array([mask_of(points) for points in combinations(board.points, men)], np.int64)


def _solve_pair(variant: Variant, pair: list[Kind], tables: dict[Kind, Scores]) -> None:
    """Solve a table with its transpose; captures and placings lead to tables already solved."""
    board, rules = variant.board, _rules_of(variant, pair[0])
    agendas = {}
    for kind in (pair[0], pair[0].transposed):
        owns, enemies = len(sets_of(board, kind.own)), len(sets_of(board, kind.enemy))
        agendas[kind] = np.full((enemies, owns + 1), kind in pair, np.uint16)
        if kind in pair:
            tables[kind] = np.zeros((owns, enemies), np.uint16)
    while level := _next_level(agendas[kind] for kind in pair):
        for kind in pair:
            decide_level(
                level,
                (sets_of(board, kind.own), sets_of(board, kind.enemy)),
                (kind.own_in_hand, kind.enemy_in_hand),
                tables[kind],
                _scores_after(kind, tables),
                agendas[kind],
                agendas[kind.transposed],
                rules,
            )


def _next_level(agendas: Iterable[Scores]) -> int:
    """Return the lowest level at which a position is to be examined, 0 if none is."""
    levels = np.concatenate([agenda[:, -1] for agenda in agendas])
    return int(levels[levels > 0].min(initial=NO_LEVEL)) % NO_LEVEL


def _scores_after(kind: Kind, tables: dict[Kind, Scores]) -> After:
    def pick(placed: bool) -> tuple[Scores, Scores]:
        quiet, taking = (tables.get(kind.after(placed, took), NOTHING) for took in (False, True))
        return quiet, taking

    return After(moving=pick(False), placing=pick(True))


def _rules_of(variant: Variant, kind: Kind) -> Rules:
    board = variant.board
    for men in {kind.own, kind.enemy, kind.own + 1, kind.enemy + 1, kind.own - 1, kind.enemy - 1}:
        _number_sets(board, men)
    most = max(len(mills) for mills in board.mills_through)
    nowhere = 1 << len(board.names)
    mills = [[*through, *[nowhere] * (most - len(through))] for through in board.mills_through]
    return Rules(
        board.full,
        np.array(board.neighbours, np.int64),
        np.array(mills, np.int64),
        _numbers_of(board),
        FLYING[variant.flying],
        variant.placing is Placing.FIRST,
        variant.full_board is FullBoard.DRAW,
    )


@cache
def _numbers_of(board: Board) -> npt.NDArray[np.int32]:
    return np.zeros(board.full + 1, np.int32)


@cache
def _number_sets(board: Board, men: int) -> None:
    """Give the sets of ``men`` men their numbers."""
    if 0 <= men <= len(board.names):
        masks = sets_of(board, men)
        _numbers_of(board)[masks] = np.arange(len(masks))
