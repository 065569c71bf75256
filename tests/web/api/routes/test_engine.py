"""The computer's moves and analysis over the API."""

import pytest
from serving import read_events

from merels import Game, Move, create_player
from merels.web.api.models import ENDGAME_FEN, START_FEN

OVER = "********/********/***OOO@@ b o s 3 0 2 0 0 0 0 0 0 0 0 0 30"


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_a_level_plays_like_its_player(client, level):
    game = Game()
    moves = ["d6", "f4"]
    for text in moves:
        game.push(Move.parse(text))
    document = client.post(
        "/api/v1/move", json={"fen": START_FEN, "moves": moves, "level": level, "seed": 7}
    ).json()
    move = create_player(level, seed=7).choose(game)
    game.push(move)
    assert document["move"] == str(move)
    assert document["fen"] == game.fen()
    assert (document["level"], document["source"]) == (level, "search")
    assert 0 <= document["seconds"] < 10


@pytest.mark.parametrize(
    ("body", "kind", "words"),
    [
        ({"level": "godlike"}, "notation", "'godlike' is not a player"),
        ({}, "request", "body.level"),
        ({"level": "easy", "fen": OVER}, "illegal-move", "the game is over"),
        ({"level": "easy", "moves": ["d6", "d6"]}, "illegal-move", "d6 is occupied"),
        ({"level": "easy", "seconds": 1e9}, "request", "body.seconds"),
        ({"level": "easy", "seed": -1}, "request", "body.seed"),
    ],
)
def test_bad_requests_are_problems(client, body, kind, words):
    response = client.post("/api/v1/move", json=body)
    document = response.json()
    assert (response.status_code, document["type"]) == (422, f"/api/docs#{kind}")
    assert words in document["detail"]


def test_levels_say_whether_the_page_can_play_them(client):
    levels = {each["name"]: each["needs_server"] for each in client.get("/api/v1/levels").json()}
    assert [name for name, needs in levels.items() if not needs] == ["easy", "normal", "hard"]


def test_analysis_deepens_and_ends(client):
    response = client.get("/api/v1/analysis", params={"seconds": 0.5, "lines": 2}, timeout=120)
    assert response.headers["content-type"].startswith("text/event-stream")
    names, documents = zip(*read_events(response), strict=True)
    assert names == ("info",) * (len(names) - 1) + ("done",)
    depths = [document["depth"] for document in documents]
    assert depths == sorted(depths)
    assert depths[-1] > 0
    last = documents[-1]
    assert last["nodes"] > 0
    assert len(last["lines"]) == 2
    game = Game()
    for text in last["lines"][0]["pv"]:
        game.push(Move.parse(text))
    assert last["lines"][0]["move"] == last["lines"][0]["pv"][0]


def test_analysis_is_exact_if_there_are_tables(client):
    response = client.get(
        "/api/v1/analysis", params={"seconds": 0.2, "fen": ENDGAME_FEN}, timeout=120
    )
    best = read_events(response)[-1][1]["lines"][0]
    assert (best["move"], best["result"], best["plies"]) == ("f4-d3", "win", 13)
    assert len(best["pv"]) == 13


def test_analysis_of_a_finished_game_is_a_problem(client):
    response = client.get("/api/v1/analysis", params={"fen": OVER}, timeout=120)
    [(name, document)] = read_events(response)
    assert (name, document["type"]) == ("problem", "/api/docs#illegal-move")


@pytest.mark.parametrize(
    "parameters", [{"fen": "x"}, {"lines": 0}, {"lines": 99}, {"seconds": 0}, {"seconds": "nan"}]
)
def test_bad_requests_for_analysis_are_refused_at_once(client, parameters):
    response = client.get("/api/v1/analysis", params=parameters)
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("level", ["expert", "perfect"])
def test_strong_levels_use_the_tables(client, level):
    document = client.post(
        "/api/v1/move", json={"fen": ENDGAME_FEN, "level": level, "seconds": 0.1}, timeout=120
    ).json()
    assert (document["move"], document["source"]) == ("f4-d3", "table")
    assert document["level"] == level


def test_a_rating_is_a_level_too(client):
    body = {"level": "elo:700", "seed": 3, "moves": ["d6", "f4"]}
    documents = [client.post("/api/v1/move", json=body, timeout=120).json() for _ in range(2)]
    assert documents[0]["level"] == "elo:700"
    assert documents[0]["move"] == documents[1]["move"]
    response = client.post("/api/v1/move", json=body | {"level": "elo:99999"}, timeout=120)
    assert (response.status_code, response.json()["type"]) == (422, "/api/docs#notation")
