"""Players: stored with their first seat or name, and deleted if they come to nothing."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import httpx
from people import Browser, copy_games, meet, play
from serving import serving, wait_until

from merels.online.identity import hash_secret, make_secret
from merels.online.terms import DAY
from merels.web.http.settings import Settings
from merels.web.online.rooms import Machine


def settings_in(folder):
    return Settings(
        tables=str(folder), rate=0, connections=0, games=1, database=str(folder / "g.sqlite")
    )


def list_players(folder):
    """Return the ids of the people in the database."""
    with sqlite3.connect(folder / "g.sqlite") as connection:
        rows = connection.execute("SELECT id FROM players WHERE id NOT LIKE 'level:%'").fetchall()
    connection.close()
    return {player for (player,) in rows}


def test_whoever_only_looks_leaves_no_trace(tmp_path):
    with serving(settings_in(tmp_path)) as client:
        browsers = [Browser(client) for _ in range(20)]
        shown = [browser.get("/me").json() for browser in browsers]
        assert all(each == {"id": each["id"], "name": None, "rating": {}} for each in shown)
        assert len({each["id"] for each in shown}) == 20
        assert browsers[0].send("PUT", "/me", json={"name": None}).json() == shown[0]
        assert list_players(tmp_path) == set()

        assert browsers[1].send("PUT", "/me", json={"name": "Ada"}).json()["id"] == shown[1]["id"]
        name, white, black = meet(client)
        assert browsers[2].post(f"/games/{name}/join", name="Late").status_code == 409
        assert browsers[3].post("/games", name="Too many").status_code == 429
        players = {each.get("/me").json()["id"] for each in (browsers[1], white, black)}
        assert list_players(tmp_path) == players


def test_players_who_come_to_nothing_are_deleted(tmp_path):
    with serving(settings_in(tmp_path)) as client:
        _, white, black = meet(client)
        assert black.send("PUT", "/me", json={"name": "Ada"}).status_code == 200
        kept = {each.get("/me").json()["id"] for each in (white, black)}
    now = Machine().wall()
    strangers = (
        ("looked", None, now - 2 * DAY),
        ("looked today", None, now),
        ("named", "Bob", now - 31 * DAY),
        ("named lately", "Bob", now - 2 * DAY),
    )
    with sqlite3.connect(tmp_path / "g.sqlite") as connection:
        connection.execute("UPDATE players SET created = 0")
        for player, name, created in strangers:
            row = (player, hash_secret(make_secret()), name, created)
            connection.execute(
                "INSERT INTO players (id, secret, name, created) VALUES (?, ?, ?, ?)", row
            )
    connection.close()
    with serving(settings_in(tmp_path)):
        wait_until(lambda: len(list_players(tmp_path)) <= 4, 60)
        assert list_players(tmp_path) == {*kept, "looked today", "named lately"}


# Lists and exports of games: they keep nobody from playing, and all clients have their turns.


def test_a_move_is_acknowledged_while_games_are_exported(own_site, games_file):
    """All exports are under way, and none is finished, when the moves are acknowledged."""
    name, greedy, other = meet(own_site)
    greedy.connect(name)
    other.connect(name)
    moves = ("d6", "f4", "d2", "b4", "a7", "g7", "a1", "g1", "d7", "a4")
    play(*zip([greedy, other] * 5, moves, strict=True))
    greedy.tell(type="resign", seq=12)
    greedy.see(lambda game: game["state"] == "finished")
    copy_games(games_file, name, 499)
    modest, white, black = meet(own_site)
    white.connect(modest)
    black.connect(modest)
    with ThreadPoolExecutor(3) as threads:
        exports = [threads.submit(greedy.get, "/games/mine.pgn") for _ in range(3)]
        play((white, "d6"), (black, "f4"), (white, "d2"))
        assert not any(export.done() for export in exports)
        assert {export.result().text.count("[Event ") for export in exports} == {500}


def test_an_export_of_another_address_does_not_wait_for_all_of_one(own_site, games_file):
    """By the order of completion: who comes last, from another address, is not answered last."""
    name, greedy, other = meet(own_site)
    other.connect(name).tell(type="resign", seq=2)
    other.see(lambda game: game["state"] == "finished")
    copy_games(games_file, name, 100)
    order = []
    transport = httpx.HTTPTransport(local_address="127.0.0.2")
    elsewhere = httpx.Client(base_url=own_site.base_url, timeout=300, transport=transport)

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
