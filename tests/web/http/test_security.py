"""The content policy, and which hosts and sites may ask."""

import re

import pytest
from serving import serving

from merels.web.http.security import CONTENT_POLICY
from merels.web.settings import Settings


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
