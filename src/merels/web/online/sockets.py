"""A player's or spectator's connection to a game."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from contextlib import suppress
from dataclasses import asdict
from typing import Any, Final, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from merels.online.deciding import Refusal, Repeated
from merels.online.events import Command, CommandType, Offer, Phrase
from merels.online.identity import hash_secret
from merels.rules.position import Color
from merels.web.http.limits import TokenBuckets
from merels.web.http.problems import ProblemError
from merels.web.online.documents import LONGEST_MESSAGE
from merels.web.online.rooms import Room
from merels.web.online.service import People
from merels.web.online.storage.database import UnavailableError


class CommandRequest(BaseModel):
    """A message from a player: `hello`, `pong`, or a command with the number of its event."""

    model_config = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)

    type: CommandType | Literal["hello", "pong"]
    seq: int = Field(default=0, ge=0, le=1 << 31)
    """The number of the last event that the player saw, plus 1."""
    secret: str | None = Field(default=None, max_length=100)
    """With `hello`."""
    t: float | None = None
    """With `pong`: as in the `ping`."""
    move: str | None = Field(default=None, max_length=64)
    """With `move`: a whole turn."""
    what: Offer | None = None
    """With `accept` and `decline`."""
    phrase: Phrase | None = None
    """With `say`."""


PING: Final = 15.0  # seconds between pings
SILENCE: Final = 40.0  # seconds without a message after which a connection is dropped
HELLO: Final = 10.0  # seconds for the first message
RATE: Final = 10.0  # messages per second, twice as many at once
MOST_WAITING: Final = 32
"""Answers that a client may leave unread, and commands that may wait for earlier commands."""
MOST_OFFENCES: Final = 30
"""Messages that are malformed or too fast, after which the connection is closed."""
PINGS_REMEMBERED: Final = 5

GONE: Final = (WebSocketDisconnect, RuntimeError)
"""Starlette's errors once the client is gone: the second error comes from the second call on."""
FAILED: Final = ProblemError  # the game is gone, or the database does not answer
POLICY: Final = 1008
TRY_AGAIN: Final = 1013

_ARGUMENTS: Final = {"move": "move", "accept": "what", "decline": "what", "say": "phrase"}
"""The members that a command needs besides its number."""


class GameSocket:
    """Reads commands, and writes answers and the latest state of the game.

    Of the socket it calls ``accept``, ``receive``, ``send_text`` and ``close``.
    """

    def __init__(self, socket: WebSocket, people: People, room: Room) -> None:
        self.player: str | None = None
        self.secret: str | None = None
        self._socket = socket
        self._people = people
        self._room = room
        self._inbox: asyncio.Queue[tuple[str | None, int]] = asyncio.Queue(MOST_WAITING)
        self._answers: deque[str] = deque()
        self._state: str | None = None
        self._shown = ""
        self._has_news = asyncio.Event()
        self._closing: int | None = None
        self._seconds = people.machine.seconds
        self._buckets = TokenBuckets(RATE, self._seconds)
        self._offences = 0
        self._pinged: float | None = None
        self._trips: deque[int] = deque(maxlen=PINGS_REMEMBERED)

    @property
    def lag(self) -> int:
        """The round trip over the network, in milliseconds: the best of the last pings."""
        return min(self._trips, default=0)

    async def run(self) -> None:
        """Serve the connection until it ends."""
        await self._socket.accept()
        try:
            async with asyncio.timeout(HELLO):
                await self._welcome()
        except (TimeoutError, ValueError):
            await self._socket.close(POLICY, "the first message must be hello")
            return
        except FAILED:
            await self._socket.close(TRY_AGAIN)
            return
        except GONE:
            return
        self._people.enter(self._room, self)
        work = (self._read, self._serve, self._write, self._ping)
        tasks = [asyncio.create_task(each()) for each in work]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._people.leave(self._room, self)
            for task in tasks:
                task.cancel()
            for result in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(result, FAILED):
                    self._closing = TRY_AGAIN
                elif isinstance(result, Exception) and not isinstance(result, GONE):
                    raise result
        if self._closing is not None:
            with suppress(*GONE):
                await self._socket.close(self._closing)

    async def _welcome(self) -> None:
        message = self._parse(await self._receive())
        if message.type != "hello":
            raise ValueError
        if message.secret is not None:
            self.secret = hash_secret(message.secret)
            self.player = await self._people.find_player(self.secret)
        await self._show_now()

    async def _show_now(self) -> None:
        async with self._room.lock:
            await self._people.load(self._room)
            self.show(self._room.message(self._color))

    @property
    def _color(self) -> Color | None:
        return self._room.record.color_of(self.player)

    # To the client.

    def show(self, text: str) -> None:
        """Send the state of the game soon; a later state replaces it."""
        self._state = self._shown = text
        self._has_news.set()

    def _answer(self, document: dict[str, Any]) -> None:
        self._answers.append(json.dumps(document, separators=(",", ":")))
        self._has_news.set()
        if len(self._answers) > MOST_WAITING:
            self._close(POLICY)

    def _close(self, code: int) -> None:
        self._closing = code
        self._has_news.set()

    async def _write(self) -> None:
        while True:
            await self._has_news.wait()
            self._has_news.clear()
            while self._answers:
                await self._socket.send_text(self._answers.popleft())
            if self._state is not None:
                text, self._state = self._state, None
                await self._socket.send_text(text)
            if self._closing is not None:
                return

    async def _ping(self) -> None:
        while True:
            self._pinged = round(1000 * self._seconds(), 3)
            self._answer({"type": "ping", "t": self._pinged})
            await asyncio.sleep(PING)

    # From the client.

    async def _read(self) -> None:
        """Note when messages come: a message that waits for earlier messages is still in time."""
        while self._closing is None:
            try:
                async with asyncio.timeout(SILENCE):
                    text = await self._receive()
            except TimeoutError:
                self._close(TRY_AGAIN)
                return
            except WebSocketDisconnect:
                await self._inbox.join()
                raise
            await self._inbox.put((text, self._people.time.now()))

    async def _serve(self) -> None:
        while self._closing is None:
            await self._take(*await self._inbox.get())
            self._inbox.task_done()

    async def _receive(self) -> str | None:
        """Return the next message, None if it is binary: Starlette's own method fails then."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"], message.get("reason"))
        return cast("str | None", message.get("text"))

    async def _take(self, text: str | None, came: int) -> None:
        try:
            message = self._parse(text)
        except ValueError as error:
            await self._blame(0, Refusal("malformed", _describe(error)))
            return
        if message.type == "pong":
            self._measure(message.t)
        elif message.type != "hello":
            await self._obey(message, came)

    def _parse(self, text: str | None) -> CommandRequest:
        if text is None:
            raise ValueError("the message is binary; send JSON as text")
        if len(text) > LONGEST_MESSAGE:
            raise ValueError("the message is too long")
        message = CommandRequest.model_validate_json(text)
        argument = _ARGUMENTS.get(message.type)
        if argument is not None and getattr(message, argument) is None:
            raise ValueError(f"{argument}: missing with {message.type!r}")
        return message

    def _measure(self, sent: float | None) -> None:
        if sent is not None and sent == self._pinged:
            self._trips.append(round(1000 * self._seconds() - sent))
            self._pinged = None

    async def _obey(self, message: CommandRequest, came: int) -> None:
        if self._buckets.take(""):
            await self._blame(message.seq, Refusal("too_fast", f"more than {RATE:g} a second"))
            return
        kind = cast("CommandType", message.type)
        name = _ARGUMENTS.get(kind)
        arguments = {} if name is None else {name: getattr(message, name)}
        command = Command(message.seq, kind, arguments)
        decision = await self._people.obey(self._room, self.player, command, self.lag, came)
        if isinstance(decision, Refusal):
            await self._refuse(message.seq, decision)
        else:
            self._answer({"type": "ack", "seq": message.seq})
            if isinstance(decision, Repeated):
                await self._show_now()

    async def _refuse(self, seq: int, refusal: Refusal) -> None:
        try:
            async with self._room.lock:
                await self._people.load(self._room)
                game = self._room.document(self._color)
        except UnavailableError:  # the last state that the client saw
            game = json.loads(self._shown)["game"]
        self._answer({"type": "refused", "seq": seq, **asdict(refusal), "game": game})

    async def _blame(self, seq: int, refusal: Refusal) -> None:
        """Refuse a message that no client of ours would send."""
        self._offences += 1
        if self._offences > MOST_OFFENCES:
            self._close(POLICY)
        await self._refuse(seq, refusal)


def _describe(error: ValueError) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}".removeprefix(": ")
    return str(error)
