"""The documents of games between people: requests as models, answers as typed dicts."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from merels.online.deciding import RefusalReason
from merels.online.events import CommandType, Offer, Phrase
from merels.online.game import State
from merels.rules.variant import NINE_MENS_MORRIS
from merels.web.api.models import (
    STRICT,
    Answer,
    ColorName,
    FenOrStart,
    OutcomeDocument,
    VariantText,
)

LONGEST_MESSAGE = 2048
"""Bytes of a message over a socket."""
MOST_LISTED = 100


def _check_text(text: str | None) -> str | None:
    """Refuse what PostgreSQL cannot compare with its texts."""
    if text is not None and "\0" in text:
        raise ValueError("a text has no character NUL")
    return text


NameText = Annotated[str | None, Field(max_length=200, examples=["Ada"])]
"""1 to 24 printable characters, null for none."""


class NoClock(BaseModel):
    """No time is measured."""

    model_config = STRICT

    kind: Literal["none"]


class TimeClock(BaseModel):
    """Time for the whole game, and more after each move."""

    model_config = STRICT

    kind: Literal["time"]
    seconds: int = Field(ge=10, le=10_800)
    increment: int = Field(default=0, ge=0, le=180)


class DaysClock(BaseModel):
    """Days for each move."""

    model_config = STRICT

    kind: Literal["days"]
    days: int = Field(ge=1, le=14)


ClockRequest = Annotated[NoClock | TimeClock | DaysClock, Field(discriminator="kind")]


class NameRequest(BaseModel):
    """What a player wants to be called."""

    model_config = STRICT

    name: NameText


class JoinRequest(BaseModel):
    """Takes the open seat of a game."""

    model_config = STRICT

    name: NameText = None


class QuickRequest(JoinRequest):
    """Asks for a game with whoever asks for the same."""

    variant: VariantText = NINE_MENS_MORRIS.name
    clock: ClockRequest = Field(default_factory=lambda: NoClock(kind="none"))
    rated: bool = False


class GameRequest(QuickRequest):
    """A new game that waits for an opponent."""

    fen: FenOrStart = None
    """By default the empty board."""
    color: Literal["random", "white", "black"] = "random"
    """Of the player who asks."""
    listed: bool = False
    """Whether the lobby shows it."""
    level: str | None = Field(default=None, max_length=32, examples=["normal", "elo:800"])
    """A level of the computer to play against at once, instead of a person."""


class ListRequest(BaseModel):
    """Which games to list."""

    model_config = STRICT

    state: State = "open"
    mine: bool = False
    variant: VariantText | None = None
    opponent: Annotated[NameText, AfterValidator(_check_text)] = None
    """A name, exactly."""
    player: Annotated[NameText, AfterValidator(_check_text)] = None
    """A name, exactly."""
    result: Literal["won", "lost", "drawn"] | None = None
    before: Annotated[str | None, AfterValidator(_check_text)] = Field(default=None, max_length=40)
    """The `next` of the last list."""


class CommandRequest(BaseModel):
    """A message from a player: `hello`, `pong`, or a command with the number of its event."""

    model_config = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)

    type: CommandType | Literal["hello", "pong"]
    seq: int = Field(default=0, ge=0, le=1 << 31)
    """The number of the last event that the player saw, plus 1."""
    secret: str | None = Field(default=None, max_length=100)
    """With `hello`."""
    t: float | None = None
    """With `pong`: as in the `ping`."""
    move: str | None = Field(default=None, max_length=64)
    """With `move`: a whole turn."""
    what: Offer | None = None
    """With `accept` and `decline`."""
    phrase: Phrase | None = None
    """With `say`."""


class RatingDocument(Answer):
    """How strong a player is, on the scale of the levels."""

    rating: int
    deviation: int
    """The rating is within twice this with 95 % confidence."""
    games: int


class PlayerDocument(Answer):
    """A player, as only the player sees it."""

    id: str
    name: str | None
    rating: dict[str, RatingDocument]
    """By variant; only those played rated."""


class Seat(Answer):
    """A player of a game."""

    id: str
    name: str | None
    rating: int | None
    """Null before the first rated game of this variant."""
    level: str | None
    """The level, if it is the computer."""
    online: bool


class ClockDocument(Answer):
    """The terms of the clock."""

    kind: Literal["none", "time", "days"]
    seconds: int
    increment: int
    days: int


class ClocksDocument(Answer):
    """What the clocks show."""

    white_ms: int
    black_ms: int
    running: bool
    """Whether that of the side to move runs."""
    at_ms: int
    """When they showed this, in milliseconds since 1970 by the server's clock."""


class StandingOffers(Answer):
    """Who has offered what."""

    draw: ColorName | None
    takeback: ColorName | None
    rematch: ColorName | None


class SaidDocument(Answer):
    """A phrase, who said it, and the number of its event."""

    color: ColorName
    phrase: str
    seq: int


class RatingChange(Answer):
    """What a game did to the players' ratings."""

    white: int
    black: int


class GameSummary(Answer):
    """A game in a list."""

    id: str
    variant: str
    fen: str
    plies: int
    clock: ClockDocument
    rated: bool
    state: State
    white: Seat | None
    black: Seat | None
    you: ColorName | None
    turn: ColorName
    outcome: OutcomeDocument | None
    created: int
    """Milliseconds since 1970."""
    ended: int | None


class GameDocument(Answer):
    """A game between people, as one of them or a spectator sees it."""

    id: str
    seq: int
    """The number of the last event."""
    variant: str
    start_fen: str
    fen: str
    moves: list[str]
    turn: ColorName
    clock: ClockDocument
    rated: bool
    listed: bool
    state: State
    white: Seat | None
    black: Seat | None
    you: ColorName | None
    clocks: ClocksDocument | None
    """Null without a clock, and where a move has days."""
    deadline: int | None
    """Until when the side to move must move, in milliseconds since 1970: where a move has days, and
    for the first moves, once both players have been connected."""
    at_ms: int
    """When this was right, by the same clock."""
    offers: StandingOffers
    declined: StandingOffers
    """Whose offers were declined since the last move, or with it."""
    rematch_id: str | None
    says: list[SaidDocument]
    """The last 20."""
    outcome: OutcomeDocument | None
    """The reasons of the rules, and resignation, time, agreement, abandoned, aborted, cancelled."""
    spectators: int
    created: int
    """Milliseconds since 1970."""
    ended: int | None
    rating_change: RatingChange | None


class GamesDocument(Answer):
    """Games, newest first."""

    games: list[GameSummary]
    next: str | None
    """What to give as `before` for those that follow; null if there are no more."""


class SideReport(Answer):
    """How one side played; null where there was nothing to lose."""

    accuracy: float | None
    """The share of what was at stake that its moves kept, 0 to 1."""
    expected: float | None
    """What a club player would have kept, by the model, with the same choices: how hard it was."""
    moves: int
    """Moves that count."""
    best: int
    """Of these, moves that kept the best result."""


class ReportDocument(Answer):
    """How well both sides played, given how hard it was: figures, no accusation."""

    white: SideReport
    black: SideReport
    exact: int
    """Moves judged by exact values; the others by search."""
    moves: int
    seconds: float


class StateMessage(Answer):
    """Over a socket: the game, at the beginning and after every change."""

    type: Literal["state"]
    game: GameDocument


class AckMessage(Answer):
    """Over a socket: the command has become an event, now or before."""

    type: Literal["ack"]
    seq: int
    """Of the command."""


class RefusedMessage(Answer):
    """Over a socket: nothing came of a command."""

    type: Literal["refused"]
    seq: int
    reason: RefusalReason
    detail: str
    game: GameDocument


class PingMessage(Answer):
    """Over a socket: to be answered with `pong` and the same `t`, at once."""

    type: Literal["ping"]
    t: float


MESSAGES = (StateMessage, AckMessage, RefusedMessage, PingMessage, CommandRequest)
"""What is sent over sockets: schemas that no route declares."""
