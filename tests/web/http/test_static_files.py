"""The pages and their files."""

import gzip
import shutil
from importlib.resources import files

import pytest
from package_copy import copy_package
from server_process import running
from serving import serving
from sites import site_of_five

from merels.errors import NotationError
from merels.web.http.settings import Settings
from merels.web.http.static_files import ASK_AGAIN, FOREVER, PAGES, Site, TableFiles


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
    response = page.response({"accept-encoding": "gzip, br"})  # the build has no other form of it
    assert response.headers["content-encoding"] == "gzip"
    assert gzip.decompress(response.body) == page.content
    assert len(response.body) < len(page.content) / 4
    assert page.response({}).body == page.content
    assert site.find("/icon.png").compressed == {}


def test_what_the_build_has_compressed_is_preferred(site, tmp_path):
    (tmp_path / "index.html.br").write_bytes(b"short")
    page = Site(tmp_path).find("/")
    answers = {
        accepted: page.response({"accept-encoding": accepted})
        for accepted in ("gzip, br", "gzip", "brr")
    }
    codings = [answer.headers.get("content-encoding") for answer in answers.values()]
    assert codings == ["br", "gzip", None]
    assert answers["gzip, br"].body == b"short"
    assert Site(tmp_path).find("/index.html.br") is None


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
    assert (weights.compressed, weights.cache_control) == ({}, ASK_AGAIN)


def test_the_page_has_the_puzzles_without_the_api(site):
    puzzles = site.find("/puzzles.json")
    assert puzzles.content == files("merels.web.api").joinpath("puzzles.json").read_bytes()
    assert len(puzzles.compressed["gzip"]) < 80_000  # every visitor's service worker keeps them
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


# The tables of a static site: whole, in parts, and nothing else of the disk.


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return shutil.copytree(site_of_five(), tmp_path_factory.mktemp("site") / "site")


@pytest.fixture(scope="module")
def with_tables(folder, tmp_path_factory):
    tables = str(tmp_path_factory.mktemp("tables"))
    with serving(Settings(tables=tables, site=str(folder))) as found:
        yield found


@pytest.fixture
def file(folder):
    return next((folder / "tables" / "five").glob("5-5-*.mst"))


def address(file):
    return f"/tables/five/{file.name}"


def test_the_site_says_that_there_are_tables(with_tables):
    document = with_tables.get("/site.json").json()
    assert (document["server"], document["tables"], document["variants"]) == (True, True, ["five"])
    assert with_tables.get("/tables/catalog.json").json()["variants"].keys() == {"five"}


def test_without_a_folder_there_are_none(tmp_path):
    with serving(Settings(tables=str(tmp_path))) as with_tables:
        document = with_tables.get("/site.json").json()
        assert (document["tables"], document["variants"]) == (False, [])
        assert with_tables.get("/tables/catalog.json").status_code == 404


def test_a_part_of_a_file(with_tables, file):
    data = file.read_bytes()
    answer = with_tables.get(address(file), headers={"Range": "bytes=10-29"})
    assert (answer.status_code, answer.content) == (206, data[10:30])
    assert answer.headers["content-range"] == f"bytes 10-29/{len(data)}"
    assert answer.headers["cache-control"] == FOREVER
    assert answer.headers["accept-ranges"] == "bytes"


def test_a_part_of_the_version_that_the_client_knows(with_tables, file):
    tag = with_tables.head(address(file)).headers["etag"]
    assert tag == f'"{file.stem[-16:]}"'
    for known, status in ((tag, 206), ('"other"', 200)):
        headers = {"Range": "bytes=0-9", "If-Range": known}
        assert with_tables.get(address(file), headers=headers).status_code == status
    assert with_tables.get(address(file), headers={"If-None-Match": tag}).status_code == 304


def test_a_whole_file_and_its_head(with_tables, file):
    answer = with_tables.get(address(file))
    assert (answer.status_code, answer.content) == (200, file.read_bytes())
    head = with_tables.head(address(file))
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(len(answer.content))


def test_a_part_beyond_the_end(with_tables, file):
    answer = with_tables.get(address(file), headers={"Range": "bytes=99999999-"})
    assert answer.status_code == 416


def test_the_catalog_is_asked_for_again(with_tables):
    assert with_tables.get("/tables/catalog.json").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        "/tables/",
        "/tables/five",
        "/tables/five/",
        "/tables/five/5-5-0123456789abcdef.mst",
        "/tables/../site.json",
        "/tables/%2e%2e/site.json",
        "/tables/%2e%2e/.merels/record.json",
        "/tables/five/..%2fcatalog.json",
    ],
)
def test_there_is_nothing_else(with_tables, path):
    answer = with_tables.get(path)
    assert answer.status_code == 404 or answer.json()["application"] == "Merels"


def test_tables_are_only_read(with_tables, file):
    assert with_tables.post(address(file)).status_code == 405


def test_a_folder_without_a_site_is_refused(tmp_path):
    with pytest.raises(NotationError, match="write it with: merels site DIR"):
        TableFiles(str(tmp_path))
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "catalog.json").write_text("[]")
    with pytest.raises(NotationError, match="cannot be read"):
        TableFiles(str(tmp_path))
