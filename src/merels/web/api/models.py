"""The documents of the interface."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, FailFast, Field, model_validator

from merels.tables.open_tables import Source

START_FEN = "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1"
ENDGAME_FEN = "***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"

MOST_MOVES = 1000
MOST_LINES = 24
LONGEST_SEARCH = 60.0

ColorName = Literal["white", "black"]
PhaseName = Literal["placing", "moving", "flying"]
ActionName = Literal["place", "move", "remove"]
ResultName = Literal["win", "draw", "loss"]
ThemeName = Literal["light", "dark", "high-contrast"]
Fen = Annotated[str, Field(max_length=300, examples=[START_FEN, ENDGAME_FEN])]
Turn = Annotated[str, Field(max_length=64, examples=["d6", "a1-a4", "d6xb4"])]
Seconds = Annotated[float, Field(ge=0.05, le=LONGEST_SEARCH, allow_inf_nan=False)]


class Document(BaseModel):
    """What all documents share: unknown members are refused."""

    model_config = ConfigDict(extra="forbid")


class ProblemDocument(BaseModel):
    """What went wrong, as RFC 9457 has it."""

    type: str
    title: str
    status: int
    detail: str
    field: str | None = None
    errors: list[str] | None = None


class Health(Document):
    """Whether the server works, and how busy it is."""

    class EngineLoad(Document):
        """Places for searches, those in use, and requests that wait for one."""

        places: int
        busy: int
        queued: int

    status: Literal["ok"]
    version: str
    engine: EngineLoad
    tables: int


class LegalMove(Document):
    """A turn and the position after it."""

    move: str
    fen: str


class Outcome(Document):
    """How the game ended; a draw has no winner."""

    winner: ColorName | None
    reason: str


class PositionDocument(Document):
    """A position: who is to move, what may be done, and whether the game is over."""

    fen: str
    turn: ColorName
    phase: PhaseName
    action: ActionName
    legal: list[LegalMove]
    outcome: Outcome | None


class PlayRequest(Document):
    """A position and the turns played from it."""

    fen: Fen = START_FEN
    moves: Annotated[list[Turn], FailFast()] = Field(default_factory=list, max_length=MOST_MOVES)

    @model_validator(mode="before")
    @classmethod
    def _shorten(cls, data: Any) -> Any:
        """Leave one mistake of each kind: listing thousands would hold the event loop up."""
        if not isinstance(data, dict):
            return data
        fields = cls.model_fields
        known = {name: data[name] for name in fields if name in data}
        unknown = next((name for name in data if name not in fields), None)
        if unknown is not None:
            known[unknown] = data[unknown]
        if isinstance(known.get("moves"), list):
            known["moves"] = known["moves"][: MOST_MOVES + 1]
        return known


class MoveRequest(PlayRequest):
    """A game and who is to answer: a level, a seed for the same answer, a bound on the time."""

    level: str = Field(
        max_length=32,
        examples=["normal"],
        description="A name of /levels, or elo:N for a given strength.",
    )
    seed: int | None = Field(default=None, ge=0, lt=1 << 32)
    seconds: Seconds | None = None


class MoveDocument(Document):
    """The computer's turn, the position after it, and where the choice came from."""

    move: str
    fen: str
    level: str
    source: Literal["table", "book", "search"]
    seconds: float


class ValueDocument(Document):
    """A value under best play; the plies to the end are null for a draw or where not known."""

    result: ResultName
    plies: int | None


class ProbedMove(Document):
    """A turn with its value for the side that plays it, null where none is known."""

    move: str
    fen: str
    source: Source | None
    value: ValueDocument | None


class ProbeDocument(Document):
    """A position's value for the side to move, and its turns, best first."""

    fen: str
    source: Source | None
    value: ValueDocument | None
    moves: list[ProbedMove]


class LineDocument(Document):
    """Best play by both sides as far as exact values reach."""

    moves: list[str]
    value: ValueDocument | None


class AnalysedLine(Document):
    """A line of the search: score in hundredths of a man, and a proved result where there is one.

    All for the side to move.
    """

    move: str
    score: int
    result: ResultName | None
    plies: int | None
    pv: list[str]


class AnalysisDocument(Document):
    """What a search has found so far."""

    depth: int
    nodes: int
    seconds: float
    lines: list[AnalysedLine]


class SolvingDocument(Document):
    """How far the background solving of small endgames is, in tables."""

    state: Literal["idle", "running", "done", "failed"]
    done: int
    total: int
    table: str | None
    detail: str | None = None


class TableDocument(Document):
    """A table of solved positions."""

    own: int
    enemy: int
    own_in_hand: int
    enemy_in_hand: int
    flying: bool
    kind: str
    positions: int
    wins: int
    draws: int
    losses: int
    longest_win: int | None
    longest_loss: int | None
    bytes: int


class TablesDocument(Document):
    """The tables that the server reads."""

    tables: list[TableDocument]


class PuzzleDocument(Document):
    """A position with one right answer: win as quickly as possible, or hold the draw."""

    id: str
    kind: Literal["win", "draw"]
    fen: str
    plies: int
    rating: int
    line: list[str]


class PuzzlesDocument(Document):
    """Puzzles, the easiest first."""

    puzzles: list[PuzzleDocument]


class LevelDocument(Document):
    """A level of the computer; some can be played in the page alone."""

    name: str
    needs_server: bool
