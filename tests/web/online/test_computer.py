"""The computer as an opponent."""

import asyncio

from online_games import BLITZ
from people import Screen, ask, playing, seat, until

from merels.online.terms import Terms
from merels.rules.color import BLACK, WHITE
from merels.web.online.storage import players


async def challenge(people, level="hard", color=BLACK, **terms):
    person = await seat(people)

    def work(transaction):
        return players.read_player(transaction, players.ensure_level(transaction, level, 0), "nine")

    opponent = await people.database.run(work)
    name = await people.create(Terms(**terms), person, color, origin="", opponent=opponent)
    return name, person


def test_it_moves_answers_offers_and_is_an_anchor(tmp_path):
    async def run():
        async with playing(tmp_path / "g.sqlite") as people:
            name, person = await challenge(people, clock=BLITZ, rated=True)
            screen = Screen(person.id)
            async with people.room(name) as room:
                people.enter(room, screen)
                await until(lambda: room.game.rules.ply == 1)
                await ask(people, name, person, "move", move="d6")
                await until(lambda: room.game.rules.ply == 3)
                await ask(people, name, person, "offer_draw")
                await until(lambda: not room.game.offers)
                assert room.game.state == "running"
                await ask(people, name, person, "resign")
                assert room.record.white.rating == 700
                assert room.record.change[0] == 0
                assert room.record.change[1] < 0
                await ask(people, name, person, "rematch")
                await until(lambda: room.game.rematch_id is not None)
                people.leave(room, screen)

    asyncio.run(run())


def test_it_goes_on_after_the_server_was_down(tmp_path):
    async def never(_request):
        await asyncio.sleep(3600)

    async def before():
        async with playing(tmp_path / "g.sqlite", never) as people:
            name, _ = await challenge(people)
            async with people.room(name) as room:
                assert room.game.rules.ply == 0
            return name

    async def after(name):
        async with playing(tmp_path / "g.sqlite") as people, people.room(name) as room:
            await until(lambda: room.is_loaded and room.game.rules.ply == 1)

    asyncio.run(after(asyncio.run(before())))


def test_it_accepts_a_takeback(tmp_path):
    async def run():
        async with playing(tmp_path / "g.sqlite") as people:
            name, person = await challenge(people, color=WHITE)
            async with people.room(name) as room:
                await ask(people, name, person, "move", move="d6")
                await until(lambda: room.game.rules.ply == 2)
                await ask(people, name, person, "takeback")
                await until(lambda: room.game.rules.ply == 0)

    asyncio.run(run())
