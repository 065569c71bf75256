"""How often the search keeps a value, on a few positions with invented values."""

import json

import measure_accuracy

from merels import Position


def test_cases_are_made_kept_and_searched(monkeypatch, open_made_up, tmp_path, capsys):
    monkeypatch.setattr(measure_accuracy, "open_tablebase", open_made_up)
    cases = tmp_path / "cases.json"
    arguments = ["--positions", "5", "--nodes", "200", "--cases", str(cases)]
    measure_accuracy.main(arguments)
    report = capsys.readouterr().out
    assert "kept in all " in report
    assert " of 5: " in report
    made = json.loads(cases.read_text())
    assert len(made) == 5
    for case in made:
        moves = set(map(str, Position.from_fen(case["fen"]).legal_moves))
        assert set(case["keeping"]) < moves, "some moves give the value away"

    monkeypatch.setattr(measure_accuracy, "open_tablebase", None)
    measure_accuracy.main(arguments)  # on the same cases
    assert capsys.readouterr().out == report
