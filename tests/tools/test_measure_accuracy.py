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
    measure_accuracy.main([*arguments, "--book"])  # on the same cases, none of them in the book
    assert capsys.readouterr().out == report


def test_positions_can_be_those_of_one_phase_and_another_seed():
    drawn = [measure_accuracy.draw_positions(3, seed, "placing") for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert {position.in_hand(position.turn) > 0 for position in drawn[0]} == {True}
