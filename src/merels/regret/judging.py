"""Cases from tables: the values of every move, and how hard a position is for a club player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from merels.board.index.ranking import Int64s
from merels.engine.people.kernels import Floats
from merels.engine.people.person import CLUB, find_person
from merels.regret.cases import Case, difficulty_of, is_decision
from merels.rules.position import AnyPosition, Position, position_of
from merels.tables.chances import Expansion, Look, check_people
from merels.tables.key import TableKey
from merels.tables.tablebase import Tablebase


def look_for_cases(tables: Tablebase) -> Look:
    """Return what `rate_decisions` needs: the values of moves, and a club player's choices."""
    return tables.look_against(find_person(CLUB))


def rate_decisions(
    look: Look, key: TableKey, moves: Expansion
) -> Iterator[tuple[int, tuple[int, ...], str]]:
    """Yield the positions of a table that are decisions: number, scores after moves, difficulty."""
    weights = look.weigh(key, moves)
    for number in range(len(moves.ends)):
        part = moves.of(number)
        scores = tuple(moves.scores[part].tolist())
        if is_decision(scores):
            yield number, scores, difficulty_of(share_kept(moves.scores[part], weights[part]))


def share_kept(scores: Int64s, weights: Floats) -> float:
    """Return how often the value is kept by a player who chooses moves with these weights."""
    won = scores & 1 == 1
    keeping = won if won.any() else scores == 0
    return float(weights[keeping].sum())


def find_case(look: Look, position: Position) -> Case | None:
    """Return the case of a position that is not in mid-turn; None if there is nothing to decide.

    Raises `MissingTableError` if the value of a move is not known, or nobody is known to play the
    variant.
    """
    check_people(position.variant)
    masks = (np.array([men], dtype=np.int64) for men in (position.own, position.enemy))
    key = TableKey.of(position)
    found = list(rate_decisions(look, key, look.expand(key, *masks)))
    return Case(position, *found[0][1:]) if found else None


def find_cases(tables: Tablebase, positions: Iterable[AnyPosition]) -> list[Case]:
    """Return the cases among positions that are not in mid-turn, for `merels.regret.measure`.

    A game stands for its current position.

    >>> import merels
    >>> game = merels.Game()
    >>> for move in ("d6", "f4", "d5"):
    ...     game.push(move)  # a mill is threatened
    >>> with merels.open_book() as book:
    ...     [case] = merels.regret.find_cases(book, [game])
    >>> [str(move) for move in case.keeping]
    ['d7']

    Raises as `find_case` does.
    """
    look = look_for_cases(tables)
    found = (find_case(look, position_of(position)) for position in positions)
    return [case for case in found if case is not None]
