"""Lists of games: the lobby, one's own, and the finished ones of everybody."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from merels.errors import NotationError, quote
from merels.online.events import SIDES
from merels.online.game import Ending
from merels.online.terms import Terms
from merels.web.online.documents import GamesDocument, GameSummary, game_header
from merels.web.online.storage.database import Transaction
from merels.web.online.storage.games import Record, UnreadableError, reading
from merels.web.online.storage.players import describe_player

MOST: Final = 100


@dataclass(frozen=True, slots=True)
class GameSearch:
    """Which games to list."""

    state: Literal["open", "running", "finished"]
    me: str | None = None
    """Only games of this player."""
    name: str | None = None
    """Only games of a player with this name: the opponent, if ``me`` is given."""
    variant: str | None = None
    result: Literal["won", "lost", "drawn"] | None = None
    """For ``me``."""
    before: str | None = None
    """Only games older than this place in the list."""
    most: int = MOST


Condition = tuple[str, list[Any]]


def find_games(transaction: Transaction, search: GameSearch, viewer: str | None) -> GamesDocument:
    """Return games, newest first, as a viewer sees them; those that cannot be read are left out.

    Raises `NotationError` for a bad place in the list.
    """
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
    white, black = (describe_player(terms.variant, *each) for each in (seats[:3], seats[3:]))
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
