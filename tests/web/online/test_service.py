"""What players do: everything is on disk before anybody sees it, and only once."""

import asyncio
import sqlite3

import httpx
import psycopg
import pytest
from online_games import BLITZ
from people import (
    Browser,
    Screen,
    SetClock,
    ask,
    begin,
    create,
    meet,
    playing,
    seat,
    serving_on,
    until,
)
from postgres import Cluster, new_database
from server_process import running
from serving import wait_until
from simulated_people import play_randomly, simulate
from websockets.exceptions import InvalidStatus

from merels.online.deciding import Refusal, Repeated
from merels.online.events import Command, Event
from merels.online.identity import hash_secret
from merels.online.terms import Terms
from merels.rules.position import BLACK, WHITE
from merels.web.online.rooms import Machine
from merels.web.online.storage import games
from merels.web.online.storage.database import UnavailableError


def test_the_first_who_joins_plays_and_others_do_not():
    async def run(people):
        creator = await seat(people)
        name = await create(people, Terms(), creator, BLACK, origin="")
        others = [await seat(people) for _ in range(5)]
        async with people.room(name) as room:
            joined = await asyncio.gather(*(people.join(room, each, "") for each in others))
            assert sum(joined) == 1
            assert room.record.color_of(creator.id) is BLACK
            assert room.record.color_of(others[joined.index(True)].id) is WHITE
            assert await people.join(room, creator, "")  # keeps its seat
            assert room.game.seq == 1

    for seed in range(5):
        simulate(seed, run)


def test_two_who_ask_for_the_same_at_once_meet(tmp_path):
    async def run():
        async with playing(tmp_path / "g.sqlite") as people:
            players = [await seat(people) for _ in range(2)]
            names = await asyncio.gather(
                *(
                    create(people, Terms(quick=True), each, WHITE, origin="", quick="q")
                    for each in players
                )
            )
            assert names[0] == names[1]
            async with people.room(names[0]) as room:
                assert await people.join(room, players[1], "")
                assert room.record.color_of(players[0].id) is WHITE

    asyncio.run(run())


def test_games_created_at_once_are_counted(tmp_path):
    async def run():
        async with playing(tmp_path / "g.sqlite", most=2) as people:
            player = await seat(people)
            done = await asyncio.gather(
                *(create(people, Terms(), player, WHITE, origin="a") for _ in range(4)),
                return_exceptions=True,
            )
            assert [getattr(each, "kind", None) for each in done] == [None] * 2 + ["too-many"] * 2
            await create(people, Terms(), player, WHITE, origin="b")

    asyncio.run(run())


def test_a_command_is_stored_before_it_is_shown():
    async def run(people):
        name, white, black = await begin(people)
        screen = Screen(black.id)
        async with people.room(name) as room:
            people.enter(room, screen)
            assert isinstance(await ask(people, name, white, "move", move="d6"), Event)
            assert screen.states[-1]["moves"] == ["d6"]
            assert screen.states[-1]["you"] == "black"
            stored = await people.database.read(lambda t: games.load(t, name))
            assert [event.arguments for event in [*stored.replay()][-1].events[2:]] == [
                {"move": "d6"}
            ]
            again = await ask(people, name, white, "move", seq=2, move="d6")
            assert again == Repeated(2)
            people.leave(room, screen)
        assert len(people.rooms) == 0  # nobody looks at it: it is on disk alone

    simulate(1, run)


def test_what_cannot_be_stored_has_not_happened(monkeypatch):
    async def run(people):
        name, white, _ = await begin(people)
        screen = Screen(None)
        async with people.room(name) as room:
            people.enter(room, screen)
            with monkeypatch.context() as patch:

                def fail(*_):
                    raise UnavailableError("the disk is full")

                patch.setattr(games, "append", fail)
                refusal = await ask(people, name, white, "move", move="d6")
            assert refusal == Refusal("unavailable", "the disk is full")
            assert all(state["moves"] == [] for state in screen.states)
            assert isinstance(await ask(people, name, white, "move", seq=2, move="a1"), Event)
            assert screen.states[-1]["moves"] == ["a1"]
            people.leave(room, screen)

    simulate(1, run)


def test_a_command_is_finished_although_its_sender_is_gone():
    async def run(people):
        name, white, _ = await begin(people)
        async with people.room(name) as room:
            command = Command(2, "move", {"move": "d6"})
            task = asyncio.create_task(people.obey(room, white.id, command, 0))
            while not room.lock.locked():
                await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await until(lambda: room.is_loaded and room.game.rules.ply == 1)

    simulate(1, run)


def test_a_game_survives_the_server_and_its_clocks_stand_meanwhile(tmp_path, monkeypatch):
    clock = SetClock()
    monkeypatch.setattr(Machine, "seconds", lambda _: clock.now)

    async def first():
        async with playing(tmp_path / "g.sqlite") as people:
            name, white, black = await begin(people, clock=BLITZ, rated=True)
            await ask(people, name, white, "move", move="d6")
            await ask(people, name, black, "move", move="f4")
            clock.now += 0.7
            async with people.room(name) as room:
                return name, white, room.game.clocks.left(WHITE, people.time.now())

    async def second(name, white, left):
        async with playing(tmp_path / "g.sqlite") as people:
            async with people.room(name) as room:
                now_left = room.game.clocks.left(WHITE, people.time.now())
                assert left <= now_left <= 60_000  # what was not noted is given back
                assert room.record.color_of(white.id) is WHITE
            assert isinstance(await ask(people, name, white, "move", move="d2"), Event)

    found = asyncio.run(first())
    assert found[-1] == 59_300
    clock.now += 1.2
    asyncio.run(second(*found))


def test_a_rematch_is_a_new_game_with_colours_exchanged():
    async def run(people):
        name, white, black = await begin(people, clock=BLITZ)
        await ask(people, name, white, "resign")
        await ask(people, name, black, "rematch")
        accepted = await ask(people, name, white, "accept", what="rematch")
        async with people.room(accepted.facts["game"]) as room:
            assert room.game.state == "running"
            assert room.record.color_of(white.id) is BLACK
            assert room.record.color_of(black.id) is WHITE
            assert room.game.terms.clock == BLITZ

    simulate(1, run)


def test_a_rated_game_changes_both_ratings_once():
    async def run(people):
        name, white, black = await begin(people, clock=BLITZ, rated=True)
        for player, move in ((white, "d6"), (black, "f4")):
            await ask(people, name, player, "move", move=move)
        await ask(people, name, black, "resign")
        await ask(people, name, black, "say", phrase="good_game")
        async with people.room(name) as room:
            gain, loss = room.record.change
            assert gain == -loss > 100
            assert room.record.white.rating - room.record.black.rating == 2 * gain
        aborted, one, _ = await begin(people, clock=BLITZ, rated=True)
        await ask(people, aborted, one, "resign")
        async with people.room(aborted) as room:
            assert room.record.change is None

    simulate(1, run)


def test_a_new_name_is_shown_in_running_games():
    async def run(people):
        name, white, _ = await begin(people)
        screen = Screen(None)
        async with people.room(name) as room:
            people.enter(room, screen)
            people.rename(white.id, "Ada")
            await until(lambda: screen.states and screen.states[-1]["white"]["name"] == "Ada")
            people.leave(room, screen)

    simulate(1, run)


def test_origins_do_not_show_addresses(tmp_path):
    async def run():
        async with playing(tmp_path / "g.sqlite") as people:
            origin = people.origin_of("192.0.2.7")
        async with playing(tmp_path / "g.sqlite") as people:
            assert people.origin_of("192.0.2.7") == origin != people.origin_of("192.0.2.8")
        assert "." not in origin  # no part of an address: a digest may well contain 192

    asyncio.run(run())


# With another storage, other clocks and other connections, a seed decides everything.


async def play_a_game(people):
    """Return all that is stored of a game between two who move at random."""
    secrets = [people.machine.make_secret() for _ in range(2)]
    white, black = [await seat(people, secret) for secret in secrets]
    name = await create(people, Terms(clock=BLITZ, rated=True), white, WHITE, origin="here")
    async with people.room(name) as room:
        assert await people.join(room, black, hash_secret(secrets[1]))
    seen = await asyncio.gather(*(play_randomly(people, name, secret) for secret in secrets))
    stored = await people.database.read(games.load, name)
    return name, seen, stored.events


def test_a_seed_decides_a_whole_game():
    first, again, other = (simulate(seed, play_a_game) for seed in (1, 1, 2))
    assert first == again
    _, [white, black], events = first
    assert len(events) == white["seq"] + 1 > 10
    assert white["state"] == "finished"
    assert (white["you"], black["you"]) == ("white", "black")
    assert {**white, "you": ""} == {**black, "you": ""}
    assert white["rating_change"] is not None
    assert other[2] != events


# A database that cannot be used: games between people are off, and the rest works.

OPTIONS = ("--no-solve", "--places", "1")


def check_people_are_off(server):
    """Check that only games between people are unavailable; return the log."""
    assert server.get("/api/v1/health").status_code == 200
    assert server.get("/people").status_code == 200
    response = server.get("/api/v1/games")
    assert (response.status_code, response.json()["type"]) == (503, "/api/docs#people-off")
    assert response.json()["detail"]
    status, log = server.stop()
    assert status == 0
    return [entry["message"] for entry in log if entry["level"] in ("warning", "error")]


FOREIGN = {
    "tables of another program": ["CREATE TABLE games (score INTEGER)"],
    "another migrations": [
        "CREATE TABLE migrations (number INTEGER PRIMARY KEY)",
        "INSERT INTO migrations (number) VALUES (0)",
    ],
    "a later version": [
        "CREATE TABLE migrations (number INTEGER PRIMARY KEY)",
        "INSERT INTO migrations (number) VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)",
    ],
}


@pytest.mark.parametrize("statements", FOREIGN.values(), ids=FOREIGN)
def test_a_foreign_database_stops_nothing_else(tmp_path, statements):
    path = tmp_path / "games.sqlite"
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    before = list(connection.iterdump())
    with running(*OPTIONS, "--database", str(path)) as server:
        messages = check_people_are_off(server)
    assert any(each.startswith("no games between people: ") for each in messages)
    assert list(connection.iterdump()) == before, "it is left alone"
    connection.close()


def test_a_database_without_its_content_stops_nothing_else(tmp_path):
    path = tmp_path / "games.sqlite"
    with running(*OPTIONS, "--database", str(path)) as server:
        assert server.get("/api/v1/games").status_code == 200
        assert server.stop()[0] == 0
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM running")
    connection.close()
    with running(*OPTIONS, "--database", str(path)) as server:
        messages = check_people_are_off(server)
    assert any(each.startswith("no games between people: ") for each in messages)


def test_a_database_that_refuses_to_notify_stops_nothing_else():
    url = new_database("refusing")
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("DROP ROLE IF EXISTS lonely")
        owner.execute("CREATE ROLE lonely LOGIN CONNECTION LIMIT 1")  # none is left to listen
        owner.execute("GRANT ALL ON SCHEMA public TO lonely")
    with running(*OPTIONS, "--database", url.replace("user=merels", "user=lonely")) as server:
        assert server.get("/api/v1/health").status_code == 200
        response = server.get("/api/v1/games")
        assert response.status_code in (200, 503)
        assert response.status_code == 200 or response.json()["detail"]
        status, log = server.stop()
    assert status == 0
    assert any("too many connections for role" in entry["message"] for entry in log)


def test_workers_that_start_while_the_database_is_down_recover():
    cluster = Cluster()
    with serving_on(cluster.url, "--workers", "2") as (server, client):
        me = Browser(client)
        answer = me.get("/me")
        assert (answer.status_code, answer.json()["type"]) == (503, "/api/docs#people-off")
        cluster.start()

        def statuses(number):
            """Return the statuses of requests over as many connections, so by all workers."""
            address = f"{server.url}/api/v1/me"
            return {
                httpx.get(address, headers=me.headers, timeout=300).status_code
                for _ in range(number)
            }

        wait_until(lambda: statuses(10) == {200})
        assert statuses(30) == {200}
        name, white, _ = meet(client)
        cluster.stop()
        assert white.get(f"/games/{name}").status_code == 503
        assert white.post("/games").status_code == 503
        cluster.start()
        wait_until(lambda: white.get(f"/games/{name}").status_code == 200)

        def is_acknowledged():
            """Whether a move is, by whichever worker: the other one may notice only now."""
            try:
                white.connect(name).tell(type="move", seq=2, move="d6")
            except InvalidStatus as refusal:
                if refusal.response.status_code != 503:
                    raise
                return False
            return white.hear("ack", "refused", timeout=300)["type"] == "ack"

        wait_until(is_acknowledged)
    cluster.stop()
