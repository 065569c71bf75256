"""What a thinking process answers: the moves of its players, and what the tables say."""

import pytest
from serving import read_events

from merels import Game, Move, Position, create_player, results
from merels.web.api.models import ENDGAME_FEN, START_FEN

LONG = 30
"""Seconds that a search may take; what book and tables know is answered without one."""


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_a_level_moves_as_its_player_does(client, level):
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
    assert document["seconds"] >= 0


@pytest.mark.parametrize("level", ["expert", "perfect"])
def test_strong_levels_use_the_tables(client, level):
    document = client.post(
        "/api/v1/move", json={"fen": ENDGAME_FEN, "level": level, "seconds": LONG}, timeout=120
    ).json()
    assert (document["move"], document["source"]) == ("f4-d3", "table")
    assert document["level"] == level


def test_the_source_of_a_move_is_named(client):
    def source_of(fen, seconds=LONG):
        body = {"fen": fen, "level": "perfect", "seconds": seconds}
        return client.post("/api/v1/move", json=body, timeout=120).json()["source"]

    longest = results()["longest_game"]
    after = Position.from_fen(longest["fen"]).successor(Move.parse(longest["moves"][0]))
    assert source_of(START_FEN) == "book"
    assert source_of(after.fen()) == "results"  # the results name the one winning move
    assert source_of(Position(0b11111, 0b11111 << 12).fen(), seconds=0.3) == "search"


def test_a_strength_is_a_level_too(client):
    body = {"level": "elo:700", "seed": 3, "moves": ["d6", "f4"]}
    documents = [client.post("/api/v1/move", json=body, timeout=120).json() for _ in range(2)]
    assert documents[0]["level"] == "elo:700"
    assert documents[0]["move"] == documents[1]["move"]
    response = client.post("/api/v1/move", json=body | {"level": "elo:99999"}, timeout=120)
    assert (response.status_code, response.json()["type"]) == (422, "/api/docs#notation")


def test_analysis_is_exact_where_tables_are(client):
    response = client.get(
        "/api/v1/analysis", params={"seconds": 2, "fen": ENDGAME_FEN}, timeout=120
    )
    best = read_events(response)[-1][1]["lines"][0]
    assert (best["move"], best["result"], best["plies"]) == ("f4-d3", "win", 13)
    assert best["source"] == "table"
    assert len(best["pv"]) == 13
