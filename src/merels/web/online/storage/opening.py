"""Open the database of games that an address names: SQLite by path, PostgreSQL by URL."""

from __future__ import annotations

import logging
import os
import socket
import sqlite3
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from io import FileIO
from pathlib import Path
from typing import Any, Final

from merels._files import make_folder
from merels._folders import user_data_folder
from merels._system import try_lock
from merels.web.online.storage.database import (
    MOST_IN_GROUP,
    READERS,
    SECONDS,
    SECONDS_TO_RECONNECT,
    Database,
    Dialect,
    Notifications,
)

FILE: Final = "games.sqlite"
SCHEMES: Final = ("postgresql://", "postgres://")
CHANNEL: Final = "merels"
SECONDS_TO_CONNECT: Final = 5
OTHERS: Final = 0o007
"""The permissions of those who are neither a file's owner nor in its group."""


class OpeningError(Exception):
    """A database that cannot be used; ``public`` is what clients may know of the reason."""

    def __init__(self, detail: str, public: str) -> None:
        super().__init__(detail)
        self.public = public


def default_database() -> str | None:
    """Return the path of the database in the user's data folder, None without a home."""
    folder = user_data_folder()
    return None if folder is None else str(folder / FILE)


def key_file(address: str) -> Path | None:
    """Return where the key to the hashes in a database is: not in the database itself."""
    if not is_shared(address):
        return Path(f"{os.path.realpath(address)}.key")
    folder = user_data_folder()
    return None if folder is None else folder / "games.key"


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
    path = Path(os.path.realpath(path))  # the lock must be the same by whichever link one comes
    try:
        make_folder(path.parent)
        lock = path.with_name(f"{path.name}.lock").open("ab", buffering=0)
        _lock(lock, path)
        for suffix in ("", "-wal", "-shm"):
            hide(path.with_name(path.name + suffix), create=not suffix)
    except OSError as error:
        raise OpeningError(
            f"cannot write {str(path.parent)!r}: {error.strerror}; choose another place with "
            "--database",
            "the server cannot write into its data folder",
        ) from error
    try:
        return Database(
            Dialect(
                _File(path, lock),
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


def hide(path: Path, *, create: bool = True) -> None:
    """Create a file that only its owner can read; keep everybody else from one that exists."""
    if create:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    elif not path.exists():
        return
    mode = path.stat().st_mode
    if mode & OTHERS:
        path.chmod(mode & ~OTHERS)


class _File:
    """The connections to an SQLite file, and the lock that keeps other servers away."""

    def __init__(self, path: Path, lock: FileIO) -> None:
        self._path = path
        self._lock = lock
        self._idle: deque[sqlite3.Connection] = deque()
        self._all: list[sqlite3.Connection] = []
        self._opened = path.stat()
        self._writer = self._connect()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path, timeout=SECONDS, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")  # a lost move is worse than a slow one
        connection.execute("PRAGMA foreign_keys = ON")
        self._all.append(connection)
        return connection

    def borrow(self, *, writing: bool) -> sqlite3.Connection:
        self.check()
        if writing:
            return self._writer
        with suppress(IndexError):
            return self._idle.pop()
        return self._connect()

    def give_back(self, connection: sqlite3.Connection) -> None:
        if connection is not self._writer:
            self._idle.append(connection)

    def cut(self, connection: sqlite3.Connection) -> None:
        connection.interrupt()

    def check(self) -> None:
        """Raise `OSError` if the file was deleted or replaced: SQLite itself does not notice."""
        try:
            is_there = os.path.samestat(self._opened, self._path.stat())
        except FileNotFoundError:
            is_there = False
        if not is_there:
            raise OSError(
                f"{str(self._path)!r} was deleted or replaced; put it back and restart the server"
            )

    def close(self) -> None:
        for connection in self._all:
            connection.close()
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
    if find_spec("psycopg") is None or find_spec("psycopg_pool") is None:
        advice = "PostgreSQL needs psycopg; add it with: pip install 'merels[postgres]'"
        raise OpeningError(advice, advice)
    import psycopg

    try:
        # The pool would try for ever, and not say what is wrong.
        psycopg.connect(address, connect_timeout=SECONDS_TO_CONNECT).close()
    except psycopg.Error as error:
        raise OpeningError(
            f"cannot reach {describe(address)}: {str(error).strip()}",
            "the server cannot reach its database",
        ) from error
    return Database(
        Dialect(
            _Pool(address),
            "%s",
            "BEGIN",
            psycopg.errors.UniqueViolation,
            psycopg.Error,
            1,  # a group would hold locks on rows that another worker's group wants
            lambda connection: connection.closed,
            (psycopg.errors.DeadlockDetected, psycopg.errors.SerializationFailure),
            f"SELECT pg_notify('{CHANNEL}', ?)",
            f"SELECT pg_advisory_xact_lock(hashtext('{CHANNEL}'))",
            # Rows that refer to a player can still be stored meanwhile.
            "FOR NO KEY UPDATE",
            "SET LOCAL statement_timeout = 0",
        )
    )


class _Pool:
    """The connections to a PostgreSQL server, which come back after it was down."""

    def __init__(self, address: str) -> None:
        from psycopg_pool import ConnectionPool

        # Its words are not for our log, which says what failed.
        logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)
        self._pool = ConnectionPool(
            address,
            kwargs={"autocommit": True, "connect_timeout": SECONDS_TO_CONNECT},
            min_size=1,
            max_size=READERS + 1,
            open=True,
            configure=self._configure,
            timeout=SECONDS,
            reconnect_timeout=SECONDS,
            num_workers=1,
        )

    @staticmethod
    def _configure(connection: Any) -> None:
        """Set the limits that the server itself can keep; `Database` cuts it off if it cannot."""
        for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
            connection.execute(f"SET {limit} = {round(1000 * SECONDS)}")

    def borrow(self, *, writing: bool) -> Any:
        return self._pool.getconn()

    def give_back(self, connection: Any) -> None:
        self._pool.putconn(connection)

    def cut(self, connection: Any) -> None:
        with (
            suppress(Exception),  # it may have been closed at the same moment
            socket.socket(fileno=os.dup(connection.fileno())) as line,
        ):
            line.shutdown(socket.SHUT_RDWR)

    def check(self) -> None:
        """Do nothing: the server knows what is on its disk."""

    def close(self) -> None:
        self._pool.close(SECONDS_TO_RECONNECT)


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
