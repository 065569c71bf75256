"""Lines of play: by exact values, or found by a search."""

from __future__ import annotations

from merels.web.api.models.fields import Answer, ResultName, SourceName
from merels.web.api.models.values import ValueDocument


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
