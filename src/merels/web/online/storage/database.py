"""A database behind one thread: work comes in, is committed in groups, and is then answered.

Not SQLAlchemy with Alembic: a dozen statements that both databases take word for word need no
dialects, objects or sessions, SQLite needs no other package at all, and with the commits in our
hands all commands that arrive during one commit share the next.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

T = TypeVar("T")
Work = Callable[["Transaction"], T]
Row = tuple[Any, ...]

MOST_IN_GROUP: Final = 200
SECONDS_TO_RECONNECT: Final = 1.0

_log = logging.getLogger("merels.web")


class ConflictError(Exception):
    """A row is already there: somebody else was faster."""


class UnavailableError(Exception):
    """The database did not take the work; it may be tried again."""


class Cursor(Protocol):
    """What both databases' drivers return."""

    def fetchall(self) -> list[Row]: ...  # noqa: D102


class Connection(Protocol):
    """A connection of either driver."""

    def execute(self, statement: str, values: Sequence[Any] = ..., /) -> Cursor: ...  # noqa: D102
    def close(self) -> None: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Dialect:
    """In what two databases differ."""

    connect: Callable[[], Connection]
    placeholder: str
    begin: str
    conflict: type[Exception]
    failure: type[Exception]
    """What the driver raises, conflicts included."""
    group: int
    """How many pieces of work may share a commit."""
    is_lost: Callable[[Any], bool]
    """Whether a connection is of no use any more."""
    notify: str | None = None
    """The statement that tells other processes of an event, None if there are none."""
    exclude: str | None = None
    """The statement that keeps other processes out until the commit, None if there are none."""


class Transaction:
    """Runs statements; all of them take effect, or none."""

    def __init__(self, connection: Connection, dialect: Dialect) -> None:
        self._connection = connection
        self._dialect = dialect

    def execute(self, statement: str, *values: Any) -> None:
        """Run a statement; raise `ConflictError` if a row is already there."""
        self._run(statement, values)

    def fetch(self, statement: str, *values: Any) -> list[Row]:
        """Return the rows that a statement finds."""
        return self._run(statement, values).fetchall()

    def notify(self, message: str) -> None:
        """Tell the other processes on the database, once this is committed."""
        if self._dialect.notify is not None:
            self._run(self._dialect.notify, (message,))

    def exclude_others(self) -> None:
        """Keep the other processes on the database out until this is committed."""
        if self._dialect.exclude is not None:
            self._run(self._dialect.exclude, ())

    def _run(self, statement: str, values: Sequence[Any]) -> Cursor:
        try:
            return self._connection.execute(
                statement.replace("?", self._dialect.placeholder), values
            )
        except self._dialect.conflict as error:
            raise ConflictError(str(error)) from error


@dataclass(slots=True)
class _Job:
    work: Work[Any]
    done: Callable[[Any, BaseException | None], None]
    result: Any = None
    error: BaseException | None = None


class Database:
    """Runs work in the order in which it comes, in one thread with one connection."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._connection = dialect.connect()
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._serve, name="database", daemon=True)
        self._thread.start()

    async def run(self, work: Work[T]) -> T:
        """Return what ``work`` returns, once its changes are on disk.

        Raises what it raises, with nothing changed; `UnavailableError` if the database fails.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def settle(result: T, error: BaseException | None) -> None:
            if future.cancelled():
                return
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

        def done(result: T, error: BaseException | None) -> None:
            loop.call_soon_threadsafe(settle, result, error)

        self._jobs.put(_Job(work, done))
        return await future

    def close(self) -> None:
        """Finish what has come, and disconnect."""
        self._jobs.put(None)
        self._thread.join()
        self._connection.close()

    def _serve(self) -> None:
        is_open = True
        while is_open:
            group = [self._jobs.get()]
            while len(group) < self._dialect.group and not self._jobs.empty():
                group.append(self._jobs.get())
            is_open = group[-1] is not None and None not in group
            jobs = [job for job in group if job is not None]
            if jobs:
                self._work(jobs)
            for job in jobs:
                job.done(job.result, job.error)

    def _work(self, jobs: list[_Job]) -> None:
        """Do all jobs in one transaction, each undone by itself if it fails."""
        try:
            if self._dialect.is_lost(self._connection):
                self._connection = self._dialect.connect()
            self._connection.execute(self._dialect.begin)
            try:
                for job in jobs:
                    self._do(job)
                self._connection.execute("COMMIT")
            except BaseException:
                if not self._dialect.is_lost(self._connection):
                    self._connection.execute("ROLLBACK")
                raise
        except Exception as error:
            _log.error("the database of games failed: %s", error)
            for job in jobs:
                job.error = UnavailableError("the database of games failed; try again")

    def _do(self, job: _Job) -> None:
        self._connection.execute("SAVEPOINT job")
        try:
            job.result = job.work(Transaction(self._connection, self._dialect))
        except Exception as error:
            if self._dialect.is_lost(self._connection):
                raise
            job.error = error
            self._connection.execute("ROLLBACK TO SAVEPOINT job")
        self._connection.execute("RELEASE SAVEPOINT job")
