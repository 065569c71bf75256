"""The pages and their files."""

import gzip
import shutil
from importlib.resources import files

import pytest
from package_copy import copy_package
from server_process import running

from merels.web.http.static_files import ASK_AGAIN, FOREVER, PAGES, Site


@pytest.fixture
def site(tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>" + "<p>Merels" * 100)
    (tmp_path / "assets" / "app-1a2b3c.js").write_text("let x\n")
    (tmp_path / "icon.png").write_bytes(b"\x89PNG")
    (tmp_path / "manifest.webmanifest").write_text("{}")
    return Site(tmp_path)


@pytest.mark.parametrize("path", [*PAGES, "/game/k3J9-sQ2x", "/index.html"])
def test_every_page_is_the_app(site, path):
    assert site.find(path).media_type == "text/html"


def test_files_have_their_types(site):
    types = {path: site.find(path).media_type for path in ("/icon.png", "/manifest.webmanifest")}
    assert types == {"/icon.png": "image/png", "/manifest.webmanifest": "application/manifest+json"}
    assert site.find("/assets/app-1a2b3c.js").media_type == "text/javascript"


def test_files_named_by_content_are_cached_forever(site):
    assert site.find("/assets/app-1a2b3c.js").cache_control == FOREVER
    assert site.find("/").cache_control == ASK_AGAIN


@pytest.mark.parametrize(
    "path", ["", "index.html", "/assets", "/assets/", "/nothing", "/game", "/game/a/b", "/../x"]
)
def test_other_addresses_have_no_file(site, path):
    assert site.find(path) is None


def test_answers_are_compressed_if_the_client_accepts_it(site):
    page = site.find("/")
    response = page.response({"accept-encoding": "gzip, br"})
    assert response.headers["content-encoding"] == "gzip"
    assert gzip.decompress(response.body) == page.content
    assert len(response.body) < len(page.content) / 4
    assert page.response({}).body == page.content
    assert site.find("/icon.png").compressed is None


def test_a_known_file_is_not_sent_again(site):
    page = site.find("/")
    response = page.response({"if-none-match": page.etag})
    assert (response.status_code, response.body) == (304, b"")


@pytest.mark.parametrize("path", PAGES)
def test_the_app_that_ships_is_served(client, path):
    response = client.get(path)
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/html")
    assert "<title>Merels</title>" in response.text


def test_the_engine_in_the_page_gets_the_weights(site):
    weights = site.find("/weights.bin")
    assert weights.content == files("merels.engine.evaluation").joinpath("weights.bin").read_bytes()
    assert (weights.compressed, weights.cache_control) == (None, ASK_AGAIN)


def test_the_page_has_the_puzzles_without_the_api(site):
    puzzles = site.find("/puzzles.json")
    assert puzzles.content == files("merels.web.api").joinpath("puzzles.json").read_bytes()
    assert len(puzzles.compressed) < 80_000  # every visitor's service worker keeps them
    assert puzzles.media_type.startswith("application/json")


def test_a_folder_without_files_serves_nothing(tmp_path):
    assert Site(tmp_path / "missing").find("/") is None


def test_missing_content_stops_nothing_else(tmp_path, monkeypatch):
    package = copy_package(tmp_path)  # without its pages
    (package / "web" / "api" / "puzzles.json").unlink()
    for book in (package / "values" / "books").glob("*.book"):
        book.unlink()
    shutil.rmtree(package / "values" / "solved")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with running(
        "--no-solve", "--places", "1", "--database", "none", "--tables", str(tmp_path)
    ) as server:
        assert server.get("/api/v1/health").json()["tables"] == 0
        assert server.get("/api/v1/position").json()["turn"] == "white"
        for path in ("/", "/people", "/puzzles.json", "/api/v1/puzzles"):
            response = server.get(path)
            assert (response.status_code, response.json()["type"]) == (503, "/api/docs#unavailable")
            assert f"the server lacks the content of '{path}'" in response.json()["detail"]
        assert server.get("/api/v1/results").status_code == 404
        assert server.get("/nothing").status_code == 404
        status, log = server.stop()
    assert status == 0
    messages = [entry["message"] for entry in log if entry["level"] == "warning"]
    assert messages == [
        "no content for /index.html, /puzzles.json; install Merels again; the rest works"
    ]
