"""Simulated people for the programs that play games over a server."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import websockets
from websockets.asyncio.client import ClientConnection, connect

from merels.online.identity import make_secret
from merels.rules.game import Game
from merels.rules.variant import named_variant

Document = dict[str, Any]

SERVE = """
import sys
from merels.web.http.logs import log_settings
from merels.web.server import listen, serve
from merels.web.http.settings import Settings
settings = Settings(database=sys.argv[2], rate=0, connections=0, games=0)
serve(listen("127.0.0.1", int(sys.argv[1])), settings, int(sys.argv[3]), log_settings("error"))
"""
"""A server without the limits for one address, and without loading an engine."""


class ServerProcess:
    """A server that can be killed and started again on the same port."""

    def __init__(self, database: str, workers: int = 1) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._command = [sys.executable, "-c", SERVE, str(self.port), database, str(workers)]
        self.process = subprocess.Popen(self._command)
        self.starts = 1

    @property
    def url(self) -> str:
        """The address of the API."""
        return f"http://127.0.0.1:{self.port}/api/v1"

    def kill(self) -> None:
        """End the server without warning."""
        self.process.kill()
        self.process.wait()

    def start(self) -> None:
        """Start it again."""
        self.process = subprocess.Popen(self._command)
        self.starts += 1

    async def wait(self, seconds: float = 600) -> None:
        """Wait until it answers."""
        async with asyncio.timeout(seconds), httpx.AsyncClient() as client:
            while True:
                try:
                    await client.get(f"{self.url}/health", timeout=5)
                    return
                except httpx.HTTPError:
                    await asyncio.sleep(0.05)

    def memory(self) -> int:
        """Return the bytes of memory in use."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        [line] = [line for line in status.splitlines() if line.startswith("VmRSS")]
        return int(line.split()[1]) * 1024


@dataclass(slots=True)
class Person:
    """A browser with a secret."""

    secret: str = field(default_factory=make_secret)

    @property
    def headers(self) -> dict[str, str]:
        """What every request carries."""
        return {"Authorization": f"Bearer {self.secret}"}


async def insist(work: Callable[[], Any], pause: float = 0.05) -> httpx.Response:
    """Send a request until it is answered, however dead or full the server is."""
    while True:
        try:
            response: httpx.Response = await work()
            if response.status_code < 500 and response.status_code != 429:
                return response
        except httpx.HTTPError:
            pass
        await asyncio.sleep(pause)


async def begin(client: httpx.AsyncClient, people: tuple[Person, Person], **terms: Any) -> Document:
    """Start a game between two people; return it."""
    one, other = people
    created = await insist(lambda: client.post("/games", json=terms, headers=one.headers))
    name = created.raise_for_status().json()["id"]
    joined = await insist(
        lambda: client.post(f"/games/{name}/join", json={}, headers=other.headers)
    )
    document: Document = joined.raise_for_status().json()
    return document


def choose_move(game: Document, chance: random.Random) -> str:
    """Return a legal move."""
    rules = named_variant(game["variant"])
    return str(chance.choice(list(Game.from_fen(game["fen"], variant=rules).legal_moves)))


async def greet(
    url: str, game: str, person: Person | None, source: str = "127.0.0.1"
) -> ClientConnection:
    """Connect to a game."""
    address = f"{url.replace('http', 'ws', 1)}/games/{game}/socket"
    connection = await connect(
        address, max_queue=64, ping_interval=None, open_timeout=30, local_addr=(source, 0)
    )
    secret = None if person is None else person.secret
    await connection.send(json.dumps({"type": "hello", "secret": secret}))
    return connection


BROKEN = (OSError, websockets.WebSocketException, TimeoutError, EOFError)
"""How a connection fails."""
