"""Tables of solved positions."""

from __future__ import annotations

from typing import NotRequired

from merels.web.api.models.fields import Answer


class Counts(Answer):
    """Positions by result, and the longest win and loss in plies."""

    positions: int
    wins: int
    draws: int
    losses: int
    longest_win: int | None
    longest_loss: int | None


class TableDocument(Counts):
    """A table of solved positions."""

    own: int
    enemy: int
    own_in_hand: int
    enemy_in_hand: int
    flying: bool
    kind: str
    bytes: int
    stored: NotRequired[bool]
    """False if its values follow from other tables by a one-move look-ahead."""


class ListedTableDocument(TableDocument):
    """A table among those of all variants."""

    variant: str
    """The one that keeps the table: several may share it."""


class TablesDocument(Answer):
    """The tables that the server reads."""

    tables: list[ListedTableDocument]
