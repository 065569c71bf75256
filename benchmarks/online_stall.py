"""What one greedy address costs those who play: acknowledgements of moves under three loads.

    python benchmarks/online_stall.py [--seconds 15] [--games 10] [--finished 100000]

Starts a server on a database with 100,000 finished games. From 127.0.0.1 come 60 exports of 1,000
games at a time, 40 searches by name, or loads of a game with 30,000 events, each again as soon as
it is answered, and then all three together. Others, at 127.0.0.2, play; times are from sending a
move until it is acknowledged, and a move is sent soon after the other side has seen the last one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from online_load import percentile
from online_players import Document, Person, ServerProcess, begin, choose_move, greet
from served import repeated
from websockets.asyncio.client import ClientConnection

from merels import Game
from merels.online.events import Event
from merels.online.identity import hash_secret, make_id
from merels.online.terms import Terms
from merels.rules.position import BLACK, WHITE
from merels.web.online.storage.schema import MIGRATIONS

MODEST = "127.0.0.2"
EXPORTED = 1000
NAMES = 500
SETTLING = 1.0
"""Seconds until all greedy connections wait for an answer."""
THOUGHT = 0.1
"""Seconds before each move."""
LONGEST = 60.0
"""Seconds after which a move counts as lost."""
GREEDY = Person()
CLOCK = {"kind": "time", "seconds": 180, "increment": 2}


@dataclass(frozen=True, slots=True)
class Options:
    """What to measure."""

    seconds: float
    games: int
    finished: int
    events: int
    """Of the long game."""


def play_at_random(seed: int, most: int = 60) -> list[Event]:
    """Return the events of a game."""
    chance, game = random.Random(seed), Game()
    events = [Event(0, "create", 0, WHITE), Event(1, "join", 0, BLACK)]
    while game.outcome() is None and len(events) < most:
        number, color, move = len(events), game.turn, chance.choice(list(game.legal_moves))
        game.push(move)
        events.append(Event(number, "move", 1000, color, number, {"move": str(move)}))
    return events


def take_back_for_ever(events: int) -> Iterator[Event]:
    """Yield the events of a game in which the first move is taken back again and again."""
    yield from play_at_random(1, 2)
    for number in range(2, events, 3):
        yield Event(number, "move", 1000, WHITE, number, {"move": "d6"})
        yield Event(number + 1, "takeback", 1000, WHITE, number + 1)
        what, plies = {"what": "takeback"}, {"plies": 1}
        yield Event(number + 2, "accept", 1000, BLACK, number + 2, what, plies)


class Filling:
    """Writes games into an empty database."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path)
        self._connection.execute("CREATE TABLE migrations (number INTEGER PRIMARY KEY)")
        for number, statements in enumerate(MIGRATIONS):
            self._connection.execute("INSERT INTO migrations VALUES (?)", (number,))
            for statement in statements:
                self._connection.execute(statement)

    def add_player(self, secret: str, name: str) -> str:
        """Add a player; return the player's name in the database."""
        player = make_id()
        row = (player, hash_secret(secret), name, 0)
        self._connection.execute("INSERT INTO players VALUES (?, ?, ?, ?)", row)
        return player

    def add_game(self, seats: Sequence[str], state: str, created: int, lines: Sequence[str]) -> str:
        """Add a game; return its name."""
        name = make_id()
        reason = None if state == "running" else "resignation"
        values = {
            **{"id": name, "seq": len(lines) - 1, "state": state, "variant": "nine"},
            **{"terms": json.dumps(Terms().document()), "rated": 0, "listed": 0},
            **{"white": seats[0], "black": seats[1], "fen": Game().fen(), "plies": 0},
            **{"reason": reason, "created": created, "ended": created},
        }
        columns, marks = ", ".join(values), ", ".join("?" for _ in values)
        self._connection.execute(
            f"INSERT INTO games ({columns}) VALUES ({marks})", [*values.values()]
        )
        self._connection.executemany(
            "INSERT INTO events VALUES (?, ?, ?)",
            [(name, number, line) for number, line in enumerate(lines)],
        )
        return name

    def close(self) -> None:
        """Write everything to disk."""
        self._connection.commit()
        self._connection.close()


def fill(path: Path, finished: int, events: int) -> str:
    """Fill a database; return the name of the long game."""
    filling = Filling(path)
    players = [filling.add_player(Person().secret, f"player {n}") for n in range(NAMES)]
    greedy = filling.add_player(GREEDY.secret, "greedy")
    chance = random.Random(1)
    for number in range(finished):
        filling.add_game(chance.sample(players, 2), "finished", number, [])
    for number in range(EXPORTED):
        lines = [event.text() for event in play_at_random(number % 50)]
        resigned = Event(len(lines), "resign", 1000, WHITE, len(lines)).text()
        filling.add_game([greedy, players[0]], "finished", finished + number, [*lines, resigned])
    lines = [event.text() for event in take_back_for_ever(events)]
    long = filling.add_game([greedy, players[0]], "running", 0, lines)
    filling.close()
    return long


@asynccontextmanager
async def greed(url: str, paths: Sequence[tuple[str, int]]) -> AsyncIterator[Counter[int]]:
    """Ask for addresses, each by so many connections, and count the answers by status."""
    counts: Counter[int] = Counter()
    waiting = [path for path, connections in paths for _ in range(connections)]
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(limits=limits, timeout=600, headers=GREEDY.headers) as client:

        async def ask() -> None:
            path = waiting.pop()
            while True:
                answer = await client.get(url + path)
                counts[answer.status_code] += 1
                if answer.status_code >= 400:
                    await asyncio.sleep(0.1)

        async with repeated(ask, len(waiting)):
            await asyncio.sleep(SETTLING)
            yield counts


class Played:
    """What two who play have seen."""

    def __init__(self) -> None:
        self.delays: list[float] = []
        self.reasons: Counter[str] = Counter()


class PlayedGame:
    """A game whose two players are connected."""

    def __init__(self, url: str, seed: int) -> None:
        self._url = url
        self._chance = random.Random(seed)

    async def begin(self) -> None:
        """Start the game and connect both."""
        people = (Person(), Person())
        transport = httpx.AsyncHTTPTransport(local_address=MODEST)
        base = self._url
        async with httpx.AsyncClient(base_url=base, timeout=60, transport=transport) as client:
            self._game = await begin(client, people, color="white", clock=CLOCK)
        self._sockets = [await greet(base, self._game["id"], each, MODEST) for each in people]

    async def play(self, until: float, played: Played) -> None:
        """Play until a moment, or until the game is over."""
        try:
            while self._game["state"] == "running" and time.monotonic() < until:
                self._game = await _move(self._sockets, self._game, self._chance, played)
        except TimeoutError:
            played.reasons["not acknowledged"] += 1
        finally:
            for socket in self._sockets:
                socket.transport.abort()
        if self._game["state"] == "finished":
            played.reasons[self._game["outcome"]["reason"]] += 1


async def _move(
    sockets: Sequence[ClientConnection], game: Document, chance: random.Random, played: Played
) -> Document:
    """Play a move; return the game as the other side sees it after it."""
    number, side = game["seq"] + 1, int(game["turn"] == "black")
    command = {"seq": number, "type": "move", "move": choose_move(game, chance)}
    begun = time.perf_counter()
    await sockets[side].send(json.dumps(command))
    async with asyncio.timeout(LONGEST):
        while (answer := await _hear(sockets[side]))["type"] != "ack":
            assert answer["type"] != "refused", answer
        played.delays.append(time.perf_counter() - begun)
        while True:
            message = await _hear(sockets[1 - side])
            # The moves count, not the events: that both have come is an event too.
            if message["type"] == "state" and len(message["game"]["moves"]) > len(game["moves"]):
                await asyncio.sleep(THOUGHT)
                document: Document = message["game"]
                return document


async def _hear(socket: ClientConnection) -> Document:
    message: Document = json.loads(await socket.recv())
    if message["type"] == "ping":
        await socket.send(json.dumps({"type": "pong", "t": message["t"]}))
    return message


async def measure(path: Path, paths: Sequence[tuple[str, int]], options: Options) -> str:
    """Return the figures under one load."""
    server, played = ServerProcess(str(path)), Played()
    try:
        await server.wait()
        games = [PlayedGame(server.url, seed) for seed in range(options.games)]
        for game in games:
            await game.begin()
        async with greed(server.url, paths) as counts:
            until = time.monotonic() + options.seconds
            await asyncio.gather(*(game.play(until, played) for game in games))
    finally:
        server.kill()
    times = [1000 * percentile(played.delays or [LONGEST], share) for share in (0.5, 0.99, 1)]
    figures = " ".join(f"{each:7.0f}" for each in times)
    return f"{len(played.delays):5} {figures}     {dict(played.reasons)} {dict(counts)}"


def list_loads(long: str) -> dict[str, list[tuple[str, int]]]:
    """Return what the greedy address asks for, and over how many connections, by kind of load."""
    exports = ("/games/mine.pgn", 60)
    searches = [(f"/games?state=finished&player=player {n}", 1) for n in range(38)]
    searches += [("/games?state=finished&player=greedy", 1), ("/games?state=finished&player=x", 1)]
    loads = (f"/games/{long}", 4)
    return {
        "one for its health": [("/health", 1)],
        "60 exports of 1,000 games": [exports],
        "40 searches by name": searches,
        "4 loads of 30,000 events": [loads],
        "all of these": [exports, *searches, loads],
    }


async def measure_all(options: Options, folder: Path) -> None:
    """Measure each load, and all together."""
    path = folder / "games.sqlite"
    long = fill(path, options.finished, options.events)
    print(f"{'greedy address':<26} moves  median     p99   worst ms  endings, answers to greed")
    for name, paths in list_loads(long).items():
        print(f"{name:<26} {await measure(path, paths, options)}", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=15.0, help="for each load")
    parser.add_argument("--games", type=int, default=10, help="that others play at a time")
    parser.add_argument("--finished", type=int, default=100_000, help="games in the database")
    parser.add_argument("--events", type=int, default=30_000, help="of the long game")
    options = Options(**vars(parser.parse_args(arguments)))
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure_all(options, Path(folder)))


if __name__ == "__main__":
    main()
