"""Games between people in this process, on a database of their own."""

import asyncio
import json
import random
import sqlite3
import time
from contextlib import asynccontextmanager, contextmanager

import httpx
from server_process import running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from merels.online.events import Command
from merels.online.identity import hash_secret, make_secret
from merels.online.terms import Terms
from merels.rules.position import WHITE
from merels.web.online.rooms import Machine
from merels.web.online.service import Beginning
from merels.web.online.storage import players

OPTIONS = ("--no-solve", "--places", "1", "--connections", "0", "--games", "0", "--rate", "0")


async def play_the_first(_client, request):
    """Play the first legal move, as a level that needs no processes."""
    from merels.web.api.answers import read_game

    game = read_game(request["fen"], request["moves"], request["variant"])
    return str(next(iter(game.legal_moves)))


@asynccontextmanager
async def playing(address, think=play_the_first, most=0):
    """Open the games in a database."""
    beginning = Beginning(str(address), think, most)
    await beginning.start()
    assert beginning.problem is None
    try:
        yield beginning.people
    finally:
        await beginning.stop()


class Screen:
    """Somebody connected to a game, who sees its states."""

    def __init__(self, player):
        self.player = player
        self.secret = None
        self.states = []

    def show(self, text):
        self.states.append(json.loads(text)["game"])


async def seat(people, secret=None, variant="nine"):
    """Return a new player."""
    hashed = hash_secret(secret or make_secret())

    def work(transaction):
        return players.read_player(
            transaction, players.ensure_player(transaction, hashed, people.machine.wall()), variant
        )

    return await people.database.run(work)


async def create(people, *seat, **options):
    """Return the name of a new game with a seat taken."""
    return await people.database.run(
        lambda transaction: people.create(transaction, *seat, **options)
    )


async def begin(people, **terms):
    """Return the name of a running game, White and Black."""
    white, black = await seat(people), await seat(people)
    name = await create(people, Terms(**terms), white, WHITE, origin="here")
    async with people.room(name) as room:
        assert await people.join(room, black, "unknown")
    return name, white, black


async def ask(people, name, player, kind, *, seq=None, lag=0, **arguments):
    """Return what comes of a command."""
    async with people.room(name) as room:
        number = room.game.seq + 1 if seq is None else seq
        return await people.obey(room, player.id, Command(number, kind, arguments), lag)


async def until(condition, seconds=300):
    """Wait for a condition; fail if it does not become true."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


class Browser:
    """Somebody with a secret, over HTTP and a socket."""

    def __init__(self, client):
        self.secret = make_secret()
        self.headers = {"Authorization": f"Bearer {self.secret}"}
        self._client = client
        self._socket = None

    def send(self, method, path, **options):
        return self._client.request(method, f"/api/v1{path}", headers=self.headers, **options)

    def get(self, path, **options):
        return self.send("GET", path, **options)

    def post(self, path, **body):
        return self.send("POST", path, json=body)

    @contextmanager
    def following_the_lobby(self):
        """Yield a function that returns the next document of which something is true."""
        with self._client.stream("GET", "/api/v1/lobby", headers=self.headers) as response:
            lines = response.iter_lines()
            documents = (json.loads(line[6:]) for line in lines if line.startswith("data"))
            yield lambda condition=bool: next(filter(condition, documents))

    def connect(self, name, *, hello=True, **options):
        address = (
            str(options.pop("site", self._client.base_url)).replace("http", "ws", 1).rstrip("/")
        )
        options = {"open_timeout": 300, **options}  # a long game takes a while to read
        self._socket = connect(f"{address}/api/v1/games/{name}/socket", **options).__enter__()
        if hello:
            self.tell(type="hello", secret=self.secret)
        return self

    def tell(self, **message):
        self._socket.send(json.dumps(message))

    def hear(self, *kinds, timeout=300):
        """Return the next message of some kinds; pings are answered."""
        end = time.monotonic() + timeout
        while True:
            message = json.loads(self._socket.recv(timeout=max(0, end - time.monotonic())))
            if message["type"] == "ping":
                self.tell(type="pong", t=message["t"])
            if message["type"] in kinds:
                return message

    def see(self, condition=lambda game: True):
        """Return the next state of the game for which a condition holds."""
        while True:
            game = self.hear("state", "refused")["game"]
            if condition(game):
                return game

    def end_code(self):
        """Read until the server closes the connection; return why."""
        while True:
            try:
                self._socket.recv(timeout=300)
            except ConnectionClosed as closed:
                return None if closed.rcvd is None else closed.rcvd.code

    def close(self):
        self._socket.close()

    @property
    def socket(self):
        return self._socket


def meet(client, **terms):
    """Return the name of a running game, White's browser and Black's."""
    white, black = Browser(client), Browser(client)
    created = white.post("/games", **{"color": "white", **terms})
    assert created.status_code == 201, created.text
    name = created.json()["id"]
    assert black.post(f"/games/{name}/join").status_code == 200
    return name, white, black


def see_moves(browser, number):
    """Return the game when so many moves are played; that both have come is an event too."""
    return browser.see(lambda game: len(game["moves"]) == number)


def play(*turns):
    """Play the first moves of a game over sockets, each by a browser that is connected."""
    for number, (browser, move) in enumerate(turns):
        browser.tell(type="move", seq=see_moves(browser, number)["seq"] + 1, move=move)
        browser.hear("ack", timeout=300)


@contextmanager
def serving_on(database, *options):
    """Serve games in a process of its own, without limits; yield it and a client."""
    with (
        running(*OPTIONS, *options, "--database", str(database)) as server,
        httpx.Client(base_url=server.url, timeout=300) as client,
    ):
        yield server, client


def copy_games(path, name, number, events=None):
    """Store copies of a finished game, or one with other events instead."""
    with sqlite3.connect(path, timeout=300) as connection:
        found = connection.execute("SELECT * FROM games WHERE id = ?", (name,))
        columns = [column for column, *_ in found.description]
        row = dict(zip(columns, found.fetchone(), strict=True))
        lines = events or [
            body
            for (body,) in connection.execute(
                "SELECT body FROM events WHERE game = ? ORDER BY seq", (name,)
            )
        ]
        marks = ", ".join("?" for _ in columns)
        for _ in range(number):
            row["id"] = "".join(random.choices("abcdefghij", k=12))
            row["seq"] = len(lines) - 1
            connection.execute(f"INSERT INTO games VALUES ({marks})", list(row.values()))
            connection.executemany(
                "INSERT INTO events VALUES (?, ?, ?)",
                [(row["id"], number, line) for number, line in enumerate(lines)],
            )
    connection.close()
    return row["id"]


class SetClock(Machine):
    """A clock that stands still unless somebody moves it on."""

    now = 100.0

    def seconds(self):
        return self.now
