"""Tables, results and puzzles over the interface: the same as elsewhere."""

import json
from pathlib import Path

from puzzles import load_puzzles
from pydantic import TypeAdapter
from solved import solved_folder

import merels
from merels import Position, variant
from merels.cli import main
from merels.web.api.models import PuzzlesDocument


def test_which_requests_need_a_position(client):
    page = (Path(__file__).parents[4] / "docs/server.md").read_text(encoding="utf-8")
    assert "Without a `fen`, the board is empty; only `/probe` and `/line` need one" in page
    for path, status in (("probe", 422), ("line", 422), ("position", 200), ("levels", 200)):
        assert client.get(f"/api/v1/{path}").status_code == status
    assert client.get("/api/v1/board.svg").status_code == 200


def test_tables_are_listed_as_the_command_lists_them(client, capsys):
    assert main(["tables", "--json", "--tables", str(solved_folder())]) == 0
    assert client.get("/api/v1/tables").json() == json.loads(capsys.readouterr().out)


def test_a_variant_without_results_is_not_found(client):
    response = client.get("/api/v1/results", params={"variant": "five:men=4"})
    assert response.status_code == 404
    assert "no results of Five Men's Morris (five:men=4)" in response.json()["detail"]
    assert client.get("/api/v1/results", params={"variant": "chess"}).status_code == 422
    assert client.get("/api/v1/results", params={"variant": "nine"}).json() == merels.results()


def test_results_are_those_of_the_package(client):
    response = client.get("/api/v1/results")
    document = response.json()
    assert document == merels.results()
    assert response.headers["content-encoding"] == "gzip"
    again = client.get("/api/v1/results", headers={"If-None-Match": response.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_puzzles_are_those_of_the_package(client):
    document = client.get("/api/v1/puzzles").json()
    assert TypeAdapter(PuzzlesDocument).validate_python(document, strict=True) == document
    assert [each["id"] for each in document["puzzles"]] == [each.id for each in load_puzzles()]


def test_positions_of_a_variant_with_a_book_have_exact_values(client):
    parameters = {"variant": "six", "fen": Position.start(variant("six")).fen()}
    document = client.get("/api/v1/probe", params=parameters).json()
    assert (document["value"]["result"], document["source"]) == ("draw", "book")
    assert {each["source"] for each in document["moves"]} == {"book"}


def test_positions_of_unsolved_variants_have_no_exact_values(client):
    parameters = {"variant": "lasker", "fen": Position.start(variant("lasker")).fen()}
    document = client.get("/api/v1/probe", params=parameters).json()
    assert (document["variant"], document["value"], document["source"]) == ("lasker", None, None)
    assert [each["move"] for each in document["moves"]][:2] == ["a7", "d7"]
    assert all(each["value"] is None for each in document["moves"])
    chances = client.get("/api/v1/probe", params={**parameters, "chances": "club"}).json()
    assert (chances["chance"], chances["opponent_chance"]) == (None, None)
    line = client.get("/api/v1/line", params=parameters).json()
    assert line == {"moves": [], "value": None}
