"""Two games beside a greedy address, with a few finished games to search and to export."""

import online_stall


def test_moves_are_acknowledged_under_every_load(monkeypatch, capsys):
    monkeypatch.setattr(online_stall, "EXPORTED", 2)
    monkeypatch.setattr(online_stall, "SETTLING", 0.0)
    online_stall.main(["--seconds", "0.5", "--games", "2", "--finished", "50", "--events", "300"])
    heading, *lines = capsys.readouterr().out.splitlines()
    assert heading.split()[:2] == ["greedy", "address"]
    assert len(lines) == 5
    for line in lines:
        moves, median, slowest, *_ = line[26:].split()
        assert int(moves) >= 1, line
        assert int(median) <= int(slowest), line
