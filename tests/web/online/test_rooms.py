"""Games in memory, for as long as somebody needs them."""

import asyncio

from people import Screen, begin, playing, until


def test_a_room_lasts_as_long_as_somebody_uses_it(tmp_path):
    async def run():
        async with playing(tmp_path / "g.sqlite") as people:
            name, *_ = await begin(people)
            assert people.rooms.get(name) is None
            async with people.room(name) as one:
                async with people.room(name) as other:
                    assert one is other
                assert people.rooms.get(name) is one
            assert people.rooms.get(name) is None

    asyncio.run(run())


def test_many_who_come_are_announced_together(tmp_path):
    async def run():
        async with playing(tmp_path / "g.sqlite") as people:
            name, white, _ = await begin(people)
            screen = Screen(white.id)
            async with people.room(name) as room:
                people.enter(room, screen)
                for _ in range(50):
                    people.enter(room, Screen(None))
                await until(lambda: screen.states)
                assert screen.states[-1]["spectators"] == 50
                assert len(screen.states) < 10

    asyncio.run(run())
