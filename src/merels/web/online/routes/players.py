"""Players: who one is."""

from __future__ import annotations

from fastapi import APIRouter

from merels.online.identity import clean_name, derive_id
from merels.web.online.dependencies import Playing, Secret, run
from merels.web.online.models import NameRequest, PlayerDocument, RatingDocument
from merels.web.online.storage import players
from merels.web.online.storage.database import Transaction
from merels.web.online.time_keeping import wall_clock

router = APIRouter(tags=["people"])


@router.get("/me")
async def show_me(people: Playing, secret: Secret) -> PlayerDocument:
    """Show who one is: name and ratings. Whoever has neither a seat nor a name is not stored."""
    return await run(people, lambda transaction: _describe(transaction, secret))


@router.put("/me")
async def change_me(people: Playing, secret: Secret, request: NameRequest) -> PlayerDocument:
    """Change one's name, or remove it."""
    name = None if request.name is None else clean_name(request.name)

    def work(transaction: Transaction) -> PlayerDocument:
        if name is not None:
            players.ensure_player(transaction, secret, wall_clock())
        player = players.find_player(transaction, secret)
        if player is not None:
            players.rename(transaction, player, name)
        return _describe(transaction, secret)

    document = await run(people, work)
    people.rename(document["id"], name)
    return document


def _describe(transaction: Transaction, secret: str) -> PlayerDocument:
    player = players.find_player(transaction, secret)
    if player is None:
        return {"id": derive_id(secret), "name": None, "rating": {}}
    name = players.read_player(transaction, player, "nine").name
    ratings: dict[str, RatingDocument] = {
        variant: {
            "rating": round(rating.rating),
            "deviation": round(rating.deviation),
            "games": rating.games,
        }
        for variant, rating in players.read_ratings(transaction, player).items()
    }
    return {"id": player, "name": name, "rating": ratings}
