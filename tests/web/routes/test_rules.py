"""Positions, play and pictures over the API."""

import pytest

from merels import Game, Move
from merels.web.api.documents import START_FEN

REMOVING = "O*******/O*****@*/O*@***** w p r 3 6 2 7 1 0 0 0 0 0 0 3 3"
OVER = "********/********/***OOO@@ b o s 3 0 2 0 0 0 0 0 0 0 0 0 30"


def test_the_empty_board(client):
    document = client.get("/api/v1/position").json()
    assert document["fen"] == START_FEN
    assert (document["turn"], document["phase"], document["action"]) == (
        "white",
        "placing",
        "place",
    )
    assert document["outcome"] is None
    assert len(document["legal"]) == 24


def test_each_legal_move_leads_to_its_position(client):
    game = Game.from_fen("***O*@**/O@O*@*O@/**@*O*** b m s 5 0 5 0 0 0 0 0 0 0 0 12 31")
    document = client.get("/api/v1/position", params={"fen": game.fen()}).json()
    assert [each["move"] for each in document["legal"]] == [str(m) for m in game.legal_moves]
    for each in document["legal"]:
        game.push(Move.parse(each["move"]))
        assert each["fen"] == game.fen()
        game.pop()


def test_mid_turn_offers_captures(client):
    document = client.get("/api/v1/position", params={"fen": REMOVING}).json()
    assert document["action"] == "remove"
    assert [each["move"] for each in document["legal"]] == ["xg4", "xb4"]


def test_a_finished_game_has_an_outcome_and_no_moves(client):
    document = client.get("/api/v1/position", params={"fen": OVER}).json()
    assert document["outcome"] == {"winner": "white", "reason": "too few men"}
    assert document["legal"] == []


def test_play_counts_repetitions(client):
    fen = "********/***O*O*O/***@*@*@ w m s 3 0 3 0 0 0 0 0 0 0 0 0 20"
    there_and_back = ["f2-d2", "g1-d1", "d2-f2", "d1-g1"]
    once = client.post("/api/v1/play", json={"fen": fen, "moves": there_and_back}).json()
    assert once["outcome"] is None
    twice = client.post("/api/v1/play", json={"fen": fen, "moves": there_and_back * 2}).json()
    assert twice["outcome"] == {"winner": None, "reason": "repetition"}
    assert twice["legal"] == []


@pytest.mark.parametrize(
    ("body", "kind", "words"),
    [
        ({"moves": ["d6", "d6"]}, "illegal-move", "'d6' is illegal in"),
        ({"moves": ["z9"]}, "notation", "'z9'"),
        ({"fen": "nonsense"}, "notation", "'nonsense' is not a FEN"),
        ({"fen": START_FEN.replace("w p p 0 9", "w p p 0 8")}, "position", "white in hand"),
        ({"moves": "d6"}, "request", "body.moves"),
        ({"moves": ["d6"] * 1001}, "request", "body.moves"),
        ({"turns": []}, "request", "body.turns"),
    ],
)
def test_bad_input_is_a_problem_that_quotes_it(client, body, kind, words):
    response = client.post("/api/v1/play", json=body)
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"
    document = response.json()
    assert document["type"] == f"/api/docs#{kind}"
    assert document["status"] == 422
    assert words in document["detail"]


def test_a_contradiction_names_its_field(client):
    fen = START_FEN.replace("w p p 0 9", "w p p 1 9")
    document = client.get("/api/v1/position", params={"fen": fen}).json()
    assert document["field"] == "white on board"


def test_only_json_is_read(client):
    response = client.post("/api/v1/play", content="{}", headers={"Content-Type": "text/plain"})
    assert response.status_code in (415, 422)
    assert response.headers["content-type"] == "application/problem+json"


def test_a_picture_of_the_board(client):
    response = client.get("/api/v1/board.svg", params={"size": 200, "theme": "dark"})
    assert response.headers["content-type"].startswith("image/svg+xml")
    assert response.text.startswith("<svg")
    assert ">a</text>" in response.text
    console = client.get("/api/v1/board.svg", params={"coordinates": "console"}).text
    assert ">A</text>" in console
    assert client.get("/api/v1/board.svg", params={"coordinates": "no"}).status_code == 422
    assert client.get("/api/v1/board.svg", params={"size": 1}).status_code == 422
    assert client.get("/api/v1/board.svg", params={"theme": "pink"}).status_code == 422


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"\xff\xfe",
        b"[" * 60000,
        b'{"fen": NaN}',
        b'{"fen": "\\ud800"}',
        b'{"moves": ["\\u0000"]}',
        b'{"moves": [1e999]}',
        '{"fen": "♞♞♞"}'.encode(),
    ],
)
def test_hostile_bodies_are_problems(client, body):
    response = client.post(
        "/api/v1/play", content=body, headers={"Content-Type": "application/json"}
    )
    assert response.status_code == 422
    assert response.json()["status"] == 422


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("POST", "/", 405), ("PUT", "/api/v1/play", 405), ("GET", "/api/v1/play", 405)],
)
def test_other_methods_are_problems(client, method, path, status):
    response = client.request(method, path)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    assert method in response.json()["detail"]


SIX_FEN = "********/******** w p p 0 6 0 6 0 0 0 0 0 0 0 0 1"


def test_a_variant_has_its_own_board_and_moves(client):
    document = client.get("/api/v1/position", params={"variant": "six"}).json()
    assert (document["variant"], document["fen"]) == ("six", SIX_FEN)
    assert [each["move"] for each in document["legal"]][:3] == ["a5", "c5", "e5"]
    body = {"variant": "lasker", "moves": ["d6", "f4", "d6-d7"]}
    played = client.post("/api/v1/play", json=body).json()
    assert (played["variant"], played["phase"], played["action"]) == ("lasker", "placing", "place")
    assert {"f4-g4", "g4"} <= {each["move"] for each in played["legal"]}
    changed = client.get("/api/v1/position", params={"variant": "six:men=5"}).json()
    assert (changed["variant"], changed["fen"].split()[5]) == ("six:men=5", "5")
    assert client.get("/api/v1/position").json()["variant"] == "nine"


@pytest.mark.parametrize(
    ("variant", "words"),
    [
        ("seven", "'seven' is not a variant; did you mean 'eleven'? the variants are three, five"),
        ("/etc/own.toml", "'/etc/own.toml' is not a variant"),
        ("tests/data/crosses.toml", "'tests/data/crosses.toml' is not a variant"),
        ("nine:men=2", "men: a side has 3 to 12 men, not 2 (in 'nine:men=2')"),
    ],
)
def test_a_bad_variant_is_a_problem_that_names_the_field(client, variant, words):
    answers = [
        client.get(f"/api/v1/{path}", params={"variant": variant, "fen": SIX_FEN})
        for path in ("position", "board.svg", "probe", "line", "levels", "analysis")
    ]
    answers.append(client.post("/api/v1/play", json={"variant": variant}))
    answers.append(client.post("/api/v1/move", json={"variant": variant, "level": "easy"}))
    for response in answers:
        document = response.json()
        assert (response.status_code, document["type"]) == (422, "/api/docs#variant")
        assert document["field"] == "variant"
        assert words in document["detail"]


def test_a_position_of_another_variant_is_a_problem(client):
    response = client.get("/api/v1/position", params={"fen": SIX_FEN})
    assert (response.status_code, response.json()["type"]) == (422, "/api/docs#notation")
    assert "is not three squares of eight" in response.json()["detail"]


def test_a_long_variant_is_refused(client):
    response = client.get("/api/v1/position", params={"variant": "n" * 101})
    assert response.status_code == 422
    assert "query.variant" in response.json()["detail"]


def test_a_picture_of_another_board(client):
    picture = client.get("/api/v1/board.svg", params={"variant": "three"}).text
    assert "<title>Three Men&#x27;s Morris" in picture or "<title>Three Men's Morris" in picture
    assert ">c</text>" in picture
    assert ">d</text>" not in picture
