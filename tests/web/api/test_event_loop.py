"""What can take more than two milliseconds never runs in the event loop."""

import asyncio
import threading
from collections import Counter

import pytest
from people import meet
from serving import serving
from solved import solved_folder

from merels.rules.game import Game
from merels.rules.position import Position
from merels.values.folder import TableFolder
from merels.values.tablebase import Tablebase
from merels.web.api.documents import ENDGAME_FEN
from merels.web.api.tables import ServedTables
from merels.web.app import PREFIX, create_app
from merels.web.http.settings import Settings

SLOW = [
    (Game, "push"),
    (Position, "generate_moves"),
    (Tablebase, "probe"),
    (Tablebase, "tables"),
    (TableFolder, "has"),
    (TableFolder, "keys"),
    (TableFolder, "open"),
    (TableFolder, "lock"),
]
"""What replays games, lists moves, reads tables or looks into their folder."""

REQUESTS = {
    "/position": ("GET", {"params": {"fen": ENDGAME_FEN}}),
    "/play": ("POST", {"json": {"moves": ["d6", "f4"]}}),
    "/board.svg": ("GET", {}),
    "/probe": ("GET", {"params": {"fen": ENDGAME_FEN}}),
    "/line": ("GET", {"params": {"fen": ENDGAME_FEN}}),
    "/tables": ("GET", {}),
    "/results": ("GET", {}),
    "/puzzles": ("GET", {}),
    "/levels": ("GET", {}),
    "/move": ("POST", {"json": {"moves": ["d6", "f4"], "level": "easy"}}),
    "/analysis": ("GET", {"params": {"seconds": 0.05}}),
    "/solving": ("GET", {}),
    "/solving/offers": ("GET", {}),
    "/health": ("GET", {}),
}


@pytest.fixture(scope="module")
def watched(tmp_path_factory):
    """A server, and the slow work it did: pairs of a name and a thread."""
    done = []

    def watch(owner, name, monkeypatch):
        original = getattr(owner, name)

        def note_and_call(*arguments, **options):
            done.append((name, threading.current_thread()))
            return original(*arguments, **options)

        monkeypatch.setattr(owner, name, note_and_call)

    database = str(tmp_path_factory.mktemp("games") / "games.sqlite")
    settings = Settings(tables=str(solved_folder()), solve_men=7, rate=0, database=database)
    with pytest.MonkeyPatch.context() as monkeypatch, serving(settings) as client:
        monkeypatch.setattr(ServedTables, "look", lambda _: None)  # from time to time, in a thread
        for owner, name in SLOW:
            watch(owner, name, monkeypatch)
        yield client, done


PLAYED = ["d6", "f4", "d2", "b4", "a1", "g7", "g1", "a7", "c5", "e3"]
"""Moves without a mill."""

PEOPLE = {
    "/me": [("GET", {}), ("PUT", {"json": {"name": "Ada"}})],
    "/games": [("GET", {}), ("POST", {"json": {"fen": ENDGAME_FEN}})],
    "/quick": [("POST", {"json": {}})],
    "/games/mine.pgn": [("GET", {})],
    "/games/{game}/join": [("POST", {"json": {}})],
    "/games/{game}.pgn": [("GET", {})],
    "/games/{game}/report": [("GET", {})],
    "/games/{game}": [("GET", {}), ("DELETE", {})],
}
"""Games between people: these ask a database in a thread of its own, which replays games."""

LOBBY = "/lobby"
"""A stream without an end."""


def test_every_route_is_tried():
    paths = {path.removeprefix(PREFIX) for path in create_app(Settings()).openapi()["paths"]}
    assert paths == REQUESTS.keys() | PEOPLE.keys() | {LOBBY}


@pytest.mark.parametrize("path", REQUESTS)
def test_slow_work_is_done_in_the_threads_for_it(watched, path):
    client, done = watched
    done.clear()
    method, options = REQUESTS[path]
    assert client.request(method, PREFIX + path, **options, timeout=300).status_code == 200
    assert {thread.name.partition("_")[0] for _, thread in done} <= {"merels-answer"}
    if path in ("/play", "/probe", "/line", "/position", "/tables"):
        assert done, "what is watched is what the route does"


def test_health_does_not_read_the_folder(watched):
    client, done = watched
    done.clear()
    assert client.get(f"{PREFIX}/health").json()["tables"] == 3
    assert done == []


def test_following_the_solving_does_not_read_the_folder(watched):
    client, done = watched
    done.clear()
    assert '"state": "done"' in client.get(f"{PREFIX}/solving").text
    assert done == []


def test_the_test_sees_work_in_the_loop(watched):
    _, done = watched
    done.clear()

    async def push():
        Game().push("d6")

    asyncio.run(push())
    assert ("push", threading.current_thread()) in done


def work_in_the_loop(done):
    """Return how often each slow thing was done in the loop, and forget it."""
    others = ("merels-answer", "database", "asyncio", "MainThread")
    counts = Counter(name for name, thread in done if not thread.name.startswith(others))
    done.clear()
    return counts


def test_in_games_between_people_the_loop_considers_one_move_at_most(watched):
    """A game takes some ten milliseconds to replay, a move or a new position less than one."""
    client, done = watched
    name, white, black = meet(client)
    for browser in (white, black):
        browser.connect(name)
    for number, move in enumerate(PLAYED, 2):
        done.clear()
        browser = (white, black)[number % 2]
        browser.tell(type="move", seq=number, move=move)
        assert browser.hear("ack")["seq"] == number
        assert work_in_the_loop(done) <= Counter(push=1, generate_moves=2)
    white.tell(type="resign", seq=len(PLAYED) + 2)
    white.see(lambda game: game["state"] == "finished")
    for browser in (white, black):
        browser.close()
    for path, requests in PEOPLE.items():
        for method, options in requests:
            done.clear()
            response = white.send(method, path.format(game=name), **options, timeout=300)
            assert response.is_success, response.text
            replayed = any(
                each == "push" and thread.name.startswith("merels-answer") for each, thread in done
            )
            assert replayed == ("{game}" in path or path.endswith(".pgn")), path
            assert work_in_the_loop(done) <= Counter(generate_moves=1), path
    with white.following_the_lobby() as see:
        assert "yours" in see()
        assert not work_in_the_loop(done)


def test_the_test_sees_a_replay_in_the_loop():
    done = [("push", threading.Thread(name="Thread-1 (run)"))] * 2
    assert not work_in_the_loop(done) <= Counter(push=1)
    assert not done
