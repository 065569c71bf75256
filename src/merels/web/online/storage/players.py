"""Players in the database: who they are, and how strong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from merels.online.identity import clean_name, derive_id
from merels.online.rating import Rating, is_anchor
from merels.web.online.storage.database import Transaction

LEVEL: Final = "level:"
"""The id and secret of a computer player are this prefix and its name, unlike any hash."""
UNLESS_THERE: Final = "ON CONFLICT DO NOTHING"
MOST_PURGED: Final = 1000  # players that are checked for deletion at a time


@dataclass(frozen=True, slots=True)
class StoredPlayer:
    """Somebody who plays: a person, or a level of the computer."""

    id: str
    name: str | None = None
    rating: int | None = None

    @property
    def level(self) -> str | None:
        """The level, if it is the computer."""
        return self.id.removeprefix(LEVEL) if self.id.startswith(LEVEL) else None


def find_player(transaction: Transaction, secret: str) -> str | None:
    """Return the player with the hash of a secret, None if there is none."""
    found: str | None = transaction.value("SELECT id FROM players WHERE secret = ?", secret)
    return found


def ensure_player(transaction: Transaction, secret: str, now: int) -> str:
    """Return the player with the hash of a secret, a new player if there is none."""
    new = derive_id(secret)
    transaction.insert("players", UNLESS_THERE, id=new, secret=secret, created=now)
    return find_player(transaction, secret) or new


def ensure_level(transaction: Transaction, level: str, now: int) -> str:
    """Return the computer player of a level."""
    player = LEVEL + level
    transaction.insert("players", UNLESS_THERE, id=player, secret=player, name=level, created=now)
    return player


def purge(transaction: Transaction, after: str, nameless: int, named: int) -> str | None:
    """Check the next players after a player; return the last of them, None if there was none.

    Players who came before a time, ``nameless`` or ``named``, are deleted if they have no games and
    no rating.
    """
    looked_at = transaction.column(
        "SELECT id FROM players WHERE id > ? ORDER BY id LIMIT ?", after, MOST_PURGED
    )
    if not looked_at:
        return None
    last: str = looked_at[-1]
    transaction.execute(
        "DELETE FROM players WHERE id > ? AND id <= ? AND id NOT LIKE ? "
        "AND created < CASE WHEN name IS NULL THEN ? ELSE ? END "
        "AND NOT EXISTS (SELECT 1 FROM games WHERE games.white = players.id) "
        "AND NOT EXISTS (SELECT 1 FROM games WHERE games.black = players.id) "
        "AND NOT EXISTS (SELECT 1 FROM ratings WHERE ratings.player = players.id)",
        after,
        last,
        f"{LEVEL}%",
        nameless,
        named,
    )
    return last


def rename(transaction: Transaction, player: str, name: str | None) -> None:
    """Change a player's name."""
    transaction.update("players", player, name=name)


def seat(
    transaction: Transaction, secret: str, name: str | None, variant: str, now: int
) -> StoredPlayer:
    """Return the player of a secret, if need be a new player, with a new name if given."""
    player = ensure_player(transaction, secret, now)
    if name is not None:
        rename(transaction, player, clean_name(name))
    return read_player(transaction, player, variant)


def lock_players(transaction: Transaction, players: Sequence[str]) -> None:
    """Lock players and their ratings until the commit, in a fixed order that avoids deadlocks."""
    marks = ", ".join("?" for _ in players)
    transaction.lock(f"SELECT id FROM players WHERE id IN ({marks}) ORDER BY id", *players)


def describe_player(
    variant: str, player: str | None, name: str | None, rating: float | None
) -> StoredPlayer | None:
    """Return a player as opponents see it, None for nobody; the rating of a level is not stored."""
    if player is None:
        return None
    anchor = find_anchor(player, variant)
    known = rating if anchor is None else anchor.rating
    return StoredPlayer(player, name, None if known is None else round(known))


def find_anchor(player: str, variant: str) -> Rating | None:
    """Return the rating of a level, None if it is not known or the player is no level."""
    level = StoredPlayer(player).level
    return Rating.of_level(level) if level and is_anchor(level, variant) else None


def read_player(transaction: Transaction, player: str, variant: str) -> StoredPlayer:
    """Return a player as opponents see it."""
    name = transaction.value("SELECT name FROM players WHERE id = ?", player)
    rating = read_rating(transaction, player, variant)
    return StoredPlayer(player, name, None if rating is None else round(rating.rating))


def read_ratings(transaction: Transaction, player: str) -> dict[str, Rating]:
    """Return a player's ratings by variant."""
    rows = transaction.fetch(
        "SELECT variant, rating, deviation, volatility, games, changed FROM ratings "
        "WHERE player = ? ORDER BY variant",
        player,
    )
    return {variant: Rating(*numbers) for variant, *numbers in rows}


def read_rating(transaction: Transaction, player: str, variant: str) -> Rating | None:
    """Return a player's rating, None before the first rated game; a level's if it is known."""
    return find_anchor(player, variant) or read_ratings(transaction, player).get(variant)


def write_rating(transaction: Transaction, player: str, variant: str, rating: Rating) -> None:
    """Store a player's rating."""
    numbers = rating.numbers()
    changes = ", ".join(f"{column} = excluded.{column}" for column in numbers)
    ending = f"ON CONFLICT (player, variant) DO UPDATE SET {changes}"
    transaction.insert("ratings", ending, player=player, variant=variant, **numbers)
