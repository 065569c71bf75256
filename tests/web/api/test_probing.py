"""Exact values over the interface: the same as those of the tablebase."""

import shutil

import pytest
from serving import serving
from solved import solved_folder

from merels import Position, open_tablebase, results
from merels.solver.convert import Form, convert_tables
from merels.tables.folder import TableFolder
from merels.web.api.models import ENDGAME_FEN, START_FEN
from merels.web.settings import Settings


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
