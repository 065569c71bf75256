"""The types of single fields, and what every document has in common."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

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


@with_config(STRICT)
class Answer(TypedDict):
    """What all answers have in common."""
