"""Databases that can be opened only later."""

import httpx
from people import Browser, meet, serving_on
from postgres import Cluster
from serving import wait_until


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
