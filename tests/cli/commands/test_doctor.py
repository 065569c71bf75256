"""merels doctor: what it prints, its width, its exit status, its JSON."""

import json

from merels.cli import main


def test_this_installation_is_fine(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("MERELS_TABLES", str(tmp_path))
    status = main(["doctor"])
    output = capsys.readouterr().out
    assert status == 0, output
    assert output.endswith("No problems.\n")
    for part in ("python\n", "extras\n", "engine", "fast path", "the empty board is a draw"):
        assert part in output


def test_the_report_fits(monkeypatch, tmp_path, capsys):
    long = tmp_path / "-".join(["folder"] * 12)
    monkeypatch.setenv("MERELS_TABLES", str(long))
    monkeypatch.setenv("COLUMNS", "80")
    main(["doctor"])
    output = capsys.readouterr().out
    assert "".join(str(long).split()) in "".join(output.split())
    assert not [line for line in output.splitlines() if len(line) > 80]


def test_the_document(monkeypatch, tmp_path, capsys):
    (tmp_path / "3-3.mtb").write_bytes(b"MERELS\r\nnot really")
    monkeypatch.setenv("MERELS_TABLES", str(tmp_path))
    assert main(["doctor", "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["ok"] is False
    [problem] = [each for each in document["findings"] if each["status"] == "problem"]
    assert problem["name"] == "damaged"
    assert "3-3.mtb" in problem["detail"]
    assert problem["advice"] == "delete the file and run merels solve again"
    assert main(["doctor"]) == 1
    assert "Problems: 1, marked !!" in capsys.readouterr().out
