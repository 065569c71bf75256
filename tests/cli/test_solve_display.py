"""The progress of `merels solve`: lines in a log, JSON events, bars in a terminal."""

import json
import os
import re
import sys

import pexpect
import pytest

from merels.cli import main
from merels.solver.resources import memory_need
from merels.tables.key import TableKey
from merels.tables.plan import Pair

SMALLEST_NEED = memory_need(Pair.of(TableKey(3, 3)))


def solve(path, *arguments):
    return main(["solve", "--tables", str(path), *arguments])


def test_plain_lines_outside_a_terminal(tmp_path, capsys):
    assert solve(tmp_path, "--men", "7") == 0
    output, messages = capsys.readouterr()
    assert output == ""
    assert "\x1b" not in messages
    announced, *rows = messages.splitlines()
    assert announced == f"3 tables, 1,690,422 positions, into '{tmp_path}'."
    words = [row.split() for row in rows]
    pair = Pair.of(TableKey(4, 3))
    assert ["3-3", "169,626", *memory_words(SMALLEST_NEED)] in words
    assert ["4-3", "and", "3-4", "1,520,796", *memory_words(memory_need(pair))] in words
    solved = [row for row in rows if "solved" in row]
    seconds = r"solved in \d+\.\d s, \d+\.\d million positions per second"
    assert len(solved) == 2
    assert re.match(rf"3-3 +{seconds}", solved[0])
    assert re.match(rf"4-3 and 3-4 +{seconds}", solved[1])


def memory_words(size):
    return [f"{size / (1 << 20):.1f}", "MiB"]


def test_json_events_report_the_whole_run(tmp_path, capsys):
    assert solve(tmp_path, "--men", "7", "--json") == 0
    output, messages = capsys.readouterr()
    assert messages == ""
    plan, *events = [json.loads(line) for line in output.splitlines()]
    assert plan["event"] == "plan"
    assert plan["folder"] == str(tmp_path)
    assert [pair["tables"] for pair in plan["pairs"]] == [["3-3"], ["4-3", "3-4"]]
    assert [pair["positions"] for pair in plan["pairs"]] == [169_626, 1_520_796]
    assert plan["pairs"][0]["memory"] == SMALLEST_NEED
    kinds = [event["event"] for event in events if event["event"] != "progress"]
    assert kinds == ["start", "table", "finish", "start", "table", "table", "finish"]
    assert_tables_are_reported(tmp_path, [event for event in events if event["event"] == "table"])
    assert_progress_is_reported([event for event in events if event["event"] == "progress"])
    finished = [event for event in events if event["event"] == "finish"]
    assert [event["positions"] for event in finished] == [169_626, 1_520_796]
    assert all(event["edges"] > event["positions"] for event in finished)
    assert all(event["seconds"] > 0 for event in finished)


def assert_tables_are_reported(path, events):
    assert [event["table"] for event in events] == ["3-3", "4-3", "3-4"]
    assert [event["positions"] for event in events] == [169_626, 760_398, 760_398]
    for event in events:
        assert event["bytes"] == (path / f"{event['table']}.mtb").stat().st_size


def assert_progress_is_reported(events):
    assert {event["table"] for event in events} == {"3-3", "4-3", "3-4"}
    for event in events:
        assert 0 <= event["done"] <= event["positions"]
        assert event["level"] == 0 or event["phase"] == "tracing"


def test_json_with_nothing_to_do(tmp_path, capsys):
    assert solve(tmp_path, "--men", "6") == 0
    capsys.readouterr()
    assert solve(tmp_path, "--men", "6", "--json") == 0
    (plan,) = capsys.readouterr().out.splitlines()
    assert json.loads(plan) == {"event": "plan", "folder": str(tmp_path), "pairs": []}


@pytest.fixture
def terminal(tmp_path):
    """The command in a pseudo-terminal."""
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
    console = pexpect.spawn(
        sys.executable,
        ["-m", "merels", "solve", "--men", "9", "--threads", "1", "--tables", str(tmp_path)],
        env=environment | {"TERM": "xterm-256color"},
        encoding="utf-8",
        timeout=60,
        dimensions=(24, 100),
    )
    yield console
    console.close(force=True)


HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"


def test_bars_in_a_terminal(terminal):
    terminal.expect_exact("10 tables, ")
    terminal.expect_exact(HIDE_CURSOR)
    terminal.expect("5-4 and 4-5 .*━.*(counting|tracing)")
    terminal.expect("5-4 and 4-5 +solved in ")
    terminal.expect("6-3 and 3-6 +solved in ")
    terminal.expect_exact(SHOW_CURSOR)
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert "Traceback" not in terminal.before
    assert (terminal.exitstatus, terminal.signalstatus) == (0, None)


def test_ctrl_c_restores_the_terminal(terminal):
    terminal.expect("5-3 and 3-5 +solved in ")
    terminal.expect("5-4 and 4-5 .*━.*(counting|tracing)")
    terminal.sendintr()
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert SHOW_CURSOR in terminal.before
    assert "Traceback" not in terminal.before
    assert (terminal.exitstatus, terminal.signalstatus) == (130, None)
