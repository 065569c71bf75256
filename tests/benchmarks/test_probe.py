"""The benchmark of probing, on a few positions."""

import probe
from solved import solved_folder

from merels.values.layout.key import TableKey


def test_every_kind_of_probe_is_timed(monkeypatch, capsys):
    for name, count in {"SINGLE": 20, "COLD": 3, "MANY": 500, "ROUNDS": 1}.items():
        monkeypatch.setattr(probe, name, count)
    probe.main(["--tables", str(solved_folder()), "--table", "4,3"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["warm probe", "cold probe", "arrays"]


def test_positions_belong_to_the_table():
    own, enemy = probe.draw_masks(TableKey.parse("5-3"), 100)
    assert {int(mask).bit_count() for mask in own} == {5}
    assert {int(mask).bit_count() for mask in enemy} == {3}
    assert not (own & enemy).any()
