"""Start the service for games between people, or say why this server has none."""

from __future__ import annotations

import asyncio
import logging
from importlib.util import find_spec
from typing import Final

from merels.web.online.computer import Think
from merels.web.online.service import People
from merels.web.online.storage import server
from merels.web.online.storage.database import Database, Transaction
from merels.web.online.storage.opening import OpeningError, find_line, key_file, open_database
from merels.web.online.storage.schema import migrate

PATIENCE: Final = 1.0
"""Seconds before another attempt to open a database."""

_log = logging.getLogger("merels.web")


class Beginning:
    """The games in a database, as soon as it can be opened; the rest of the server works.

    ``most`` is how many unfinished games an address may have, 0 for no limit.
    """

    def __init__(self, address: str | None, think: Think, most: int = 0) -> None:
        self.people: People | None = None
        self.problem: str | None = None
        """Why there are none, in words for clients."""
        self._address = address
        self._think = think
        self._most = most
        self._trying: asyncio.Task[None] | None = None
        self._logged: str | None = None

    async def start(self) -> None:
        """Open the database, if need be again and again in the background."""
        if self._address is None:
            self.problem = "this server has no database; start it with --database"
        elif find_spec("websockets") is None:
            advice = "pip install 'merels[people]'"
            self.problem = f"websockets is not installed; add it with: {advice}"
        elif not await self._try(self._address):
            self._trying = asyncio.create_task(self._keep_trying(self._address))

    async def stop(self) -> None:
        """Stop the games, or the attempts to begin."""
        if self._trying is not None:
            self._trying.cancel()
            await asyncio.gather(self._trying, return_exceptions=True)
        if self.people is not None:
            await self.people.stop()

    async def _keep_trying(self, address: str) -> None:
        while not await self._try(address):
            await asyncio.sleep(PATIENCE)

    async def _try(self, address: str) -> bool:
        """Return whether there are games now."""
        try:
            database = await asyncio.to_thread(open_database, address)
            people = await _begin(database, address, self._think, self._most)
            await _start(people)
        except OpeningError as error:
            self._explain(str(error), error.public)
        except Exception as error:  # of the driver too, and of what a foreign database lacks
            public = "the server's database cannot be used; see the server's log"
            self._explain(str(error), public)
        else:
            self.people, self.problem = people, None
        return self.people is not None

    def _explain(self, why: str, public: str) -> None:
        self.problem = public
        if why != self._logged:  # one line in the log, not one a second
            self._logged = why
            _log.warning("no games between people: %s", why)


async def _start(people: People) -> None:
    try:
        people.start()
    except BaseException:
        await people.stop()
        raise


async def _begin(database: Database, address: str, think: Think, most: int) -> People:
    def prepare(transaction: Transaction) -> tuple[int, str]:
        migrate(transaction)
        key = server.ensure_key(transaction, "origins", key_file(address))
        return server.keep_time(transaction, 0), key

    try:
        stored_time, key = await database.run(prepare, is_limited=False)
        return People(database, stored_time, key, think, find_line(address), most)
    except BaseException:
        await asyncio.to_thread(database.close)
        raise
