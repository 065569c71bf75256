"""The documents of games between people, and games written as documents."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any, Literal, cast

from pydantic import Field

from merels.online.deciding import RefusalReason
from merels.online.events import OFFERS, Offer
from merels.online.game import OnlineGame, State
from merels.online.terms import ClockTerms, Terms
from merels.rules.outcome import format_result
from merels.rules.pgn import GameRecord, format_game
from merels.rules.position import BLACK, WHITE, Color
from merels.web.api.answers import COLORS
from merels.web.api.documents import (
    Answer,
    ColorName,
    OutcomeDocument,
)
from merels.web.online.storage.games import Record
from merels.web.online.storage.players import StoredPlayer

LONGEST_MESSAGE = 2048
"""Bytes of a message over a socket."""


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


MESSAGES = (StateMessage, AckMessage, RefusedMessage, PingMessage)
"""What the server sends over sockets: schemas that no route declares."""


class Presence:
    """Who is connected to a game."""

    def __init__(self, players: frozenset[Color] = frozenset(), spectators: int = 0) -> None:
        self.players = players
        self.spectators = spectators


NOBODY = Presence()


def game_document(
    record: Record,
    game: OnlineGame,
    you: Color | None,
    *,
    now: int,
    wall: int,
    presence: Presence = NOBODY,
) -> GameDocument:
    """Return a game as one side, or None for a spectator, sees it.

    ``now`` is the server's running time, ``wall`` the calendar's.
    """
    return {
        "id": record.id,
        "seq": game.seq,
        "variant": game.terms.variant,
        "start_fen": game.rules.start_fen,
        "fen": game.rules.fen(),
        "moves": [str(move) for move in game.rules.history],
        "turn": COLORS[game.turn],
        "clock": clock_document(game.terms.clock),
        "rated": game.terms.rated,
        "listed": game.terms.listed,
        "state": game.state,
        "white": _seat(record.white, WHITE in presence.players),
        "black": _seat(record.black, BLACK in presence.players),
        "you": _color(you),
        "clocks": _clocks(game, now, wall),
        "deadline": _deadline(game, now, wall),
        "at_ms": wall,
        "offers": _offers(game.offers),
        "declined": _offers(game.declined),
        "rematch_id": game.rematch_id,
        "says": [
            {"color": COLORS[said.color], "phrase": said.phrase, "seq": said.seq}
            for said in game.says
        ],
        "outcome": _outcome(game),
        "spectators": presence.spectators,
        "created": record.created,
        "ended": record.ended,
        "rating_change": _change(record),
    }


def clock_document(terms: ClockTerms) -> ClockDocument:
    """Return the terms of a clock."""
    return cast("ClockDocument", asdict(terms))


def summary_document(
    row: dict[str, Any], white: StoredPlayer | None, black: StoredPlayer | None, you: Color | None
) -> GameSummary:
    """Return a row of the table of games as an entry of a list."""
    terms = Terms.from_document(json.loads(row["terms"]))
    outcome: OutcomeDocument | None = None
    if row["reason"] is not None:
        outcome = {"winner": row["winner"], "reason": row["reason"]}
    return {
        "id": row["id"],
        "variant": row["variant"],
        "fen": row["fen"],
        "plies": row["plies"],
        "clock": clock_document(terms.clock),
        "rated": terms.rated,
        "state": row["state"],
        "white": _seat(white, False),
        "black": _seat(black, False),
        "you": _color(you),
        "turn": "white" if row["fen"].split()[1] == "w" else "black",
        "outcome": outcome,
        "created": row["created"],
        "ended": row["ended"],
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


def _color(color: Color | None) -> Any:
    return None if color is None else COLORS[color]


def _clocks(game: OnlineGame, now: int, wall: int) -> ClocksDocument | None:
    if game.terms.clock.kind != "time":
        return None
    return {
        "white_ms": game.clocks.left(WHITE, now),
        "black_ms": game.clocks.left(BLACK, now),
        "running": game.clocks.running is not None,
        "at_ms": wall,
    }


def _deadline(game: OnlineGame, now: int, wall: int) -> int | None:
    due = game.clocks.runs_out() if game.terms.clock.kind == "days" else game.first_move_due()
    return None if due is None else wall + max(0, due - now)


def _outcome(game: OnlineGame) -> OutcomeDocument | None:
    if game.ending is None:
        return None
    return {"winner": _color(game.ending.winner), "reason": game.ending.reason}


def _change(record: Record) -> RatingChange | None:
    if record.change is None:
        return None
    return {"white": record.change[0], "black": record.change[1]}


def game_file(record: Record, game: OnlineGame) -> str:
    """Return a game as PGN."""
    from datetime import UTC, datetime

    begun = datetime.fromtimestamp(record.created / 1000, UTC)
    headers = {
        "Event": f"{'Rated' if game.terms.rated else 'Casual'} game",
        "Site": "Merels",
        "Date": f"{begun:%Y.%m.%d}",
        "White": _name(record.white),
        "Black": _name(record.black),
        "TimeControl": _time_control(game.terms.clock),
        "GameId": record.id,
    }
    result = None
    if game.ending is not None:
        headers["Termination"] = game.ending.reason
        result = format_result(game.ending.winner) if game.ending.counts else "*"
    for color, player in (("White", record.white), ("Black", record.black)):
        if player is not None and player.rating is not None:
            headers[f"{color}Elo"] = str(player.rating)
    return format_game(GameRecord.from_game(game.rules, headers, result=result))


def _name(player: StoredPlayer | None) -> str:
    return "?" if player is None or player.name is None else player.name


def _time_control(clock: ClockTerms) -> str:
    """Return the clock as game files write it; a clock of days is one move in their seconds."""
    return f"1/{clock.days * 86_400}" if clock.kind == "days" else str(clock)
