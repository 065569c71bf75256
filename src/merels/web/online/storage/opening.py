"""Open the database of games that an address names: SQLite by path, PostgreSQL by URL."""

from __future__ import annotations

import logging
import os
import socket
import sqlite3
from collections import deque
from collections.abc import Callable, Generator
from contextlib import closing, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from merels._files import make_folder
from merels._system import try_lock, user_data_folder
from merels.web.online.storage.database import (
    MOST_IN_GROUP,
    READERS,
    SECONDS,
    SECONDS_TO_RECONNECT,
    Backend,
    Database,
    Transaction,
)
from merels.web.online.storage.schema import ensure_key, keep_time, migrate

FILE: Final = "games.sqlite"
SCHEMES: Final = ("postgresql://", "postgres://")
CHANNEL: Final = "merels"
SECONDS_TO_CONNECT: Final = 5
OTHERS: Final = 0o007  # the permissions of users who are neither a file's owner nor in its group

Listen = Callable[[float], Generator[list[str], None, None]]
"""Connects to the messages of all workers, and yields lists of messages for ever: an empty list
once connected, then a list each time, after this many seconds at the latest. Raises `OSError` if
the line is cut."""


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


@dataclass(frozen=True, slots=True)
class Opened:
    """A database that is up to date, with the facts that the server needs."""

    database: Database
    stored_time: int  # how long the server has run, in milliseconds
    key: str  # to the hashes of addresses
    listen: Listen | None  # to other processes, None if there can be none


def open_database(address: str) -> Opened:
    """Open a database and bring it up to date; raise `OpeningError` if it cannot be used."""
    backend: PostgresqlServer | SqliteFile
    backend = PostgresqlServer(address) if is_shared(address) else SqliteFile(Path(address))
    try:
        # A separate connection: bringing a database up to date may take longer than other work, and
        # a pool of connections would try for ever, without saying what is wrong.
        with closing(backend.connect()) as connection:
            connection.execute(backend.begin)
            transaction = Transaction(connection, backend)
            migrate(transaction)
            key = ensure_key(transaction, "origins", key_file(address))
            stored_time = keep_time(transaction, 0)
            connection.execute("COMMIT")
        listen = None
        if isinstance(backend, PostgresqlServer):
            backend.open()
            listen = backend.listen
        return Opened(Database(backend), stored_time, key, listen)
    except BaseException:
        backend.close()
        raise


def hide(path: Path, *, create: bool = True) -> None:
    """Create a file that only its owner can read; keep everybody else from an existing file."""
    if create:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    elif not path.exists():
        return
    mode = path.stat().st_mode
    if mode & OTHERS:
        path.chmod(mode & ~OTHERS)


class SqliteFile(Backend):
    """An SQLite file, and the lock that keeps other servers away."""

    placeholder = "?"
    begin = "BEGIN IMMEDIATE"
    conflict = sqlite3.IntegrityError
    failure = sqlite3.Error
    group = MOST_IN_GROUP

    def __init__(self, path: Path) -> None:
        # The lock must be the same whichever link leads to the file.
        self._path = path = Path(os.path.realpath(path))
        self._idle: deque[sqlite3.Connection] = deque()
        self._is_closed = False
        try:
            make_folder(path.parent)
            self._lock = path.with_name(f"{path.name}.lock").open("ab", buffering=0)
            if not try_lock(self._lock):  # the state of running games is in a server's memory
                self._lock.close()
                raise OpeningError(
                    f"another server uses {str(path)!r}; choose another database with --database",
                    "another server on this machine has the database",
                )
            for suffix in ("", "-wal", "-shm"):
                hide(path.with_name(path.name + suffix), create=not suffix)
            self._opened = path.stat()
        except OSError as error:
            raise OpeningError(
                f"cannot write {str(path.parent)!r}: {error.strerror}; choose another place with "
                "--database",
                "the server cannot write into its data folder",
            ) from error

    def connect(self) -> sqlite3.Connection:
        """Return a new connection; raise `OpeningError` if the file is not a database."""
        connection = sqlite3.connect(
            self._path, timeout=SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")  # a lost move is worse than a slow one
            connection.execute("PRAGMA foreign_keys = ON")
        except sqlite3.Error as error:
            connection.close()
            raise OpeningError(
                f"cannot use {str(self._path)!r} as a database: {error}",
                "the server's database is damaged, or is another file",
            ) from error
        return connection

    def borrow(self) -> sqlite3.Connection:  # noqa: D102
        self.check()
        with suppress(IndexError):
            return self._idle.pop()
        return self.connect()

    def give_back(self, connection: sqlite3.Connection) -> None:  # noqa: D102
        self._idle.append(connection)
        if self._is_closed:
            self._close_idle()

    def cut(self, connection: sqlite3.Connection) -> None:  # noqa: D102
        connection.interrupt()

    def check(self) -> None:
        """Raise `OSError` if the file was deleted or replaced: SQLite itself does not notice."""
        with suppress(FileNotFoundError):
            if os.path.samestat(self._opened, self._path.stat()):
                return
        raise OSError(
            f"{str(self._path)!r} was deleted or replaced; put it back and restart the server"
        )

    def close(self) -> None:  # noqa: D102
        self._is_closed = True
        self._close_idle()
        self._lock.close()

    def _close_idle(self) -> None:
        """Close unused connections: SQLite crashes if a connection is closed amid a statement."""
        with suppress(IndexError):
            while True:
                self._idle.pop().close()


class PostgresqlServer(Backend):
    """The connections to a PostgreSQL server, which come back after it was down."""

    placeholder = "%s"
    begin = "BEGIN"
    group = 1  # a group would hold locks on rows that another worker's group wants
    notify = f"SELECT pg_notify('{CHANNEL}', ?)"
    exclude = f"SELECT pg_advisory_xact_lock(hashtext('{CHANNEL}'))"
    lock_rows = "FOR NO KEY UPDATE"  # rows that refer to a player can still be stored meanwhile

    def __init__(self, address: str) -> None:
        if find_spec("psycopg") is None or find_spec("psycopg_pool") is None:
            advice = "PostgreSQL needs psycopg; add it with: pip install 'merels[postgres]'"
            raise OpeningError(advice, advice)
        import psycopg
        from psycopg_pool import ConnectionPool

        self.conflict = psycopg.errors.UniqueViolation
        self.failure = psycopg.Error
        self.again = (psycopg.errors.DeadlockDetected, psycopg.errors.SerializationFailure)
        self._address = address
        # The driver's words are not for our log, which says what failed.
        logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)
        self._pool = ConnectionPool(
            address,
            kwargs={"autocommit": True, "connect_timeout": SECONDS_TO_CONNECT},
            min_size=1,
            max_size=READERS + 1,
            open=False,
            configure=self._configure,
            timeout=SECONDS,
            reconnect_timeout=SECONDS,
            num_workers=1,
        )

    def open(self) -> None:
        """Get ready to lend connections."""
        self._pool.open(wait=True, timeout=SECONDS)

    def connect(self) -> Any:
        """Return a connection without limits; raise `OpeningError` if there is no answer."""
        import psycopg

        try:
            return psycopg.connect(
                self._address, autocommit=True, connect_timeout=SECONDS_TO_CONNECT
            )
        except psycopg.Error as error:
            raise OpeningError(
                f"cannot reach {describe(self._address)}: {str(error).strip()}",
                "the server cannot reach its database",
            ) from error

    @staticmethod
    def _configure(connection: Any) -> None:
        """Set limits that PostgreSQL enforces; `Database` cuts the connection if it does not."""
        for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
            connection.execute(f"SET {limit} = {round(1000 * SECONDS)}")

    def borrow(self) -> Any:  # noqa: D102
        return self._pool.getconn()

    def give_back(self, connection: Any) -> None:  # noqa: D102
        self._pool.putconn(connection)

    def is_lost(self, connection: Any) -> bool:  # noqa: D102
        return bool(connection.closed)

    def cut(self, connection: Any) -> None:  # noqa: D102
        with (
            suppress(Exception),  # it may have been closed at the same moment
            socket.socket(fileno=os.dup(connection.fileno())) as line,
        ):
            line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:  # noqa: D102
        self._pool.close(SECONDS_TO_RECONNECT)

    def listen(self, seconds: float) -> Generator[list[str], None, None]:
        """Yield messages that other processes send with ``pg_notify``; see `Listen`."""
        try:
            with self.connect() as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                yield []
                while True:
                    heard = connection.notifies(timeout=seconds, stop_after=1)
                    yield [each.payload for each in heard]
        except (self.failure, OpeningError) as error:
            raise OSError(str(error).strip()) from error


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
