"""A database: changes are committed in groups by one thread, and others read beside it.

Not SQLAlchemy with Alembic: a dozen statements that both databases take word for word need no
dialects, objects or sessions, SQLite needs no other package at all, and with the commits in our
hands all commands that arrive during one commit share the next.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol, TypeVar

from merels.web.http.addresses import CLIENT
from merels.web.http.problems import ProblemError
from merels.web.jobs.fairness import FairQueue, Threads


class Notifications(Protocol):
    """Where messages of all workers arrive."""

    def receive(self, seconds: float) -> list[str]:
        """Return messages, after ``seconds`` at the latest; raise `OSError` if the line is cut."""

    def close(self) -> None:
        """Stop listening."""


T = TypeVar("T")
Work = Callable[["Transaction"], T]
Row = tuple[Any, ...]

MOST_IN_GROUP: Final = 200
MOST_WAITING: Final = 10_000
"""Pieces of work that may wait: more than the server accepts requests and sockets at once."""
READERS: Final = 2
"""Threads that read."""
SECONDS: Final = 5.0
"""For a piece of work, after which it has failed."""
SECONDS_TO_RECONNECT: Final = 1.0
"""Between attempts to reach a database that is down: meanwhile all work fails at once."""
ATTEMPTS: Final = 10
"""How often work is done again because the database asks for it, or has cut an idle connection."""

_log = logging.getLogger("merels.web")


class ConflictError(Exception):
    """A row is already there: somebody else was faster."""


class UnavailableError(ProblemError):
    """The database did not take the work; it may be tried again."""

    def __init__(self, detail: str = "the database of games failed; try again") -> None:
        super().__init__("full", detail, retry_after=1)


class Cursor(Protocol):
    """What both databases' drivers return."""

    def fetchall(self) -> list[Row]: ...  # noqa: D102


class Connection(Protocol):
    """A connection of either driver."""

    def execute(self, statement: str, values: Sequence[Any] = ..., /) -> Cursor: ...  # noqa: D102


class Connections(Protocol):
    """The connections to a database: one for the thread that writes, a few for those that read."""

    def borrow(self, *, writing: bool) -> Any:
        """Return a connection; raise the driver's error if the database is out of reach."""

    def give_back(self, connection: Any) -> None:
        """Take a connection back, in whatever state it is."""

    def cut(self, connection: Any) -> None:
        """End what a connection is doing, from another thread: it raises the driver's error."""

    def check(self) -> None:
        """Raise `OSError` if what is committed would not be in the database any more."""

    def close(self) -> None:
        """Disconnect."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """In what two databases differ."""

    connections: Connections
    placeholder: str
    begin: str
    conflict: type[Exception]
    failure: type[Exception]
    """What the driver raises, conflicts included."""
    group: int
    """How many pieces of work may share a commit."""
    is_lost: Callable[[Any], bool]
    """Whether a connection is of no use any more."""
    again: tuple[type[Exception], ...] = ()
    """Failures after which the database asks for another attempt."""
    notify: str | None = None
    """The statement that tells other processes of an event, None if there are none."""
    exclude: str | None = None
    """The statement that keeps other processes out until the commit, None if there are none."""
    lock_rows: str = ""
    """What a SELECT ends with to keep its rows from others until the commit."""
    unlimited: str | None = None
    """The statement that lifts the database's own time limit until the commit."""


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

    def fetch_locked(self, statement: str, *values: Any) -> list[Row]:
        """Return the rows that a statement finds, and keep others from them until the commit."""
        return self.fetch(f"{statement} {self._dialect.lock_rows}", *values)

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
    is_limited: bool
    is_given_up: bool = False
    """Whether its caller has been told that it failed."""
    result: Any = None
    error: BaseException | None = None


class Storage(Protocol):
    """Where games are kept; `Database` is one. A simulation needs no threads and gives another."""

    async def run(self, work: Work[T], *, is_limited: bool = True) -> T:
        """Return what ``work`` returns, once its changes are on disk."""

    async def read(self, work: Work[T]) -> T:
        """Return what ``work``, which changes nothing, returns."""

    async def compute(self, work: Callable[[], T]) -> T:
        """Return what ``work`` makes of what was read."""

    def close(self) -> None:
        """Finish what has come, and disconnect."""


class Database:
    """Runs work that changes something in one thread, and work that reads in others.

    Clients take turns in both, so that none of them can keep the others from playing.
    """

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        # One more than share a commit, so that the thread need not wait for the event loop.
        self._turns = FairQueue(range(dialect.group + 1), MOST_WAITING)
        self._readers = Threads(READERS, MOST_WAITING)
        self._computing = Threads(1, MOST_WAITING)  # more would only share the interpreter
        self._busy: dict[Any, float] = {}  # since when connections have worked
        self._down_until = 0.0
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="database", daemon=True)
        self._thread.start()
        threading.Thread(target=self._watch, name="database-watch", daemon=True).start()

    async def run(self, work: Work[T], *, is_limited: bool = True) -> T:
        """Return what ``work`` returns, once its changes are on disk.

        Raises what it raises, with nothing changed; `UnavailableError` if the database fails, or
        does not answer in time.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def settle(result: T, error: BaseException | None) -> None:
            self._turns.give_back(client, turn)
            if future.done():
                return
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

        def done(result: T, error: BaseException | None) -> None:
            with suppress(RuntimeError):  # the loop is gone, and with it whoever asked
                loop.call_soon_threadsafe(settle, result, error)

        client = CLIENT.get()
        job = _Job(work, done, is_limited)
        try:
            async with asyncio.timeout(SECONDS if is_limited else None):
                turn = await self._turns.borrow(client)
                self._jobs.put(job)
                return await future
        except TimeoutError:
            job.is_given_up = True
            raise UnavailableError("the database of games does not answer; try again") from None

    async def read(self, work: Work[T]) -> T:
        """Return what ``work``, which changes nothing, returns; raises as `run` does."""
        return await self._readers.run(CLIENT.get(), partial(self._read, work))

    async def compute(self, work: Callable[[], T]) -> T:
        """Return what ``work`` makes of what was read, in a thread that no other work waits for.

        It should take a few milliseconds: then it is another client's turn.
        """
        return await self._computing.run(CLIENT.get(), work)

    def close(self) -> None:
        """Finish what has come if the database lets us, and disconnect."""
        self._jobs.put(None)
        self._thread.join(SECONDS_TO_RECONNECT)
        self._closing.set()
        for connection in list(self._busy):
            self._dialect.connections.cut(connection)
        self._thread.join(SECONDS_TO_RECONNECT)
        for threads in (self._readers, self._computing):
            threads.close()
        self._dialect.connections.close()

    # In the thread that writes.

    def _serve(self) -> None:
        is_open = True
        while is_open:
            group = [self._jobs.get()]
            while len(group) < self._dialect.group and not self._jobs.empty():
                group.append(self._jobs.get())
            is_open = None not in group
            jobs = [job for job in group if job is not None]
            self._work([job for job in jobs if not job.is_given_up])
            for job in jobs:
                job.done(job.result, job.error)

    def _work(self, jobs: list[_Job]) -> None:
        """Do all jobs in one transaction, each undone by itself if it fails."""
        if not jobs:
            return

        def work(connection: Connection) -> None:
            for job in jobs:
                self._do(connection, job)
            self._dialect.connections.check()

        try:
            self._transact(self._dialect.begin, work, writing=True, jobs=jobs)
        except Exception as error:
            for job in jobs:
                job.error = _explain(error)

    def _do(self, connection: Connection, job: _Job) -> None:
        job.error = None
        connection.execute("SAVEPOINT job")
        try:
            job.result = job.work(Transaction(connection, self._dialect))
        except Exception as error:
            if self._dialect.is_lost(connection) or isinstance(error, self._dialect.again):
                raise
            job.error = _explain(error) if isinstance(error, self._dialect.failure) else error
            connection.execute("ROLLBACK TO SAVEPOINT job")
        connection.execute("RELEASE SAVEPOINT job")

    # In all threads.

    def _read(self, work: Work[T]) -> T:
        def read(connection: Connection) -> T:
            return work(Transaction(connection, self._dialect))

        try:
            return self._transact("BEGIN", read, writing=False)
        except (self._dialect.failure, OSError) as error:
            raise _explain(error) from error

    def _transact(
        self,
        begin: str,
        work: Callable[[Connection], T],
        *,
        writing: bool,
        jobs: Sequence[_Job] = (),
    ) -> T:
        """Do work in a transaction, again if the database asks for it."""
        is_limited = all(job.is_limited for job in jobs)
        for attempt in range(ATTEMPTS):
            with self._lend(writing=writing, is_limited=is_limited) as connection:
                has_begun = False
                try:
                    connection.execute(begin)
                    has_begun = True
                    if not is_limited and self._dialect.unlimited is not None:
                        connection.execute(self._dialect.unlimited)
                    result = work(connection)
                    connection.execute("COMMIT")
                    return result
                except BaseException as error:
                    is_lost = self._dialect.is_lost(connection)
                    if not is_lost and has_begun:
                        with suppress(self._dialect.failure):  # it may have undone all by itself
                            connection.execute("ROLLBACK")
                    may_go_on = isinstance(error, self._dialect.again) or (
                        is_lost and not has_begun
                    )
                    if not may_go_on or attempt == ATTEMPTS - 1 or self._closing.is_set():
                        raise
        raise AssertionError("the last attempt returns or raises")

    @contextmanager
    def _lend(self, *, writing: bool, is_limited: bool) -> Iterator[Connection]:
        """Lend a connection; fail at once while the database is known to be down."""
        if time.monotonic() < self._down_until:
            raise UnavailableError
        try:
            connection = self._dialect.connections.borrow(writing=writing)
        except Exception:
            self._down_until = time.monotonic() + SECONDS_TO_RECONNECT
            raise
        if is_limited:
            self._busy[connection] = time.monotonic()
        try:
            yield connection
        finally:
            self._busy.pop(connection, None)
            self._dialect.connections.give_back(connection)

    def _watch(self) -> None:
        """Cut connections that take too long: a database that is stopped says nothing by itself."""
        while not self._closing.wait(SECONDS / 10):
            latest = time.monotonic() - SECONDS
            for connection, since in list(self._busy.items()):
                if since < latest:
                    self._dialect.connections.cut(connection)


def _explain(error: Exception) -> UnavailableError:
    """Return what clients may know of a failure; the log has the rest."""
    if isinstance(error, UnavailableError):
        return error
    _log.error("the database of games failed: %s", str(error).strip())
    return UnavailableError()
