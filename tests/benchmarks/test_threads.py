"""The benchmark of threads runs."""

import threads


def test_it_measures_a_ratio(capsys):
    threads.main(["--positions", "2", "--seconds", "0.05"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert lines[-1].startswith("median ratio ")
