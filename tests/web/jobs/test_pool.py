"""The pool of thinking processes, with processes that follow a script."""

import asyncio
import os
from contextlib import aclosing, asynccontextmanager

import pytest
import scripted_worker
from server_documents import EASY_MOVE

from merels.web.http.problems import ProblemError
from merels.web.jobs import pool as pool_module
from merels.web.jobs.pool import EnginePool, Engines
from merels.web.jobs.processes import LOWEST, THINKING

SCRIPTED = [scripted_worker.__file__]


@pytest.fixture(autouse=True)
def grace(monkeypatch):
    """Some processes that follow a script never stop by themselves."""
    monkeypatch.setattr(pool_module, "GRACE", 2.0)


@asynccontextmanager
async def open_pool(places=1, queue=2):
    pool = EnginePool(places, queue, SCRIPTED)
    try:
        yield pool
    finally:
        await pool.close()


async def collect(pool, *steps, seconds=10.0, client="somebody"):
    """Return the events of a job."""
    async with aclosing(pool.think({"do": steps}, seconds, client)) as events:
        return [event async for event in events]


async def wait_until(condition):
    async with asyncio.timeout(300):
        while not condition():
            await asyncio.sleep(0.005)


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_job_reports_progress_and_ends():
    async def run():
        async with open_pool() as pool:
            events = await collect(pool, "info", "info", "done")
            assert [name for name, _ in events] == ["info", "info", "done"]
            await wait_until(lambda: pool.turns.lent == 0)
            [(_, again)] = await collect(pool, "done")
            assert again["pid"] == events[0][1]["pid"], "the process is kept"
        assert not is_alive(again["pid"])

    asyncio.run(run())


def test_a_refused_job_is_a_problem_and_the_place_stays_usable():
    async def run():
        async with open_pool() as pool:
            with pytest.raises(ProblemError) as caught:
                await collect(pool, "problem")
            assert (caught.value.kind, str(caught.value)) == ("illegal-move", "told to")
            assert len(await collect(pool, "done")) == 1

    asyncio.run(run())


def test_places_and_queue_are_bounded():
    async def run():
        async with open_pool(places=2, queue=2) as pool:
            jobs = [asyncio.create_task(collect(pool, "sleep")) for _ in range(4)]
            await wait_until(lambda: pool.turns.lent == 2 and pool.turns.queued == 2)
            with pytest.raises(ProblemError) as caught:
                await collect(pool, "done")
            assert (caught.value.status, caught.value.retry_after) == (503, 1)
            for job in jobs:
                job.cancel()
            await asyncio.wait(jobs)
            await wait_until(lambda: pool.turns.lent == 0)
            assert pool.turns.queued == 0
            assert len(await collect(pool, "done")) == 1

    asyncio.run(run())


def test_leaving_stops_the_search_and_keeps_the_process():
    async def run():
        async with open_pool() as pool:
            async with aclosing(pool.think({"do": ["info", "sleep", "done"]}, 60, "me")) as events:
                _, first = await anext(events)
            await wait_until(lambda: pool.turns.lent == 0)
            [(_, data)] = await collect(pool, "done")
            assert data["pid"] == first["pid"]

    asyncio.run(run())


def test_a_process_that_ignores_stop_is_killed(monkeypatch):
    monkeypatch.setattr(pool_module, "GRACE", 0.2)

    async def run():
        async with open_pool() as pool:
            async with aclosing(pool.think({"do": ["info", "deaf"]}, 60, "me")) as events:
                _, first = await anext(events)
            await wait_until(lambda: pool.turns.lent == 0)
            assert not is_alive(first["pid"])
            [(_, data)] = await collect(pool, "done")
            assert data["pid"] != first["pid"]

    asyncio.run(run())


def test_a_search_that_takes_too_long_is_a_problem(monkeypatch):
    monkeypatch.setattr(pool_module, "GRACE", 0.2)

    async def run():
        async with open_pool() as pool:
            with pytest.raises(ProblemError) as caught:
                await collect(pool, "deaf", seconds=0.1)
            assert caught.value.status == 504
            assert len(await collect(pool, "done")) == 1

    asyncio.run(run())


def test_a_process_that_dies_is_a_problem_and_is_replaced():
    async def run():
        async with open_pool() as pool:
            with pytest.raises(ProblemError) as caught:
                await collect(pool, "die")
            assert caught.value.kind == "internal"
            assert len(await collect(pool, "done")) == 1

    asyncio.run(run())


def test_waiting_too_long_is_a_problem(monkeypatch):
    monkeypatch.setattr(pool_module, "LONGEST_WAIT", 0.1)

    async def run():
        async with open_pool() as pool:
            busy = asyncio.create_task(collect(pool, "sleep"))
            await wait_until(lambda: pool.turns.lent == 1)
            with pytest.raises(ProblemError) as caught:
                await collect(pool, "done")
            assert caught.value.kind == "busy"
            busy.cancel()
            await asyncio.wait([busy])

    asyncio.run(run())


def test_no_place_is_lost_when_many_clients_come_and_go():
    async def run():
        async with open_pool(places=2, queue=100) as pool:
            for _ in range(10):
                jobs = [asyncio.create_task(collect(pool, "info", "sleep")) for _ in range(10)]
                await asyncio.sleep(0.02)
                for job in jobs:
                    job.cancel()
                await asyncio.wait(jobs)
            await wait_until(lambda: pool.turns.lent == 0)
            assert pool.turns.queued == 0
            results = await asyncio.gather(*(collect(pool, "done") for _ in range(20)))
            assert all(len(events) == 1 for events in results)

    asyncio.run(run())


def test_thinking_has_a_lower_priority():
    async def run():
        async with open_pool() as pool:
            [(_, data)] = await collect(pool, "done")
            own = os.getpriority(os.PRIO_PROCESS, 0)
            thinking = os.getpriority(os.PRIO_PROCESS, data["pid"])
            assert thinking == min(LOWEST, own + THINKING)
            # In one session, because priorities do not count between sessions.
            assert os.getsid(data["pid"]) == os.getsid(0)

    asyncio.run(run())


def test_a_long_wait_ends_a_search_of_the_client_with_more_places(monkeypatch):
    monkeypatch.setattr(pool_module, "PATIENCE", 0.05)

    async def run():
        async with open_pool(places=2) as pool:
            greedy = [
                asyncio.create_task(collect(pool, "sleep", "done", client="greedy"))
                for _ in range(2)
            ]
            await wait_until(lambda: pool.turns.lent == 2)
            assert len(await collect(pool, "done", client="modest")) == 1
            [ended], [going_on] = await asyncio.wait(greedy, timeout=0)
            [(name, _)] = ended.result()
            assert name == "done", "it answers with what it has"
            # A client with as many places as the others waits.
            modest = asyncio.create_task(collect(pool, "sleep", "done", client="modest"))
            await wait_until(lambda: pool.turns.lent == 2)
            third = asyncio.create_task(collect(pool, "done", client="modest"))
            await asyncio.sleep(0.3)
            assert not any(job.done() for job in (going_on, modest, third))
            for job in (going_on, modest, third):
                job.cancel()
            await asyncio.wait([going_on, modest, third])

    asyncio.run(run())


def test_log_records_of_a_process_reach_the_servers_log(caplog):
    async def run():
        async with open_pool() as pool:
            await collect(pool, "log", "done")

    asyncio.run(run())
    [record] = caplog.records
    assert (record.name, record.levelname) == ("merels.web", "WARNING")
    assert record.getMessage() == "something %s happened"


class NotedClients:
    """A pool that answers at once, and remembers who asked."""

    def __init__(self):
        self.clients = []

    async def find(self, _job, _seconds, client):
        self.clients.append(client)
        return {"move": "d6"}


def test_the_computer_thinks_for_the_client_that_made_the_game():
    engines = Engines(1, 1, [])
    engines.searches, engines.light = NotedClients(), NotedClients()

    async def choose(client, level):
        return await engines.choose_move(client, {**EASY_MOVE, "level": level})

    async def run():
        moves = (("one", "easy"), ("other", "easy"), ("one", "expert"))
        return [await choose(*move) for move in moves]

    assert asyncio.run(run()) == ["d6"] * 3
    assert engines.light.clients == ["one", "other"]
    assert engines.searches.clients == ["one"]
