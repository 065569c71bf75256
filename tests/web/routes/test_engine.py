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
    response = client.get("/api/v1/analysis", params={"seconds": 0.5, "lines": 2}, timeout=300)
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
    response = client.get("/api/v1/analysis", params={"fen": OVER}, timeout=300)
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


# Positions, play and pictures over the API.


REMOVING = "O*******/O*****@*/O*@***** w p r 3 6 2 7 1 0 0 0 0 0 0 3 3"


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
