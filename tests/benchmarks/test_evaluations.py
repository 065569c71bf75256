"""Matches between evaluations run, and are fair."""

import evaluations
import pytest

from merels.engine.evaluation import kernels


def play(capsys, *arguments):
    evaluations.main([*arguments, "--games", "4", "--nodes", "60"])
    *_, row = capsys.readouterr().out.splitlines()
    return [cell.strip() for cell in row.strip("|").split("|")]


def test_equal_evaluations_score_half(capsys, tmp_path):
    file = tmp_path / "weights.bin"
    file.write_bytes(kernels.pack_weights(kernels.load_weights()[kernels.STATES :]))
    row = play(capsys, "fitted", str(file))
    assert row[:2] == ["nine", "fitted"]
    assert row[4] == row[6], "as many losses as wins"
    assert row[7].startswith("50.0 ± ")


def test_each_side_has_its_evaluation(capsys, monkeypatch):
    asked = []
    named = evaluations.weights_named
    monkeypatch.setattr(
        evaluations, "weights_named", lambda name, rules: asked.append(name) or named(name, rules)
    )
    evaluations.load_engine.cache_clear()
    assert play(capsys, "fitted", "terms", "--variant", "twelve")[3] == "4"
    assert set(asked) == {"fitted", "terms"}
    assert named("terms", evaluations.parse_arguments(["terms", "terms"]).rules) is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fitted", "nowhere.bin"], "'nowhere.bin' is not fitted, terms or a file of weights"),
        (["fitted", "terms", "--variant", "six"], "no evaluation is fitted to Six Men's Morris"),
    ],
)
def test_a_bad_evaluation_is_refused(capsys, arguments, message):
    with pytest.raises(SystemExit):
        evaluations.main(arguments)
    assert message in capsys.readouterr().err
