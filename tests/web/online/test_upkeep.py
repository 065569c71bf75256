"""What happens by itself: time runs out, challenges expire, the computer plays."""

import asyncio

from online_games import BLITZ
from people import Screen, ask, begin, create, play_the_first, playing, seat, until
from simulated_people import simulate

from merels.online.game import OPEN
from merels.online.terms import ClockTerms, Terms
from merels.rules.position import BLACK, WHITE
from merels.web.http.problems import ProblemError
from merels.web.online.storage import games, players
from merels.web.online.storage.database import UnavailableError
from merels.web.online.upkeep import PATIENCE


def test_a_clock_that_runs_out_ends_the_game_before_everybody_s_eyes():
    async def run(people):
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

    simulate(1, run)


def test_games_that_nobody_is_connected_to_end_too():
    async def run(people):
        name, *_ = await begin(people, clock=BLITZ, quick=True)
        link = await create(people, Terms(), await seat(people), WHITE, origin="")
        found = []
        while not found:
            await asyncio.sleep(1)
            found = await people.database.run(
                lambda transaction: transaction.fetch(
                    "SELECT id, reason FROM games WHERE state = 'finished'"
                )
            )
        assert found == [(name, "aborted")]
        async with people.room(link) as room:
            assert room.game.state == "open"

    simulate(1, run)


def test_a_quick_challenge_stands_while_its_creator_waits():
    async def run(people):
        creator = await seat(people)
        name = await create(
            people, Terms(quick=True), creator, WHITE, origin="", quick="nine - casual"
        )
        async with people.room(name) as room:
            screen = Screen(creator.id)
            people.enter(room, screen)
            await asyncio.sleep(4 * OPEN["quick"] / 1000)
            assert room.game.state == "open"
            people.leave(room, screen)
            await until(lambda: room.game.state == "finished")
            assert room.game.ending.reason == "cancelled"
        later = people.time.now() + 10**12
        await people.database.run(lambda transaction: games.purge(transaction, later + 10**13))
        assert await people.database.run(lambda t: games.load(t, name)) is None

    simulate(1, run)


def test_errors_do_not_end_the_sweep(monkeypatch, caplog):
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

    async def run(people):
        nonlocal endless
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

    simulate(1, run)
    assert "a look at all games failed" in caplog.text
    assert "ZeroDivisionError: unexpected" in caplog.text
    assert caplog.text.count("a stored game cannot be read") == 1
    assert caplog.text.count("a game whose time is up cannot be ended") == 1


# The computer as an opponent.


async def challenge(people, level="hard", color=BLACK, **terms):
    person = await seat(people)

    def work(transaction):
        return players.read_player(transaction, players.ensure_level(transaction, level, 0), "nine")

    opponent = await people.database.run(work)
    name = await create(people, Terms(**terms), person, color, origin="here", opponent=opponent)
    return name, person


def test_it_moves_answers_offers_and_is_an_anchor():
    async def run(people):
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

    simulate(1, run)


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


def test_it_accepts_a_takeback():
    async def run(people):
        name, person = await challenge(people, color=WHITE)
        async with people.room(name) as room:
            await ask(people, name, person, "move", move="d6")
            await until(lambda: room.game.rules.ply == 2)
            await ask(people, name, person, "takeback")
            await until(lambda: room.game.rules.ply == 0)

    simulate(1, run)


def test_it_tries_again_after_a_search_was_refused(caplog):
    asked = []

    async def refuse_at_first(client, request):
        asked.append(client)
        if len(asked) <= 3:
            raise ProblemError("busy", "the queue is full", retry_after=1)
        return await play_the_first(client, request)

    async def run(people):
        name, _ = await challenge(people)
        async with people.room(name) as room:
            await until(lambda: room.game.rules.ply == 1)
        await until(lambda: not len(people.rooms))  # nothing is left to try
        assert asked == ["here"] * 4

    simulate(1, run, refuse_at_first)
    assert caplog.text.count("the queue is full") == 1


def test_it_does_not_try_again_in_a_game_that_is_over():
    asked = []

    async def refuse(client, _request):
        asked.append(client)
        raise ProblemError("busy", "the queue is full", retry_after=1)

    async def run(people):
        name, person = await challenge(people)
        async with people.room(name):
            await until(lambda: asked)
            await ask(people, name, person, "resign")
        await until(lambda: not len(people.rooms))
        before = len(asked)
        await asyncio.sleep(10 * PATIENCE)
        assert len(asked) == before

    simulate(1, run, refuse)


def test_it_waits_for_a_database_that_fails(monkeypatch):
    tried = []

    def fail(*_):
        tried.append(True)
        raise UnavailableError("the disk is full")

    async def run(people):
        name, _ = await challenge(people)
        with monkeypatch.context() as patch:
            patch.setattr(games, "append", fail)
            async with people.room(name):
                await until(lambda: tried)
                patch.setattr(games, "load", fail)
            await asyncio.sleep(5 * PATIENCE)
            assert 2 <= len(tried) <= 7  # not as fast as it can
        await until(lambda: not len(people.rooms))  # it has moved, with nobody there
        async with people.room(name) as room:
            assert room.game.rules.ply == 1

    simulate(1, run)
