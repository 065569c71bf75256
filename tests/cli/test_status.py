"""The progress line: only in a terminal."""

import io
from types import SimpleNamespace

import pytest

from merels.cli.status import StatusLine


class Screen(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def screen(monkeypatch):
    """A terminal of 20 columns. pytest itself sets `sys.stderr` after the fixtures."""
    screen = Screen()
    monkeypatch.setattr("merels.cli.status.sys", SimpleNamespace(stderr=screen))
    monkeypatch.setenv("COLUMNS", "20")
    return screen


def test_a_terminal_shows_one_line_and_clears_it_at_the_end(screen):
    with StatusLine() as status:
        status.show("one")
        status.show("two")
    assert screen.getvalue().split("\r\x1b[K") == ["", "one", "two", ""]


def test_a_line_is_cut_to_the_width(screen):
    StatusLine().show("a" * 50)
    assert screen.getvalue().endswith("\x1b[K" + 19 * "a")


def test_a_message_stays_above_the_line(screen):
    with StatusLine() as status:
        status.show("one")
        status.print("done")
    assert screen.getvalue().split("\r\x1b[K") == ["", "one", "done\n", "one", ""]


def test_only_messages_are_printed_outside_a_terminal(capsys):
    with StatusLine() as status:
        status.show("one")
        status.print("done")
    assert capsys.readouterr() == ("", "done\n")
