"""Two games beside a greedy address, with a few finished games to search and to export."""

import online_stall
import pytest


@pytest.mark.parametrize("loads", [1, pytest.param(5, marks=pytest.mark.soak)])
def test_moves_are_acknowledged_under_every_load(monkeypatch, capsys, loads):
    """Each load has a server of its own; the last one is all of them together."""
    every = online_stall.list_loads
    monkeypatch.setattr(
        online_stall, "list_loads", lambda long: dict(list(every(long).items())[-loads:])
    )
    monkeypatch.setattr(online_stall, "EXPORTED", 2)
    monkeypatch.setattr(online_stall, "SETTLING", 0.0)
    online_stall.main(["--seconds", "0.5", "--games", "2", "--finished", "50", "--events", "300"])
    heading, *lines = capsys.readouterr().out.splitlines()
    assert heading.split()[:2] == ["greedy", "address"]
    assert len(lines) == loads
    for line in lines:
        moves, median, slowest, *_ = line[26:].split()
        assert int(moves) >= 1, line
        assert int(median) <= int(slowest), line
