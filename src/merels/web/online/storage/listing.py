"""Lists of games: the lobby, one's own, and the finished ones of everybody."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from merels.errors import NotationError, quote
from merels.online.rating import Rating, is_anchor
from merels.rules.position import BLACK, WHITE, Color
from merels.web.online.documents import GamesDocument, summary_document
from merels.web.online.storage.database import Transaction
from merels.web.online.storage.games import UnreadableError, reading
from merels.web.online.storage.players import StoredPlayer

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


def find_games(transaction: Transaction, search: GameSearch, viewer: str | None) -> GamesDocument:
    """Return games, newest first, as a viewer sees them; those that cannot be read are left out.

    Raises `NotationError` for a bad place in the list.
    """
    names = find_names(transaction, replace(search, most=search.most + 1))
    rows = transaction.fetch(
        f"SELECT {', '.join(f'games.{column}' for column in COLUMNS)}, "
        "w.name, white_rating.rating, b.name, black_rating.rating FROM games "
        "LEFT JOIN players w ON w.id = games.white LEFT JOIN players b ON b.id = games.black "
        "LEFT JOIN ratings white_rating "
        "ON white_rating.player = games.white AND white_rating.variant = games.variant "
        "LEFT JOIN ratings black_rating "
        "ON black_rating.player = games.black AND black_rating.variant = games.variant "
        f"WHERE games.id IN ({', '.join('?' for _ in names) or 'NULL'}) "
        "ORDER BY games.created DESC, games.id DESC",
        *names,
    )
    found = []
    for fields in rows[: search.most]:
        row = dict(zip(COLUMNS, fields, strict=False))
        white_name, white_rating, black_name, black_rating = fields[len(COLUMNS) :]
        white = _player(row["white"], white_name, white_rating, row["variant"])
        black = _player(row["black"], black_name, black_rating, row["variant"])
        you: Color | None = None
        if viewer is not None and viewer in (row["white"], row["black"]):
            you = WHITE if row["white"] == viewer else BLACK
        with suppress(UnreadableError), reading(row["id"]):
            found.append(summary_document(row, white, black, you))
    following = f"{row['created']}-{row['id']}" if len(rows) > search.most else None
    return {"games": found, "next": following}


def find_names(transaction: Transaction, search: GameSearch) -> list[str]:
    """Return the names of games, newest first; raises as `find_games` does."""
    conditions, values = _conditions(search)
    rows = transaction.fetch(
        f"SELECT id FROM games WHERE {' AND '.join(conditions)} "
        "ORDER BY created DESC, id DESC LIMIT ?",
        *values,
        search.most,
    )
    return [name for (name,) in rows]


def _player(player: str | None, name: str | None, rating: float | None, variant: str) -> Any:
    if player is None:
        return None
    known = StoredPlayer(player, name, None if rating is None else round(rating))
    level = known.level
    if level is not None and is_anchor(level, variant):
        return replace(known, rating=round(Rating.of_level(level).rating))
    return known


def _conditions(search: GameSearch) -> tuple[list[str], list[Any]]:
    """Return the conditions of a search as SQL, and the values in them."""
    parts = [
        ("state = ?", [search.state]),
        *_narrow_players(search),
        *_narrow_result(search),
    ]
    if search.state == "finished":
        parts.append(("reason NOT IN ('cancelled', 'aborted')", []))
    if search.variant is not None:
        parts.append(("variant = ?", [search.variant]))
    if search.before is not None:
        created, game = _read_place(search.before)
        condition = "(created < ? OR created = ? AND id < ?)"
        parts.append((condition, [created, created, game]))
    return [condition for condition, _ in parts], [value for _, more in parts for value in more]


Condition = tuple[str, list[Any]]


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


def _narrow_result(search: GameSearch) -> Iterator[Condition]:
    if search.result == "drawn":
        yield "winner IS NULL", []
    elif search.result is not None and search.me is not None:
        mine, theirs = ("white", "black") if search.result == "won" else ("black", "white")
        yield (
            f"(winner = '{mine}' AND white = ? OR winner = '{theirs}' AND black = ?)",
            [search.me, search.me],
        )


def _read_place(text: str) -> tuple[int, str]:
    created, found, game = text.partition("-")
    if not found or not created.isascii() or not created.isdigit() or len(created) > 15:
        raise NotationError(f"{quote(text)} is not a place in a list", "give the next of the last")
    return int(created), game
