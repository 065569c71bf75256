"""A stored game that cannot be read is left out, and everything else goes on."""

import asyncio
import signal
import sqlite3

import httpx
import pytest
from people import Browser, ask, begin, create, meet, playing, seat
from server_process import running
from serving import wait_until
from simulated_people import simulate

from merels.online.events import Event
from merels.online.terms import Terms
from merels.rules.position import WHITE
from merels.web.online.rooms import Machine
from merels.web.online.storage import games
from merels.web.online.storage.database import ConflictError


def damage(path, statement, *games):
    with sqlite3.connect(path) as connection:
        for game in games:
            connection.execute(statement, (game,))
    connection.close()


def list_games(browser, **search):
    answer = browser.get("/games", params=search)
    assert answer.status_code == 200, answer.text
    return answer.json()["games"]


def test_one_unreadable_game_stops_neither_the_computer_nor_the_lobby(tmp_path):
    database = tmp_path / "g.sqlite"
    options = ("--no-solve", "--places", "1", "--tables", tmp_path, "--database", database)
    options += ("--log-level", "warning")  # nobody reads the log before the end
    with running(*options) as server, httpx.Client(base_url=server.url, timeout=300) as client:
        me = Browser(client)
        # Expert takes longer than the server lives: the computer is to move in both games.
        games = [me.post("/games", color="black", level="expert").json()["id"] for _ in range(2)]
        open_games = [me.post("/games", listed=True).json()["id"] for _ in range(3)]
        finished = []
        for _ in range(2):
            name, white, _ = meet(client)
            white.connect(name).tell(type="resign", seq=2)
            white.see(lambda game: game["state"] == "finished")
            white.close()
            finished.append((name, white))
        server.process.kill()
        server.process.wait(300)
    damage(database, "UPDATE events SET body = 'damaged' WHERE game = ?", games[0], finished[0][0])
    damage(database, "UPDATE games SET terms = '{\"clock\": 1' WHERE id = ?", open_games[1])
    damage(database, "UPDATE games SET fen = '' WHERE id = ?", open_games[2])

    with running(*options) as server, httpx.Client(base_url=server.url, timeout=300) as client:
        me._client = client
        for _ in range(2):
            assert [each["id"] for each in list_games(Browser(client), state="open")] == [
                open_games[0]
            ]

        def plies():
            running_games = list_games(me, mine=True, state="running")
            return {each["id"]: each["plies"] for each in running_games}

        wait_until(lambda: plies()[games[1]] == 1)
        for each in (games[0], open_games[1]):
            answer = me.get(f"/games/{each}")
            assert answer.status_code == 500
            assert (
                answer.json()["detail"] == f"the game {each} cannot be read; see the server's log"
            )
        for number, (name, white) in enumerate(finished):
            white._client = client
            assert (name in white.get("/games/mine.pgn").text) == bool(number)
        _, log = server.stop(signal.SIGTERM)
    unreadable = [line["game"] for line in log if line["message"] == "a stored game cannot be read"]
    assert sorted(unreadable) == sorted([games[0], *open_games[1:], finished[0][0]])


# Games in the database: event by event, or not at all.


def test_an_event_number_is_given_once():
    async def run(people):
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

    simulate(1, run)


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


def test_who_waits_is_found_but_not_by_oneself():
    async def run(people):
        one, other = await seat(people), await seat(people)
        name = await create(people, Terms(quick=True), one, WHITE, origin="", quick="q")
        now = people.time.now()

        async def find(player, quick="q", at=now):
            return await people.database.run(lambda t: games.find_waiting(t, quick, player.id, at))

        assert await find(other) == name
        assert await find(one) is None
        assert await find(other, "another") is None
        assert await find(other, at=now + 60_000) is None  # its creator has gone
        assert await people.database.run(lambda t: games.find_due(t, now)) == []
        assert await people.database.run(lambda t: games.find_due(t, now + 60_000)) == [name]

    simulate(1, run)


def test_a_challenge_that_came_to_nothing_is_deleted_with_its_report():
    async def run(people):
        creator = await seat(people)
        name = await create(people, Terms(), creator, WHITE, origin="")
        kept, *_ = await begin(people)
        async with people.room(name) as room:
            await people.delete(room, creator.id)

        def work(transaction):
            games.write_report(transaction, name, "{}")
            games.purge(transaction, Machine().wall() + 1000)
            found = [games.load(transaction, each) is not None for each in (name, kept)]
            return found, games.read_report(transaction, name)

        assert await people.database.run(work) == ([False, True], None)

    simulate(1, run)


def test_reports_are_kept_with_their_game():
    async def run(people):
        name, white, _ = await begin(people)
        assert isinstance(await ask(people, name, white, "resign"), Event)

        def work(transaction):
            games.write_report(transaction, name, "{}")
            games.write_report(transaction, name, "{1}")
            games.write_report(transaction, "nosuchgame22", "{}")
            return games.read_report(transaction, name)

        assert await people.database.run(work) == "{}"

    simulate(1, run)
