"""A database: one thread commits changes in groups, and other threads read beside it."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from merels.web.http.limits import CLIENT
from merels.web.http.problems import ProblemError
from merels.web.jobs.fairness import FairQueue, Threads

T = TypeVar("T")
P = ParamSpec("P")
Work = Callable[["Transaction"], T]
Asked = Callable[Concatenate["Transaction", P], T]
"""Work that is asked for with arguments of its own."""
Row = tuple[Any, ...]

MOST_IN_GROUP: Final = 200
MOST_WAITING: Final = 10_000
"""Pieces of work that may wait: more than the server accepts requests and sockets at once."""
READERS: Final = 2  # threads that read
SECONDS: Final = 5.0  # for a piece of work, after which it has failed
SECONDS_TO_RECONNECT: Final = 1.0
"""Seconds between attempts to reach a database that is down: meanwhile all work fails at once."""
ATTEMPTS: Final = 10
"""How often work is done again because the database asks for it, or has cut an idle connection."""

_log = logging.getLogger("merels.web")


class ConflictError(Exception):
    """A row is already there: another request was faster."""


class UnavailableError(ProblemError):
    """The database did not take the work; it may be tried again."""

    def __init__(self, detail: str = "the database of games failed; try again") -> None:
        super().__init__("full", detail, retry_after=1)


class Backend:
    """A database by its driver: its connections, which all have ``execute``, and its SQL."""

    placeholder: str
    begin: str
    conflict: type[Exception]
    failure: type[Exception]  # what the driver raises, conflicts included
    group: int  # how many pieces of work may share a commit
    # Failures after which the database asks for another attempt
    again: tuple[type[Exception], ...] = ()
    # The statement that tells other processes of an event, None if there are none
    notify: str | None = None
    # The statement that keeps other processes out until the commit, None if there are none
    exclude: str | None = None
    lock_rows: str = ""  # the end of a SELECT that locks its rows until the commit

    def borrow(self) -> Any:
        """Return a connection; raise the driver's error if the database is out of reach."""

    def give_back(self, connection: Any) -> None:
        """Take a connection back, in whatever state it is."""

    def is_lost(self, connection: Any) -> bool:
        """Whether a connection is of no use any more."""
        return False

    def cut(self, connection: Any) -> None:
        """End what a connection is doing, from another thread: it raises the driver's error."""

    def check(self) -> None:
        """Raise `OSError` if commits would not reach the database any more."""

    def close(self) -> None:
        """Disconnect."""


class Transaction:
    """Runs statements; all statements take effect, or none."""

    def __init__(self, connection: Any, backend: Backend) -> None:
        self.connection = connection
        self._backend = backend

    def execute(self, statement: str, *values: Any) -> Any:
        """Run a statement; raise `ConflictError` if a row is already there."""
        try:
            return self.connection.execute(
                statement.replace("?", self._backend.placeholder), values
            )
        except self._backend.conflict as error:
            raise ConflictError(str(error)) from error

    def insert(self, table: str, ending: str = "", /, **values: Any) -> None:
        """Add a row; raises as `execute` does, unless an ``ON CONFLICT`` at the end prevents it."""
        marks = ", ".join("?" for _ in values)
        statement = f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks}) {ending}"
        self.execute(statement, *values.values())

    def update(self, table: str, name: str, /, **values: Any) -> None:
        """Change the row of this id."""
        changes = ", ".join(f"{column} = ?" for column in values)
        self.execute(f"UPDATE {table} SET {changes} WHERE id = ?", *values.values(), name)

    def fetch(self, statement: str, *values: Any) -> list[Row]:
        """Return the rows that a statement finds."""
        rows: list[Row] = self.execute(statement, *values).fetchall()
        return rows

    def column(self, statement: str, *values: Any) -> list[Any]:
        """Return the first column of the rows that a statement finds."""
        return [row[0] for row in self.fetch(statement, *values)]

    def value(self, statement: str, *values: Any) -> Any:
        """Return the first value that a statement finds, None if it finds nothing."""
        return next(iter(self.column(statement, *values)), None)

    def lock(self, statement: str, *values: Any) -> None:
        """Lock the rows that a statement finds until the transaction is committed."""
        self.fetch(f"{statement} {self._backend.lock_rows}", *values)

    def notify(self, message: str) -> None:
        """Tell the other processes on the database, once this is committed."""
        if self._backend.notify is not None:
            self.execute(self._backend.notify, message)

    def exclude_others(self) -> None:
        """Keep the other processes on the database out until this is committed."""
        if self._backend.exclude is not None:
            self.execute(self._backend.exclude)


@dataclass(slots=True)
class _Job:
    work: Work[Any]
    done: Future[Any] = field(default_factory=Future)
    result: Any = None
    error: Exception | None = None


class Database:
    """Runs work that writes in one thread and work that reads in other threads, in fair turns.

    A simulation has the same four methods, and no threads.
    """

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        # One place more than the jobs of a commit, so that the thread need not wait for the event
        # loop.
        self._turns = FairQueue(range(backend.group + 1), MOST_WAITING)
        self._readers = Threads(READERS, MOST_WAITING)
        self._computing = Threads(1, MOST_WAITING)  # more threads would only share the interpreter
        self._busy: dict[Any, float] = {}  # since when connections have worked
        self._down_until = 0.0
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="database", daemon=True)
        self._thread.start()
        threading.Thread(target=self._watch, name="database-watch", daemon=True).start()

    async def run(self, work: Asked[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Return the result of ``work``, once its changes are on disk.

        Raises the errors of ``work``, with nothing changed; `UnavailableError` if the database
        fails, or does not answer in time.
        """
        loop, client = asyncio.get_running_loop(), CLIENT.get()
        job = _Job(lambda transaction: work(transaction, *args, **named))

        def give_back(_: Future[T]) -> None:
            with suppress(RuntimeError):  # the loop is gone, and the callers with it
                loop.call_soon_threadsafe(self._turns.give_back, client, turn)

        try:
            async with asyncio.timeout(SECONDS):
                turn = await self._turns.borrow(client)
                job.done.add_done_callback(give_back)
                self._jobs.put(job)
                result: T = await asyncio.wrap_future(job.done)
                return result
        except TimeoutError:
            raise UnavailableError("the database of games does not answer; try again") from None

    async def read(self, work: Asked[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Return the result of ``work``, which changes nothing; raises as `run` does."""

        def transact() -> T:
            try:
                return self._transact(
                    "BEGIN", lambda transaction: work(transaction, *args, **named)
                )
            except (self._backend.failure, OSError) as error:
                raise _explain(error) from error

        return await self._readers.run(CLIENT.get(), transact)

    async def compute(self, work: Callable[[], T]) -> T:
        """Return the result of ``work``, a few milliseconds of computing, in the client's turn."""
        return await self._computing.run(CLIENT.get(), work)

    async def close(self) -> None:
        """Finish the accepted work if the database answers, and disconnect."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._jobs.put(None)
        self._thread.join(SECONDS_TO_RECONNECT)
        self._closing.set()
        for connection in list(self._busy):
            self._backend.cut(connection)
        self._thread.join(SECONDS_TO_RECONNECT)
        for threads in (self._readers, self._computing):
            threads.close()
        self._backend.close()

    # In the thread that writes.

    def _serve(self) -> None:
        is_open = True
        while is_open:
            group = [self._jobs.get()]
            while len(group) < self._backend.group and not self._jobs.empty():
                group.append(self._jobs.get())
            is_open = None not in group
            # The caller may have given up, and would not expect the change any more.
            jobs = [job for job in group if job and job.done.set_running_or_notify_cancel()]
            self._work(jobs)
            for job in jobs:
                if job.error is None:
                    job.done.set_result(job.result)
                else:
                    job.done.set_exception(job.error)

    def _work(self, jobs: list[_Job]) -> None:
        if not jobs:
            return

        def work(transaction: Transaction) -> None:
            for job in jobs:
                self._do(transaction, job)
            self._backend.check()

        try:
            self._transact(self._backend.begin, work)
        except Exception as error:
            for job in jobs:
                job.error = _explain(error)

    def _do(self, transaction: Transaction, job: _Job) -> None:
        job.error = None
        transaction.execute("SAVEPOINT job")
        try:
            job.result = job.work(transaction)
        except Exception as error:
            backend = self._backend
            if backend.is_lost(transaction.connection) or isinstance(error, backend.again):
                raise
            job.error = _explain(error) if isinstance(error, backend.failure) else error
            transaction.execute("ROLLBACK TO SAVEPOINT job")
        transaction.execute("RELEASE SAVEPOINT job")

    # In all threads.

    def _transact(self, begin: str, work: Work[T]) -> T:
        for attempt in range(ATTEMPTS):
            with self._lend() as connection:
                has_begun = False
                try:
                    connection.execute(begin)
                    has_begun = True
                    result = work(Transaction(connection, self._backend))
                    connection.execute("COMMIT")
                    return result
                except BaseException as error:
                    is_lost = self._backend.is_lost(connection)
                    if not is_lost and has_begun:
                        with suppress(self._backend.failure):  # already undone, perhaps
                            connection.execute("ROLLBACK")
                    if attempt == ATTEMPTS - 1 or self._closing.is_set():
                        raise
                    if not isinstance(error, self._backend.again) and (has_begun or not is_lost):
                        raise
        raise AssertionError("the last attempt returns or raises")

    @contextmanager
    def _lend(self) -> Iterator[Any]:
        """Lend a connection; fail at once while the database is known to be down."""
        if time.monotonic() < self._down_until:
            raise UnavailableError
        try:
            connection = self._backend.borrow()
        except Exception:
            self._down_until = time.monotonic() + SECONDS_TO_RECONNECT
            raise
        self._busy[connection] = time.monotonic()
        try:
            yield connection
        finally:
            self._busy.pop(connection, None)
            self._backend.give_back(connection)

    def _watch(self) -> None:
        """Cut connections that take too long: a database that is stopped says nothing by itself."""
        while not self._closing.wait(SECONDS / 10):
            latest = time.monotonic() - SECONDS
            for connection, since in list(self._busy.items()):
                if since < latest:
                    self._backend.cut(connection)


def _explain(error: Exception) -> UnavailableError:
    if isinstance(error, UnavailableError):
        return error
    _log.error("the database of games failed: %s", str(error).strip())
    return UnavailableError()
