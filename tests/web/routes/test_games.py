"""Lists and exports of games: they keep nobody from playing, and all clients have their turns."""

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from people import Browser, copy_games, meet, play, serving_on


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.sqlite"


@pytest.fixture
def site(path):
    with serving_on(path) as (_, client):
        yield client


def test_a_move_is_acknowledged_while_games_are_exported(site, path):
    """All exports are under way, and none is finished, when the moves are acknowledged."""
    name, greedy, other = meet(site)
    greedy.connect(name)
    other.connect(name)
    moves = ("d6", "f4", "d2", "b4", "a7", "g7", "a1", "g1", "d7", "a4")
    play(*zip([greedy, other] * 5, moves, strict=True))
    greedy.tell(type="resign", seq=12)
    greedy.see(lambda game: game["state"] == "finished")
    copy_games(path, name, 999)
    modest, white, black = meet(site)
    white.connect(modest)
    black.connect(modest)
    with ThreadPoolExecutor(8) as threads:
        exports = [threads.submit(greedy.get, "/games/mine.pgn") for _ in range(8)]
        play((white, "d6"), (black, "f4"), (white, "d2"))
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


PARTS = ("[Event ", "1. d6")


def finish(site, **options):
    """Play a move and resign; return the two browsers."""
    name, white, black = meet(site, **options)
    white.connect(name).tell(type="move", seq=2, move="d6")
    white.see(lambda game: game["moves"] == ["d6"])
    white.tell(type="resign", seq=3)
    white.see(lambda game: game["state"] == "finished")
    white.close()
    return name, white, black


def test_finished_games_are_listed_and_exported_for_their_players(site):
    name, white, black = finish(site, name="Ada")
    listed = white.get("/games?state=finished&mine=true").json()["games"]
    assert [each["id"] for each in listed] == [name]
    for browser in (white, black):
        text = browser.get("/games/mine.pgn").text
        assert all(text.count(part) == 1 for part in PARTS)
    stranger = Browser(site)
    assert stranger.get("/games/mine.pgn").text == ""
    found = stranger.get("/games?state=finished&player=Ada").json()["games"]
    assert name in [each["id"] for each in found]
    assert stranger.get("/games?state=finished&player=nobody-like-that").json()["games"] == []


def test_an_open_challenge_is_in_the_lobby_only_if_it_is_listed(site):
    creator = Browser(site)
    names = [creator.post("/games", listed=listed).json()["id"] for listed in (True, False)]
    open_games = [each["id"] for each in Browser(site).get("/games?state=open").json()["games"]]
    assert [name in open_games for name in names] == [True, False]
    own = [each["id"] for each in creator.get("/games?state=open&mine=true").json()["games"]]
    assert set(names) <= set(own)
