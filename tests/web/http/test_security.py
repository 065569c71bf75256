"""The content policy, and which hosts and sites may ask."""

import re

import pytest
from serving import serving
from starlette.datastructures import Headers

from merels.web.http.security import CONTENT_POLICY, explain_distance, is_loopback
from merels.web.http.settings import Settings


def test_the_policy_allows_no_inline_script_and_no_other_host():
    assert "unsafe" not in CONTENT_POLICY
    assert "http" not in CONTENT_POLICY
    assert "script-src 'self'" in CONTENT_POLICY
    assert CONTENT_POLICY.startswith("default-src 'none'")


@pytest.mark.parametrize("path", ["/", "/api/docs"])
def test_pages_follow_the_policy(client, path):
    text = client.get(path).text
    for script in re.findall(r"<script\b([^>]*)>(.*?)</script>", text, re.DOTALL):
        attributes, content = script
        assert "src=" in attributes
        assert content.strip() == ""
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", text)
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", text)


def test_other_hosts_are_refused(tmp_path):
    with serving(Settings(tables=str(tmp_path), hosts=("localhost", "127.0.0.1"))) as client:
        assert client.get("/api/v1/health").status_code == 200
        assert client.get("/api/v1/health", headers={"Host": "LOCALHOST:80"}).status_code == 200
        response = client.get("/api/v1/health", headers={"Host": "evil.example:24016"})
        assert response.status_code == 421
        assert "'evil.example:24016'" in response.json()["detail"]


@pytest.mark.parametrize(
    ("site", "mode", "status"),
    [
        ("cross-site", "cors", 403),
        ("cross-site", "no-cors", 403),
        ("cross-site", "navigate", 200),
        ("same-origin", "cors", 200),
        ("none", "navigate", 200),
    ],
)
def test_pages_of_other_sites_cannot_send_requests(client, site, mode, status):
    headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode}
    assert client.get("/api/v1/position", headers=headers).status_code == status


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),  # a program
        ({"Origin": "http://127.0.0.1:24016", "Host": "127.0.0.1:24016"}, 200),
        ({"Origin": "http://localhost:24016", "Host": "LocalHost:24016"}, 200),
        ({"Origin": "http://127.0.0.1:3000", "Host": "127.0.0.1:24016"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, 403),  # a form
        # Behind a proxy that asks under another name the browser knows better.
        ({"Origin": "https://ours.example", "Sec-Fetch-Site": "same-origin"}, 200),
    ],
)
def test_pages_of_other_origins_cannot_post(client, headers, status):
    response = client.post("/api/v1/play", json={"moves": []}, headers=headers)
    assert response.status_code == status
    if status == 403:
        assert response.json()["type"] == "/api/docs#forbidden"


def test_a_redirect_does_not_lead_to_the_host_of_the_request(tmp_path):
    with serving(Settings(tables=str(tmp_path), proxy="127.0.0.1")) as client:
        headers = {"Host": "evil.example"}
        response = client.get("/api/v1/levels/?variant=nine", headers=headers)
        assert response.status_code == 307
        assert response.headers["location"] == "/api/v1/levels?variant=nine"
        assert "evil" not in str(response.headers)
        response = client.get("//evil.example/api/v1/levels/", headers=headers)
        assert response.headers.get("location", "/x")[:2] != "//"


# Whether a request comes from the machine that the server runs on.


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
