"""One greedy address beside those who play, for a moment."""

import online_stall


def test_moves_are_timed_against_every_kind_of_greed(monkeypatch, capsys):
    monkeypatch.setattr(online_stall, "EXPORTED", 2)
    monkeypatch.setattr(online_stall, "LONG", 20)
    monkeypatch.setattr(online_stall, "SETTLING", 0.0)
    online_stall.main(["--seconds", "0.5", "--games", "1", "--finished", "3"])
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split()[:3] == ["greedy", "address", "moves"]
    assert [row[:26].strip() for row in rows] == [
        "one for its health",
        "60 exports of 1,000 games",
        "40 searches by name",
        "4 loads of 30,000 events",
        "all of these",
    ]
    assert all(int(row[26:].split()[0]) >= 1 for row in rows)
