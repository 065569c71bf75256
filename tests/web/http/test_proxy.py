"""Clients behind a proxy."""

import logging

import pytest
from serving import serving

from merels.web.settings import Settings

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
