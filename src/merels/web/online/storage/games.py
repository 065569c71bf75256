"""Games in the database: every statement that reads or changes one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace

from merels.online.events import Event
from merels.online.game import OnlineGame
from merels.online.rating import Rating, rate_game
from merels.online.terms import Terms
from merels.rules.color import BLACK, WHITE, Color
from merels.web.online.storage.database import Transaction
from merels.web.online.storage.players import (
    LEVEL,
    Player,
    find_player,
    read_player,
    read_rating,
    write_rating,
)
from merels.web.online.storage.server import keep_time


@dataclass(frozen=True, slots=True)
class Record:
    """What is known of a game besides its events."""

    id: str
    white: Player | None
    black: Player | None
    created: int
    ended: int | None = None
    change: tuple[int, int] | None = None
    """What the game did to the ratings of White and Black."""
    origin: str | None = None

    def seat(self, color: Color) -> Player | None:
        """Return who plays a colour."""
        return self.white if color is WHITE else self.black

    def color_of(self, player: str | None) -> Color | None:
        """Return the colour of a player, None for everybody else."""
        for color in (WHITE, BLACK):
            seat = self.seat(color)
            if player is not None and seat is not None and seat.id == player:
                return color
        return None

    def with_seat(self, color: Color, player: Player) -> Record:
        """Return the record with a player seated."""
        return replace(self, white=player) if color is WHITE else replace(self, black=player)


def insert_game(
    transaction: Transaction, record: Record, game: OnlineGame, quick: str | None
) -> None:
    """Store a new game with its events so far."""
    terms = game.terms
    transaction.execute(
        "INSERT INTO games (id, seq, state, variant, terms, rated, listed, quick, origin, "
        "white, black, fen, plies, deadline, created) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        record.id,
        game.seq,
        game.state,
        terms.variant,
        json.dumps(terms.document()),
        int(terms.rated),
        int(terms.listed),
        quick,
        record.origin,
        record.white and record.white.id,
        record.black and record.black.id,
        game.rules.fen(),
        game.rules.ply,
        game.deadline(),
        record.created,
    )
    _insert_events(transaction, record.id, game.events)


def append(
    transaction: Transaction, record: Record, game: OnlineGame, event: Event, now: int
) -> Record:
    """Store the last event of a game and what has changed with it; return the record after it.

    Raises `ConflictError` if the game has such an event already, by another process.
    """
    _insert_events(transaction, record.id, [event])
    ending = game.ending
    if ending is not None and record.ended is None:
        record = replace(record, ended=now)
        if game.terms.rated and ending.counts:
            record = _rate(transaction, record, game, now)
    transaction.execute(
        "UPDATE games SET seq = ?, state = ?, white = ?, black = ?, fen = ?, plies = ?, "
        "winner = ?, reason = ?, deadline = ?, ended = ? WHERE id = ?",
        game.seq,
        game.state,
        record.white and record.white.id,
        record.black and record.black.id,
        game.rules.fen(),
        game.rules.ply,
        None if ending is None or ending.winner is None else ending.winner.name.lower(),
        None if ending is None else ending.reason,
        game.deadline(),
        record.ended,
        record.id,
    )
    keep_time(transaction, event.at)
    transaction.notify(f"event {record.id} {event.seq}")
    return record


def _insert_events(transaction: Transaction, game: str, events: Iterable[Event]) -> None:
    for event in events:
        transaction.execute(
            "INSERT INTO events (game, seq, body) VALUES (?, ?, ?)", game, event.seq, event.text()
        )


def _rate(transaction: Transaction, record: Record, game: OnlineGame, now: int) -> Record:
    """Change both ratings by the end of a game; return the record with the change."""
    assert game.ending is not None
    assert record.white is not None
    assert record.black is not None
    ids = (record.white.id, record.black.id)
    variant = game.terms.variant
    # In one order, so that two workers cannot wait for each other.
    rows = {
        each: read_rating(transaction, each, variant) or Rating.of_newcomer(now)
        for each in sorted(ids)
    }
    before = (rows[ids[0]], rows[ids[1]])
    after = rate_game(*before, game.ending.winner, now)
    for player, rating in zip(ids, after, strict=True):
        if not player.startswith(LEVEL):
            write_rating(transaction, player, variant, rating)
    transaction.execute(
        "UPDATE games SET white_before = ?, white_after = ?, black_before = ?, black_after = ? "
        "WHERE id = ?",
        before[0].rating,
        after[0].rating,
        before[1].rating,
        after[1].rating,
        record.id,
    )
    return replace(
        record,
        white=replace(record.white, rating=round(after[0].rating)),
        black=replace(record.black, rating=round(after[1].rating)),
        change=_change(before[0].rating, after[0].rating, before[1].rating, after[1].rating),
    )


def _change(
    white_before: float | None,
    white_after: float | None,
    black_before: float | None,
    black_after: float | None,
) -> tuple[int, int] | None:
    if white_before is None or white_after is None or black_before is None or black_after is None:
        return None
    return round(white_after) - round(white_before), round(black_after) - round(black_before)


def load(transaction: Transaction, game: str) -> tuple[Record, OnlineGame] | None:
    """Return a game with all its events, None if there is none of this name."""
    rows = transaction.fetch(
        "SELECT terms, white, black, created, ended, white_before, white_after, black_before, "
        "black_after, origin FROM games WHERE id = ?",
        game,
    )
    if not rows:
        return None
    [(terms_text, white, black, created, ended, *ratings, origin)] = rows
    terms = Terms.from_document(json.loads(terms_text))
    white, black = (
        None if each is None else read_player(transaction, each, terms.variant)
        for each in (white, black)
    )
    record = Record(game, white, black, created, ended, _change(*ratings), origin)
    return record, OnlineGame(terms, load_events(transaction, game, 0))


def load_events(transaction: Transaction, game: str, first: int) -> list[Event]:
    """Return the events of a game from a number on."""
    rows = transaction.fetch(
        "SELECT body FROM events WHERE game = ? AND seq >= ? ORDER BY seq", game, first
    )
    return [Event.from_text(body) for (body,) in rows]


def postpone(transaction: Transaction, game: str, deadline: int) -> None:
    """Put off the end of a challenge."""
    transaction.execute("UPDATE games SET deadline = ? WHERE id = ?", deadline, game)


def find_due(transaction: Transaction, now: int, most: int = 100) -> list[str]:
    """Return games whose time is up, the most overdue first."""
    rows = transaction.fetch(
        "SELECT id FROM games WHERE deadline <= ? ORDER BY deadline LIMIT ?", now, most
    )
    return [game for (game,) in rows]


def has_running(transaction: Transaction) -> bool:
    """Whether any game is running."""
    return bool(transaction.fetch("SELECT id FROM games WHERE state = 'running' LIMIT 1"))


def find_waiting(transaction: Transaction, quick: str, player: str, now: int) -> str | None:
    """Return the oldest challenge with equal terms by another player, None if there is none."""
    rows = transaction.fetch(
        "SELECT id FROM games WHERE state = 'open' AND quick = ? AND deadline > ? "
        "AND COALESCE(white, black) <> ? ORDER BY created LIMIT 1",
        quick,
        now,
        player,
    )
    return rows[0][0] if rows else None


def count_unfinished(transaction: Transaction, origin: str) -> int:
    """Return how many games from one address are not over."""
    [(count,)] = transaction.fetch(
        "SELECT COUNT(*) FROM games WHERE origin = ? AND state <> 'finished'", origin
    )
    return int(count)


def forget(transaction: Transaction, game: str, color: Color) -> None:
    """Take a player's name off a finished game; delete the game when no person's is left on it."""
    transaction.execute(f"UPDATE games SET {color.name.lower()} = NULL WHERE id = ?", game)
    [seats] = transaction.fetch("SELECT white, black FROM games WHERE id = ?", game)
    if all(seat is None or seat.startswith(LEVEL) for seat in seats):
        _delete(transaction, "id = ?", game)


def find_games_of_levels(transaction: Transaction) -> list[str]:
    """Return the running games in which the computer plays."""
    rows = transaction.fetch(
        "SELECT id FROM games WHERE state = 'running' "
        "AND ? IN (SUBSTR(white, 1, 6), SUBSTR(black, 1, 6))",
        LEVEL,
    )
    return [game for (game,) in rows]


def purge(transaction: Transaction, before: int) -> None:
    """Delete challenges that came to nothing, if they ended before a time."""
    _delete(transaction, "state = 'finished' AND reason = 'cancelled' AND ended < ?", before)


def _delete(transaction: Transaction, condition: str, value: str | int) -> None:
    """Delete the games for which a condition holds, and before them what refers to them."""
    for table in ("events", "reports"):
        transaction.execute(
            f"DELETE FROM {table} WHERE game IN (SELECT id FROM games WHERE {condition})", value
        )
    transaction.execute(f"DELETE FROM games WHERE {condition}", value)


def find_rated(transaction: Transaction, secret: str) -> list[tuple[str, str]]:
    """Return variant and position of the running rated games of the player with a secret."""
    player = find_player(transaction, secret)
    if player is None:
        return []
    rows = transaction.fetch(
        "SELECT variant, fen FROM games WHERE state = 'running' AND rated = 1 "
        "AND (white = ? OR black = ?)",
        player,
        player,
    )
    return [(variant, fen) for variant, fen in rows]


def read_report(transaction: Transaction, game: str) -> str | None:
    """Return the report of a game as JSON, None if there is none yet."""
    rows = transaction.fetch("SELECT body FROM reports WHERE game = ?", game)
    return rows[0][0] if rows else None


def write_report(transaction: Transaction, game: str, body: str) -> None:
    """Store the report of a game, unless the game is gone."""
    transaction.execute(
        "INSERT INTO reports (game, body) SELECT id, ? FROM games WHERE id = ? "
        "ON CONFLICT DO NOTHING",
        body,
        game,
    )
