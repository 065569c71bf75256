"""Play many games over a server that is killed every few seconds, and check what is left.

    python benchmarks/online_faults.py [--games 200] [--seconds 3] [--commands 40] [--kills 2]
                                       [--seed N]

Games go on side by side, each followed by another until the server has been killed often enough.
Players drop connections, send commands twice, out of order and late; the server gets `kill -9` and
starts again. Afterwards every game must have ended by the rules, every acknowledged command must be
in the database once, and everybody must still have their seat.
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
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from online_players import (
    BROKEN,
    Document,
    Person,
    ServerProcess,
    begin,
    choose_move,
    greet,
)
from websockets.asyncio.client import ClientConnection

from merels.online.events import Event
from merels.online.game import OnlineGame
from merels.online.identity import hash_secret
from merels.online.terms import Terms

VARIANTS = ("nine", "six", "three")
CLOCKS: tuple[Document, ...] = (
    {"kind": "none"},
    {"kind": "time", "seconds": 120, "increment": 2},
    {"kind": "days", "days": 1},
)
RESIGNING = 0.03
"""How often a player resigns instead of moving, so that games end."""
DROPPING = 0.04
"""How often a player's connection breaks after a command."""
DOUBLING = 0.15
OUTDATED = 0.1
"""How often a command is sent twice, and an old one again."""

Acknowledged = tuple[str, str, int, str, str]
"""Game, colour, number of the command, type, and argument."""


@dataclass(slots=True)
class Tally:
    """What the players have seen."""

    acknowledged: set[Acknowledged] = field(default_factory=set)
    seats: dict[str, dict[str, str]] = field(default_factory=dict)
    """The hash of each player's secret by game and colour."""
    counts: Counter[str] = field(default_factory=Counter)
    _progress: asyncio.Event = field(default_factory=asyncio.Event)

    def note(self, command: Acknowledged) -> None:
        """Remember a command that was acknowledged."""
        self.acknowledged.add(command)
        self._progress.set()

    async def wait_for_commands(self, number: int) -> None:
        """Wait until so many more commands are acknowledged."""
        goal = len(self.acknowledged) + number
        while len(self.acknowledged) < goal:
            self._progress.clear()
            await self._progress.wait()


class Player:
    """Somebody who plays one game to its end, over a bad line."""

    def __init__(
        self, person: Person, game: str, color: str, tally: Tally, chance: random.Random
    ) -> None:
        self._person = person
        self._game = game
        self._color = color
        self._tally = tally
        self._chance = chance
        self._sent: dict[int, Document] = {}

    async def play(self, url: str) -> None:
        """Play until the game is over, connecting again as often as it takes."""
        while True:
            try:
                connection = await greet(url, self._game, self._person)
                try:
                    if await self._follow(connection):
                        return
                finally:
                    connection.transport.abort()
            except BROKEN:
                self._tally.counts["reconnected"] += 1
                await asyncio.sleep(0.05 + 0.1 * self._chance.random())

    async def _follow(self, connection: ClientConnection) -> bool:
        """Return whether the game is over, else that the line is to break."""
        async for text in connection:
            message = json.loads(text)
            kind = message["type"]
            self._tally.counts[kind] += 1
            if kind == "ping":
                await connection.send(json.dumps({"type": "pong", "t": message["t"]}))
            elif kind == "ack":
                self._note(message["seq"])
            else:
                game = message["game"]
                if game["you"] != self._color:
                    raise AssertionError(f"lost the seat of {self._color} in {self._game}")
                if game["state"] == "finished":
                    return True
                if game["turn"] == self._color and await self._act(connection, game):
                    return False
        return False

    def _note(self, number: int) -> None:
        command = self._sent[number]
        argument = command.get("move") or command.get("phrase") or ""
        self._tally.note((self._game, self._color, number, command["type"], argument))

    async def _act(self, connection: ClientConnection, game: Document) -> bool:
        """Send a command, or several; return whether the line breaks."""
        number = game["seq"] + 1
        command = self._sent.get(number) or self._choose(game, number)
        self._sent[number] = command
        texts = [json.dumps(command)]
        if self._chance.random() < DOUBLING:
            texts *= 2
        if self._chance.random() < OUTDATED:
            old = self._chance.choice(list(self._sent.values()))
            texts.insert(self._chance.randrange(len(texts) + 1), json.dumps(old))
        for text in texts:
            await connection.send(text)
        return self._chance.random() < DROPPING

    def _choose(self, game: Document, number: int) -> Document:
        if self._chance.random() < RESIGNING:
            return {"seq": number, "type": "resign"}
        return {"seq": number, "type": "move", "move": choose_move(game, self._chance)}


async def play_game(url: str, tally: Tally, chance: random.Random) -> None:
    """Play one game to its end."""
    people = (Person(), Person())
    clock = chance.choice(CLOCKS)
    async with httpx.AsyncClient(base_url=url, timeout=10) as client:
        game = await begin(
            client,
            people,
            variant=chance.choice(VARIANTS),
            clock=clock,
            rated=clock["kind"] != "none",
            color="white",
        )
    colors = dict(zip(("white", "black"), people, strict=True))
    tally.seats[game["id"]] = {
        color: hash_secret(person.secret) for color, person in colors.items()
    }
    players = (
        Player(person, game["id"], color, tally, random.Random(chance.random()))
        for color, person in colors.items()
    )
    await asyncio.gather(*(player.play(url) for player in players))


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a server lives, some seconds and some acknowledged commands, and how often it dies.

    A server that never gets to work proves nothing, and one that is fast must be killed as well.
    """

    seconds: float
    commands: int
    kills: int = 0
    """How often it is killed at least."""


async def keep_killing(
    server: ServerProcess, tally: Tally, pace: Pace, chance: random.Random
) -> None:
    """Kill the server again and again, and start it again."""
    while True:
        working = asyncio.create_task(tally.wait_for_commands(pace.commands))
        await server.wait()
        await asyncio.sleep(pace.seconds * (0.5 + chance.random()))
        await working
        server.kill()
        await asyncio.sleep(0.2 * chance.random())
        server.start()


async def simulate(folder: Path, games: int, pace: Pace, seed: int) -> Document:
    """Play games over a server that is killed, so many at a time; return what was found."""
    database = folder / "games.sqlite"
    server, tally, chance = ServerProcess(str(database)), Tally(), random.Random(seed)
    begun = time.monotonic()
    killing = asyncio.create_task(keep_killing(server, tally, pace, chance))

    async def keep_playing(chance: random.Random) -> None:
        while True:
            await play_game(server.url, tally, chance)
            if server.starts > pace.kills:
                return

    try:
        await asyncio.gather(*(keep_playing(random.Random(chance.random())) for _ in range(games)))
        assert not killing.done(), f"the killing has stopped: {killing.exception()!r}"
    finally:
        killing.cancel()
        await asyncio.gather(killing, return_exceptions=True)
        server.kill()
    found = check(database, tally)
    return {
        **found,
        "kills": server.starts - 1,
        "seconds": round(time.monotonic() - begun, 1),
        "messages": dict(tally.counts),
    }


def check(database: Path, tally: Tally) -> Document:
    """Compare the database with what the players saw; raise `AssertionError` if it differs."""
    connection = sqlite3.connect(database)
    reasons: Counter[str] = Counter()
    stored: set[Acknowledged] = set()
    events_in_all = 0
    for name, seats in tally.seats.items():
        terms, state, white, black = connection.execute(
            "SELECT terms, state, white, black FROM games WHERE id = ?", (name,)
        ).fetchone()
        rows = connection.execute(
            "SELECT body FROM events WHERE game = ? ORDER BY seq", (name,)
        ).fetchall()
        events = [Event.from_text(body) for (body,) in rows]
        # Raises if a move is illegal or an event is missing.
        game = OnlineGame(Terms.from_document(json.loads(terms)), events)
        assert game.state == state == "finished", f"{name} is {game.state}"
        assert game.ending is not None
        reasons[game.ending.reason] += 1
        events_in_all += len(events)
        stored |= _commands_of(name, events)
        for color, player in (("white", white), ("black", black)):
            [secret] = connection.execute("SELECT secret FROM players WHERE id = ?", (player,))
            assert secret == (seats[color],), f"{name} has lost {color}"
    missing = tally.acknowledged - stored
    assert not missing, f"acknowledged but not stored: {missing}"
    return {
        "games": len(tally.seats),
        "events": events_in_all,
        "acknowledged": len(tally.acknowledged),
        "endings": dict(reasons),
    }


def _commands_of(name: str, events: Sequence[Event]) -> set[Acknowledged]:
    commands: list[Acknowledged] = [
        (
            name,
            event.color.name.lower(),
            event.asked,
            event.type,
            event.arguments.get("move") or event.arguments.get("phrase") or "",
        )
        for event in events
        if event.color is not None and event.asked is not None
    ]
    assert len(commands) == len(set(commands)), f"a command of {name} took effect twice"
    return set(commands)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and print what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="at a time")
    parser.add_argument("--seconds", type=float, default=3.0, help="between two kills, about")
    parser.add_argument("--commands", type=int, default=40, help="between two kills, at least")
    parser.add_argument("--kills", type=int, default=2, help="at least")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        pace = Pace(options.seconds, options.commands, options.kills)
        found: dict[str, Any] = asyncio.run(
            simulate(Path(folder), options.games, pace, options.seed)
        )
    print(json.dumps(found))


if __name__ == "__main__":
    main()
