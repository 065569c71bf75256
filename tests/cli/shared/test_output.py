"""The progress line: only in a terminal."""

import io
import os
import signal
import threading
from types import SimpleNamespace

import pytest

from merels.cli.shared.output import StatusLine, ctrl_c_ends_at_once, run_in_thread


class Screen(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def screen(monkeypatch):
    """A terminal of 20 columns. pytest itself sets `sys.stderr` after the fixtures."""
    screen = Screen()
    monkeypatch.setattr("merels.cli.shared.output.sys", SimpleNamespace(stderr=screen))
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


# Ctrl-C while other threads work.


def test_work_is_done_in_another_thread_and_waited_for():
    threads = []
    run_in_thread(lambda: threads.append(threading.current_thread()))
    assert len(threads) == 1
    assert threads[0] is not threading.current_thread()


@pytest.mark.parametrize("error", [ValueError("no"), KeyboardInterrupt()])
def test_an_error_in_the_thread_is_raised_here(error):
    def fail():
        raise error

    with pytest.raises(type(error)) as caught:
        run_in_thread(fail)
    assert caught.value is error


def test_waiting_can_be_interrupted():
    release = threading.Event()

    def work():
        os.kill(os.getpid(), signal.SIGINT)
        release.wait()

    with pytest.raises(KeyboardInterrupt):
        run_in_thread(work)
    release.set()


def test_the_handler_is_restored():
    before = signal.getsignal(signal.SIGINT)
    with ctrl_c_ends_at_once():
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    assert signal.getsignal(signal.SIGINT) is before
