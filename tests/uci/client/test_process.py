"""Engines as processes: how they start and end, and what they write."""

import pytest
from bad_engines import QUICK, command, name

from merels import NotationError
from merels.cli import main
from merels.uci.client.client import Client
from merels.uci.client.process import EngineProcess


@pytest.mark.parametrize("text", ["", "  ", "'unclosed"])
def test_a_malformed_command(text):
    with pytest.raises(NotationError):
        EngineProcess(text)


def test_an_engine_that_ignores_quit_is_killed(monkeypatch):
    monkeypatch.setattr("merels.uci.client.process._SECONDS_TO_QUIT", 0.2)
    client = Client(command("stays"), QUICK)
    client.start()
    process = client._process
    client.close()
    assert not process.is_alive


def test_escape_codes_of_an_engine_are_shown_not_sent(tmp_path, capsys):
    """Neither its name nor its last words move the cursor, anywhere."""
    file = tmp_path / "games.pgn"
    assert main(["match", name("paints"), "random", "--games", "2", "--pgn", str(file)]) == 1
    printed = capsys.readouterr()
    shown = "\\x1b[2J\\x1b]0;title\\x07Red\\x9b31m\\u202e Engine!!"
    assert shown in printed.out
    assert f'[White "{shown}'.replace("\\", "\\\\") in file.read_text(encoding="utf-8")
    assert "has ended with status 3: \\x1b[31mout of\\x00 luck" in printed.err
    for text in (printed.out, printed.err, file.read_text(encoding="utf-8")):
        assert all(line.isprintable() for line in text.splitlines())
    assert max(map(len, printed.out.splitlines())) < 200
