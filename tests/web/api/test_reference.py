"""The OpenAPI document, and the page that is made from it."""

import re
from html.parser import HTMLParser

import pytest

from merels.web.http.problem_kinds import PROBLEM_KINDS

PATHS = {
    "/health",
    "/position",
    "/play",
    "/move",
    "/probe",
    "/line",
    "/analysis",
    "/tables",
    "/results",
    "/puzzles",
    "/levels",
    "/solving",
    "/solving/offers",
    "/board.svg",
    "/me",
    "/games",
    "/games/mine.pgn",
    "/games/{game}",
    "/games/{game}.pgn",
    "/games/{game}/join",
    "/games/{game}/report",
    "/lobby",
    "/quick",
}
DONE = {"200", "201", "204"}


@pytest.fixture(scope="module")
def document(client):
    return client.get("/api/openapi.json").json()


@pytest.fixture(scope="module")
def page(client):
    response = client.get("/api/docs")
    assert response.headers["content-type"].startswith("text/html")
    return response.text


def test_every_path_is_versioned_and_described(document):
    assert document["paths"].keys() == {f"/api/v1{path}" for path in PATHS}
    for methods in document["paths"].values():
        for operation in methods.values():
            assert operation["description"]
            assert {"422", "429", "default"} <= operation["responses"].keys()
            assert DONE & operation["responses"].keys()


def find_references(node):
    if isinstance(node, dict):
        yield from ([node["$ref"]] if "$ref" in node else [])
        node = list(node.values())
    if isinstance(node, list):
        for each in node:
            yield from find_references(each)


def test_every_reference_leads_somewhere(document):
    references = set(find_references(document))
    assert references
    known = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert references <= known
    assert "#/components/schemas/ProblemDocument" in references


class Links(HTMLParser):
    """Collects anchors and links, and checks that elements are closed in order."""

    EMPTY = ("meta", "link")

    def __init__(self, text):
        super().__init__()
        self.open, self.anchors, self.links = [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        if tag not in self.EMPTY:
            self.open.append(tag)
        self.anchors += [value for name, value in attrs if name == "id"]
        self.links += [value for name, value in attrs if name == "href"]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_is_whole_and_its_links_lead_somewhere(client, page):
    links = Links(page)
    assert len(links.anchors) == len(set(links.anchors))
    for link in links.links:
        if link.startswith("#"):
            assert link[1:] in links.anchors
        elif not link.startswith(("/api/v1/analysis", "/api/v1/solving")):
            assert client.get(link).status_code == 200, link


def test_the_page_names_every_path_and_kind_of_problem(page):
    for path in PATHS:
        assert f"/api/v1{path}</code></h3>" in page
    for kind in PROBLEM_KINDS:
        assert f'id="{kind}"' in page


def test_the_page_has_no_script(page):
    assert "<script" not in page
    assert not re.search(r"\son\w+=", page)


def test_operation_ids_read_like_names(document):
    operations = [each for path in document["paths"].values() for each in path.values()]
    names = [each["operationId"] for each in operations]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch("[a-z]+(_[a-z]+)?", name) for name in names), names
    assert {"probe", "show_position", "choose_move", "join_game"} <= set(names)
