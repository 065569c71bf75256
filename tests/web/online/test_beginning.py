"""A database that cannot be used: games between people are off, and the rest works."""

import sqlite3

import httpx
import psycopg
import pytest
from people import Browser, meet, serving_on
from postgres import Cluster, new_database
from server_process import running
from serving import wait_until

OPTIONS = ("--no-solve", "--places", "1")


def check_people_are_off(server):
    """Check that only games between people are unavailable; return the log."""
    assert server.get("/api/v1/health").status_code == 200
    assert server.get("/people").status_code == 200
    response = server.get("/api/v1/games")
    assert (response.status_code, response.json()["type"]) == (503, "/api/docs#people-off")
    assert response.json()["detail"]
    status, log = server.stop()
    assert status == 0
    return [entry["message"] for entry in log if entry["level"] in ("warning", "error")]


FOREIGN = {
    "tables of another program": ["CREATE TABLE games (score INTEGER)"],
    "another migrations": [
        "CREATE TABLE migrations (number INTEGER PRIMARY KEY)",
        "INSERT INTO migrations (number) VALUES (0)",
    ],
    "a later version": [
        "CREATE TABLE migrations (number INTEGER PRIMARY KEY)",
        "INSERT INTO migrations (number) VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)",
    ],
}


@pytest.mark.parametrize("statements", FOREIGN.values(), ids=FOREIGN)
def test_a_foreign_database_stops_nothing_else(tmp_path, statements):
    path = tmp_path / "games.sqlite"
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    before = list(connection.iterdump())
    with running(*OPTIONS, "--database", str(path)) as server:
        messages = check_people_are_off(server)
    assert any(each.startswith("no games between people: ") for each in messages)
    assert list(connection.iterdump()) == before, "it is left alone"
    connection.close()


def test_a_database_without_its_content_stops_nothing_else(tmp_path):
    path = tmp_path / "games.sqlite"
    with running(*OPTIONS, "--database", str(path)) as server:
        assert server.get("/api/v1/games").status_code == 200
        assert server.stop()[0] == 0
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM running")
    connection.close()
    with running(*OPTIONS, "--database", str(path)) as server:
        messages = check_people_are_off(server)
    assert any(each.startswith("no games between people: ") for each in messages)


def test_a_database_that_refuses_to_notify_stops_nothing_else():
    url = new_database("refusing")
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("DROP ROLE IF EXISTS lonely")
        owner.execute("CREATE ROLE lonely LOGIN CONNECTION LIMIT 1")  # none is left to listen
        owner.execute("GRANT ALL ON SCHEMA public TO lonely")
    with running(*OPTIONS, "--database", url.replace("user=merels", "user=lonely")) as server:
        assert server.get("/api/v1/health").status_code == 200
        response = server.get("/api/v1/games")
        assert response.status_code in (200, 503)
        assert response.status_code == 200 or response.json()["detail"]
        status, log = server.stop()
    assert status == 0
    assert any("too many connections for role" in entry["message"] for entry in log)


def test_workers_that_start_while_the_database_is_down_recover():
    cluster = Cluster()
    with serving_on(cluster.url, "--workers", "2") as (server, client):
        me = Browser(client)
        answer = me.get("/me")
        assert (answer.status_code, answer.json()["type"]) == (503, "/api/docs#people-off")
        cluster.start()

        def statuses(number):
            """Return the statuses of requests over as many connections, so by all workers."""
            address = f"{server.url}/api/v1/me"
            return {
                httpx.get(address, headers=me.headers, timeout=120).status_code
                for _ in range(number)
            }

        wait_until(lambda: statuses(10) == {200}, 120)
        assert statuses(30) == {200}
        name, white, _ = meet(client)
        cluster.stop()
        assert white.get(f"/games/{name}").status_code == 503
        assert white.post("/games").status_code == 503
        cluster.start()
        wait_until(lambda: white.get(f"/games/{name}").status_code == 200, 120)
        white.connect(name).tell(type="move", seq=2, move="d6")
        assert white.hear("ack", timeout=60)["seq"] == 2
    cluster.stop()
