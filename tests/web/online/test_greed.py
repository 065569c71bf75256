"""What one address cannot do to others, on a real server: moves come first, everybody has turns."""

import json
import random
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from people import Browser, meet
from server_process import running
from serving import serving

from merels.web.http.settings import Settings
from merels.web.online import sockets

TIME = {"kind": "time", "seconds": 10}
OPTIONS = ("--no-solve", "--places", "1", "--connections", "0", "--games", "0", "--rate", "0")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.sqlite"


@pytest.fixture
def site(path):
    with (
        running(*OPTIONS, "--database", str(path)) as server,
        httpx.Client(base_url=server.url, timeout=120) as client,
    ):
        yield client


def copy_games(path, name, number, events=None):
    """Store copies of a finished game, or one with other events instead."""
    with sqlite3.connect(path, timeout=60) as connection:
        found = connection.execute("SELECT * FROM games WHERE id = ?", (name,))
        columns = [column for column, *_ in found.description]
        row = dict(zip(columns, found.fetchone(), strict=True))
        lines = events or [
            body
            for (body,) in connection.execute(
                "SELECT body FROM events WHERE game = ? ORDER BY seq", (name,)
            )
        ]
        marks = ", ".join("?" for _ in columns)
        for _ in range(number):
            row["id"] = "".join(random.choices("abcdefghij", k=12))
            row["seq"] = len(lines) - 1
            connection.execute(f"INSERT INTO games VALUES ({marks})", list(row.values()))
            connection.executemany(
                "INSERT INTO events VALUES (?, ?, ?)",
                [(row["id"], number, line) for number, line in enumerate(lines)],
            )
    connection.close()
    return row["id"]


def play(name, *turns):
    """Play moves over sockets, each by a browser that is connected."""
    for number, (browser, move) in enumerate(turns, 2):
        browser.tell(type="move", seq=number, move=move)
        assert browser.hear("ack", timeout=60)["seq"] == number


def test_a_move_is_acknowledged_while_games_are_exported(site, path):
    """All exports are under way, and none is finished, when the moves are acknowledged."""
    name, greedy, other = meet(site)
    greedy.connect(name)
    other.connect(name)
    moves = ("d6", "f4", "d2", "b4", "a7", "g7", "a1", "g1", "d7", "a4")
    play(name, *zip([greedy, other] * 5, moves, strict=True))
    greedy.tell(type="resign", seq=12)
    greedy.see(lambda game: game["state"] == "finished")
    copy_games(path, name, 999)
    modest, white, black = meet(site)
    white.connect(modest)
    black.connect(modest)
    with ThreadPoolExecutor(20) as threads:
        exports = [threads.submit(greedy.get, "/games/mine.pgn") for _ in range(20)]
        play(modest, (white, "d6"), (black, "f4"), (white, "d2"))
        assert not any(export.done() for export in exports)
        assert {export.result().text.count("[Event ") for export in exports} == {1000}


def test_an_export_of_another_address_does_not_wait_for_all_of_one(site, path):
    """By the order of completion: who comes last, from another address, is not answered last."""
    name, greedy, other = meet(site)
    other.connect(name).tell(type="resign", seq=2)
    other.see(lambda game: game["state"] == "finished")
    copy_games(path, name, 200)
    order = []
    transport = httpx.HTTPTransport(local_address="127.0.0.2")
    elsewhere = httpx.Client(base_url=site.base_url, timeout=120, transport=transport)

    def export(browser, who):
        assert browser.get("/games/mine.pgn").status_code == 200
        order.append(who)

    modest = Browser(elsewhere)
    modest.secret, modest.headers = other.secret, other.headers
    with ThreadPoolExecutor(21) as threads, elsewhere:
        for _ in range(20):
            threads.submit(export, greedy, "greedy")
        threads.submit(export, modest, "modest").result()
        assert order.index("modest") < 15


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
    play(name, (white, "d6"), (black, "f4"))
    white.see(lambda game: game["seq"] == 3)
    held = Held(path)
    white.tell(type="say", seq=4, phrase="hello")
    white.tell(type="move", seq=5, move="d2")  # waits for the phrase
    threading.Event().wait(3)
    held.let_go()
    game = black.see(lambda game: game["seq"] == 5)
    assert game["clocks"]["white_ms"] > 8000
    assert game["clocks"]["black_ms"] > 9000
    black.tell(type="move", seq=6, move="b4")
    assert black.hear("ack", timeout=60)["seq"] == 6


def test_nobody_loses_on_time_while_the_database_fails(site, path):
    """It fails for longer than the clock of the side to move has."""
    name, white, black = meet(site, clock=TIME)
    white.connect(name)
    black.connect(name)
    play(name, (white, "d6"), (black, "f4"))
    white.see(lambda game: game["seq"] == 3)
    held = Held(path)
    end = time.monotonic() + 13  # more than the clock and the lag
    refused = 0
    while time.monotonic() < end:
        white.tell(type="move", seq=4, move="d2")
        refused += white.hear("refused", timeout=60)["reason"] == "unavailable"
    held.let_go()
    assert refused
    while True:
        white.tell(type="move", seq=4, move="d2")
        answer = white.hear("refused", "ack", timeout=60)
        if answer["type"] == "ack":
            break
        assert answer["reason"] == "unavailable"
    game = black.see(lambda game: game["seq"] == 4)
    assert (game["state"], game["clocks"]["white_ms"] > 5000) == ("running", True)
