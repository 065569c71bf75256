"""Begin with games between people, or say why there are none."""

from __future__ import annotations

import asyncio
import logging
import secrets
from importlib.util import find_spec

from merels.web.online.computer import Think
from merels.web.online.service import People
from merels.web.online.storage import server
from merels.web.online.storage.database import Database, Transaction
from merels.web.online.storage.opening import OpeningError, find_line, open_database
from merels.web.online.storage.schema import migrate

_log = logging.getLogger("merels.web")


async def open_people(address: str | None, think: Think) -> tuple[People | None, str | None]:
    """Return the games in a database, or None and why not; the rest of the server works."""
    if address is None:
        return None, "this server has no database; start it with --database"
    if find_spec("websockets") is None:
        return None, "websockets is not installed; add it with: pip install 'merels[people]'"
    try:
        people = await _begin(await asyncio.to_thread(open_database, address), address, think)
        await _start(people)
    except OpeningError as error:
        _log.warning("no games between people: %s", error)
        return None, error.public
    except Exception as error:  # of the driver too, and of what a foreign database lacks
        _log.warning("no games between people: %s", error)
        return None, "the server's database cannot be used; see the server's log"
    return people, None


async def _start(people: People) -> None:
    try:
        people.start()
    except BaseException:
        await people.stop()
        raise


async def _begin(database: Database, address: str, think: Think) -> People:
    def prepare(transaction: Transaction) -> tuple[int, str]:
        migrate(transaction)
        key = server.ensure_key(transaction, "origins", secrets.token_hex())
        return server.keep_time(transaction, 0), key

    try:
        return People(database, *await database.run(prepare), think, find_line(address))
    except BaseException:
        database.close()
        raise
