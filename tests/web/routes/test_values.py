"""Exact values over the interface: the same as those of the tablebase."""

import json
import shutil
from pathlib import Path

import pytest
from puzzles import load_puzzles
from pydantic import TypeAdapter, ValidationError
from serving import serving
from solved import solved_folder

import merels
from merels import Position, chances, open_tablebase, results, variant
from merels.cli import main
from merels.solver.convert import Form, convert_tables
from merels.values.folder import TableFolder
from merels.web.api.documents import ENDGAME_FEN, START_FEN
from merels.web.http.settings import Settings
from merels.web.routes.values import PuzzlesDocument, ResultsDocument


@pytest.fixture(scope="module")
def tablebase():
    with open_tablebase(solved_folder()) as tablebase:
        yield tablebase


def test_a_probe_says_what_the_tables_say(client, tablebase):
    position = Position.from_fen(ENDGAME_FEN)
    document = client.get("/api/v1/probe", params={"fen": ENDGAME_FEN}).json()
    assert document["source"] == "table"
    assert document["value"] == {"result": "win", "plies": 13}
    assert [(each["move"], each["value"]) for each in document["moves"]] == [
        (str(move), value.document()) for move, value in tablebase.probe_moves(position)
    ]
    assert {each["source"] for each in document["moves"]} == {"table"}


def test_unknown_values_are_null(client):
    five_each = Position(white=0b11111, black=0b11111 << 12).fen()
    document = client.get("/api/v1/probe", params={"fen": five_each}).json()
    assert (document["source"], document["value"]) == (None, None)
    assert {each["source"] for each in document["moves"]} == {None}


def test_known_moves_come_before_unknown_ones(client):
    # White closes a mill and takes a man, which leads to a table, or moves without.
    position = Position(white=0b1100_0000_0011 | 1 << 3, black=0b111_0000_0000_0000_0000)
    document = client.get("/api/v1/probe", params={"fen": position.fen()}).json()
    known = [each["value"] is not None for each in document["moves"]]
    assert known == sorted(known, reverse=True)


def test_a_line_is_best_play_to_the_end(client, tablebase):
    document = client.get("/api/v1/line", params={"fen": ENDGAME_FEN}).json()
    assert document["value"] == {"result": "win", "plies": 13}
    assert len(document["moves"]) == 13
    expected = tablebase.best_line(Position.from_fen(ENDGAME_FEN))
    position = Position.from_fen(ENDGAME_FEN)
    for text, _ in zip(document["moves"], expected, strict=True):
        values = dict(tablebase.probe_moves(position))
        move = next(m for m in values if str(m) == text)
        assert values[move] == max(values.values())
        position = position.successor(move)
    assert position.total(position.turn) < 3 or not position.legal_moves


def test_a_line_ends_where_nothing_is_known(client):
    five_each = Position(white=0b11111, black=0b11111 << 12).fen()
    assert client.get("/api/v1/line", params={"fen": five_each}).json() == {
        "moves": [],
        "value": None,
    }


def test_the_opening_comes_from_the_book(client):
    document = client.get("/api/v1/probe", params={"fen": START_FEN}).json()
    assert (document["source"], document["value"]["result"]) == ("book", "draw")
    assert {each["source"] for each in document["moves"]} == {"book"}


def test_what_the_results_call_lost_is_lost(client):
    longest = results()["longest_game"]
    document = client.get("/api/v1/probe", params={"fen": longest["fen"]}).json()
    assert document["source"] == "results"
    assert document["value"] == {"result": "loss", "plies": 206}
    best, *others = document["moves"]
    assert (best["move"], best["source"], best["value"]["plies"]) == ("f2", "results", 206)
    assert {each["source"] for each in others} == {None}
    line = client.get("/api/v1/line", params={"fen": longest["fen"]}).json()
    assert len(line["moves"]) == 206
    assert line["moves"][0] == longest["moves"][0]


def test_a_table_that_is_left_out_is_answered_by_a_look_ahead(tmp_path):
    shutil.copytree(solved_folder(), tmp_path, dirs_exist_ok=True)
    list(convert_tables(TableFolder(tmp_path), Form.SMALL))
    fen = Position(0b1111, 0b111 << 12).fen()
    settings = Settings(tables=str(tmp_path), places=1, rate=0, warm=False, solve_men=0)
    with serving(settings) as client:
        document = client.get("/api/v1/probe", params={"fen": fen}).json()
    assert document["source"] == "ahead"
    assert document["value"] is not None


DRAWN = "********/@******@/OO***@@O w m s 3 0 4 0 0 0 0 0 0 0 0 0 1"
PEOPLE = ("beginner", "club", "master")


def probe_chances(client, fen, person):
    response = client.get("/api/v1/probe", params={"fen": fen, "chances": person})
    assert response.status_code == 200
    return response.json()


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("fen", [DRAWN, ENDGAME_FEN])
def test_chances_are_those_of_the_tablebase(client, tablebase, fen, person):
    position = Position.from_fen(fen)
    document = probe_chances(client, fen, person)
    expected = chances(tablebase, position, person)
    assert [(each["move"], each["value"], each["chance"]) for each in document["moves"]] == [
        (str(move), value.document(), round(chance, 4)) for move, value, chance in expected
    ]
    assert document["chance"] == round(expected[0].chance, 4)


def test_the_replies_that_hold_are_counted(client, tablebase):
    document = probe_chances(client, DRAWN, "club")
    for each in document["moves"]:
        replies = tablebase.probe_moves(Position.from_fen(each["fen"]))
        best = replies[0].value.result
        assert each["replies"] == len(replies)
        assert each["holding"] == sum(value.result is best for _, value in replies)


def test_a_position_says_what_the_other_side_can_expect(client, tablebase):
    # After the best move the person is to move, and the mover is the other side.
    document = probe_chances(client, DRAWN, "club")
    best = document["moves"][0]
    after = probe_chances(client, best["fen"], "club")
    assert after["opponent_chance"] == best["chance"] == document["chance"]
    assert 0.5 <= after["chance"] < 1


def test_without_the_option_nothing_changes(client):
    plain = client.get("/api/v1/probe", params={"fen": DRAWN}).json()
    assert plain.keys() == {"variant", "fen", "source", "value", "moves"}
    assert {frozenset(each) for each in plain["moves"]} == {
        frozenset({"move", "fen", "source", "value"})
    }
    asked = probe_chances(client, DRAWN, "club")
    assert [each["value"] for each in asked["moves"]] == [each["value"] for each in plain["moves"]]


def test_the_opening_has_chances_from_the_book(client):
    document = probe_chances(client, START_FEN, "master")
    assert all(each["chance"] > 0.5 for each in document["moves"])
    assert {(each["replies"], each["holding"]) for each in document["moves"]} == {(23, 23)}


@pytest.mark.parametrize(
    "fen",
    [
        Position(white=0b11111, black=0b11111 << 12).fen(),
        # The book has the moves of this position, and not the replies to them.
        "********/O@@OO@O*/******** b p p 4 5 3 6 0 0 0 0 0 0 0 0 1",
    ],
)
def test_chances_are_null_where_tables_are_missing(client, fen):
    document = probe_chances(client, fen, "club")
    plain = client.get("/api/v1/probe", params={"fen": fen}).json()
    assert (document["chance"], document["opponent_chance"]) == (None, None)
    for each, known in zip(document["moves"], plain["moves"], strict=True):
        assert each == known | {"chance": None, "replies": None, "holding": None}


def test_chances_in_mid_turn_and_after_the_end(client):
    removing = "********/@******@/OO***@@O w m r 3 0 4 0 1 0 0 0 0 0 0 0 1"
    document = probe_chances(client, removing, "club")
    assert document["opponent_chance"] is None
    assert document["chance"] == document["moves"][0]["chance"]
    over = "***@*@**/*****@**/O******O w o s 2 0 3 0 0 0 0 0 0 0 0 0 1"
    document = probe_chances(client, over, "club")
    assert (document["moves"], document["chance"], document["opponent_chance"]) == ([], None, None)


def test_nobody_else_is_known(client):
    response = client.get("/api/v1/probe", params={"fen": DRAWN, "chances": "nobody"})
    assert response.status_code == 422
    assert "beginner" in response.json()["detail"]


# Tables, results and puzzles over the interface: the same as elsewhere.


def test_which_requests_need_a_position(client):
    page = (Path(__file__).parents[3] / "docs/server.md").read_text(encoding="utf-8")
    assert "Without a `fen`, the board is empty; only `/probe` and `/line` need a `fen`" in page
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


def test_results_without_their_tables_are_short(client):
    whole = client.get("/api/v1/results")
    short = client.get("/api/v1/results", params={"tables": "false"})
    assert short.json() == whole.json() | {"tables": []}
    assert len(short.content) < len(whole.content) / 10
    assert client.get("/api/v1/results", params={"tables": "some"}).status_code == 422


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


# The results that ship match their document, and a wrong figure does not.


document = TypeAdapter(ResultsDocument)


def test_the_results_match_their_document():
    results = merels.results()
    assert document.validate_python(results, strict=True) == results


@pytest.mark.parametrize("change", [{"version": "2"}, {"tables": None}, {"more": 1}])
def test_other_results_do_not(change):
    with pytest.raises(ValidationError):
        document.validate_python(merels.results() | change, strict=True)
