"""Whether a request comes from the machine that the server runs on."""

import pytest
from starlette.datastructures import Headers

from merels.web.http.nearness import explain_distance, is_loopback


def explain(client, has_proxy=False, **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return explain_distance(client, Headers({"host": "localhost"} | named), has_proxy=has_proxy)


@pytest.mark.parametrize("client", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])
@pytest.mark.parametrize("host", ["localhost", "LocalHost:24016", "127.0.0.1:80", "[::1]:24016"])
def test_this_machine_is_near(client, host):
    assert explain(client, host=host) is None


@pytest.mark.parametrize("client", ["192.168.1.5", "::ffff:10.0.0.1", "2001:db8::7", "unknown", ""])
def test_other_machines_are_far(client):
    assert explain(client) == "the client is on another machine"


@pytest.mark.parametrize(
    "name", ["Forwarded", "X-FORWARDED-FOR", "x-forwarded-host", "x-real-ip", "via"]
)
def test_a_forwarded_request_may_come_from_anywhere(name):
    assert explain("127.0.0.1", **{name: ""}) == "the request was forwarded"


def test_behind_a_proxy_everything_may_come_from_anywhere():
    assert explain("127.0.0.1", has_proxy=True) == "the server is behind a proxy"


@pytest.mark.parametrize("host", ["evil.example", "192.168.1.5:80", "", "localhost.evil.example"])
def test_another_name_for_this_machine_is_suspicious(host):
    assert explain("127.0.0.1", host=host) == "the host is not a name of this machine"


def test_hosts():
    assert is_loopback("::1")
    assert not is_loopback("example.org")
