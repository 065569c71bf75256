"""Fair shares: clients take turns, so that no client can take everything."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Generic, TypeVar

from merels.web.http.problems import ProblemError

MOST_WAITING: Final = 500
"""Requests that may wait for a thread; as many as the server accepts at once."""

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Lends a few things, such as search processes, to many clients.

    A free thing goes to the client that holds the fewest things, then to the client whose turn was
    longest ago; each client's own requests are served in order. At most ``room`` requests wait:
    beyond this number, the client with the most requests loses its last request.
    """

    def __init__(self, things: Iterable[T], room: int) -> None:
        self._free = deque(things)
        self._room = room
        self._held: Counter[str] = Counter()
        # Waiting clients, the next client first, and their requests.
        self._waiting: OrderedDict[str, deque[asyncio.Future[T]]] = OrderedDict()
        self.size = len(self._free)
        self.queued = 0

    @property
    def lent(self) -> int:
        """How many things are in use."""
        return self.size - len(self._free)

    def held_by(self, client: str) -> int:
        """Return how many things a client has."""
        return self._held[client]

    def check_room(self, client: str) -> None:
        """Raise `ProblemError` if a request of the client could not even wait."""
        if not self._free and self.queued >= self._room and self._greediest(client) == client:
            raise ProblemError(
                "busy",
                f"all {self.size} places are busy and {self.queued} requests are already waiting",
                retry_after=1,
            )

    async def borrow(self, client: str) -> T:
        """Return a free thing, if need be later; raise `ProblemError` if too many requests wait."""
        if self._free:  # then nobody is waiting
            self._held[client] += 1
            return self._free.popleft()
        self.check_room(client)
        if self.queued >= self._room:
            self._send_away(self._greediest(client))
        request: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(request)
        self.queued += 1
        try:
            return await request
        except asyncio.CancelledError:
            if request.cancelled():
                if request in self._waiting.get(client, ()):
                    self._forget(client, request)
            elif request.exception() is None:  # it was granted at the same moment
                self.give_back(client, request.result())
            raise

    def give_back(self, client: str, thing: T) -> None:
        """Pass a thing on to the next client."""
        self._held[client] -= 1
        if not self._held[client]:
            del self._held[client]
        if client in self._waiting:  # it has had its turn
            self._waiting.move_to_end(client)
        while self._waiting:
            following = min(self._waiting, key=self.held_by)
            request = self._waiting[following][0]
            self._forget(following, request)
            if request.cancelled():  # its client is leaving at this moment
                continue
            if following in self._waiting:
                self._waiting.move_to_end(following)
            self._held[following] += 1
            request.set_result(thing)
            return
        self._free.append(thing)

    def _greediest(self, client: str) -> str:
        """Return the client with the most waiting requests, counting one more from ``client``."""

        def count(other: str) -> int:
            return len(self._waiting.get(other, ())) + (other == client)

        return max((client, *self._waiting), key=count)

    def _send_away(self, client: str) -> None:
        request = self._waiting[client][-1]
        self._forget(client, request)
        detail = "the queue is full, and most of the requests in it come from your address"
        request.set_exception(ProblemError("busy", detail, retry_after=1))

    def _forget(self, client: str, request: asyncio.Future[T]) -> None:
        self._waiting[client].remove(request)
        if not self._waiting[client]:
            del self._waiting[client]
        self.queued -= 1


class Threads:
    """Threads for slow answers: few of them, as they share the interpreter with the event loop."""

    def __init__(self, count: int, room: int = MOST_WAITING) -> None:
        self._turns = FairQueue(range(count), room)
        self._executor = ThreadPoolExecutor(count, thread_name_prefix="merels-answer")

    async def run(self, client: str, work: Callable[[], T]) -> T:
        """Run ``work`` when it is the client's turn, and return its result."""
        turn = await self._turns.borrow(client)
        working = asyncio.get_running_loop().run_in_executor(self._executor, work)

        def give_back(done: asyncio.Future[T]) -> None:
            """Pass the turn on; a client that has left does not hear of a failure."""
            self._turns.give_back(client, turn)
            if not done.cancelled():
                done.exception()

        working.add_done_callback(give_back)
        return await asyncio.shield(working)

    def close(self) -> None:
        """End the threads."""
        self._executor.shutdown(wait=False, cancel_futures=True)
