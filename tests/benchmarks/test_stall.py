"""A greedy client next to a modest one, for a moment."""

import served
import stall
from solved import solved_folder

from merels import Game, Move


def test_the_modest_client_is_timed_against_every_kind_of_greed(monkeypatch, capsys):
    monkeypatch.setattr(stall, "CONNECTIONS", 2)
    monkeypatch.setattr(stall, "MOST_PLIES", 20)
    monkeypatch.setattr(stall, "SETTLING", 0.0)
    monkeypatch.setattr(served, "IDLE_CHECKS", 1)
    stall.main(["--tables", str(solved_folder()), "--seconds", "0.1"])
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split()[:4] == ["greedy", "client", "page", "health"]
    assert [row[:24].strip() for row in rows] == [
        "nobody",
        "POST /move, 20 moves",
        "POST /play, 20 moves",
        "GET /line",
        "GET /probe",
        "POST /move, expert",
    ]


def test_a_long_game_is_legal_and_not_over():
    game = Game()
    for move in stall.play_long(1):
        assert game.outcome() is None
        game.push(Move.parse(move))
    assert game.outcome() is None
    assert game.ply > 300
