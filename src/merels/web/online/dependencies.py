"""Parameters that FastAPI gives to the routes of players and games."""

from __future__ import annotations

from typing import Annotated, TypeVar

from fastapi import Depends, Header

from merels.errors import NotationError
from merels.online.identity import clean_name, hash_secret
from merels.web.api.dependencies import Shared
from merels.web.http.problems import ProblemError
from merels.web.online.service import People
from merels.web.online.storage import players
from merels.web.online.storage.database import Transaction, Work
from merels.web.online.time_keeping import wall_clock

SCHEME = "Bearer "
T = TypeVar("T")


async def find_people(resources: Shared) -> People:
    """Return the games between people; raise `ProblemError` if this server has none."""
    if resources.people is None:
        raise ProblemError("people-off", resources.people_problem or "")
    return resources.people


Playing = Annotated[People, Depends(find_people)]
"""The games between people."""


async def find_secret(
    authorization: Annotated[str | None, Header(include_in_schema=False)] = None,
) -> str | None:
    """Return the hash of the secret that a request carries, None if it carries none."""
    if authorization is None:
        return None
    if not authorization.startswith(SCHEME):
        raise ProblemError("unauthorized", f"the header Authorization must be {SCHEME}SECRET")
    try:
        return hash_secret(authorization.removeprefix(SCHEME))
    except NotationError as error:
        raise ProblemError("unauthorized", str(error)) from None


MaybeSecret = Annotated[str | None, Depends(find_secret)]
"""The hash of the client's secret, None without one."""


async def need_secret(secret: MaybeSecret) -> str:
    """Return the hash of the secret; raise `ProblemError` without one."""
    if secret is None:
        raise ProblemError("unauthorized", f"this needs the header Authorization: {SCHEME}SECRET")
    return secret


Secret = Annotated[str, Depends(need_secret)]
"""The hash of the client's secret."""


async def run(people: People, work: Work[T]) -> T:
    """Return what work in the database returns, once its changes are on disk."""
    return await people.database.run(work)


async def find_player(people: People, secret: str | None) -> str | None:
    """Return the player of a secret, None for somebody who has never played."""
    if secret is None:
        return None
    return await people.database.read(lambda transaction: players.find_player(transaction, secret))


def seat_player(
    transaction: Transaction, secret: str, name: str | None, variant: str
) -> players.StoredPlayer:
    """Return the player of a secret, if need be a new one, with a new name if one is given."""
    player = players.ensure_player(transaction, secret, wall_clock())
    if name is not None:
        players.rename(transaction, player, clean_name(name))
    return players.read_player(transaction, player, variant)
