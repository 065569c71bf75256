"""Lists of games, and the lobby, which shows visitors their lists again after changes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from merels.errors import NotationError, quote
from merels.online.events import SIDES
from merels.online.game import Ending, State
from merels.online.terms import Terms
from merels.web.api.documents import Answer
from merels.web.http.limits import Quota
from merels.web.http.problems import ProblemError
from merels.web.online.documents import GamesDocument, GameSummary, game_header
from merels.web.online.storage import players
from merels.web.online.storage.database import Database, Transaction
from merels.web.online.storage.games import Record, UnreadableError, reading

MOST: Final = 100


@dataclass(frozen=True, slots=True)
class GameSearch:
    """Which games to list."""

    state: State
    me: str | None = None  # only games of this player
    # Only games of a player with this name: the opponent, if ``me`` is given
    name: str | None = None
    variant: str | None = None
    result: Literal["won", "lost", "drawn"] | None = None  # for ``me``
    before: str | None = None  # only games older than this place in the list
    most: int = MOST


Condition = tuple[str, list[Any]]


def find_games(transaction: Transaction, search: GameSearch, viewer: str | None) -> GamesDocument:
    """Return games, newest first, as a viewer sees them, without unreadable games."""
    names = find_names(transaction, replace(search, most=search.most + 1))
    seats = (
        f"LEFT JOIN players {color}_player ON {color}_player.id = games.{color} "
        f"LEFT JOIN ratings {color}_rating ON {color}_rating.player = games.{color} "
        f"AND {color}_rating.variant = games.variant"
        for color in SIDES
    )
    rows = transaction.fetch(
        "SELECT games.id, games.created, ended, terms, state, fen, plies, winner, reason, "
        "white, white_player.name, white_rating.rating, "
        f"black, black_player.name, black_rating.rating FROM games {' '.join(seats)} "
        f"WHERE games.id IN ({', '.join('?' for _ in names) or 'NULL'}) "
        "ORDER BY games.created DESC, games.id DESC",
        *names,
    )
    found: list[GameSummary] = []
    for name, created, *others in rows[: search.most]:
        with suppress(UnreadableError), reading(name):
            found.append(_summarize(viewer, name, created, *others))
    following = f"{created}-{name}" if len(rows) > search.most else None
    return {"games": found, "next": following}


def _summarize(viewer: str | None, name: str, created: int, *others: Any) -> GameSummary:
    ended, terms_text, state, fen, plies, winner, reason, *seats = others
    terms = Terms.from_document(json.loads(terms_text))
    white, black = (
        players.describe_player(terms.variant, *each) for each in (seats[:3], seats[3:])
    )
    record = Record(name, white, black, created, ended)
    ending = None if reason is None else Ending(SIDES.get(winner), reason)
    header = game_header(record, terms, state, fen, ending, record.color_of(viewer))
    return {**header, "plies": plies}


def find_names(transaction: Transaction, search: GameSearch) -> list[str]:
    """Return the names of games, newest first; raises as `find_games` does."""
    conditions = [("state = ?", [search.state]), *_narrow_players(search), *_narrow(search)]
    return transaction.column(
        f"SELECT id FROM games WHERE {' AND '.join(condition for condition, _ in conditions)} "
        "ORDER BY created DESC, id DESC LIMIT ?",
        *(value for _, values in conditions for value in values),
        search.most,
    )


def _narrow_players(search: GameSearch) -> Iterator[Condition]:
    me, name = search.me, search.name
    if me is not None:
        yield "(white = ? OR black = ?)", [me, me]
    elif search.state == "open":
        yield "listed = 1", []
    if name is None:
        return
    # By the indexes of names and seats: a join would look at every game.
    named = "IN (SELECT id FROM players WHERE name = ?)"
    if me is not None:
        condition = f"(white {named} AND white <> ? OR black {named} AND black <> ?)"
        yield condition, [name, me, name, me]
    else:
        yield f"(white {named} OR black {named})", [name, name]


def _narrow(search: GameSearch) -> Iterator[Condition]:
    if search.result == "drawn":
        yield "winner IS NULL", []
    elif search.result is not None and search.me is not None:
        mine, theirs = ("white", "black") if search.result == "won" else ("black", "white")
        condition = f"(winner = '{mine}' AND white = ? OR winner = '{theirs}' AND black = ?)"
        yield condition, [search.me, search.me]
    if search.state == "finished":
        yield "reason NOT IN ('cancelled', 'aborted')", []
    if search.variant is not None:
        yield "variant = ?", [search.variant]
    if search.before is not None:
        created, game = _read_place(search.before)
        yield "(created < ? OR created = ? AND id < ?)", [created, created, game]


def _read_place(text: str) -> tuple[int, str]:
    created, found, game = text.partition("-")
    if not found or not created.isascii() or not created.isdigit() or len(created) > 15:
        raise NotationError(f"{quote(text)} is not a place in a list", "give the next of the last")
    return int(created), game


# The lobby.

PAUSE: Final = 1.0
"""Seconds between two looks at the games of a visitor; changes meanwhile are one change."""
LONGEST_PAUSE: Final = 30.0
"""Seconds after which the games are looked at without a change, as somebody may have a new name."""
MOST_VISITORS: Final = 200
"""Visitors who are told of changes at the same time: a stream counts as one of 500 requests."""
MOST_FROM_CLIENT: Final = 10
LAST_OF_BEGINNING: Final = 1
"""The number of the event with which a game begins: somebody joins, or the creator cancels."""


class LobbyDocument(Answer):
    """The games that a visitor can join or go on with, newest first."""

    open: list[GameSummary]
    """Challenges of other players that anybody may accept."""
    yours: list[GameSummary]
    """The visitor's own games: waiting for an opponent, by link or quick match; then running."""


class Lobby:
    """Shows visitors their games, at once and after each change."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._places = Quota("lobbies", MOST_VISITORS, MOST_FROM_CLIENT)
        # The games that visitors are shown, by the event after which the games may have changed.
        self._shown: dict[asyncio.Event, set[str]] = {}

    def note(self, game: str, seq: int) -> None:
        """Hear of an event: a game that begins concerns everybody, other events its viewers."""
        for may_differ, shown in self._shown.items():
            if seq <= LAST_OF_BEGINNING or game in shown:
                may_differ.set()

    async def follow(self, secret: str | None, client: str) -> AsyncGenerator[LobbyDocument, None]:
        """Yield a player's games, now and after each change; once if too many visitors follow."""
        with ExitStack() as stack:
            try:
                stack.enter_context(self._places.hold(client))
            except ProblemError:
                yield await self._database.read(_read, secret)
                return
            may_differ = asyncio.Event()
            self._shown[may_differ] = set()
            stack.callback(self._shown.pop, may_differ, None)
            seen: LobbyDocument | None = None
            while True:
                may_differ.clear()
                found = await self._database.read(_read, secret)
                self._shown[may_differ] = {game["id"] for game in (*found["open"], *found["yours"])}
                if found != seen:
                    seen = found
                    yield found
                with suppress(TimeoutError):
                    await asyncio.wait_for(may_differ.wait(), LONGEST_PAUSE)
                await asyncio.sleep(PAUSE)


def _read(transaction: Transaction, secret: str | None) -> LobbyDocument:
    viewer = None if secret is None else players.find_player(transaction, secret)
    listed = find_games(transaction, GameSearch("open"), viewer)["games"]
    yours: list[GameSummary] = []
    if viewer is not None:
        yours += find_games(transaction, GameSearch("open", viewer), viewer)["games"]
        yours += find_games(transaction, GameSearch("running", viewer), viewer)["games"]
    return {"open": [game for game in listed if game["you"] is None], "yours": yours}
