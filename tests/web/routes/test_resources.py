"""What a server process holds is opened at the start and closed at the end."""

import asyncio
import sys

import pytest
from server_documents import EASY_MOVE
from solved import solved_folder

from merels.web.http.settings import Settings
from merels.web.routes.resources import SECONDS_TO_SWITCH, open_resources


def run_with_resources(use, **settings):
    """Return what ``use`` returns, with the resources of a server process."""

    async def run():
        async with open_resources(Settings(tables=str(solved_folder()), **settings)) as resources:
            return await use(resources)

    return asyncio.run(run())


def test_everything_is_ready_for_the_routes():
    async def use(resources):
        events = [event async for event, _ in resources.engines.light.think(EASY_MOVE, 5, "client")]
        return await resources.threads.run("client", lambda: resources.tables.count), events

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
        resources.tables.tablebase.probe_many([0b111], [0b111000])
