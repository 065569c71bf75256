"""The documents of the API: requests as models, which are validated, and answers as typed dicts.

An answer is built as plain data and checked by mypy: as a model it would be validated once more
for each of some thirty moves. The OpenAPI document comes from here, and from that the front end's
``frontend/src/generated/api.ts``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import BaseModel, ConfigDict, FailFast, Field, model_validator, with_config
from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from merels.rules.variant import NINE_MENS_MORRIS
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
SourceName = Literal["table", "ahead", "book", "results", "search"]
PersonName = Literal["beginner", "club", "master"]
GoalName = Literal["endgames", "all"]
ThemeName = Literal["light", "dark", "high-contrast"]
Fen = Annotated[str, Field(max_length=300, examples=[START_FEN, ENDGAME_FEN])]
FenOrStart = Annotated[str | None, Field(max_length=300, examples=[START_FEN, ENDGAME_FEN])]
"""None stands for the empty board of the variant."""
VariantText = Annotated[str, Field(max_length=100, examples=["six", "five:men=4", "nine"])]
MoveText = Annotated[str, Field(max_length=64, examples=["d6", "a1-a4", "d6xb4"])]
Seconds = Annotated[float, Field(ge=0.05, le=LONGEST_SEARCH, allow_inf_nan=False)]

STRICT = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class PlayRequest(BaseModel):
    """A position and the moves played from it."""

    model_config = STRICT

    fen: FenOrStart = None
    """By default the empty board."""
    variant: VariantText = NINE_MENS_MORRIS.name
    """A name such as six, or a name and changes such as five:men=4."""
    moves: Annotated[list[MoveText], FailFast()] = Field(
        default_factory=list, max_length=MOST_MOVES
    )

    @model_validator(mode="before")
    @classmethod
    def _shorten(cls, data: Any) -> Any:
        """Keep one mistake of each kind: listing thousands would block the event loop."""
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
    """A game and the player that moves next."""

    level: str = Field(max_length=32, examples=["normal"])
    """A name from /levels, or elo:N for a given strength."""
    seed: int | None = Field(default=None, ge=0, lt=1 << 32)
    """The same seed gives the same move."""
    seconds: Seconds | None = None
    """A limit on thinking time."""


@with_config(STRICT)
class Answer(TypedDict):
    """What all answers have in common."""


class ProblemDocument(Answer):
    """What went wrong (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    field: NotRequired[str]
    """The field of the FEN that is wrong, or `variant`."""
    errors: NotRequired[list[str]]
    """The parameters that are wrong."""


class EngineLoad(Answer):
    """How busy the engine is."""

    places: int
    """Searches that can run at once."""
    busy: int
    queued: int
    """Requests waiting for a place."""


class Health(Answer):
    """The server is up; how busy it is."""

    status: Literal["ok"]
    version: str
    engine: EngineLoad
    tables: int


class LegalMove(Answer):
    """A move and the position after it."""

    move: str
    fen: str


class Outcome(Answer):
    """How the game ended; a draw has no winner."""

    winner: ColorName | None
    reason: str


class PositionDocument(Answer):
    """A position: the side to move, its legal moves, and the outcome if the game is over.

    Where a side may place or move, phase and action are those of placing.
    """

    variant: str
    fen: str
    turn: ColorName
    phase: PhaseName
    action: ActionName
    legal: list[LegalMove]
    outcome: Outcome | None


class MoveDocument(Answer):
    """The computer's move, the position after it, and where the choice came from.

    The source is `table`, `ahead` (one look ahead into tables), `book`, `results` (the shipped
    results know the position) or `search` (an estimate).
    """

    variant: str
    move: str
    fen: str
    level: str
    source: SourceName
    seconds: float


class ValueDocument(Answer):
    """The exact value of a position or move."""

    result: ResultName
    plies: int | None
    """Plies to the end under best play; null for a draw, or if not known."""


class ChanceMembers(TypedDict, total=False):
    """What is added to a move if chances are asked for; null if not known."""

    chance: float | None
    """What best play after the move can expect to score against that player."""
    replies: int | None
    """How many replies there are, ..."""
    holding: int | None
    """... and how many of them keep the value."""


class ProbedMove(Answer, ChanceMembers):
    """A move, its value for the side that plays it, and the value's source; null if not known."""

    move: str
    fen: str
    source: Source | None
    value: ValueDocument | None


class PositionChances(TypedDict, total=False):
    """What is added to a position if chances are asked for; null if not known."""

    chance: float | None
    """What best play by the side to move can expect to score against that player."""
    opponent_chance: float | None
    """What best play by the other side can expect if that player is to move."""


class ProbeDocument(Answer, PositionChances):
    """The value of a position for the side to move, and its moves, best first."""

    variant: str
    fen: str
    source: Source | None
    value: ValueDocument | None
    moves: list[ProbedMove]


class LineDocument(Answer):
    """Best play by both sides, as far as exact values are known."""

    moves: list[str]
    value: ValueDocument | None


class AnalysedLine(Answer):
    """A line found by the search, rated for the side to move."""

    move: str
    score: int
    """Hundredths of a man."""
    result: ResultName | None
    """The exact result, if proved."""
    plies: int | None
    source: SourceName
    """Where it comes from; `search` is an estimate, or a proof if there is a result."""
    pv: list[str]


class AnalysisDocument(Answer):
    """What the search has found so far."""

    depth: int
    nodes: int
    seconds: float
    lines: list[AnalysedLine]


class SolvingRequest(BaseModel):
    """What to solve."""

    model_config = STRICT

    goal: GoalName
    """endgames: all moving tables. all: the whole game."""
    pause: bool = False
    """Stop for now, and remember the goal."""


class SolvingState(Answer):
    """Progress of solving in the background, the same for every client."""

    state: Literal["idle", "running", "paused", "done", "failed"]
    goal: GoalName | None
    """Null for the small endgames, which the server solves by itself."""
    done: int
    """Tables."""
    total: int
    positions_done: int
    positions: int
    seconds_left: int | None
    """About, while running or paused."""
    table: str | None
    """The table being solved."""
    detail: str | None
    """Why solving failed."""


class SolvingDocument(SolvingState):
    """Progress of solving in the background."""

    allowed: bool
    """Whether this client may choose what to solve; see /solving/offers."""


class OfferDocument(Answer):
    """A goal, and what the rest of it takes on the server's machine."""

    goal: GoalName
    tables: int
    positions: int
    seconds: int
    """About."""
    memory: int
    """Bytes of memory while solving."""
    bytes: int
    """Bytes on disk in the end."""
    space: int
    """Bytes on disk at most, while solving."""
    obstacle: Literal["memory", "disk"] | None
    """What the machine has too little of."""


class OffersDocument(Answer):
    """What can be solved, and whether this client may start it."""

    allowed: bool
    reason: str | None
    """Why not."""
    measured: bool
    """Whether the times come from this machine; if not, from the one in docs/performance.md."""
    free_memory: int | None
    free_space: int | None
    """Bytes."""
    offers: list[OfferDocument]
    """The goals that are not reached yet; empty if this client may not start them."""


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
    """False if its values follow from other tables by one look ahead."""


class TablesDocument(Answer):
    """The tables that the server reads."""

    tables: list[TableDocument]


class PuzzleDocument(Answer):
    """A position with one right answer at each turn: win, or hold the draw."""

    id: str
    kind: Literal["win", "draw"]
    fen: str
    plies: int
    """Plies to the end; for a draw, how long the best of the wrong moves holds out."""
    rating: int
    """1 (easy) to 5 (hard)."""
    line: list[str]
    """The solution; the replies in it are the longest defence. That of a win as quick as possible
    has all the plies; a shorter one ends where several moves win."""
    strength: int
    """A player of this strength, on the scale of the levels, solves it half of the time."""
    themes: list[
        Literal["double mill", "blockade", "only move", "sacrifice", "flying", "opening trap"]
    ]
    phase: Literal["placing", "moving", "flying"]
    """Of the side to move."""


class PuzzlesDocument(Answer):
    """Puzzles, easiest first."""

    puzzles: list[PuzzleDocument]


class LevelDocument(Answer):
    """A level of the computer."""

    name: str
    needs_server: bool
    """False if the page can play it by itself."""
    exact: bool | None
    """Whether every table is there that play from the position can reach, so that the level plays
    by exact values to the end; null for levels that use no tables."""


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


class Opening(OpeningReply):
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
    openings: list[Opening] | None
    first_mistakes: FirstMistakes | None
    longest_game: LongestGame | None
    tables: list[TableResults]
