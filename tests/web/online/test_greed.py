"""What one address cannot do to others, on a real server: moves come first, everybody has turns."""

import asyncio
import json
import sqlite3

from people import (
    Screen,
    SetClock,
    ask,
    begin,
    copy_games,
    create,
    meet,
    playing,
    seat,
)
from serving import serving
from simulated_people import connected, simulate

from merels.online.deciding import Refusal
from merels.online.terms import ClockTerms, Terms
from merels.rules.position import WHITE
from merels.web.http.settings import Settings
from merels.web.online import sockets
from merels.web.online.rooms import Machine
from merels.web.online.storage import database, opening


def test_a_long_game_of_an_older_version_still_loads(own_site, games_file):
    """Takeback and move for ever, which 0.2 allowed."""
    name, white, _ = meet(own_site)
    with sqlite3.connect(games_file, timeout=300) as connection:
        found = connection.execute("SELECT body FROM events WHERE game = ? ORDER BY seq", (name,))
        lines = [body for (body,) in found]
    connection.close()

    def add(kind, color, arguments=(), facts=()):
        document = {"seq": len(lines), "type": kind, "at": 10, "color": color, "asked": len(lines)}
        lines.append(json.dumps({**document, "arguments": dict(arguments), "facts": dict(facts)}))

    while len(lines) < 30_000:
        add("move", "white", {"move": "d6"})
        add("takeback", "white")
        add("accept", "black", {"what": "takeback"}, {"plies": 1})
    long = copy_games(games_file, name, 1, lines)
    game = white.connect(long).see()
    assert (game["seq"], game["moves"], game["you"]) == (len(lines) - 1, [], "white")
    white.tell(type="takeback", seq=len(lines))
    assert "at most 100 times" in white.hear("refused", timeout=300)["detail"]
    white.tell(type="move", seq=len(lines), move="a1")
    assert white.hear("ack", timeout=300)["seq"] == len(lines)


def test_takebacks_offers_and_phrases_of_a_game_are_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(sockets, "RATE", 1e6)
    with serving(Settings(rate=0, database=str(tmp_path / "g.sqlite"))) as client:
        name, white, black = meet(client)
        white.connect(name)
        black.connect(name)
        seq = white.see()["seq"]

        def ask(browser, kind, **more):
            nonlocal seq
            browser.tell(type=kind, seq=seq + 1, **more)
            answer = browser.hear("ack", "refused", timeout=300)
            seq += answer["type"] == "ack"
            return answer

        for _ in range(100):
            for browser, kind, more in (
                (white, "move", {"move": "d6"}),
                (white, "takeback", {}),
                (black, "accept", {"what": "takeback"}),
            ):
                assert ask(browser, kind, **more)["type"] == "ack"
        assert ask(white, "move", move="d6")["type"] == "ack"
        assert "'takeback' at most 100 times" in ask(white, "takeback")["detail"]
        for _ in range(100):
            assert ask(white, "say", phrase="oops")["type"] == "ack"
        assert "'say' at most 100 times" in ask(white, "say", phrase="oops")["detail"]
        assert ask(black, "move", move="f4")["type"] == "ack"  # moves go on


class Held:
    """Keeps a server from writing into its database, from another connection."""

    def __init__(self, path):
        self._connection = sqlite3.connect(path, timeout=300, isolation_level=None)
        self._connection.execute("BEGIN IMMEDIATE")

    def let_go(self):
        self._connection.execute("ROLLBACK")
        self._connection.close()


def test_the_time_that_the_server_takes_is_not_charged():
    """Neither to who moves while it is slow, nor to who has not been shown the move."""

    async def run(people):
        secrets = [people.machine.make_secret() for _ in range(2)]
        players = [await seat(people, secret) for secret in secrets]
        clock = ClockTerms("time", seconds=10)
        name = await create(people, Terms(clock=clock), players[0], WHITE, origin="here")
        async with people.room(name) as room:
            assert await people.join(room, players[1], "elsewhere")
        async with (
            connected(people, name, secrets[0]) as white,
            connected(people, name, secrets[1]) as black,
        ):
            for wire, number, move in ((white, 0, "d6"), (black, 1, "f4")):
                seq = (await wire.see_moves(number))["seq"]
                wire.tell(type="move", seq=seq + 1, move=move)
            seq = (await white.see_moves(2))["seq"]
            people.database.delay = 3.0
            white.tell(type="say", seq=seq + 1, phrase="hello")
            white.tell(type="move", seq=seq + 2, move="d2")  # waits for the phrase
            begin = people.machine.seconds()
            shown = await black.see_moves(3)
            assert people.machine.seconds() - begin > 6
            people.database.delay = 0.0
            black.tell(type="move", seq=shown["seq"] + 1, move="b4")
            return shown["clocks"], (await white.see_moves(4))["clocks"]

    for clocks in simulate(1, run):
        assert min(clocks["white_ms"], clocks["black_ms"]) > 9900


def test_nobody_loses_on_time_while_the_database_fails(tmp_path, monkeypatch):
    """It fails for longer than the clock of the side to move has."""
    path = tmp_path / "games.sqlite"
    clock = SetClock()
    monkeypatch.setattr(Machine, "seconds", lambda _: clock.now)
    for module in (database, opening):
        monkeypatch.setattr(module, "SECONDS", 0.2)

    async def run():
        async with playing(path) as people:
            name, white, black = await begin(people, clock=ClockTerms("time", seconds=10))

            async def move():
                return await ask(people, name, white, "move", seq=4, move="d2")

            async with people.room(name) as room:
                for player, point in ((white, "d6"), (black, "f4")):
                    await ask(people, name, player, "move", move=point)
                held = Held(path)
                assert (await move()).reason == "unavailable"
                clock.now += 13  # more than the clock and the lag
                people.enter(room, Screen(None))  # looks at the clock, which has run out
                assert (await move()).reason == "unavailable"
                held.let_go()
                async with asyncio.timeout(300):
                    while isinstance(answer := await move(), Refusal):
                        assert answer.reason == "unavailable"
                game = room.document(None)
                assert (game["state"], game["clocks"]["white_ms"]) == ("running", 10_000)

    asyncio.run(run())
