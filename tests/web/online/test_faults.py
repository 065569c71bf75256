"""Databases that are down, slow, gone or shared, behind a real server."""

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import stat

import httpx
import psycopg
import pytest
from people import Browser, meet, serving_on
from postgres import new_database
from websockets.asyncio.client import connect

from merels.online.identity import make_secret
from merels.web.online.storage.schema import MIGRATIONS

TIME = {"kind": "time", "seconds": 600}


class Game:
    """A rated game between two secrets, over sockets."""

    def __init__(self, client, site, people):
        self._client = client
        self._site = site
        self._people = people
        self._sockets, self._heard, self._readers = [], [], []

    async def begin(self):
        headers = [{"Authorization": f"Bearer {each}"} for each in self._people]
        terms = {"color": "white", "clock": TIME, "rated": True}
        created = await self._client.post("/games", json=terms, headers=headers[0])
        name = created.raise_for_status().json()["id"]
        joined = await self._client.post(f"/games/{name}/join", json={}, headers=headers[1])
        joined.raise_for_status()
        address = f"{self._site.replace('http', 'ws', 1)}/api/v1/games/{name}/socket"
        for secret in self._people:
            socket = await connect(address, open_timeout=300, ping_interval=None, max_queue=None)
            await socket.send(json.dumps({"type": "hello", "secret": secret}))
            heard = asyncio.Queue()
            self._sockets.append(socket)
            self._heard.append(heard)
            self._readers.append(asyncio.create_task(self._read(socket, heard)))
        await self.tell(0, type="move", seq=2, move="d6")
        # The other side may be connected to another worker, which hears of the move later.
        await self._hear_of(1, ["d6"])
        await self.tell(1, type="move", seq=self.seq + 1, move="f4")
        await self._hear_of(0, ["d6", "f4"])

    async def _hear_of(self, side, moves):
        """Wait until a side has seen some moves; that both have come is an event too."""
        message = await self.hear(
            side, lambda message: message.get("game", {}).get("moves") == moves
        )
        self.seq = message["game"]["seq"]

    async def _read(self, socket, heard):
        """Answer pings, also while nobody waits for a message."""
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "ping":
                await socket.send(json.dumps({"type": "pong", "t": message["t"]}))
            heard.put_nowait(message)

    async def hear(self, side, condition):
        """Return the next message for which a condition holds."""
        async with asyncio.timeout(300):
            while not condition(message := await self._heard[side].get()):
                pass
        return message

    async def tell(self, side, **command):
        """Send a command until it is acknowledged."""
        while True:
            await self._sockets[side].send(json.dumps(command))
            answer = await self.hear(side, lambda message: message["type"] in ("ack", "refused"))
            if answer["type"] == "ack":
                return
            assert answer["reason"] == "unavailable", answer
            await asyncio.sleep(0.5)

    async def close(self):
        for socket, reader in zip(self._sockets, self._readers, strict=True):
            await socket.close()
            await reader


async def finish_at_once(site, number):
    """Return how many of so many games that two players finish at once count for each of them."""
    people = [make_secret(), make_secret()]
    base = f"{site}/api/v1"
    async with httpx.AsyncClient(base_url=base, timeout=300) as client:
        games = [Game(client, site, people[:: 1 if n % 2 else -1]) for n in range(number)]
        for first in range(0, number, 10):
            await asyncio.gather(*(game.begin() for game in games[first : first + 10]))
        resigning = (
            game.tell(n % 2, type="resign", seq=game.seq + 1) for n, game in enumerate(games)
        )
        await asyncio.gather(*resigning)
        counted = []
        for secret in people:
            me = await client.get("/me", headers={"Authorization": f"Bearer {secret}"})
            counted.append(me.json()["rating"]["nine"]["games"])
        for game in games:
            await game.close()
    return counted


def test_games_that_finish_at_once_all_count():
    database = new_database("ratings")
    with serving_on(database, "--workers", "2") as (server, _):
        assert asyncio.run(finish_at_once(server.url, 40)) == [40, 40]


def backends_of(url):
    """Return the processes that work for a database, but not for this connection."""
    with psycopg.connect(url) as connection:
        rows = connection.execute(
            "SELECT pid FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchall()
    return [pid for (pid,) in rows]


@contextlib.contextmanager
def stopped(url):
    """Stop all processes that work for a database, and let them go on."""
    backends = backends_of(url)
    for pid in backends:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in backends:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


def test_a_move_is_refused_if_the_database_has_stopped_and_the_server_ends():
    database = new_database("stopped")
    with serving_on(database) as (server, client):
        name, white, black = meet(client)
        white.connect(name).see()
        black.connect(name).see()
        with stopped(database):
            white.tell(type="move", seq=2, move="d6")
            assert white.hear("refused", timeout=300)["reason"] == "unavailable"
        while True:
            white.tell(type="move", seq=2, move="d6")
            answer = white.hear("refused", "ack", timeout=300)
            if answer["type"] == "ack":
                break
        assert black.see(lambda game: game["seq"] == 2)["moves"] == ["d6"]
        with stopped(database):
            black.tell(type="move", seq=3, move="f4")
            status, _ = server.stop(signal.SIGTERM)
        assert status == 0


def test_what_postgresql_cannot_compare_is_refused():
    with serving_on(new_database("texts")) as (_, client):
        me = Browser(client)
        for query in ("player=a%00b", "mine=true&opponent=%00", "before=1-%00"):
            answer = me.get(f"/games?state=finished&{query}")
            assert answer.status_code == 422, query
            assert "NUL" in answer.json()["detail"]


def test_a_database_that_was_deleted_is_noticed(tmp_path):
    path = tmp_path / "games.sqlite"
    with serving_on(path) as (server, client):
        name, white, _ = meet(client)
        white.connect(name).see()
        for file in tmp_path.glob("games.sqlite*"):
            file.unlink()
        white.tell(type="move", seq=2, move="d6")
        assert white.hear("refused", timeout=300)["reason"] == "unavailable"
        for answer in (white.post("/games"), white.get("/me"), white.get("/games")):
            assert answer.status_code == 503
            assert int(answer.headers["Retry-After"]) >= 1
        _, log = server.stop()
    assert any("was deleted or replaced" in line["message"] for line in log)


def test_a_second_server_cannot_open_a_database_through_a_link(tmp_path):
    path, link = tmp_path / "games.sqlite", tmp_path / "other" / "link.sqlite"
    link.parent.mkdir()
    link.symlink_to(path)
    with serving_on(path) as (_, first), serving_on(link) as (_, second):
        assert Browser(first).get("/me").status_code == 200
        answer = Browser(second).get("/me")
        assert answer.status_code == 503
        assert answer.json()["detail"] == "another server on this machine has the database"


def write_old_database(path, key):
    """Write a database as 0.2 did: readable by all, and with the key in it."""
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE migrations (number INTEGER PRIMARY KEY)")
    connection.execute("INSERT INTO migrations (number) VALUES (0)")
    for statement in MIGRATIONS[0]:
        connection.execute(statement)
    connection.execute("INSERT INTO keys (name, value) VALUES ('origins', ?)", (key,))
    connection.commit()
    connection.close()
    path.chmod(0o644)


@pytest.mark.parametrize("is_old", [False, True], ids=["new", "of 0.2"])
def test_others_cannot_read_the_database_and_the_key_is_not_in_it(tmp_path, is_old):
    path = tmp_path / "games.sqlite"
    if is_old:
        write_old_database(path, "0123456789abcdef")
    with serving_on(path) as (_, client):
        assert Browser(client).post("/games").status_code == 201
        files = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
        for name in ("games.sqlite", "games.sqlite-wal", "games.sqlite.key"):
            assert not files[name] & 0o007, files
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT * FROM keys").fetchall() == []
    connection.close()
    key = (tmp_path / "games.sqlite.key").read_text()
    assert stat.S_IMODE((tmp_path / "games.sqlite.key").stat().st_mode) == 0o600
    assert (key == "0123456789abcdef") is is_old
