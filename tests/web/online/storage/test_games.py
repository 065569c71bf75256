"""Games in the database: event by event, or not at all."""

import asyncio
import sqlite3

import pytest
from people import ask, begin, create, playing, seat

from merels.online.events import Event
from merels.online.terms import Terms
from merels.rules.position import WHITE
from merels.web.online.storage import games
from merels.web.online.storage.database import ConflictError
from merels.web.online.time_keeping import wall_clock


def test_an_event_number_is_given_once(tmp_path):
    async def run():
        async with playing(tmp_path / "g.sqlite") as people:
            name, white, _ = await begin(people)
            await ask(people, name, white, "move", move="d6")

            def again(transaction):
                stored = games.load(transaction, name)
                game = [*stored.replay()][-1]
                games.append(transaction, stored.record, game, game.events[-1], 0)

            with pytest.raises(ConflictError):
                await people.database.run(again)
            stored = await people.database.read(lambda t: games.load(t, name))
            assert [event.seq for event in [*stored.replay()][-1].events] == [0, 1, 2]

    asyncio.run(run())


def test_the_row_of_a_game_follows_its_events(tmp_path):
    async def run():
        async with playing(tmp_path / "g.sqlite") as people:
            name, white, black = await begin(people)
            await ask(people, name, white, "move", move="d6")
            await ask(people, name, black, "resign")
        row = sqlite3.connect(tmp_path / "g.sqlite").execute(
            "SELECT seq, state, plies, winner, reason, deadline FROM games WHERE id = ?", (name,)
        )
        assert row.fetchone() == (3, "finished", 1, "white", "resignation", None)

    asyncio.run(run())


def test_who_waits_is_found_but_not_by_oneself(tmp_path):
    async def run():
        async with playing(tmp_path / "g.sqlite") as people:
            one, other = await seat(people), await seat(people)
            name = await create(people, Terms(quick=True), one, WHITE, origin="", quick="q")
            now = people.time.now()

            async def find(player, quick="q", at=now):
                return await people.database.run(
                    lambda t: games.find_waiting(t, quick, player.id, at)
                )

            assert await find(other) == name
            assert await find(one) is None
            assert await find(other, "another") is None
            assert await find(other, at=now + 60_000) is None  # its creator has gone
            assert await people.database.run(lambda t: games.find_due(t, now)) == []
            assert await people.database.run(lambda t: games.find_due(t, now + 60_000)) == [name]

    asyncio.run(run())


def test_a_challenge_that_came_to_nothing_is_deleted_with_its_report(tmp_path):
    async def run():
        async with playing(tmp_path / "g.sqlite") as people:
            creator = await seat(people)
            name = await create(people, Terms(), creator, WHITE, origin="")
            kept, *_ = await begin(people)
            async with people.room(name) as room:
                await people.delete(room, creator.id)

            def work(transaction):
                games.write_report(transaction, name, "{}")
                games.purge(transaction, wall_clock() + 1000)
                found = [games.load(transaction, each) is not None for each in (name, kept)]
                return found, games.read_report(transaction, name)

            assert await people.database.run(work) == ([False, True], None)

    asyncio.run(run())


def test_reports_are_kept_with_their_game(tmp_path):
    async def run():
        async with playing(tmp_path / "g.sqlite") as people:
            name, white, _ = await begin(people)
            assert isinstance(await ask(people, name, white, "resign"), Event)

            def work(transaction):
                games.write_report(transaction, name, "{}")
                games.write_report(transaction, name, "{1}")
                games.write_report(transaction, "nosuchgame22", "{}")
                return games.read_report(transaction, name)

            assert await people.database.run(work) == "{}"

    asyncio.run(run())
