"""What workers tell each other."""

import asyncio
import os
import signal
import time
from types import SimpleNamespace

import httpx
import pytest
from online_games import BLITZ
from people import Browser, Screen, SetClock, ask, begin, create, meet, playing, seat, until
from postgres import new_database
from server_process import holder_of, running
from serving import serving
from websockets.exceptions import ConnectionClosed

from merels.online.deciding import Refusal
from merels.online.events import Event
from merels.online.terms import Terms
from merels.rules.position import BLACK, WHITE
from merels.web.http.problems import ProblemError
from merels.web.http.settings import Settings
from merels.web.online import sockets
from merels.web.online.documents import Presence
from merels.web.online.exchange import DEAD, Workers, read_presence, write_presence
from merels.web.online.storage import games


def test_presence_survives_being_written():
    for colors, spectators in ((set(), 0), ({WHITE}, 3), ({WHITE, BLACK}, 12)):
        presence = Presence(frozenset(colors), spectators)
        assert read_presence(*write_presence(presence).split()) == presence


def test_a_worker_that_is_silent_takes_its_players_along():
    clock = SetClock()
    workers = Workers(SimpleNamespace(machine=clock, rooms={}), None)
    for message in ("here a game w 1", "here b game - 2"):
        workers.hear(message)
    assert len(workers.presence("game")) == 2
    clock.now += DEAD - 1
    workers.hear("alive a")
    clock.now += 2
    assert [each.spectators for each in workers.presence("game")] == [1]
    workers.hear("here a game - 0")
    assert workers.presence("game") == []
    assert workers.presence("another") == []


# Two workers on one PostgreSQL: what one stores, the other shows.


@pytest.fixture(scope="module")
def url():
    return new_database("workers")


def run(work):
    asyncio.run(asyncio.wait_for(work, 300))


def test_players_at_different_workers_play_each_other(url):
    async def work():
        async with playing(url) as here, playing(url) as there:
            name, white, black = await begin(here, clock=BLITZ, rated=True)
            left, right = Screen(white.id), Screen(black.id)
            async with here.room(name) as one, there.room(name) as other:
                here.enter(one, left)
                there.enter(other, right)
                for _ in range(2):
                    there.enter(other, Screen(None))
                await until(lambda: left.states and left.states[-1]["black"]["online"])
                await until(lambda: left.states[-1]["spectators"] == 2)
                await until(lambda: right.states and right.states[-1]["white"]["online"])
                for people, player, move in ((here, white, "d6"), (there, black, "f4")):
                    await ask(people, name, player, "move", move=move)
                    for screen in (left, right):
                        await until(
                            lambda screen=screen, move=move: (
                                screen.states[-1]["moves"][-1:] == [move]
                            )
                        )
                await ask(there, name, black, "resign")
                await until(lambda: left.states[-1]["state"] == "finished")
                assert left.states[-1]["rating_change"] == right.states[-1]["rating_change"]
                there.leave(other, right)
                await until(lambda: not left.states[-1]["black"]["online"])
                assert abs(here.time.now() - there.time.now()) < 2000

    run(work())


def test_of_two_commands_with_one_number_only_one_takes_effect(url):
    async def work():
        async with playing(url) as here, playing(url) as there:
            name, white, _ = await begin(here)
            async with here.room(name), there.room(name):  # both have read it
                decisions = await asyncio.gather(
                    ask(here, name, white, "move", seq=2, move="d6"),
                    ask(there, name, white, "move", seq=2, move="a1"),
                )
                assert {type(each) for each in decisions} == {Event, Refusal}
                [refusal] = [each for each in decisions if isinstance(each, Refusal)]
                assert refusal.reason == "stale"
                creator = await seat(here)
                game = await create(here, Terms(), creator, BLACK, origin="")
                friends = [await seat(here), await seat(there)]
                async with here.room(game) as one, there.room(game) as other:
                    joined = await asyncio.gather(
                        here.join(one, friends[0], ""), there.join(other, friends[1], "")
                    )
                assert sorted(joined) == [False, True]
                async with here.room(game) as one:
                    assert one.record.color_of(friends[joined.index(True)].id) is WHITE

    run(work())


def test_two_who_ask_for_the_same_at_different_workers_meet(url, monkeypatch):
    insert = games.insert_game

    def insert_slowly(*arguments):
        time.sleep(0.2)  # enough for the other one to look meanwhile
        insert(*arguments)

    monkeypatch.setattr(games, "insert_game", insert_slowly)

    async def work():
        async with playing(url, most=1) as here, playing(url, most=1) as there:
            one, other = await seat(here), await seat(there)
            quick = {"origin": "quick", "quick": "nine - casual"}
            names = await asyncio.gather(
                create(here, Terms(quick=True), one, WHITE, **quick),
                create(there, Terms(quick=True), other, WHITE, **quick),
            )
            assert names[0] == names[1]
            created = await asyncio.gather(
                create(here, Terms(), one, WHITE, origin="many"),
                create(there, Terms(), other, WHITE, origin="many"),
                return_exceptions=True,
            )
            [refused] = [each for each in created if isinstance(each, ProblemError)]
            assert refused.kind == "too-many"

    run(work())


def test_a_connection_that_the_database_cuts_comes_back(url):
    async def work():
        async with playing(url) as here, playing(url) as there:
            name, white, black = await begin(here)
            screen = Screen(black.id)
            async with there.room(name) as other:
                there.enter(other, screen)
                cut = (
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE pid <> pg_backend_pid() AND datname = current_database()"
                )
                await here.database.run(lambda transaction: transaction.fetch(cut))
                for _ in range(100):
                    decision = await ask_again(here, name, white)
                    if isinstance(decision, Event):
                        break
                await until(lambda: screen.states and screen.states[-1]["moves"] == ["d6"])
                there.leave(other, screen)

    async def ask_again(people, name, player):
        return await ask(people, name, player, "move", seq=2, move="d6")

    run(work())


def test_a_game_that_is_deleted_stays_deleted_whatever_another_worker_remembers(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(sockets, "SILENCE", 600)  # players here are silent while others act
    settings = Settings(tables=str(tmp_path), database=new_database("deleting"))
    with serving(settings) as here, serving(settings) as there:
        name, white, black = meet(here)
        for browser, site in ((white, here), (black, there)):
            browser.connect(name, site=site.base_url).see()
        white.tell(type="resign", seq=2)
        black.see(lambda game: game["state"] == "finished")
        white.close()

        white.connect(name, site=there.base_url).see()  # there the game has both players
        assert white.send("DELETE", f"/games/{name}").status_code == 204
        white.tell(type="say", seq=3, phrase="thanks")
        assert white.hear("ack", "refused")["type"] == "refused"
        assert list_finished(white) == []
        black.tell(type="say", seq=3, phrase="thanks")
        assert black.hear("ack", "refused")["type"] == "ack"
        black.tell(type="rematch", seq=4)
        black.hear("ack")
        assert list_finished(white) == []
        assert [each["white"] for each in list_finished(black)] == [None]

        assert black.send("DELETE", f"/games/{name}").status_code == 204
        for browser in (white, black):
            assert speak_to_the_end(browser) == 1013
        for site in (here, there):
            assert site.get(f"/api/v1/games/{name}").status_code == 404


def speak_to_the_end(browser):
    """Speak until the worker knows that the game is gone; return why the connection ends."""
    try:
        while True:
            browser.tell(type="say", seq=5, phrase="good_bye")
            browser.hear("refused")
    except ConnectionClosed as closed:
        return closed.rcvd.code


def list_finished(browser):
    found = browser.get("/games", params={"mine": True, "state": "finished"})
    return found.json()["games"]


def connect_elsewhere(browser, name, process):
    """Connect to a game by a process other than a given one; return which."""
    for _ in range(300):
        found = holder_of(browser.connect(name).socket.socket)
        if found != process:
            return found
        browser.close()
    raise AssertionError("all connections are held by one process")


def test_a_worker_that_is_killed_takes_no_game_along():
    """Real processes: the players and a spectator are connected to different ones."""
    options = ("--no-solve", "--places", "1", "--workers", "2", "--connections", "0")
    with (
        running(*options, "--database", new_database("processes")) as server,
        httpx.Client(base_url=server.url, timeout=300) as client,
    ):
        name, white, black = meet(client)
        one = connect_elsewhere(white, name, None)
        other = connect_elsewhere(black, name, one)
        watcher = Browser(client)
        connect_elsewhere(watcher, name, one)
        assert white.see(lambda game: game["spectators"] == 1)["black"]["online"]
        for number, (browser, move) in enumerate([(white, "d6"), (black, "f4"), (white, "a1")], 2):
            browser.tell(type="move", seq=number, move=move)
            assert browser.hear("ack")["seq"] == number
            for each in {white, black, watcher} - {browser}:
                each.see(lambda game, number=number: game["seq"] == number)

        os.kill(other, signal.SIGKILL)
        assert black.end_code() is None
        white.tell(type="say", seq=5, phrase="one_moment")
        assert white.hear("ack")["seq"] == 5
        found = black.connect(name).see()
        assert (found["you"], found["moves"], found["turn"]) == (
            "black",
            ["d6", "f4", "a1"],
            "black",
        )
        black.tell(type="move", seq=5, move="g7")  # crosses the phrase
        assert black.hear("ack")["seq"] == 5
        assert white.see(lambda game: game["seq"] == 6)["moves"][-1] == "g7"
        white.tell(type="resign", seq=7)
        assert black.see(lambda game: game["state"] == "finished")["outcome"]["winner"] == "black"
        for browser in (white, black):
            browser.close()
