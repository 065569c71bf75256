"""Players: stored with their first seat or name, and deleted if they come to nothing."""

import sqlite3

from people import Browser, meet
from serving import serving, wait_until

from merels.online.identity import hash_secret, make_secret
from merels.online.terms import DAY
from merels.web.http.settings import Settings
from merels.web.online.rooms import ServerClock


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
    now = ServerClock().wall()
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
