"""Games in the database: every statement that reads or changes a game.

A game that cannot be read must not keep other games from being read: see `reading`.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from merels.online.events import Event
from merels.online.game import OnlineGame
from merels.online.rating import Rating, rate_game
from merels.online.terms import Terms
from merels.rules.position import BLACK, WHITE, Color
from merels.web.http.problems import ProblemError
from merels.web.online.storage import players
from merels.web.online.storage.database import ConflictError, Transaction
from merels.web.online.storage.players import LEVEL, UNLESS_THERE, StoredPlayer
from merels.web.online.storage.schema import note_time

_log = logging.getLogger("merels.web")
_reported: Final[set[str]] = set()


class UnreadableError(ProblemError):
    """A stored game is damaged, or a later Merels has written it; the log has the error already."""

    def __init__(self, game: str) -> None:
        super().__init__("internal", f"the game {game} cannot be read; see the server's log")


@contextmanager
def reading(game: str) -> Iterator[None]:
    """Turn any error of a stored game into `UnreadableError`; log it once."""
    try:
        yield
    except Exception as error:
        if game not in _reported:
            _reported.add(game)
            _log.exception("a stored game cannot be read", extra={"fields": {"game": game}})
        raise UnreadableError(game) from error


AT_ONCE: Final = 100  # events that are replayed in one turn, about 10 ms


@dataclass(frozen=True, slots=True)
class Record:
    """The facts about a game besides its events."""

    id: str
    white: StoredPlayer | None
    black: StoredPlayer | None
    created: int
    ended: int | None = None
    change: tuple[int, int] | None = None  # what the game did to the ratings of White and Black
    origin: str | None = None

    @property
    def seats(self) -> dict[Color, StoredPlayer | None]:
        """Who plays which colour."""
        return {WHITE: self.white, BLACK: self.black}

    def color_of(self, player: str | None) -> Color | None:
        """Return the colour of a player, None for everybody else."""
        for color, seat in self.seats.items():
            if player is not None and seat is not None and seat.id == player:
                return color
        return None

    def with_seat(self, color: Color, player: StoredPlayer) -> Record:
        """Return the record with a player seated."""
        return replace(self, white=player) if color is WHITE else replace(self, black=player)


class TooManyError(ProblemError):
    """An address has the largest allowed number of unfinished games."""

    def __init__(self, most: int) -> None:
        detail = f"more than {most} unfinished games from one address"
        super().__init__("too-many", detail, retry_after=60)


def insert_game(
    transaction: Transaction, record: Record, game: OnlineGame, quick: str | None, most: int = 0
) -> None:
    """Store a new game; raise `TooManyError` if its address has ``most`` unfinished, unless 0."""
    if most and record.origin is not None:
        transaction.exclude_others()  # or two processes could both add the last game
        if count_unfinished(transaction, record.origin) >= most:
            raise TooManyError(most)
    terms = game.terms
    transaction.insert(
        "games",
        id=record.id,
        variant=terms.variant,
        terms=json.dumps(terms.document()),
        rated=int(terms.rated),
        listed=int(terms.listed),
        quick=quick,
        origin=record.origin,
        white=record.white and record.white.id,
        black=record.black and record.black.id,
        created=record.created,
        **_describe(game),
    )
    _insert_events(transaction, record.id, game.events)
    transaction.notify(f"event {record.id} {game.seq}")


def _describe(game: OnlineGame) -> dict[str, Any]:
    winner = None if game.ending is None else game.ending.winner
    return {
        "seq": game.seq,
        "state": game.state,
        "fen": game.rules.fen(),
        "plies": game.rules.ply,
        "winner": None if winner is None else winner.name.lower(),
        "reason": None if game.ending is None else game.ending.reason,
        "deadline": game.deadline(),
        "handed": game.handed,
    }


def append(
    transaction: Transaction, record: Record, game: OnlineGame, event: Event, now: int
) -> Record:
    """Store the last event of a game and its changes; return the record after it.

    Raises `ConflictError` if another process has stored an event, or has let a player delete the
    game.
    """
    ending = game.ending if record.ended is None else None
    if ending is not None:
        record = replace(record, ended=now)
    # First, because it locks the row: seats and events do not change meanwhile.
    transaction.update("games", record.id, ended=record.ended, **_describe(game))
    _check_seats(transaction, record, event)
    _insert_events(transaction, record.id, [event])
    if ending is not None and game.terms.rated and ending.counts:
        record = _rate(transaction, record, game, now)
    note_time(transaction, event.at)
    transaction.notify(f"event {record.id} {event.seq}")
    return record


def _check_seats(transaction: Transaction, record: Record, event: Event) -> None:
    """Seat a player; raise `ConflictError` unless the other seats are as the record says."""
    seats = {color: seat and seat.id for color, seat in record.seats.items()}
    joining = event.color if event.type == "join" else None
    expected = tuple(None if color is joining else seat for color, seat in seats.items())
    if transaction.fetch("SELECT white, black FROM games WHERE id = ?", record.id) != [expected]:
        raise ConflictError("a player has joined the game or deleted it")
    if joining is not None:
        transaction.update("games", record.id, **{joining.name.lower(): seats[joining]})


def _insert_events(transaction: Transaction, game: str, events: Iterable[Event]) -> None:
    for event in events:
        transaction.insert("events", game=game, seq=event.seq, body=event.text())


def _rate(transaction: Transaction, record: Record, game: OnlineGame, now: int) -> Record:
    assert game.ending is not None
    assert record.white is not None
    assert record.black is not None
    ids = (record.white.id, record.black.id)
    variant = game.terms.variant
    players.lock_players(transaction, ids)
    white, black = (
        players.read_rating(transaction, each, variant) or Rating.of_newcomer(now) for each in ids
    )
    white_after, black_after = rate_game(white, black, game.ending.winner, now)
    for player, rating in zip(ids, (white_after, black_after), strict=True):
        if not player.startswith(LEVEL):
            players.write_rating(transaction, player, variant, rating)
    ratings = {
        "white_before": white.rating,
        "white_after": white_after.rating,
        "black_before": black.rating,
        "black_after": black_after.rating,
    }
    transaction.update("games", record.id, **ratings)
    return replace(
        record,
        white=replace(record.white, rating=round(white_after.rating)),
        black=replace(record.black, rating=round(black_after.rating)),
        change=_change(*ratings.values()),
    )


def _change(*ratings: float | None) -> tuple[int, int] | None:
    """Return what White and Black have gained, by the ratings of each before and after."""
    known = [round(each) for each in ratings if each is not None]
    return (known[1] - known[0], known[3] - known[2]) if len(known) == 4 else None


@dataclass(frozen=True, slots=True)
class Stored:
    """A game as it was read, still to be replayed."""

    record: Record
    terms: Terms
    handed: int | None
    events: list[str]

    def replay(self) -> Iterator[OnlineGame]:
        """Yield the game after a few more events each time, as other work needs the processor too.

        Raises `UnreadableError` if the events make no sense.
        """
        with reading(self.record.id):
            game = OnlineGame(self.terms)
            for first in range(0, len(self.events), AT_ONCE):
                for text in self.events[first : first + AT_ONCE]:
                    game.apply(Event.from_text(text))
                yield game
            if self.handed is not None:
                game.hand_over(self.handed)
            yield game


def load(transaction: Transaction, game: str) -> Stored | None:
    """Return a game with all its events, None if there is none; raises as `reading` does."""
    rows = transaction.fetch(
        "SELECT terms, white, black, created, ended, white_before, white_after, black_before, "
        "black_after, origin, handed FROM games WHERE id = ?",
        game,
    )
    if not rows:
        return None
    [(terms_text, white, black, created, ended, *ratings, origin, handed)] = rows
    with reading(game):
        terms = Terms.from_document(json.loads(terms_text))
    white, black = (
        None if each is None else players.read_player(transaction, each, terms.variant)
        for each in (white, black)
    )
    record = Record(game, white, black, created, ended, _change(*ratings), origin)
    events = transaction.column("SELECT body FROM events WHERE game = ? ORDER BY seq", game)
    return Stored(record, terms, handed, events)


def load_readable(transaction: Transaction, names: Iterable[str]) -> list[Stored]:
    """Return games, without games that are gone or whose terms cannot be read."""
    found: list[Stored] = []
    for name in names:
        with suppress(UnreadableError):
            found += filter(None, [load(transaction, name)])
    return found


def note_start(
    transaction: Transaction, game: str, seq: int, handed: int, deadline: int | None
) -> None:
    """Store when the side to move was shown the game, if it is still its turn."""
    statement = "UPDATE games SET handed = ?, deadline = ? WHERE id = ? AND seq = ?"
    transaction.execute(statement, handed, deadline, game, seq)


def postpone(transaction: Transaction, game: str, deadline: int) -> None:
    """Postpone the time at which a challenge is removed."""
    transaction.update("games", game, deadline=deadline)


def find_due(transaction: Transaction, now: int, most: int = 100) -> list[str]:
    """Return games whose time is up, the most overdue first."""
    return transaction.column(
        "SELECT id FROM games WHERE deadline <= ? ORDER BY deadline LIMIT ?", now, most
    )


def has_running(transaction: Transaction) -> bool:
    """Whether any game is running."""
    return transaction.value("SELECT id FROM games WHERE state = 'running' LIMIT 1") is not None


def find_waiting(transaction: Transaction, quick: str, player: str, now: int) -> str | None:
    """Return the oldest challenge with equal terms by another player, None if there is none."""
    found: str | None = transaction.value(
        "SELECT id FROM games WHERE state = 'open' AND quick = ? AND deadline > ? "
        "AND COALESCE(white, black) <> ? ORDER BY created LIMIT 1",
        quick,
        now,
        player,
    )
    return found


def count_unfinished(transaction: Transaction, origin: str) -> int:
    """Return how many games from one address are not over."""
    statement = "SELECT COUNT(*) FROM games WHERE origin = ? AND state <> 'finished'"
    return int(transaction.value(statement, origin))


def forget(transaction: Transaction, game: str, color: Color) -> None:
    """Take a player's name off a finished game; delete a game without a person."""
    transaction.update("games", game, **{color.name.lower(): None})
    rows = transaction.fetch("SELECT white, black FROM games WHERE id = ?", game)
    if all(seat is None or seat.startswith(LEVEL) for seats in rows for seat in seats):
        _delete(transaction, "id = ?", game)
    transaction.notify(f"changed {game}")


def find_games_of_levels(transaction: Transaction) -> list[str]:
    """Return the running games in which the computer plays."""
    return transaction.column(
        "SELECT id FROM games WHERE state = 'running' "
        "AND ? IN (SUBSTR(white, 1, 6), SUBSTR(black, 1, 6))",
        LEVEL,
    )


def purge(transaction: Transaction, before: int) -> None:
    """Delete challenges that nobody joined, if they ended before a time."""
    _delete(transaction, "state = 'finished' AND reason = 'cancelled' AND ended < ?", before)


def _delete(transaction: Transaction, condition: str, value: str | int) -> None:
    for table in ("events", "reports"):
        transaction.execute(
            f"DELETE FROM {table} WHERE game IN (SELECT id FROM games WHERE {condition})", value
        )
    transaction.execute(f"DELETE FROM games WHERE {condition}", value)


def read_report(transaction: Transaction, game: str) -> str | None:
    """Return the report of a game as JSON, None if there is none yet."""
    found: str | None = transaction.value("SELECT body FROM reports WHERE game = ?", game)
    return found


def write_report(transaction: Transaction, game: str, body: str) -> None:
    """Store the report of a game, unless the game is gone."""
    statement = "INSERT INTO reports (game, body) SELECT id, ? FROM games WHERE id = ?"
    transaction.execute(f"{statement} {UNLESS_THERE}", body, game)
