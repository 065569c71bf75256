"""The progress of `merels solve`: lines in a log, JSON events, bars in a terminal."""

import json
import os
import re
import sys
from dataclasses import replace

import pexpect
import pytest

from merels import MerelsError, NotationError, Variant
from merels.cli import main
from merels.cli.shared.solving import choose_targets, find_default, show_offers
from merels.solver import benchmark as solver_offers
from merels.solver.benchmark import SMALL_SET, Calibration, DiskNeed, Obstacle, Offer
from merels.solver.workspace import memory_need
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair, all_moving_tables, all_tables

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
        timeout=300,
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


# `merels solve` without options: what it offers, what it takes by default, how it asks.

KNOWN = Calibration(2.0, 2)
SMALL = Offer("small", [TableKey(3, 3)], 1, 10_000, 0.5, 1 << 20, DiskNeed(1 << 20, 1 << 21))
LARGE = replace(SMALL, goal="all", seconds=5000.0)
TOO_LARGE = replace(SMALL, obstacle=Obstacle("disk", 1))


def nothing_done(_key):
    return False


@pytest.fixture
def roomy(monkeypatch):
    """A machine with plenty of memory and disk space."""
    monkeypatch.setattr(solver_offers, "available_memory", lambda: 1 << 40)
    monkeypatch.setattr(solver_offers, "free_space", lambda _: 1 << 50)
    monkeypatch.setattr(solver_offers, "calibrate", lambda threads: KNOWN)


# The default.


@pytest.mark.parametrize(
    ("offers", "default"),
    [
        ([SMALL, SMALL, LARGE], 1),
        ([SMALL, SMALL, SMALL], 2),
        ([LARGE, LARGE], 0),
        ([SMALL, TOO_LARGE], 0),
        ([TOO_LARGE, TOO_LARGE], None),
    ],
)
def test_the_default_is_the_largest_that_is_done_soon(offers, default):
    assert find_default(offers) == default


def test_the_menu_marks_the_default_and_what_does_not_fit():
    header, small, large, too_large = show_offers([SMALL, LARGE, TOO_LARGE], default=0)
    assert header.split() == ["positions", "time", "memory", "disk"]
    assert small.startswith(" *1. small endgames, up to 8 men in total ")
    assert small.split()[-7:] == ["10,000", "1", "s", "1.0", "MiB", "1.0", "MiB"]
    assert large.startswith("  2. the whole game")
    assert "83 min" in large
    assert too_large.endswith("too much: only 1 bytes of disk space free")


# Choosing.


@pytest.mark.usefixtures("roomy")
def test_yes_takes_the_default(tmp_path, capsys):
    chosen = choose_targets(tmp_path, Variant(), nothing_done, 2, SMALL_SET, yes=True)
    assert chosen == all_moving_tables(men=8)
    assert "*1. small endgames" in capsys.readouterr().err


@pytest.mark.usefixtures("roomy")
def test_with_everything_solved_there_is_nothing_to_choose(tmp_path, capsys):
    assert choose_targets(tmp_path, Variant(), lambda _: True, 2, SMALL_SET, yes=True) is None
    assert "Nothing to do: the whole game is already in" in capsys.readouterr().err


@pytest.mark.usefixtures("roomy")
def test_it_says_so_if_nothing_fits(monkeypatch, tmp_path):
    monkeypatch.setattr(solver_offers, "available_memory", lambda: 1)
    with pytest.raises(MerelsError, match="nothing in this list fits"):
        choose_targets(tmp_path, Variant(), nothing_done, 2, SMALL_SET, yes=True)


class Keyboard:
    """A person at the keyboard."""

    def __init__(self, *lines):
        self.lines = [f"{line}\n" for line in lines]

    def isatty(self):
        return True

    def readline(self):
        return self.lines.pop(0) if self.lines else ""


@pytest.mark.usefixtures("roomy")
@pytest.mark.parametrize(
    ("typed", "tables"),
    [
        ((), None),
        (("q",), None),
        (("no",), None),
        (("",), all_moving_tables(men=8)),
        (("2",), all_moving_tables()),
        (("4", "all", "3"), all_tables()),
    ],
)
def test_answers(monkeypatch, tmp_path, typed, tables):
    monkeypatch.setattr(sys, "stdin", Keyboard(*typed))
    assert choose_targets(tmp_path, Variant(), nothing_done, 2, SMALL_SET, yes=False) == tables


@pytest.mark.usefixtures("roomy")
def test_offers_that_do_not_fit_cannot_be_chosen(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(solver_offers, "free_space", lambda _: 1 << 20)
    monkeypatch.setattr(sys, "stdin", Keyboard("3", "1"))
    chosen = choose_targets(tmp_path, Variant(), nothing_done, 2, SMALL_SET, yes=False)
    assert chosen == all_moving_tables(men=8)
    assert "This does not fit: only 1.0 MiB of disk space free." in capsys.readouterr().err


def test_without_a_terminal_nothing_is_asked(monkeypatch, tmp_path, capsys):
    with pytest.raises(NotationError, match="no terminal to ask in; use --men N"):
        choose_targets(tmp_path, Variant(), nothing_done, 2, SMALL_SET, yes=False)
    assert main(["solve", "--tables", str(tmp_path)]) == 2
    assert "--yes for the default" in capsys.readouterr().err


def test_in_a_terminal_it_measures_asks_and_solves(tmp_path):
    """The real thing: small endgames, chosen at the keyboard."""
    session = pexpect.spawn(
        sys.executable,
        ["-m", "merels", "solve", "--tables", str(tmp_path)],
        encoding="utf-8",
        timeout=300,
        dimensions=(40, 120),
    )
    session.expect("Which one")
    session.sendline("1")
    session.expect(pexpect.EOF)
    session.close()
    assert session.exitstatus == 0
    assert len(list(tmp_path.glob("*.mtb"))) == 6
