"""The benchmark of environments, on a few games."""

import environments


def test_every_way_of_stepping_is_measured(capsys):
    environments.main(["nine", "six", "--games", "8", "--steps", "2"])
    header, *rows = capsys.readouterr().out.splitlines()
    assert header.split()[:3] == ["alone", "+", "mask"]
    assert [row.split()[0] for row in rows] == ["nine", "six"]
    assert all(float(rate) > 0 for row in rows for rate in row.split()[1:])
