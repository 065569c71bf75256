"""A few games against the computer, and moves for somebody else meanwhile."""

import computer_games


def test_the_other_address_is_answered(monkeypatch, capsys):
    monkeypatch.setattr(computer_games, "LEVEL", {"level": "easy"})  # at once
    computer_games.main(["--games", "2", "--seconds", "0.1"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["games made, by status: {201: 2}", "moves elsewhere, by status: {200: 1}"]
    assert lines[2].startswith("answered: median ")
