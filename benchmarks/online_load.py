"""Load a server with many running games, and measure how long a move takes to both players.

    python benchmarks/online_load.py [--games 1000] [--spectators 500] [--moves 2] [--seconds 60]

Each game has its two players connected and plays ``--moves`` moves a minute, at its own moments;
every second game has a spectator. Times are from sending a command until the new state has reached
each player, by the clock of the program, which shares the machine with the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from online_players import Document, Person, ServerProcess, begin, choose_move, greet
from websockets.asyncio.client import ClientConnection

TICKS = os.sysconf("SC_CLK_TCK")
LONGEST = 30.0
"""Seconds after which a move counts as lost."""
AT_ONCE = 20
"""Games that are set up at the same time."""
CLOCK = {"kind": "time", "seconds": 10_800, "increment": 60}


@dataclass(slots=True)
class Measured:
    """Seconds from a command to each of the two players."""

    delays: list[float] = field(default_factory=list)
    finished: int = 0
    lost: int = 0
    """Moves that did not arrive."""


class PlayedGame:
    """A game whose two players, and perhaps a spectator, are connected."""

    def __init__(self, game: Document, people: Sequence[Person | None], seed: int) -> None:
        self._game = game
        self._people = people
        self._chance = random.Random(seed)
        self._sockets: list[ClientConnection] = []
        self._seen: list[asyncio.Queue[tuple[float, Document]]] = []
        self._readers: list[asyncio.Task[None]] = []

    async def connect(self, url: str) -> None:
        """Connect everybody."""
        for person in self._people:
            socket = await greet(url, self._game["id"], person)
            seen: asyncio.Queue[tuple[float, Document]] = asyncio.Queue()
            self._sockets.append(socket)
            self._seen.append(seen)
            self._readers.append(asyncio.create_task(_read(socket, seen)))

    async def play(self, interval: float, until: float, measured: Measured) -> None:
        """Play a move in each interval."""
        await asyncio.sleep(interval * self._chance.random())
        while time.monotonic() < until and self._game["state"] == "running":
            begun = time.monotonic()
            try:
                async with asyncio.timeout(LONGEST):
                    await self._move(measured)
            except TimeoutError:
                measured.lost += 1
                return
            await asyncio.sleep(max(0.0, interval - (time.monotonic() - begun)))
        measured.finished += self._game["state"] == "finished"

    async def _move(self, measured: Measured) -> None:
        number = self._game["seq"] + 1
        side = 0 if self._game["turn"] == "white" else 1
        move = choose_move(self._game, self._chance)
        sent = time.perf_counter()
        await self._sockets[side].send(json.dumps({"seq": number, "type": "move", "move": move}))
        for seen in self._seen[:2]:
            while True:
                arrived, game = await seen.get()
                if game["seq"] >= number:
                    break
            measured.delays.append(arrived - sent)
        self._game = game

    async def close(self) -> None:
        """Disconnect everybody."""
        for reader in self._readers:
            reader.cancel()
        for socket in self._sockets:
            socket.transport.abort()


async def _read(socket: ClientConnection, seen: asyncio.Queue[tuple[float, Document]]) -> None:
    async for text in socket:
        arrived = time.perf_counter()
        message = json.loads(text)
        if message["type"] == "ping":
            await socket.send(json.dumps({"type": "pong", "t": message["t"]}))
        elif "game" in message:
            seen.put_nowait((arrived, message["game"]))


def processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that a share of all do not exceed.

    >>> percentile([3.0, 1.0, 2.0], 0.5)
    2.0
    """
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def set_up(server: ServerProcess, games: int, spectators: int) -> list[PlayedGame]:
    """Start games and connect everybody."""
    room = asyncio.Semaphore(AT_ONCE)

    async def prepare(number: int) -> PlayedGame:
        async with room, httpx.AsyncClient(base_url=server.url, timeout=60) as client:
            people = (Person(), Person())
            document = await begin(client, people, color="white", clock=CLOCK)
            watched = number * spectators // games != (number + 1) * spectators // games
            game = PlayedGame(document, [*people, None] if watched else people, number)
            await game.connect(server.url)
            return game

    return await asyncio.gather(*map(prepare, range(games)))


async def measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Play and return the figures."""
    server = ServerProcess(str(folder / "games.sqlite"))
    pid = server.process.pid
    try:
        await server.wait()
        empty = server.memory()
        played = await set_up(server, options.games, options.spectators)
        full = server.memory()
        measured = Measured()
        begun, used, own = time.monotonic(), processor_seconds(pid), time.process_time()
        until, interval = begun + options.seconds, 60 / options.moves
        await asyncio.gather(*(game.play(interval, until, measured) for game in played))
        seconds = time.monotonic() - begun
        work = processor_seconds(pid) - used
        own = time.process_time() - own
        end = server.memory()
        for game in played:
            await game.close()
    finally:
        server.kill()
    moves = len(measured.delays) // 2
    return {
        "games": options.games,
        "spectators": options.spectators,
        "seconds": round(seconds, 1),
        "moves": moves,
        "lost": measured.lost,
        "moves_per_second": round(moves / seconds, 1),
        "median_ms": round(1000 * percentile(measured.delays, 0.5), 2),
        "p99_ms": round(1000 * percentile(measured.delays, 0.99), 2),
        "processor_ms_per_move": round(1000 * work / moves, 2),
        "processor_share": round(work / seconds, 3),
        "own_processor_share": round(own / seconds, 3),
        "megabytes_empty": round(empty / (1 << 20), 1),
        "megabytes_connected": round(full / (1 << 20), 1),
        "megabytes_at_the_end": round(end / (1 << 20), 1),
        "load_average": os.getloadavg()[0],
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--spectators", type=int, default=500)
    parser.add_argument("--moves", type=float, default=2.0, help="in each game, a minute")
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(asyncio.run(measure(options, Path(folder)))))


if __name__ == "__main__":
    main()
