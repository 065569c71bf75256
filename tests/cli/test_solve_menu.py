"""`merels solve` without options: what it offers, what it takes by default, how it asks."""

import sys
from dataclasses import replace

import pexpect
import pytest

from merels import MerelsError, NotationError, Variant
from merels.cli import main, solve_menu
from merels.cli.solve_menu import choose_targets, find_default, show_offers
from merels.solver import offers as solver_offers
from merels.solver.calibration import Calibration
from merels.solver.offers import SMALL_SET, DiskNeed, Obstacle, Offer
from merels.tables.key import TableKey
from merels.tables.plan import all_moving_tables, all_tables

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
    monkeypatch.setattr(solve_menu, "calibrate", lambda threads: KNOWN)


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
        timeout=120,
        dimensions=(40, 120),
    )
    session.expect("Which one")
    session.sendline("1")
    session.expect(pexpect.EOF)
    session.close()
    assert session.exitstatus == 0
    assert len(list(tmp_path.glob("*.mtb"))) == 6
