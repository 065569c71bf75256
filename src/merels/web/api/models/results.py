"""The figures of the solved game."""

from __future__ import annotations

from typing import Literal, NotRequired

from merels.web.api.models.fields import Answer
from merels.web.api.models.tables import Counts, TableDocument
from merels.web.api.models.values import ValueDocument


class VariantResults(Answer):
    """The rules that were solved."""

    name: str
    """As requests name it, with changes after a colon."""
    title: str
    men: int
    flying: bool


class PhaseResults(Counts):
    """All tables of a phase together."""

    tables: int
    missing: list[str]
    bytes: int
    histogram: list[int]
    """Positions by stored value: 0 draws; else plies to the end + 1, even won and odd lost."""


class PhasesResults(Answer):
    """The two phases of the game."""

    moving: PhaseResults
    placing: PhaseResults


class PlacedResults(Counts):
    """All positions with a given number of men placed."""

    men_placed: int


class OpeningReply(ValueDocument):
    """A class of equal placings and their value for the side that plays them."""

    move: str
    equal: list[str]


class OpeningResults(OpeningReply):
    """A first placing and the replies to it."""

    replies: list[OpeningReply]


class MistakeLine(Answer):
    """A game whose last move loses."""

    moves: list[str]
    plies: int | None
    """Plies to the end, the mistake included."""


class FirstMistakes(Answer):
    """The shortest games to a losing mistake while men are placed."""

    of: int
    """Number of positions after the same number of moves."""
    lines: list[MistakeLine]


class LongestGame(ValueDocument):
    """The longest win or loss, played out by both sides at their best."""

    table: str
    fen: str
    moves: list[str] | None


class TableResults(TableDocument):
    """A table with its longest games and its digest."""

    name: str
    men_placed: int
    longest_win_fen: str | None
    longest_loss_fen: str | None
    sha256: NotRequired[str | None]


class ResultsDocument(Answer):
    """The figures of the solved game; null where tables are missing."""

    format: Literal["merels-results"]
    version: int
    variant: VariantResults
    empty_board: ValueDocument | None
    phases: PhasesResults
    men_placed: list[PlacedResults]
    openings: list[OpeningResults] | None
    first_mistakes: FirstMistakes | None
    longest_game: LongestGame | None
    tables: list[TableResults]
