"""What happens by itself: time runs out, challenges expire."""

import asyncio

from online_games import BLITZ
from people import Screen, ask, begin, create, playing, seat, until

from merels.online import game as rules
from merels.online.terms import ClockTerms, Terms
from merels.rules.position import WHITE
from merels.web.online import upkeep
from merels.web.online.storage import games


def test_a_clock_that_runs_out_ends_the_game_before_everybody_s_eyes(tmp_path):
    async def run():
        async with playing(tmp_path / "g.sqlite") as people:
            clock = ClockTerms("time", seconds=1)
            name, white, black = await begin(people, clock=clock)
            screen = Screen(black.id)
            async with people.room(name) as room:
                people.enter(room, screen)
                for player, move in ((white, "d6"), (black, "f4")):
                    await ask(people, name, player, "move", move=move)
                await until(lambda: screen.states[-1]["state"] == "finished")
                people.leave(room, screen)
            last = screen.states[-1]
            assert last["outcome"] == {"winner": "black", "reason": "time"}
            assert last["clocks"]["white_ms"] == 0

    asyncio.run(run())


def test_games_that_nobody_is_connected_to_end_too(tmp_path, monkeypatch):
    monkeypatch.setattr(rules, "FIRST_MOVE", 100)
    monkeypatch.setattr(upkeep, "SWEEP", 0.1)

    async def run():
        async with playing(tmp_path / "g.sqlite") as people:
            name, *_ = await begin(people, clock=BLITZ, quick=True)
            link = await create(people, Terms(), await seat(people), WHITE, origin="")
            found = []
            while not found:
                await asyncio.sleep(0.05)
                found = await people.database.run(
                    lambda transaction: transaction.fetch(
                        "SELECT id, reason FROM games WHERE state = 'finished'"
                    )
                )
            assert found == [(name, "aborted")]
            async with people.room(link) as room:
                assert room.game.state == "open"

    asyncio.run(run())


def test_a_quick_challenge_stands_while_its_creator_waits(tmp_path, monkeypatch):
    monkeypatch.setitem(rules.OPEN, "quick", 300)
    monkeypatch.setattr(upkeep, "SWEEP", 0.05)

    async def run():
        async with playing(tmp_path / "g.sqlite") as people:
            creator = await seat(people)
            name = await create(
                people, Terms(quick=True), creator, WHITE, origin="", quick="nine - casual"
            )
            async with people.room(name) as room:
                screen = Screen(creator.id)
                people.enter(room, screen)
                await asyncio.sleep(1)
                assert room.game.state == "open"
                people.leave(room, screen)
                await until(lambda: room.game.state == "finished")
                assert room.game.ending.reason == "cancelled"
            later = people.time.now() + 10**12
            await people.database.run(lambda transaction: games.purge(transaction, later + 10**13))
            assert await people.database.run(lambda t: games.load(t, name)) is None

    asyncio.run(run())


def test_errors_do_not_end_the_sweep(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(rules, "FIRST_MOVE", 100)
    monkeypatch.setattr(upkeep, "SWEEP", 0.1)

    def fail(*_):
        raise ZeroDivisionError("unexpected")

    monkeypatch.setattr(games, "purge", fail)
    looks, find_due = [], games.find_due

    def look(*arguments):
        looks.append(find_due(*arguments))
        return looks[-1]

    monkeypatch.setattr(games, "find_due", look)
    append = games.append

    def append_most(transaction, record, *others):
        return (fail if record.id == endless else append)(transaction, record, *others)

    endless = ""
    monkeypatch.setattr(games, "append", append_most)

    async def run():
        nonlocal endless
        async with playing(tmp_path / "g.sqlite") as people:
            broken, *_ = await begin(people, clock=BLITZ, quick=True)
            endless, *_ = await begin(people, clock=BLITZ, quick=True)
            name, *_ = await begin(people, clock=BLITZ, quick=True)
            await people.database.run(
                lambda transaction: transaction.execute(
                    "UPDATE events SET body = 'damaged' WHERE game = ?", broken
                )
            )
            async with people.room(name) as room:
                await until(lambda: room.is_loaded and room.game.state == "finished")
            sweeps = len(looks)
            await until(lambda: len(looks) > sweeps + 3)

    asyncio.run(run())
    assert "a look at all games failed" in caplog.text
    assert "ZeroDivisionError: unexpected" in caplog.text
    assert caplog.text.count("a stored game cannot be read") == 1
    assert caplog.text.count("a game whose time is up cannot be ended") == 1
