"""Open the database of games that an address names: SQLite by path, PostgreSQL by URL."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from io import FileIO
from pathlib import Path
from typing import Any, Final

from merels._files import make_folder
from merels._folders import user_data_folder
from merels._system import try_lock
from merels.web.online.exchange import Notifications
from merels.web.online.storage.database import MOST_IN_GROUP, Connection, Database, Dialect

FILE: Final = "games.sqlite"
SCHEMES: Final = ("postgresql://", "postgres://")
CHANNEL: Final = "merels"
SECONDS_TO_CONNECT: Final = 10


class OpeningError(Exception):
    """A database that cannot be used; ``public`` is what clients may know of the reason."""

    def __init__(self, detail: str, public: str) -> None:
        super().__init__(detail)
        self.public = public


def default_database() -> str | None:
    """Return the path of the database in the user's data folder, None without a home."""
    folder = user_data_folder()
    return None if folder is None else str(folder / FILE)


def is_shared(address: str) -> bool:
    """Whether several processes can use a database.

    >>> is_shared("postgresql:///merels"), is_shared("/var/lib/merels/games.sqlite")
    (True, False)
    """
    return address.startswith(SCHEMES)


def open_database(address: str) -> Database:
    """Open a database; raise `OpeningError` if it cannot be used."""
    return _open_postgresql(address) if is_shared(address) else _open_sqlite(Path(address))


def _open_sqlite(path: Path) -> Database:
    try:
        make_folder(path.parent)
        lock = path.with_name(f"{path.name}.lock").open("ab", buffering=0)
    except OSError as error:
        raise OpeningError(
            f"cannot write {str(path.parent)!r}: {error.strerror}; choose another place with "
            "--database",
            "the server cannot write into its data folder",
        ) from error
    _lock(lock, path)

    def connect() -> Connection:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")  # a lost move is worse than a slow one
        connection.execute("PRAGMA foreign_keys = ON")
        return _Locked(connection, lock)

    try:
        return Database(
            Dialect(
                connect,
                "?",
                "BEGIN IMMEDIATE",
                sqlite3.IntegrityError,
                sqlite3.Error,
                MOST_IN_GROUP,
                lambda _: False,
            )
        )
    except sqlite3.Error as error:
        lock.close()
        raise OpeningError(
            f"cannot use {str(path)!r} as a database: {error}",
            "the server's database is damaged, or is not one",
        ) from error


class _Locked:
    """A connection to SQLite, and the lock that keeps other servers away."""

    def __init__(self, connection: sqlite3.Connection, lock: FileIO) -> None:
        self.execute = connection.execute
        self._connection = connection
        self._lock = lock

    def close(self) -> None:
        self._connection.close()
        self._lock.close()


def _lock(file: FileIO, path: Path) -> None:
    """Keep other servers away: the state of running games is in this one's memory."""
    if not try_lock(file):
        file.close()
        raise OpeningError(
            f"another server uses {str(path)!r}; choose another database with --database",
            "another server on this machine has the database",
        )


def _open_postgresql(address: str) -> Database:
    if find_spec("psycopg") is None:
        advice = "PostgreSQL needs psycopg; add it with: pip install 'merels[postgres]'"
        raise OpeningError(advice, advice)
    import psycopg

    def connect() -> Any:
        return psycopg.connect(address, autocommit=True, connect_timeout=SECONDS_TO_CONNECT)

    try:
        return Database(
            Dialect(
                connect,
                "%s",
                "BEGIN",
                psycopg.errors.UniqueViolation,
                psycopg.Error,
                1,  # a group would hold locks on rows that another worker's group wants
                lambda connection: connection.closed,
                f"SELECT pg_notify('{CHANNEL}', ?)",
                f"SELECT pg_advisory_xact_lock(hashtext('{CHANNEL}'))",
            )
        )
    except psycopg.Error as error:
        raise OpeningError(
            f"cannot reach {describe(address)}: {str(error).strip()}",
            "the server cannot reach its database",
        ) from error


def describe(address: str) -> str:
    """Return an address without its password, for messages.

    >>> describe("postgresql://merels:secret@db/games"), describe("/tmp/games.sqlite")
    ('postgresql://merels@db/games', '/tmp/games.sqlite')
    """
    scheme, found, rest = address.partition("://")
    if not found:
        return os.fspath(address)
    user, at, host = rest.rpartition("@")
    return f"{scheme}://{user.partition(':')[0]}{at}{host}"


class _PostgresqlLine:
    """Messages that other processes send with ``pg_notify``."""

    def __init__(self, address: str) -> None:
        import psycopg

        self._error = psycopg.Error
        try:
            self._connection = psycopg.connect(
                address, autocommit=True, connect_timeout=SECONDS_TO_CONNECT
            )
            self._connection.execute(f"LISTEN {CHANNEL}")
        except psycopg.Error as error:
            raise OSError(str(error).strip()) from error

    def receive(self, seconds: float) -> list[str]:
        try:
            return [
                each.payload for each in self._connection.notifies(timeout=seconds, stop_after=1)
            ]
        except self._error as error:
            raise OSError(str(error).strip()) from error

    def close(self) -> None:
        self._connection.close()


def find_line(address: str) -> Callable[[], Notifications] | None:
    """Return what connects to the messages of other processes, None if there can be none."""
    return partial(_PostgresqlLine, address) if is_shared(address) else None
