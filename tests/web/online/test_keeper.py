"""Games are found by their names, and read again if storing them failed."""

import asyncio

import pytest
from people import begin, playing

from merels.web.http.problems import ProblemError


@pytest.mark.parametrize("name", ["nosuchgame22", "", "../../etc", "a" * 500])
def test_an_unknown_game_is_a_problem(tmp_path, name):
    async def run():
        async with playing(tmp_path / "g.sqlite") as people:
            with pytest.raises(ProblemError, match="there is no game") as caught:
                async with people.room(name):
                    pass
            assert caught.value.status == 404
            assert len(people.rooms) == 0

    asyncio.run(run())


def test_work_that_must_be_finished_survives_its_caller(tmp_path):
    async def run():
        async with playing(tmp_path / "g.sqlite") as people:
            await begin(people)
            done = asyncio.Event()

            async def work():
                await asyncio.sleep(0.05)
                done.set()

            caller = asyncio.create_task(people.finish(work()))
            await asyncio.sleep(0)
            caller.cancel()
            await asyncio.wait_for(done.wait(), 20)

    asyncio.run(run())
