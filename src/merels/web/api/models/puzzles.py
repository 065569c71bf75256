"""Puzzles."""

from __future__ import annotations

from typing import Literal

from merels.web.api.models.fields import Answer


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
