"""Documents that several routes, or the search processes, share.

A document of a single route stands beside the route. Requests are models, which are validated;
answers are typed dicts: as models, they would be validated once more for each of some thirty moves.
Requests and answers are in the OpenAPI document, and from there in
``frontend/src/generated/api.ts``.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, with_config
from typing_extensions import TypedDict  # pydantic needs this TypedDict before Python 3.12

START_FEN = "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1"
ENDGAME_FEN = "***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"
MOST_MOVES = 1000
MOST_LINES = 24
LONGEST_SEARCH = 60.0
ColorName = Literal["white", "black"]
PhaseName = Literal["placing", "moving", "flying"]
ActionName = Literal["place", "move", "remove"]
ResultName = Literal["win", "draw", "loss"]
SourceName = Literal["table", "ahead", "book", "results", "search"]
PersonName = Literal["beginner", "club", "master"]
ThemeName = Literal["light", "dark", "high-contrast"]
Fen = Annotated[str, Field(max_length=300, examples=[START_FEN, ENDGAME_FEN])]
EndgameFen = Annotated[str, Field(max_length=300, examples=[ENDGAME_FEN])]
FenOrStart = Annotated[str | None, Field(max_length=300, examples=[START_FEN, ENDGAME_FEN])]
"""None stands for the empty board of the variant."""
VariantText = Annotated[str, Field(max_length=100, examples=["six", "five:men=4", "nine"])]
MoveText = Annotated[str, Field(max_length=64, examples=["d6", "a1-a4", "d6xb4"])]
Seconds = Annotated[float, Field(ge=0.05, le=LONGEST_SEARCH, allow_inf_nan=False)]
STRICT = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class Asked(BaseModel):
    """The base of all requests: an unknown member is refused."""

    model_config = STRICT


@with_config(STRICT)
class Answer(TypedDict):
    """The base of all answers."""


class ValueDocument(Answer):
    """The exact value of a position or move."""

    result: ResultName
    plies: int | None
    """Plies to the end under best play; null for a draw, or if not known."""


class AnalysedLine(Answer):
    """A line found by the search, rated for the side to move."""

    move: str
    score: int
    """Hundredths of a man."""
    result: ResultName | None
    """The exact result, if proved."""
    plies: int | None
    source: SourceName
    """Where the value comes from; `search` is an estimate, or a proof if there is a result."""
    pv: list[str]


class AnalysisDocument(Answer):
    """What the search has found so far."""

    depth: int
    nodes: int
    seconds: float
    lines: list[AnalysedLine]


class LegalMove(Answer):
    """A move and the position after it."""

    move: str
    fen: str


class OutcomeDocument(Answer):
    """How the game ended; a draw has no winner."""

    winner: ColorName | None
    reason: str


class PositionDocument(Answer):
    """A position: the side to move, its legal moves, and the outcome if the game is over.

    Where a side may place or move, phase and action are placing and place.
    """

    variant: str
    fen: str
    turn: ColorName
    phase: PhaseName
    action: ActionName
    legal: list[LegalMove]
    outcome: OutcomeDocument | None


class MoveDocument(Answer):
    """The computer's move, the position after it, and where the choice came from.

    The source is `table`, `ahead` (a one-move look-ahead into tables), `book`, `results` (the
    shipped results know the position) or `search` (an estimate).
    """

    variant: str
    move: str
    fen: str
    level: str
    source: SourceName
    seconds: float


class SideReport(Answer):
    """How one side played; null where there was nothing to lose."""

    accuracy: float | None
    """The share of the score at stake that its moves kept, 0 to 1."""
    expected: float | None
    """The share that a modelled club player would have kept in the same positions."""
    moves: int
    """Moves that count."""
    best: int
    """How many of these moves kept the best result."""


class ReportDocument(Answer):
    """How well both sides played, compared with a club player: figures, no accusation."""

    white: SideReport
    black: SideReport
    exact: int
    """Moves judged by exact values; all other moves are judged by search."""
    moves: int
    seconds: float
