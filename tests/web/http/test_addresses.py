"""Addresses: one spelling, and one client per IPv6 network."""

import logging
import socket
from contextlib import contextmanager

import httpx
import pytest
from people import Browser
from reverse_proxy import forwarding
from serving import serving
from websockets.exceptions import InvalidStatus

from merels.web.http.addresses import client_at, parse_address
from merels.web.http.settings import Settings


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
            timeout=60,
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
