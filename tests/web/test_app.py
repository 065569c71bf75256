"""The whole application: every answer has the headers, and nothing leads out of the site."""

import asyncio
import sys

import httpx
import pytest
from server_documents import EASY_MOVE
from serving import serving_app
from solved import solved_folder

from merels.web.app import SECONDS_TO_SWITCH, create_app, hold_parts
from merels.web.http.security import HEADERS
from merels.web.http.settings import Settings


@pytest.mark.parametrize(
    "path", ["/", "/api/v1/position", "/api/v1/nothing", "/api/docs", "/api/v1/position?fen=x"]
)
def test_every_answer_has_the_headers(client, path):
    response = client.get(path)
    for name, value in HEADERS.items():
        assert response.headers[name] == value
    assert "server" not in response.headers


@pytest.mark.parametrize("path", ["/", "/sw.js", "/nowhere", "/api/v1/health", "/api/v1/nothing"])
def test_every_answer_says_that_it_is_ours(client, path):
    # `frontend/src/shell/sw.ts` looks for it: without it, the app makes room for another program.
    assert client.get(path).headers["x-application"] == "Merels"


def test_a_bug_is_answered_with_the_headers(tmp_path, caplog):
    app = create_app(Settings(tables=str(tmp_path)))

    @app.get("/bug")
    async def fail():
        raise ZeroDivisionError

    with serving_app(app) as server:
        response = httpx.get(f"http://127.0.0.1:{server.port}/bug")
    assert (response.status_code, response.json()["type"]) == (500, "/api/docs#internal")
    assert {name: response.headers[name] for name in HEADERS} == HEADERS
    assert caplog.text.count("Traceback") == 1


@pytest.mark.parametrize(
    "path",
    [
        "/../app.py",
        "/..%2fapp.py",
        "/%2e%2e/app.py",
        "/assets/../../app.py",
        "//etc/passwd",
        "/%00",
        "/app.py",
        "/api/v1/../../app.py",
        "/.%2e/.%2e/pyproject.toml",
    ],
)
def test_no_path_leads_out_of_the_site(client, path):
    request = client.build_request("GET", "/")
    request.url = request.url.copy_with(raw_path=path.encode())
    assert client.send(request).status_code == 404


# What a server process holds is opened at the start and closed at the end.


def run_with_parts(use, **settings):
    """Return what ``use`` returns, with the parts of a server process."""

    async def run():
        async with hold_parts(Settings(tables=str(solved_folder()), **settings)) as parts:
            return await use(parts)

    return asyncio.run(run())


def test_everything_is_ready_for_the_routes():
    async def use(parts):
        events = [event async for event, _ in parts["engines"].light.think(EASY_MOVE, 5, "client")]
        return await parts["threads"].run("client", lambda: parts["tables"].count), events

    assert run_with_parts(use) == (3, ["done"])
    assert sys.getswitchinterval() == pytest.approx(SECONDS_TO_SWITCH)


def test_nothing_keeps_running_after_the_end():
    async def use(parts):
        await parts["threads"].run("client", lambda: None)
        return parts

    parts = run_with_parts(use)
    with pytest.raises(RuntimeError):
        asyncio.run(parts["threads"].run("client", lambda: None))
    with pytest.raises(ValueError, match="is closed"):
        parts["tables"].tablebase.probe_many([0b111], [0b111000])
