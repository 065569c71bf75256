"""What a server process holds is opened at the start and closed at the end."""

import asyncio
import sys

import pytest
from server_documents import EASY_MOVE
from solved import solved_folder

from merels.web.http.settings import Settings
from merels.web.routes.resources import SECONDS_TO_SWITCH, choose_move, open_resources


def run_with_resources(use, **settings):
    """Return what ``use`` returns, with the resources of a server process."""

    async def run():
        async with open_resources(Settings(tables=str(solved_folder()), **settings)) as resources:
            return await use(resources)

    return asyncio.run(run())


def test_everything_is_ready_for_the_routes():
    async def use(resources):
        events = [event async for event, _ in resources.light.think(EASY_MOVE, 5, "client")]
        return await resources.threads.run("client", lambda: resources.tables.value), events

    assert run_with_resources(use) == (3, ["done"])
    assert sys.getswitchinterval() == pytest.approx(SECONDS_TO_SWITCH)


def test_nothing_keeps_running_after_the_end():
    async def use(resources):
        await resources.threads.run("client", lambda: None)
        return resources

    resources = run_with_resources(use)
    with pytest.raises(RuntimeError):
        asyncio.run(resources.threads.run("client", lambda: None))
    with pytest.raises(ValueError, match="is closed"):
        resources.tablebase.probe_many([0b111], [0b111000])


class NotedClients:
    """A pool that answers at once, and remembers who asked."""

    def __init__(self):
        self.clients = []

    async def think(self, _job, _seconds, client):
        self.clients.append(client)
        yield "done", {"move": "d6"}


def test_the_computer_thinks_for_the_client_that_made_the_game():
    pool, light = NotedClients(), NotedClients()

    async def choose(client, level):
        return await choose_move(pool, light, client, {**EASY_MOVE, "level": level})

    async def run():
        moves = (("one", "easy"), ("other", "easy"), ("one", "expert"))
        return [await choose(*move) for move in moves]

    assert asyncio.run(run()) == ["d6"] * 3
    assert light.clients == ["one", "other"]
    assert pool.clients == ["one"]
