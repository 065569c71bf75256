"""Games between people without threads, sockets or waiting: a seed decides everything."""

import asyncio
import base64
import json
import selectors
import sqlite3
from contextlib import asynccontextmanager, closing
from random import Random

from people import play_the_first

from merels.rules.game import Game
from merels.web.online.rooms import Machine
from merels.web.online.service import People
from merels.web.online.sockets import GameSocket
from merels.web.online.storage.database import Transaction
from merels.web.online.storage.opening import Opened, SqliteFile
from merels.web.online.storage.schema import migrate


class _Skipping(selectors.DefaultSelector):
    """Does not wait: the time it was to wait has passed."""

    passed = 0.0

    def select(self, timeout=None):
        found = super().select(0)
        if not found:
            assert timeout is not None, "nothing will ever happen"
            self.passed += timeout
        return found


class SimulatedLoop(asyncio.SelectorEventLoop):
    """An event loop that keeps its own time, which passes only while nobody has work."""

    def __init__(self):
        self._skipping = _Skipping()
        super().__init__(self._skipping)

    def time(self):
        return self._skipping.passed


class SimulatedMachine(Machine):
    """Clocks and chance that a loop and a seed decide."""

    def __init__(self, loop, seed):
        self.random = Random(seed)
        self.seconds = loop.time

    def wall(self):
        return 1_700_000_000_000 + round(1000 * self.seconds())

    def make_secret(self):
        return base64.urlsafe_b64encode(self.random.randbytes(16)).decode().rstrip("=")


class MemoryDatabase:
    """A database in memory, whose answers take as long as chance has it, and ``delay`` besides."""

    delay = 0.0

    def __init__(self, machine):
        self._machine = machine
        self._connection = sqlite3.connect(":memory:", isolation_level=None)
        self._do(migrate)

    def _do(self, work, *args, **named):
        self._connection.execute("BEGIN")
        try:
            result = work(Transaction(self._connection, SqliteFile), *args, **named)
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")
        return result

    async def run(self, work, *args, **named):
        await asyncio.sleep(self.delay + self._machine.random.uniform(0, 0.02))
        result = self._do(work, *args, **named)
        await asyncio.sleep(self._machine.random.uniform(0, 0.02))
        return result

    read = run

    async def compute(self, work):
        await asyncio.sleep(0)
        return work()

    async def close(self):
        self._connection.close()


class SimulatedWire:
    """The connection of one client to a game."""

    def __init__(self):
        self._sent, self._heard = asyncio.Queue(), asyncio.Queue()

    # As the server sees it.

    async def accept(self):
        pass

    async def receive(self):
        return await self._sent.get()

    async def send_text(self, data):
        self._heard.put_nowait(json.loads(data))

    async def close(self, code=1000, reason=None):
        self._heard.put_nowait({"type": "closed", "code": code, "reason": reason})

    # As the client does.

    def tell(self, **message):
        self._sent.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def hear(self):
        """Return the next message; pings are answered."""
        while (message := await self._heard.get())["type"] == "ping":
            self.tell(type="pong", t=message["t"])
        return message

    async def see_moves(self, number):
        """Return the game when so many moves are played."""
        while True:
            game = (await self.hear()).get("game")
            if game and len(game["moves"]) == number:
                return game

    def leave(self):
        self._sent.put_nowait({"type": "websocket.disconnect", "code": 1001})


@asynccontextmanager
async def connected(people, name, secret):
    """Connect somebody to a game; yield the connection."""
    wire = SimulatedWire()
    async with people.room(name) as room:
        connection = asyncio.create_task(GameSocket(wire, people, room).run())
        wire.tell(type="hello", secret=secret)
        yield wire
        wire.leave()
        await connection


async def play_randomly(people, name, secret, seconds=3.0):
    """Play a game to its end over a connection: any legal move, after some seconds."""
    random, answered = people.machine.random, -1
    async with connected(people, name, secret) as wire:
        while (message := await wire.hear()).get("game", {}).get("state") != "finished":
            game = message.get("game")
            if game and game["turn"] == game["you"] and len(game["moves"]) > answered:
                answered = len(game["moves"])
                await asyncio.sleep(random.uniform(0, seconds))
                moves = [str(move) for move in Game.from_fen(game["fen"]).legal_moves]
                wire.tell(type="move", seq=game["seq"] + 1, move=random.choice(moves))
    return message["game"]


def simulate(seed, work, think=play_the_first):
    """Return what work with games between people returns, in an order that the seed decides."""
    with closing(SimulatedLoop()) as loop:
        machine = SimulatedMachine(loop, seed)

        async def run():
            people = People(Opened(MemoryDatabase(machine), 0, "key", None), think, machine=machine)
            people.start()
            try:
                return await work(people)
            finally:
                await people.stop()

        return loop.run_until_complete(run())
