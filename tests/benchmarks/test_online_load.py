"""The load of games between people, with a few; the people are those of online_players."""

import json

import online_load


def test_times_and_memory_are_measured(capsys):
    sizes = ("--games", "3", "--spectators", "2", "--moves", "120", "--seconds", "1.5")
    online_load.main(sizes)
    found = json.loads(capsys.readouterr().out)
    assert found["moves"] >= 3
    assert 0 < found["median_ms"] <= found["p99_ms"]
    assert found["processor_ms_per_move"] > 0
    assert found["megabytes_connected"] > 10
