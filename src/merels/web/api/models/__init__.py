"""The documents of the API: requests as models, which are validated, and answers as typed dicts.

An answer is built as plain data and checked by mypy: as a model it would be validated once more
for each of some thirty moves. The OpenAPI document comes from here, and
``frontend/src/generated/api.ts`` comes from the OpenAPI document.
"""

from merels.web.api.models.fields import (
    ENDGAME_FEN,
    LONGEST_SEARCH,
    MOST_LINES,
    MOST_MOVES,
    START_FEN,
    STRICT,
    ActionName,
    Answer,
    ColorName,
    Fen,
    FenOrStart,
    GoalName,
    MoveText,
    PersonName,
    PhaseName,
    ResultName,
    Seconds,
    SourceName,
    ThemeName,
    VariantText,
)
from merels.web.api.models.lines import AnalysedLine, AnalysisDocument, LineDocument
from merels.web.api.models.offers import OfferDocument, OffersDocument
from merels.web.api.models.play import (
    LegalMove,
    LevelDocument,
    MoveDocument,
    OutcomeDocument,
    PositionDocument,
)
from merels.web.api.models.puzzles import PuzzleDocument, PuzzlesDocument
from merels.web.api.models.requests import MoveRequest, PlayRequest, SolvingRequest
from merels.web.api.models.results import (
    FirstMistakes,
    LongestGame,
    MistakeLine,
    OpeningReply,
    OpeningResults,
    PhaseResults,
    PhasesResults,
    PlacedResults,
    ResultsDocument,
    TableResults,
    VariantResults,
)
from merels.web.api.models.solving import SolvingDocument, SolvingState
from merels.web.api.models.status import EngineLoad, Health, ProblemDocument
from merels.web.api.models.tables import Counts, TableDocument, TablesDocument
from merels.web.api.models.values import (
    ChanceMembers,
    PositionChances,
    ProbedMove,
    ProbeDocument,
    ValueDocument,
)

__all__ = [
    "ENDGAME_FEN",
    "LONGEST_SEARCH",
    "MOST_LINES",
    "MOST_MOVES",
    "START_FEN",
    "STRICT",
    "ActionName",
    "AnalysedLine",
    "AnalysisDocument",
    "Answer",
    "ChanceMembers",
    "ColorName",
    "Counts",
    "EngineLoad",
    "Fen",
    "FenOrStart",
    "FirstMistakes",
    "GoalName",
    "Health",
    "LegalMove",
    "LevelDocument",
    "LineDocument",
    "LongestGame",
    "MistakeLine",
    "MoveDocument",
    "MoveRequest",
    "MoveText",
    "OfferDocument",
    "OffersDocument",
    "OpeningReply",
    "OpeningResults",
    "OutcomeDocument",
    "PersonName",
    "PhaseName",
    "PhaseResults",
    "PhasesResults",
    "PlacedResults",
    "PlayRequest",
    "PositionChances",
    "PositionDocument",
    "ProbeDocument",
    "ProbedMove",
    "ProblemDocument",
    "PuzzleDocument",
    "PuzzlesDocument",
    "ResultName",
    "ResultsDocument",
    "Seconds",
    "SolvingDocument",
    "SolvingRequest",
    "SolvingState",
    "SourceName",
    "TableDocument",
    "TableResults",
    "TablesDocument",
    "ThemeName",
    "ValueDocument",
    "VariantResults",
    "VariantText",
]
