"""Lists of games, the same from both databases."""

import asyncio

import pytest
from people import ask, begin, create, playing, seat
from postgres import new_database
from simulated_people import simulate

from merels.errors import NotationError
from merels.online.terms import Terms
from merels.rules.position import WHITE
from merels.web.online.storage import games, players
from merels.web.online.storage.listing import GameSearch, find_games, find_names


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path):
    return tmp_path / "g.sqlite" if request.param == "sqlite" else new_database("listing")


def test_the_lobby_one_s_own_games_and_everybody_s(address):
    async def run():
        async with playing(address) as people:

            async def find(viewer=None, **search):
                return await people.database.run(
                    lambda transaction: find_games(transaction, GameSearch(**search), viewer)
                )

            creator = await seat(people)
            for listed in (True, False, True):
                await create(people, Terms(listed=listed), creator, WHITE, origin="a")
            assert len((await find(state="open"))["games"]) == 2
            first = await find(state="open", most=1)
            rest = await find(state="open", most=1, before=first["next"])
            assert first["next"] is not None
            assert rest["next"] is None
            assert first["games"][0]["id"] != rest["games"][0]["id"]
            count = await people.database.run(lambda t: games.count_unfinished(t, "a"))
            assert count == 3

            name, white, black = await begin(people, variant="six")
            await people.database.run(lambda t: players.rename(t, white.id, "Ada"))
            assert (await find(state="running", me=white.id))["games"][0]["id"] == name
            await ask(people, name, white, "resign")
            for search, found in (
                ({"me": white.id, "result": "lost"}, 1),
                ({"me": white.id, "result": "won"}, 0),
                ({"me": black.id, "result": "won", "name": "Ada"}, 1),
                ({"me": white.id, "name": "Ada"}, 0),  # nobody is one's own opponent
                ({"name": "Ada", "variant": "six"}, 1),
                ({"name": "Ada", "variant": "nine"}, 0),
                ({"result": "drawn"}, 0),
            ):
                listed = (await find(white.id, state="finished", **search))["games"]
                assert len(listed) == found, search
                assert all(game["you"] == "white" for game in listed)
            with pytest.raises(NotationError, match="not a place in a list"):
                await find(state="open", before="nowhere")
            await people.database.run(lambda t: games.forget(t, name, WHITE))
            assert (await find(state="finished", me=white.id))["games"] == []
            assert (await find(state="finished", me=black.id))["games"][0]["white"] is None

    asyncio.run(asyncio.wait_for(run(), 300))


class Explained:
    """A transaction that says how it would find rows, instead of finding them."""

    def __init__(self, transaction):
        self._transaction = transaction
        self.steps = []

    def column(self, statement, *values):
        plan = self._transaction.fetch(f"EXPLAIN QUERY PLAN {statement}", *values)
        self.steps += [step for *_, step in plan]
        return []


def test_names_are_searched_by_an_index():
    async def run(people):
        for search in (GameSearch("finished", name="Ada"), GameSearch("finished", "me", "Ada")):

            def explain(transaction, search=search):
                explained = Explained(transaction)
                find_names(explained, search)
                return explained.steps

            steps = await people.database.read(explain)
            assert not any(step.startswith("SCAN") for step in steps), steps
            assert any("players_by_name" in step for step in steps), steps

    simulate(1, run)
