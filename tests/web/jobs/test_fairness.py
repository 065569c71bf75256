"""Fair shares: who gets what when clients compete."""

import asyncio
import threading

import pytest

from merels.web.http.problems import ProblemError
from merels.web.jobs.fairness import FairQueue, Threads


class Clients:
    """Clients that borrow from a queue; ``served`` names them in the order of their turns."""

    def __init__(self, things=1, room=16):
        self.queue = FairQueue(range(things), room)
        self.served = []
        self.requests = []

    async def ask(self, client):
        request = asyncio.create_task(self._borrow(client))
        self.requests.append(request)
        await asyncio.sleep(0)  # until it waits or is served
        return request

    async def _borrow(self, client):
        thing = await self.queue.borrow(client)
        self.served.append(client)
        return thing

    async def give_back(self, client, thing=0):
        self.queue.give_back(client, thing)
        await asyncio.sleep(0)


def run(test):
    asyncio.run(asyncio.wait_for(test, 300))


def test_clients_take_turns_and_each_keeps_its_own_order():
    async def test():
        clients = Clients()
        for client in ("a", "a", "a", "b", "c", "b"):
            await clients.ask(client)
        for _ in range(5):
            await clients.give_back(clients.served[-1])
        assert clients.served == ["a", "b", "c", "a", "b", "a"]
        assert (clients.queue.lent, clients.queue.queued) == (1, 0)

    run(test())


def test_a_free_place_goes_to_the_client_that_has_fewer():
    async def test():
        clients = Clients(things=3)
        for client in ("a", "a", "b", "a", "b", "c"):
            await clients.ask(client)
        await clients.give_back("a", 0)
        assert clients.served[3:] == ["c"]
        await clients.give_back("a", 1)
        assert clients.served[4:] == ["a"], "a has none, b has one"
        assert [clients.queue.held_by(client) for client in "abc"] == [1, 1, 1]

    run(test())


def test_a_client_that_fills_the_queue_gives_way_to_others():
    async def test():
        clients = Clients(room=4)
        greedy = [await clients.ask("greedy") for _ in range(5)]
        with pytest.raises(ProblemError) as caught:
            clients.queue.check_room("greedy")
        assert (caught.value.status, caught.value.retry_after) == (503, 1)
        with pytest.raises(ProblemError, match="all 1 places are busy and 4 requests are already"):
            await clients.queue.borrow("greedy")
        clients.queue.check_room("other")
        for client in ("other", "third"):
            await clients.ask(client)
        await asyncio.sleep(0)
        assert [request.done() for request in greedy] == [True, False, False, True, True]
        for request in greedy[3:]:
            with pytest.raises(ProblemError, match="most of the requests in it come from your"):
                await request
        for _ in range(4):
            await clients.give_back(clients.served[-1])
        assert clients.served == ["greedy", "other", "third", "greedy", "greedy"]

    run(test())


def test_a_client_that_leaves_costs_the_others_nothing():
    async def test():
        clients = Clients()
        await clients.ask("a")
        leaving = [await clients.ask("b") for _ in range(3)]
        waiting = await clients.ask("c")
        leaving[0].cancel()
        await asyncio.sleep(0)
        clients.queue.give_back("a", 0)  # to b, which leaves at the same moment
        leaving[1].cancel()
        leaving[2].cancel()
        await asyncio.wait([*leaving, waiting])
        assert clients.served == ["a", "c"]
        assert clients.queue.queued == 0
        await clients.give_back("c")
        assert (clients.queue.lent, clients.queue.held_by("b")) == (0, 0)

    run(test())


def test_threads_work_outside_the_loop_and_in_turn():
    async def test():
        threads = Threads(1)
        order, gate = [], threading.Event()

        def work(name):
            gate.wait(300)
            order.append(name)
            return threading.current_thread()

        jobs = []
        for client in ("a", "a", "a", "b"):
            jobs.append(asyncio.create_task(threads.run(client, lambda name=client: work(name))))
            await asyncio.sleep(0)
        jobs[2].cancel()
        gate.set()
        await asyncio.wait(jobs)
        assert order == ["a", "b", "a"]
        assert jobs[0].result() is not threading.current_thread()
        with pytest.raises(ZeroDivisionError):
            await threads.run("a", lambda: 1 // 0)
        threads.close()

    run(test())


def test_who_leaves_at_the_moment_of_its_turn_is_passed_over():
    async def test():
        clients = Clients()
        for client in ("a", "b", "c"):
            await clients.ask(client)
        clients.requests[1].cancel()
        clients.queue.give_back("a", 0)  # before the client that leaves hears of it
        await asyncio.wait(clients.requests)
        assert clients.requests[1].cancelled()
        assert clients.served == ["a", "c"]
        await clients.give_back("c")
        assert (clients.queue.lent, clients.queue.queued) == (0, 0)

    run(test())
