"""The computer's moves and analysis over the API."""

import pytest
from serving import read_events

import merels
from merels import VARIANTS, Game, Move, Position
from merels.web.api.documents import ENDGAME_FEN, START_FEN
from merels.web.app import PREFIX
from merels.web.routes.engine import MoveRequest

OVER = "********/********/***OOO@@ b o s 3 0 2 0 0 0 0 0 0 0 0 0 30"


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


@pytest.mark.parametrize(
    ("fen", "is_exact"),
    [
        (START_FEN, False),
        (ENDGAME_FEN, True),
        (Position(0b1111, 0b111 << 12).fen(), True),
        (Position(0b1111, 0b1111 << 12).fen(), False),
        (OVER, True),
        ("@@*****@/********/OO****O* b m r 3 0 3 0 0 1 0 0 0 0 0 0 9", True),
    ],
)
def test_levels_with_tables_say_whether_they_are_exact(client, fen, is_exact):
    levels = client.get("/api/v1/levels", params={"fen": fen}).json()
    assert {each["name"]: each["exact"] for each in levels} == {
        **dict.fromkeys(["easy", "normal", "hard", "random"]),
        **dict.fromkeys(["expert", "perfect"], is_exact),
    }


def test_levels_of_a_bad_position_are_a_problem(client):
    response = client.get("/api/v1/levels", params={"fen": "x"})
    assert (response.status_code, response.json()["type"]) == (422, "/api/docs#notation")


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


@pytest.mark.parametrize("variant", [*VARIANTS, "six:flying=three-in-all"])
def test_plain_levels_move_in_every_variant(client, variant):
    rules = merels.variant(variant)
    body = {"variant": variant, "moves": [rules.board.names[0]], "level": "easy", "seed": 1}
    document = client.post("/api/v1/move", json=body).json()
    assert (document["variant"], document["source"]) == (variant, "search")
    game = Game(variant=rules)
    game.push(rules.board.names[0])
    game.push(document["move"])
    assert document["fen"] == game.fen()


def test_no_level_is_exact_without_tables(client):
    levels = client.get("/api/v1/levels", params={"variant": "twelve"}).json()
    assert {each["exact"] for each in levels} == {None, False}


def test_perfect_is_exact_where_a_book_has_the_whole_game(client):
    levels = client.get("/api/v1/levels", params={"variant": "six"}).json()
    assert {each["exact"] for each in levels} == {None, True}


@pytest.mark.parametrize(
    "body",
    [
        {"level": "easy", "moves": [1] * 1000},
        {"level": "easy", "moves": ["x" * 65] * 900},
        {"level": "easy", "moves": [1] * 20_000},
        {"level": "easy"} | {str(number): 1 for number in range(5000)},
    ],
)
def test_only_one_of_many_mistakes_is_reported(client, body):
    document = client.post(f"{PREFIX}/move", json=body).json()
    assert document["type"] == "/api/docs#request"
    assert len(document["errors"]) == 1
    assert len(document["detail"]) < 400


def test_a_good_request_is_read_unchanged():
    body = {"level": "easy", "moves": ["d6"] * 1000, "seed": 1}
    assert MoveRequest.model_validate(body).model_dump(exclude_unset=True) == body
