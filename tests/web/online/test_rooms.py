"""Games in memory, for as long as somebody needs them."""

import asyncio

import pytest
from people import Screen, begin, until
from simulated_people import simulate

from merels.web.http.problems import ProblemError


def test_a_room_lasts_as_long_as_somebody_uses_it():
    async def run(people):
        name, *_ = await begin(people)
        assert people.rooms.get(name) is None
        async with people.room(name) as one:
            async with people.room(name) as other:
                assert one is other
            assert people.rooms.get(name) is one
        assert people.rooms.get(name) is None

    simulate(1, run)


def test_many_who_come_are_announced_together():
    async def run(people):
        name, white, _ = await begin(people)
        screen = Screen(white.id)
        async with people.room(name) as room:
            people.enter(room, screen)
            for _ in range(50):
                people.enter(room, Screen(None))
            await until(lambda: screen.states)
            assert screen.states[-1]["spectators"] == 50
            assert len(screen.states) < 10

    simulate(1, run)


# Games are found by their names, and read again if storing them failed.


@pytest.mark.parametrize("name", ["nosuchgame22", "", "../../etc", "a" * 500])
def test_an_unknown_game_is_a_problem(name):
    async def run(people):
        with pytest.raises(ProblemError, match="there is no game") as caught:
            async with people.room(name):
                pass
        assert caught.value.status == 404
        assert len(people.rooms) == 0

    simulate(1, run)


def test_work_that_must_be_finished_survives_its_caller():
    async def run(people):
        await begin(people)
        done = asyncio.Event()

        async def work():
            await asyncio.sleep(0.05)
            done.set()

        caller = asyncio.create_task(people.finish(work()))
        await asyncio.sleep(0)
        caller.cancel()
        await asyncio.wait_for(done.wait(), 300)

    simulate(1, run)
