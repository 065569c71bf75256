"""The documents of games between people, and games written as documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Annotated, Literal, cast

from pydantic import Field

from merels.online.deciding import RefusalReason
from merels.online.events import OFFERS, Offer
from merels.online.game import Ending, OnlineGame, State
from merels.online.terms import Terms
from merels.rules.outcome import format_result
from merels.rules.pgn import GameRecord, format_game
from merels.rules.position import BLACK, WHITE, Color
from merels.web.api.answers import COLORS
from merels.web.api.documents import Answer, ColorName, OutcomeDocument
from merels.web.online.storage.games import Record
from merels.web.online.storage.players import StoredPlayer

LONGEST_MESSAGE = 2048  # bytes of a message over a socket
OUTCOME = "The reasons of the rules; resignation, time, agreement, abandoned, aborted, cancelled."

NameText = Annotated[str | None, Field(max_length=200, examples=["Ada"])]
"""1 to 24 printable characters, null for none."""


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
    """Whether the clock of the side to move runs."""
    at_ms: int
    """When the clocks showed these times, in milliseconds since 1970 by the server's clock."""


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


class GameHeader(Answer):
    """The members of a game that lists show too."""

    id: str
    variant: str
    fen: str
    turn: ColorName
    clock: ClockDocument
    rated: bool
    state: State
    white: Seat | None
    black: Seat | None
    you: ColorName | None
    outcome: Annotated[OutcomeDocument | None, Field(description=OUTCOME)]
    created: Annotated[int, Field(description="Milliseconds since 1970.")]
    ended: int | None


class GameSummary(GameHeader):
    """A game in a list."""

    plies: int


class GameDocument(GameHeader):
    """A game between people, as one of them or a spectator sees it."""

    seq: int
    """The number of the last event."""
    start_fen: str
    moves: list[str]
    listed: bool
    clocks: ClocksDocument | None
    """Null without a clock, and with a clock of days."""
    deadline: int | None
    """By when the side to move must move, in milliseconds since 1970: with a clock of days, and for
    first moves once both players have been connected."""
    at_ms: int
    """When the times were right, by the same clock."""
    offers: StandingOffers
    declined: StandingOffers
    """The sides whose offers were declined since the last move, or by it."""
    rematch_id: str | None
    says: list[SaidDocument]
    """The last 20."""
    spectators: int
    rating_change: RatingChange | None


class GamesDocument(Answer):
    """Games, newest first."""

    games: list[GameSummary]
    next: str | None
    """The value of `before` for the next games; null if there are no more."""


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
    """A message over a socket: the server refused a command."""

    type: Literal["refused"]
    seq: int
    reason: RefusalReason
    detail: str
    game: GameDocument


class PingMessage(Answer):
    """Over a socket: to be answered with `pong` and the same `t`, at once."""

    type: Literal["ping"]
    t: float


MESSAGES = (StateMessage, AckMessage, RefusedMessage, PingMessage)
"""What the server sends over sockets: schemas that no route declares."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is connected to a game."""

    players: frozenset[Color] = frozenset()
    spectators: int = 0


NOBODY = Presence()


def game_header(
    record: Record,
    terms: Terms,
    state: State,
    fen: str,
    ending: Ending | None,
    you: Color | None,
    presence: Presence = NOBODY,
) -> GameHeader:
    """Return a game as a list shows it to one side or, with None, to everybody else."""
    outcome: OutcomeDocument | None = None
    if ending is not None:
        outcome = {"winner": _color(ending.winner), "reason": ending.reason}
    return {
        "id": record.id,
        "variant": terms.variant,
        "fen": fen,
        "turn": "white" if fen.split()[1] == "w" else "black",
        "clock": cast("ClockDocument", asdict(terms.clock)),
        "rated": terms.rated,
        "state": state,
        "white": _seat(record.white, WHITE in presence.players),
        "black": _seat(record.black, BLACK in presence.players),
        "you": _color(you),
        "outcome": outcome,
        "created": record.created,
        "ended": record.ended,
    }


def game_document(
    record: Record,
    game: OnlineGame,
    you: Color | None,
    *,
    now: int,
    wall: int,
    presence: Presence = NOBODY,
) -> GameDocument:
    """Return a game as a side sees it (None: a spectator), given the server's time and the date."""
    terms, clocks = game.terms, game.clocks
    due = clocks.runs_out() if terms.clock.kind == "days" else game.first_move_due()
    shown: ClocksDocument = {
        "white_ms": clocks.left(WHITE, now),
        "black_ms": clocks.left(BLACK, now),
        "running": clocks.running is not None,
        "at_ms": wall,
    }
    change: RatingChange | None = None
    if record.change is not None:
        change = {"white": record.change[0], "black": record.change[1]}
    return {
        **game_header(record, terms, game.state, game.rules.fen(), game.ending, you, presence),
        "seq": game.seq,
        "start_fen": game.rules.start_fen,
        "moves": [str(move) for move in game.rules.history],
        "listed": terms.listed,
        "clocks": shown if terms.clock.kind == "time" else None,
        "deadline": None if due is None else wall + max(0, due - now),
        "at_ms": wall,
        "offers": _offers(game.offers),
        "declined": _offers(game.declined),
        "rematch_id": game.rematch_id,
        "says": [
            {"color": COLORS[said.color], "phrase": said.phrase, "seq": said.seq}
            for said in game.says
        ],
        "spectators": presence.spectators,
        "rating_change": change,
    }


def _seat(player: StoredPlayer | None, online: bool) -> Seat | None:
    if player is None:
        return None
    level = player.level
    return {
        "id": player.id,
        "name": player.name,
        "rating": player.rating,
        "level": level,
        "online": online or level is not None,
    }


def _offers(offers: Mapping[Offer, Color]) -> StandingOffers:
    return cast("StandingOffers", {what: _color(offers.get(what)) for what in OFFERS})


def _color(color: Color | None) -> ColorName | None:
    return None if color is None else COLORS[color]


def game_file(record: Record, game: OnlineGame) -> str:
    """Return a game as PGN."""
    begun = datetime.fromtimestamp(record.created / 1000, UTC)
    clock = game.terms.clock
    headers = {
        "Event": f"{'Rated' if game.terms.rated else 'Casual'} game",
        "Site": "Merels",
        "Date": f"{begun:%Y.%m.%d}",
        "White": "?",
        "Black": "?",
        # In game files, a clock of days is written as one move in the seconds of these days.
        "TimeControl": f"1/{clock.days * 86_400}" if clock.kind == "days" else str(clock),
        "GameId": record.id,
    }
    result = None
    if game.ending is not None:
        headers["Termination"] = game.ending.reason
        result = format_result(game.ending.winner) if game.ending.counts else "*"
    for color, player in (("White", record.white), ("Black", record.black)):
        if player is not None and player.name is not None:
            headers[color] = player.name
        if player is not None and player.rating is not None:
            headers[f"{color}Elo"] = str(player.rating)
    return format_game(GameRecord.from_game(game.rules, headers, result=result))
