"""The computer as an opponent."""

import asyncio

from online_games import BLITZ
from people import Screen, ask, create, play_the_first, playing, seat, until

from merels.online.terms import Terms
from merels.rules.position import BLACK, WHITE
from merels.web.http.problems import ProblemError
from merels.web.online import computer
from merels.web.online.storage import games, players
from merels.web.online.storage.database import UnavailableError


async def challenge(people, level="hard", color=BLACK, **terms):
    person = await seat(people)

    def work(transaction):
        return players.read_player(transaction, players.ensure_level(transaction, level, 0), "nine")

    opponent = await people.database.run(work)
    name = await create(people, Terms(**terms), person, color, origin="here", opponent=opponent)
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
    async def never(_client, _request):
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


def test_it_tries_again_after_a_search_was_refused(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(computer, "PATIENCE", 0.05)
    asked = []

    async def refuse_at_first(client, request):
        asked.append(client)
        if len(asked) <= 3:
            raise ProblemError("busy", "the queue is full", retry_after=1)
        return await play_the_first(client, request)

    async def run():
        async with playing(tmp_path / "g.sqlite", refuse_at_first) as people:
            name, _ = await challenge(people)
            async with people.room(name) as room:
                await until(lambda: room.game.rules.ply == 1)
            await until(lambda: not len(people.rooms))  # nothing is left to try
            assert asked == ["here"] * 4

    asyncio.run(run())
    assert caplog.text.count("the queue is full") == 1


def test_it_does_not_try_again_in_a_game_that_is_over(tmp_path, monkeypatch):
    monkeypatch.setattr(computer, "PATIENCE", 0.05)
    asked = []

    async def refuse(client, _request):
        asked.append(client)
        raise ProblemError("busy", "the queue is full", retry_after=1)

    async def run():
        async with playing(tmp_path / "g.sqlite", refuse) as people:
            name, person = await challenge(people)
            async with people.room(name):
                await until(lambda: asked)
                await ask(people, name, person, "resign")
            await until(lambda: not len(people.rooms))
            before = len(asked)
            await asyncio.sleep(0.2)
            assert len(asked) == before

    asyncio.run(run())


def test_it_waits_for_a_database_that_fails(tmp_path, monkeypatch):
    monkeypatch.setattr(computer, "PATIENCE", 0.1)
    tried = []

    def fail(*_):
        tried.append(True)
        raise UnavailableError("the disk is full")

    async def run():
        async with playing(tmp_path / "g.sqlite") as people:
            name, _ = await challenge(people)
            with monkeypatch.context() as patch:
                patch.setattr(games, "append", fail)
                async with people.room(name):
                    await until(lambda: tried)
                    patch.setattr(games, "load", fail)
                await asyncio.sleep(0.5)
                assert 2 <= len(tried) <= 7  # not as fast as it can
            await until(lambda: not len(people.rooms))  # it has moved, with nobody there
            async with people.room(name) as room:
                assert room.game.rules.ply == 1

    asyncio.run(run())
