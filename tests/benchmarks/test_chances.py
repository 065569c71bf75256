"""The benchmark of chances, on a few positions of small tables."""

import chances
from solved import solved_folder


def test_sweeps_and_looks_are_timed(monkeypatch, capsys):
    for name, count in {"POSITIONS": 30, "LOOKS": 2, "TURNS": (1,)}.items():
        monkeypatch.setattr(chances, name, count)
    chances.main(["--tables", str(solved_folder()), "--men", "7"])
    sweep, sweeps, look = capsys.readouterr().out.splitlines()
    assert sweep.startswith("one sweep: ")
    assert "over 1,690,422 positions: " in sweeps
    assert look.startswith("look of 1 turn: ")
