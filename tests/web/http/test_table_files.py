"""The tables of a static site over HTTP: whole, in parts, and nothing else of the disk."""

import shutil

import pytest
from serving import serving
from sites import site_of_five

from merels.errors import NotationError
from merels.web.http.settings import Settings
from merels.web.http.static_files import FOREVER
from merels.web.http.table_files import TableFiles


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return shutil.copytree(site_of_five(), tmp_path_factory.mktemp("site") / "site")


@pytest.fixture(scope="module")
def client(folder, tmp_path_factory):
    tables = str(tmp_path_factory.mktemp("tables"))
    with serving(Settings(tables=tables, site=str(folder))) as found:
        yield found


@pytest.fixture
def file(folder):
    return next((folder / "tables" / "five").glob("5-5-*.mst"))


def address(file):
    return f"/tables/five/{file.name}"


def test_the_site_says_that_there_are_tables(client):
    document = client.get("/site.json").json()
    assert (document["server"], document["tables"], document["variants"]) == (True, True, ["five"])
    assert client.get("/tables/catalog.json").json()["variants"].keys() == {"five"}


def test_without_a_folder_there_are_none(tmp_path):
    with serving(Settings(tables=str(tmp_path))) as client:
        document = client.get("/site.json").json()
        assert (document["tables"], document["variants"]) == (False, [])
        assert client.get("/tables/catalog.json").status_code == 404


def test_a_part_of_a_file(client, file):
    data = file.read_bytes()
    answer = client.get(address(file), headers={"Range": "bytes=10-29"})
    assert (answer.status_code, answer.content) == (206, data[10:30])
    assert answer.headers["content-range"] == f"bytes 10-29/{len(data)}"
    assert answer.headers["cache-control"] == FOREVER
    assert answer.headers["accept-ranges"] == "bytes"


def test_a_part_of_the_version_that_the_client_knows(client, file):
    tag = client.head(address(file)).headers["etag"]
    assert tag == f'"{file.stem[-16:]}"'
    for known, status in ((tag, 206), ('"other"', 200)):
        headers = {"Range": "bytes=0-9", "If-Range": known}
        assert client.get(address(file), headers=headers).status_code == status
    assert client.get(address(file), headers={"If-None-Match": tag}).status_code == 304


def test_a_whole_file_and_its_head(client, file):
    answer = client.get(address(file))
    assert (answer.status_code, answer.content) == (200, file.read_bytes())
    head = client.head(address(file))
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(len(answer.content))


def test_a_part_beyond_the_end(client, file):
    answer = client.get(address(file), headers={"Range": "bytes=99999999-"})
    assert answer.status_code == 416


def test_the_catalog_is_asked_for_again(client):
    assert client.get("/tables/catalog.json").headers["cache-control"] == "no-cache"


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
def test_there_is_nothing_else(client, path):
    answer = client.get(path)
    assert answer.status_code == 404 or answer.json()["application"] == "Merels"


def test_tables_are_only_read(client, file):
    assert client.post(address(file)).status_code == 405


def test_a_folder_without_a_site_is_refused(tmp_path):
    with pytest.raises(NotationError, match="write it with: merels site DIR"):
        TableFiles(str(tmp_path))
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "catalog.json").write_text("[]")
    with pytest.raises(NotationError, match="cannot be read"):
        TableFiles(str(tmp_path))
