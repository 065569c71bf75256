"""Lists of games: the lobby, one's own, and the finished ones of everybody."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Literal

from merels.errors import NotationError, quote
from merels.rules.color import BLACK, WHITE, Color
from merels.web.online.documents import summary_document
from merels.web.online.models import GamesDocument
from merels.web.online.storage.database import Transaction
from merels.web.online.storage.players import Player, read_rating
from merels.web.online.storage.unreadable import UnreadableError, reading

COLUMNS: Final = (
    "id",
    "variant",
    "terms",
    "state",
    "fen",
    "plies",
    "winner",
    "reason",
    "created",
    "ended",
    "white",
    "black",
)
MOST: Final = 100


@dataclass(frozen=True, slots=True)
class Search:
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


def find_games(transaction: Transaction, search: Search, viewer: str | None) -> GamesDocument:
    """Return games, newest first, as a viewer sees them; those that cannot be read are left out.

    Raises `NotationError` for a bad place in the list.
    """
    conditions, values = _conditions(search)
    rows = transaction.fetch(
        f"SELECT {', '.join(f'games.{column}' for column in COLUMNS)}, "
        "w.name, b.name FROM games "
        "LEFT JOIN players w ON w.id = games.white LEFT JOIN players b ON b.id = games.black "
        f"WHERE {' AND '.join(conditions)} ORDER BY games.created DESC, games.id DESC LIMIT ?",
        *values,
        search.most + 1,
    )
    found = []
    for *fields, white_name, black_name in rows[: search.most]:
        row = dict(zip(COLUMNS, fields, strict=True))
        white = _player(transaction, row["white"], white_name, row["variant"])
        black = _player(transaction, row["black"], black_name, row["variant"])
        you: Color | None = None
        if viewer is not None and viewer in (row["white"], row["black"]):
            you = WHITE if row["white"] == viewer else BLACK
        with suppress(UnreadableError), reading(row["id"]):
            found.append(summary_document(row, white, black, you))
    following = f"{row['created']}-{row['id']}" if len(rows) > search.most else None
    return {"games": found, "next": following}


def _player(transaction: Transaction, player: str | None, name: str | None, variant: str) -> Any:
    if player is None:
        return None
    rating = read_rating(transaction, player, variant)
    return Player(player, name, None if rating is None else round(rating.rating))


def _conditions(search: Search) -> tuple[list[str], list[Any]]:
    """Return the conditions of a search as SQL, and the values in them."""
    parts = [
        ("games.state = ?", [search.state]),
        *_narrow_players(search),
        *_narrow_result(search),
    ]
    if search.state == "finished":
        parts.append(("games.reason NOT IN ('cancelled', 'aborted')", []))
    if search.variant is not None:
        parts.append(("games.variant = ?", [search.variant]))
    if search.before is not None:
        created, game = _read_place(search.before)
        condition = "(games.created < ? OR games.created = ? AND games.id < ?)"
        parts.append((condition, [created, created, game]))
    return [condition for condition, _ in parts], [value for _, more in parts for value in more]


Condition = tuple[str, list[Any]]


def _narrow_players(search: Search) -> Iterator[Condition]:
    me, name = search.me, search.name
    if me is not None:
        yield "(games.white = ? OR games.black = ?)", [me, me]
    elif search.state == "open":
        yield "games.listed = 1", []
    if name is not None and me is not None:
        condition = "(w.name = ? AND games.white <> ? OR b.name = ? AND games.black <> ?)"
        yield condition, [name, me, name, me]
    elif name is not None:
        yield "(w.name = ? OR b.name = ?)", [name, name]


def _narrow_result(search: Search) -> Iterator[Condition]:
    if search.result == "drawn":
        yield "games.winner IS NULL", []
    elif search.result is not None and search.me is not None:
        mine, theirs = ("white", "black") if search.result == "won" else ("black", "white")
        yield (
            f"(games.winner = '{mine}' AND games.white = ? "
            f"OR games.winner = '{theirs}' AND games.black = ?)",
            [search.me, search.me],
        )


def _read_place(text: str) -> tuple[int, str]:
    created, found, game = text.partition("-")
    if not found or not created.isascii() or not created.isdigit() or len(created) > 15:
        raise NotationError(f"{quote(text)} is not a place in a list", "give the next of the last")
    return int(created), game
