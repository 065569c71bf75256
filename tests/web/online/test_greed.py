"""What one address cannot do to others, on a real server: moves come first, everybody has turns."""

import json
import sqlite3
import threading
import time

import pytest
from people import copy_games, meet, play, see_moves, serving_on
from serving import serving

from merels.web.http.settings import Settings
from merels.web.online import sockets

TIME = {"kind": "time", "seconds": 10}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.sqlite"


@pytest.fixture
def site(path):
    with serving_on(path) as (_, client):
        yield client


def test_a_long_game_of_an_older_version_still_loads(site, path):
    """Takeback and move for ever, which 0.2 allowed."""
    name, white, _ = meet(site)
    with sqlite3.connect(path, timeout=60) as connection:
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
    long = copy_games(path, name, 1, lines)
    game = white.connect(long).see()
    assert (game["seq"], game["moves"], game["you"]) == (len(lines) - 1, [], "white")
    white.tell(type="takeback", seq=len(lines))
    assert "at most 100 times" in white.hear("refused", timeout=60)["detail"]
    white.tell(type="move", seq=len(lines), move="a1")
    assert white.hear("ack", timeout=60)["seq"] == len(lines)


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
            answer = browser.hear("ack", "refused", timeout=60)
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
        self._connection = sqlite3.connect(path, timeout=60, isolation_level=None)
        self._connection.execute("BEGIN IMMEDIATE")

    def let_go(self):
        self._connection.execute("ROLLBACK")
        self._connection.close()


def test_the_time_that_the_server_takes_is_not_charged(site, path):
    """Neither to who moves while it is slow, nor to who has not been shown the move."""
    name, white, black = meet(site, clock=TIME)
    white.connect(name)
    black.connect(name)
    play((white, "d6"), (black, "f4"))
    seq = see_moves(white, 2)["seq"]
    held = Held(path)
    white.tell(type="say", seq=seq + 1, phrase="hello")
    white.tell(type="move", seq=seq + 2, move="d2")  # waits for the phrase
    threading.Event().wait(3)
    held.let_go()
    game = see_moves(black, 3)
    assert game["clocks"]["white_ms"] > 8000
    assert game["clocks"]["black_ms"] > 9000
    black.tell(type="move", seq=game["seq"] + 1, move="b4")
    black.hear("ack", timeout=120)


def test_nobody_loses_on_time_while_the_database_fails(site, path):
    """It fails for longer than the clock of the side to move has."""
    name, white, black = meet(site, clock=TIME)
    white.connect(name)
    black.connect(name)
    play((white, "d6"), (black, "f4"))
    seq = see_moves(white, 2)["seq"]
    held = Held(path)
    end = time.monotonic() + 13  # more than the clock and the lag
    refused = 0
    while time.monotonic() < end:
        white.tell(type="move", seq=seq + 1, move="d2")
        refused += white.hear("refused", timeout=60)["reason"] == "unavailable"
    held.let_go()
    assert refused
    while True:
        white.tell(type="move", seq=seq + 1, move="d2")
        answer = white.hear("refused", "ack", timeout=60)
        if answer["type"] == "ack":
            break
        assert answer["reason"] == "unavailable"
    game = see_moves(black, 3)
    assert (game["state"], game["clocks"]["white_ms"] > 5000) == ("running", True)
