"""Limits: sizes, rates and times."""

import socket
import time
from contextlib import ExitStack

import pytest
from serving import serving

from merels.web.http import limits
from merels.web.http.addresses import CLIENTS_IN_NETWORK
from merels.web.http.limits import (
    BURST,
    LARGEST_BODY,
    MOST_CLIENTS,
    Admission,
    Bounds,
    TokenBuckets,
)
from merels.web.http.problems import ProblemError
from merels.web.http.settings import Settings


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def test_a_bucket_holds_a_burst_and_fills_at_its_rate():
    clock = Clock()
    buckets = TokenBuckets(rate=8, clock=clock)
    most = int(8 * BURST)
    assert [buckets.take("a") for _ in range(most)] == [0] * most
    assert buckets.take("a") == 1 / 8
    assert buckets.take("b") == 0
    clock.now += 1 / 16
    assert buckets.take("a") == 1 / 16
    clock.now += 1 / 16
    assert buckets.take("a") == 0
    clock.now += 1000
    assert [buckets.take("a") > 0 for _ in range(most + 1)] == [False] * most + [True]


def test_buckets_of_many_clients_stay_bounded():
    buckets = TokenBuckets(rate=1)
    for number in range(MOST_CLIENTS + 100):
        buckets.take(str(number))
    assert len(buckets._buckets) == MOST_CLIENTS


def test_more_requests_than_the_rate_are_refused(tmp_path):
    rate = 3
    with serving(Settings(tables=str(tmp_path), rate=rate)) as client:
        begin, answered = time.monotonic(), 0
        while (response := client.get("/api/v1/levels")).status_code == 200:
            answered += 1
        passed = time.monotonic() - begin
    assert response.status_code == 429
    assert rate * BURST <= answered <= rate * BURST + rate * passed + 1
    assert response.headers["retry-after"] == "1"
    assert response.json()["detail"] == "more than 3 requests per second"


def test_large_bodies_are_refused_before_they_are_read(client):
    response = client.post("/api/v1/play", content=b" " * (LARGEST_BODY + 1))
    assert (response.status_code, response.json()["type"]) == (413, "/api/docs#too-large")


def test_large_bodies_without_a_length_are_refused(client):
    def chunks():
        for _ in range(20):
            yield b" " * (LARGEST_BODY // 10)

    headers = {"Content-Type": "application/json"}
    assert client.post("/api/v1/play", content=chunks(), headers=headers).status_code == 413


def test_long_addresses_are_refused(client):
    response = client.get("/api/v1/position", params={"fen": "x" * 3000})
    assert response.status_code == 413
    assert "bytes" in response.json()["detail"]


def exchange(client, data):
    """Send bytes over a new connection; return what comes back until it is closed."""
    with socket.create_connection((client.base_url.host, client.base_url.port)) as connection:
        connection.settimeout(20)
        connection.sendall(data)
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
        return answer


def test_a_body_that_never_arrives_is_given_up(client, monkeypatch):
    monkeypatch.setattr(limits, "SECONDS_FOR_BODY", 0.2)
    head = (
        b"POST /api/v1/play HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\n"
    )
    answer = exchange(client, head)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"did not arrive within 0.2 seconds" in answer


def test_one_client_may_have_only_so_many_requests_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MOST_FROM_CLIENT", 1)
    with serving(Settings(tables=str(tmp_path), rate=0, proxy="127.0.0.1")) as client:
        alice, bob = ({"X-Forwarded-For": address} for address in ("192.0.2.1", "192.0.2.2"))
        with client.stream("GET", "/api/v1/analysis?seconds=60", headers=alice):
            response = client.get("/api/v1/levels", headers=alice)
            assert (response.status_code, response.headers["retry-after"]) == (429, "1")
            assert response.json()["detail"] == (
                "more than 1 requests at the same time from one address"
            )
            assert client.get("/api/v1/levels", headers=bob).status_code == 200


def test_networks_of_one_ipv6_site_share_a_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MOST_FROM_CLIENT", 1)
    with (
        serving(Settings(tables=str(tmp_path), rate=0, proxy="127.0.0.1")) as client,
        ExitStack() as held,
    ):

        def headers(network):
            return {"X-Forwarded-For": f"2001:db8:{network}::1"}

        for number in range(CLIENTS_IN_NETWORK):
            stream = client.stream(
                "GET", "/api/v1/analysis?seconds=60", headers=headers(f"1:{number}")
            )
            held.enter_context(stream)
        response = client.get("/api/v1/levels", headers=headers("1:ffff"))
        assert response.status_code == 429
        assert response.json()["detail"] == (
            "more than 8 requests at the same time from one network"
        )
        assert client.get("/api/v1/levels", headers=headers("2:ffff")).status_code == 200


def test_networks_of_one_ipv6_site_share_a_rate():
    buckets = TokenBuckets(rate=8, clock=Clock())
    answers = [buckets.take(f"2001:db8:1:{number:x}::/64") for number in range(200)]
    most = int(8 * BURST * CLIENTS_IN_NETWORK)
    assert answers == [0] * most + [1 / 64] * (200 - most)
    assert buckets.take("2001:db8:2::/64") == 0


# Connections are counted, in total and for each client.

BOUNDS = Bounds(connections=3, from_client=2, refused=1)
HERE, THERE = ("10.0.0.1", 1000), ("10.0.0.2", 1000)


def is_refused(admission, peer):
    try:
        admission.enter(peer)
    except ProblemError:
        return True
    return False


def test_connections_are_limited_per_client_and_in_total():
    admission = Admission(BOUNDS)
    assert [is_refused(admission, HERE) for _ in range(3)] == [False, False, True]
    assert [is_refused(admission, THERE) for _ in range(2)] == [False, True]
    admission.leave(HERE)
    assert [is_refused(admission, THERE) for _ in range(2)] == [False, True]


def test_the_proxys_connections_count_towards_the_total_only():
    admission = Admission(BOUNDS, proxy="10.0.0.1")
    assert [is_refused(admission, HERE) for _ in range(4)] == [False, False, False, True]


def test_only_so_many_refused_connections_are_kept():
    admission = Admission(BOUNDS)
    admission.refused.take()
    with pytest.raises(ProblemError):
        admission.refused.take()
    admission.refused.give_back()
    admission.refused.take()
    assert not is_refused(admission, HERE), "they do not count as connections"
