"""The tables of the database of games, as the steps that led to them.

SQLite and PostgreSQL both take the steps. A step, once released, is never changed: new steps are
added at the end, and a database is brought up to date when it is opened.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

from merels._files import make_folder, whole_file
from merels.errors import MerelsError
from merels.web.online.storage.database import Transaction

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """CREATE TABLE players (
            id TEXT PRIMARY KEY,
            secret TEXT NOT NULL UNIQUE,
            name TEXT,
            created BIGINT NOT NULL
        )""",
        "CREATE INDEX players_by_name ON players (name)",
        """CREATE TABLE ratings (
            player TEXT NOT NULL REFERENCES players (id),
            variant TEXT NOT NULL,
            rating DOUBLE PRECISION NOT NULL,
            deviation DOUBLE PRECISION NOT NULL,
            volatility DOUBLE PRECISION NOT NULL,
            games INTEGER NOT NULL,
            changed BIGINT NOT NULL,
            PRIMARY KEY (player, variant)
        )""",
        """CREATE TABLE games (
            id TEXT PRIMARY KEY,
            seq INTEGER NOT NULL,
            state TEXT NOT NULL,
            variant TEXT NOT NULL,
            terms TEXT NOT NULL,
            rated INTEGER NOT NULL,
            listed INTEGER NOT NULL,
            quick TEXT,
            origin TEXT,
            white TEXT REFERENCES players (id),
            black TEXT REFERENCES players (id),
            fen TEXT NOT NULL,
            plies INTEGER NOT NULL,
            winner TEXT,
            reason TEXT,
            white_before DOUBLE PRECISION,
            white_after DOUBLE PRECISION,
            black_before DOUBLE PRECISION,
            black_after DOUBLE PRECISION,
            deadline BIGINT,
            created BIGINT NOT NULL,
            ended BIGINT
        )""",
        "CREATE INDEX games_by_state ON games (state, created)",
        "CREATE INDEX games_by_white ON games (white, state, created)",
        "CREATE INDEX games_by_black ON games (black, state, created)",
        "CREATE INDEX games_by_deadline ON games (deadline)",
        "CREATE INDEX games_by_origin ON games (origin, state)",
        """CREATE TABLE events (
            game TEXT NOT NULL REFERENCES games (id),
            seq INTEGER NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (game, seq)
        )""",
        """CREATE TABLE reports (
            game TEXT PRIMARY KEY REFERENCES games (id),
            body TEXT NOT NULL
        )""",
        "CREATE TABLE running (id INTEGER PRIMARY KEY, milliseconds BIGINT NOT NULL)",
        "INSERT INTO running (id, milliseconds) VALUES (1, 0)",
        "CREATE TABLE keys (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    ),
    ("ALTER TABLE games ADD COLUMN handed BIGINT",),
)
"""``handed`` is when the side to move could see its turn, if it was later than the event;
``running`` is how long the server has run in all; ``deadline``, ``handed`` and the times of events
are on this scale, ``created``, ``ended`` and ``changed`` are milliseconds since 1970."""


def migrate(transaction: Transaction) -> None:
    """Bring a database up to date; raise `MerelsError` if a later Merels has written it."""
    transaction.exclude_others()
    transaction.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)")
    done = transaction.value("SELECT COUNT(*) FROM migrations")
    if done > len(MIGRATIONS):
        raise MerelsError(
            f"the database has version {done}, this Merels knows {len(MIGRATIONS)}; "
            "update Merels, or choose another database with --database"
        )
    for number in range(done, len(MIGRATIONS)):
        for statement in MIGRATIONS[number]:
            transaction.execute(statement)
        transaction.insert("migrations", number=number)


def ensure_key(transaction: Transaction, name: str, file: Path | None) -> str:
    """Return the key of this name, a new key if there is none; other processes are kept out.

    The key is in a file: with key and database together, a thief could find out the hashed
    addresses. Without a file the key is in the database, as in versions before 0.3.
    """
    stored = transaction.value("SELECT value FROM keys WHERE name = ?", name)
    key = str(stored or secrets.token_hex())
    try:
        if file is None:
            raise FileNotFoundError
        key = _read_or_write(file, key)
    except OSError:
        if stored is None:
            transaction.insert("keys", name=name, value=key)
        return key
    transaction.execute("DELETE FROM keys WHERE name = ?", name)
    return key


def _read_or_write(file: Path, proposed: str) -> str:
    """Return what a file contains, if need be after writing it so that only its owner reads it."""
    with suppress(FileNotFoundError):
        return file.read_text(encoding="ascii").strip()
    make_folder(file.parent)
    with whole_file(file) as draft:
        Path(draft.name).chmod(0o600)
        draft.write(proposed.encode())
    return proposed


def note_time(transaction: Transaction, milliseconds: int) -> None:
    """Store how long the server has run, if it is more than stored."""
    transaction.execute(
        "UPDATE running SET milliseconds = ? WHERE milliseconds < ?", milliseconds, milliseconds
    )


def keep_time(transaction: Transaction, milliseconds: int) -> int:
    """Store how long the server has run, if it is more than stored; return the stored time."""
    note_time(transaction, milliseconds)
    return int(transaction.value("SELECT milliseconds FROM running"))
