"""Addresses: one spelling, and one client per IPv6 network."""

import pytest

from merels.web.http.addresses import client_at, parse_address


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
