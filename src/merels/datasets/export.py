"""Data sets from tables: a sample, or a whole table part by part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from merels.datasets.boards import Boards
from merels.datasets.rows import TEST_SHARE, Rows, rate_boards
from merels.datasets.samples import OnProgress, sample_boards
from merels.engine.people.person import Person, find_person
from merels.errors import NotationError
from merels.rules.variant import NINE_MENS_MORRIS, Variant
from merels.rules.variants import AnyVariant
from merels.rules.variants import variant as find_variant
from merels.tables.key import AnyTable, TableKey, key_of
from merels.tables.tablebase import Tablebase

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

    ``chances`` names a person, such as ``"club"``. Raises as `sample_boards` does.
    """
    rules = find_variant(variant)
    boards = sample_boards(tables, count, kind, rules, seed)
    person = None if chances is None else find_person(chances)
    return rate_boards(boards, tables, rules, person, check_share(test_share))


def rate_parts(
    boards: Boards,
    tables: Tablebase,
    variant: Variant,
    chances: str | None,
    test_share: float,
    on_progress: OnProgress = lambda _: None,
) -> Iterator[Rows]:
    """Yield rows for positions, `PART` at a time."""
    person = None if chances is None else find_person(chances)
    for first in range(0, len(boards.own), PART):
        part = boards.take(slice(first, first + PART))
        yield rate_boards(part, tables, variant, person, check_share(test_share))
        on_progress(first + len(part.own))


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
    person = None if chances is None else find_person(chances)
    return _read_parts(tables, key_of(key), person, check_share(test_share), on_progress)


def _read_parts(
    tables: Tablebase,
    key: TableKey,
    person: Person | None,
    test_share: float,
    on_progress: OnProgress,
) -> Iterator[Rows]:
    for first in range(0, key.index.size, PART):
        slots = np.arange(first, min(first + PART, key.index.size))
        own, enemy = key.index.masks_of_many(slots)
        hands = (np.full_like(own, hand) for hand in (key.own_in_hand, key.enemy_in_hand))
        boards = Boards(own, enemy, *hands)
        yield rate_boards(boards, tables, key.variant, person, test_share)
        on_progress(first + len(own))


def check_share(share: float) -> float:
    """Return a share of test data; raises `NotationError` unless it is from 0 to 1."""
    if not 0 <= share <= 1:
        raise NotationError(f"{share} is not a share; it must be from 0 to 1")
    return share
