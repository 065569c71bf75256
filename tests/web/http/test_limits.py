"""Limits: sizes, rates and times."""

import logging
import socket
from contextlib import ExitStack, contextmanager

import httpx
import pytest
from people import Browser
from reverse_proxy import forwarding
from serving import serving
from websockets.exceptions import InvalidStatus

from merels.web.http import limits
from merels.web.http.limits import (
    BURST,
    CLIENTS_IN_NETWORK,
    LARGEST_BODY,
    MOST_CLIENTS,
    Admission,
    Bounds,
    TokenBuckets,
    client_at,
    parse_address,
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


def test_more_requests_than_the_rate_are_refused(tmp_path, monkeypatch):
    """Six at once, and then one in a thousand seconds: how fast the machine is does not matter."""
    monkeypatch.setattr(limits, "BURST", 6000)
    with serving(Settings(tables=str(tmp_path), rate=0.001)) as client:
        answers = [client.get("/api/v1/levels") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 6 + [429]
    assert 1 < int(answers[-1].headers["retry-after"]) <= 1000
    assert answers[-1].json()["detail"] == "more than 0.001 requests per second"


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
        connection.settimeout(300)
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


# Addresses: one spelling, one client per IPv6 network, and clients behind a proxy.


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("::ffff:127.0.0.1", "127.0.0.1"),
        ("2001:DB8:0::7", "2001:db8::7"),
        ("fe80::1%eth0", "fe80::1"),
    ],
)
def test_spelling(text, address):
    assert parse_address(text) == address


@pytest.mark.parametrize("text", ["", "localhost", "1.2.3", "1.2.3.4:80", "%eth0"])
def test_invalid_text_is_refused(text):
    with pytest.raises(ValueError, match="address"):
        parse_address(text)


def test_hosts_of_one_network_are_one_client():
    assert client_at("2001:db8::7") == client_at("2001:db8::8:9") != client_at("2001:db8:0:1::7")
    assert client_at("10.0.0.1") != client_at("10.0.0.2")
    assert client_at("::ffff:10.0.0.1") == client_at("10.0.0.1")
    assert client_at("unix socket") == "unix socket"


# Clients behind a proxy.

PEER, ALICE, BOB = "127.0.0.1", "192.0.2.1", "2001:db8::1"


@pytest.mark.parametrize(
    ("proxy", "forwarded", "client"),
    [
        (PEER, [ALICE], ALICE),
        (PEER, [f"{ALICE}, {BOB}"], BOB),  # the client wrote the first entry, the proxy the last
        (PEER, [ALICE, BOB], BOB),
        (PEER, ["nonsense"], PEER),
        (PEER, [], PEER),
        ("127.0.0.2", [ALICE], PEER),  # another peer is not trusted
        (None, [ALICE], PEER),
    ],
)
def test_only_the_proxy_is_trusted(tmp_path, caplog, proxy, forwarded, client):
    caplog.set_level(logging.INFO, "merels.access")
    with serving(Settings(tables=str(tmp_path), proxy=proxy)) as asking:
        asking.get("/api/v1/levels", headers=[("X-Forwarded-For", entry) for entry in forwarded])
    [record] = [record for record in caplog.records if record.name == "merels.access"]
    assert record.fields["client"] == client


PUBLIC = "merels.example"
FIRST, SECOND = "127.0.0.2", "127.0.0.3"
"""Addresses that this machine has, besides that of the proxy."""


class Visitor(Browser):
    """A browser at an address of its own, on the public name of the site."""

    def __init__(self, port, address, headers=None):
        self._port, self._address, self._headers = port, address, headers or {}
        transport = httpx.HTTPTransport(local_address=address)
        client = httpx.Client(
            base_url=f"http://127.0.0.1:{port}",
            headers={"Host": PUBLIC, "Origin": f"https://{PUBLIC}", **self._headers},
            transport=transport,
            timeout=300,
        )
        super().__init__(client)

    def connect(self, name, *, origin=f"https://{PUBLIC}", **options):
        target = ("127.0.0.1", self._port)
        sock = socket.create_connection(target, 20, source_address=(self._address, 0))
        more = {"sock": sock, "additional_headers": self._headers, **options}
        return super().connect(name, site=f"http://{PUBLIC}", origin=origin, **more)

    def is_refused(self, name, status, **options):
        with pytest.raises(InvalidStatus) as caught:
            self.connect(name, **options)
        return caught.value.response.status_code == status

    def close(self):
        super().close()
        self._client.close()


@contextmanager
def public_site(folder, *, proxy, **limits):
    """A server with games between people; yield its port and that of a proxy in front of it."""
    settings = Settings(
        tables=str(folder), database=str(folder / "g.sqlite"), proxy=proxy, **limits
    )
    with serving(settings) as client, forwarding(client.base_url.port) as port:
        yield client.base_url.port, port


def test_a_game_behind_a_real_proxy(tmp_path):
    with public_site(tmp_path, proxy=PEER, connections=2, games=1) as (_, port):
        ada, bo = Visitor(port, FIRST), Visitor(port, SECOND)
        name = ada.post("/games", color="white").json()["id"]
        assert ada.post("/games").status_code == 429  # one unfinished game for each address
        assert bo.post("/games").status_code == 201
        assert bo.post(f"/games/{name}/join").status_code == 200
        assert ada.is_refused(name, 403, origin="https://evil.example")
        second = Visitor(port, FIRST).connect(name)
        ada.connect(name).tell(type="move", seq=2, move="d6")
        assert ada.hear("ack")["seq"] == 2
        forged = Visitor(port, FIRST, {"X-Forwarded-For": "203.0.113.9"})
        assert forged.is_refused(name, 429)  # two sockets for each address, whatever it claims
        bo.connect(name)
        assert bo.see(lambda game: game["seq"] == 2)["white"]["online"]
        second.close()
        ada.close()
        assert bo.see(lambda game: not game["white"]["online"])
        bo.close()


def test_without_the_option_nobody_can_claim_an_address(tmp_path):
    with public_site(tmp_path, proxy=None, connections=2) as (direct, proxied):
        ada = Visitor(direct, FIRST)
        name = ada.post("/games").json()["id"]
        ada.connect(name)
        others = [Visitor(direct, FIRST, {"X-Forwarded-For": f"203.0.113.{n}"}) for n in (1, 2)]
        others[0].connect(name)
        assert others[1].is_refused(name, 429)
        behind = [Visitor(proxied, address) for address in (FIRST, SECOND, FIRST)]
        for each in behind[:2]:
            each.connect(name)
        assert behind[2].is_refused(name, 429)  # all count as the proxy
        for each in (ada, others[0], *behind[:2]):
            each.close()
