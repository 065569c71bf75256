"""The load on a server, with a few requests."""

import serve
import served
from solved import solved_folder


def test_rate_latency_and_memory_are_measured(monkeypatch, capsys):
    monkeypatch.setattr(serve, "MEN", ((3, 3), (4, 3), (3, 4)))
    monkeypatch.setattr(serve, "POSITIONS", 20)
    monkeypatch.setattr(serve, "ROUNDS", 1)
    monkeypatch.setattr(serve, "SETTLING", 0.0)
    monkeypatch.setattr(served, "IDLE_CHECKS", 1)
    monkeypatch.setattr(serve, "share_of_processor", lambda: 1.0)
    sizes = ("--places", "1", "--seconds", "0.2", "--rate", "20", "--requests", "20")
    serve.main(["--tables", str(solved_folder()), *sizes])
    names = [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()]
    for name in (
        "rate",
        "latency, no place busy",
        "latency, all 1 places busy",
        "ratio of the 99th percentiles",
        "memory after 20 requests",
    ):
        assert name in names


def test_a_busy_loop_gets_part_of_a_processor():
    assert 0 < serve.share_of_processor(0.05) <= 1.1
