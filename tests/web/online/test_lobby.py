"""The lobby shows visitors their games, at once and when they change; its room is bounded."""

import asyncio
from contextlib import aclosing

import pytest
from people import Browser, ask, begin, create, playing, seat
from postgres import new_database
from simulated_people import simulate

from merels.errors import NotationError
from merels.online.identity import hash_secret, make_secret
from merels.online.terms import Terms
from merels.rules.position import WHITE
from merels.web.online import lobby
from merels.web.online.lobby import MOST_FROM_CLIENT, GameSearch, find_games, find_names
from merels.web.online.storage import games, players

HERE = "192.0.2.1"
THERE = "192.0.2.2"


def names(games):
    return [game["id"] for game in games]


def test_a_challenge_is_shown_until_somebody_accepts_it(site):
    ada, bo, cy = (Browser(site) for _ in range(3))
    with ada.following_the_lobby() as see_ada, cy.following_the_lobby() as see_cy:
        before = see_cy()
        name = bo.post("/games", listed=True).json()["id"]
        assert names(see_cy()["open"]) == [name, *names(before["open"])]
        assert see_ada(lambda lobby: name in names(lobby["open"]))["yours"] == []
        assert ada.post(f"/games/{name}/join").status_code == 200
        assert names(see_cy()["open"]) == names(before["open"])
        mine = see_ada(lambda lobby: lobby["yours"])["yours"]
        assert [(game["id"], game["state"]) for game in mine] == [(name, "running")]


def test_a_player_sees_waiting_games_and_whose_turn_it_is(site):
    ada, bo = Browser(site), Browser(site)
    private = ada.post("/games", color="white").json()["id"]
    clock = {"kind": "time", "seconds": 77}
    quick = ada.post("/quick", clock=clock).json()["id"]
    with ada.following_the_lobby() as see, Browser(site).following_the_lobby() as see_others:
        first = see()
        assert names(first["yours"]) == [quick, private]
        assert {game["state"] for game in first["yours"]} == {"open"}
        assert not {quick, private} & {*names(first["open"]), *names(see_others()["open"])}
        assert bo.post("/quick", clock=clock).json()["id"] == quick
        assert names(see()["yours"]) == [private, quick]  # what runs comes last
        assert ada.send("DELETE", f"/games/{private}").status_code == 204
        assert names(see(lambda lobby: len(lobby["yours"]) == 1)["yours"]) == [quick]
        you = see_turn(ada, bo, quick)
        assert see(lambda lobby: lobby["yours"][0]["turn"] != you)["yours"][0]["plies"] == 1


def see_turn(ada, bo, name):
    """Let White play a move; return White's colour."""
    game = ada.get(f"/games/{name}").json()
    mover = ada if game["turn"] == game["you"] else bo
    mover.connect(name)
    mover.tell(type="move", seq=mover.see()["seq"] + 1, move="d6")
    mover.hear("ack")
    mover.close()
    return game["turn"]


def run(work):
    asyncio.run(asyncio.wait_for(work, 120))


def test_there_is_room_for_some_from_each_address_and_for_others_one_look(tmp_path):
    async def work():
        async with playing(tmp_path / "games.sqlite") as people:
            follow = people.lobby.follow
            streams = [follow(None, HERE) for _ in range(MOST_FROM_CLIENT)]
            for stream in streams:
                assert await anext(stream) == {"open": [], "yours": []}
            assert [each async for each in follow(None, HERE)] == [{"open": [], "yours": []}]
            async with aclosing(follow(None, THERE)) as elsewhere:
                await anext(elsewhere)
                await streams.pop().aclose()
                async with aclosing(follow(None, HERE)) as stream:
                    await anext(stream)
                    following = asyncio.ensure_future(anext(stream))
                    player = await seat(people)
                    name = await create(people, Terms(listed=True), player, WHITE, origin=HERE)
                    people.lobby.note(name, 0)
                    assert names((await following)["open"]) == [name]
            for stream in streams:
                await stream.aclose()

    run(work())


def test_only_those_look_again_whom_an_event_may_concern(tmp_path, monkeypatch):
    monkeypatch.setattr(lobby, "PAUSE", 0.0)
    looks = []

    async def work():
        async with playing(tmp_path / "games.sqlite") as people:
            read = people.database.read
            name, white, black = await begin(people)

            async def count(call, *arguments):
                looks.append(arguments)
                return await read(call, *arguments)

            secret = hash_secret(make_secret())
            async with aclosing(people.lobby.follow(secret, HERE)) as stranger:
                await anext(stranger)
                following = asyncio.ensure_future(anext(stranger))
                await asyncio.sleep(0)
                monkeypatch.setattr(people.database, "read", count)
                for player, move in ((white, "d6"), (black, "f4"), (white, "d2")):
                    await ask(people, name, player, "move", move=move)
                assert (secret,) not in looks
                new = await create(people, Terms(listed=True), white, WHITE, origin=HERE)
                people.lobby.note(new, 0)
                assert names((await following)["open"]) == [new]
                assert (secret,) in looks

    run(work())


@pytest.fixture(scope="module")
def url():
    return new_database("lobby")


def test_a_game_that_begins_at_another_worker_is_shown(url):
    async def work():
        async with playing(url) as here, playing(url) as there:
            player = await seat(there)
            async with aclosing(here.lobby.follow(None, HERE)) as stream:
                assert (await anext(stream))["open"] == []
                following = asyncio.ensure_future(anext(stream))
                name = await create(there, Terms(listed=True), player, WHITE, origin=THERE)
                assert names((await following)["open"]) == [name]
                following = asyncio.ensure_future(anext(stream))
                async with there.room(name) as room:
                    assert await there.join(room, await seat(there), "unknown")
                assert (await following)["open"] == []

    run(work())


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
