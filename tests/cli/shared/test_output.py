from __future__ import annotations

import io
import os
import signal
import threading
from types import SimpleNamespace

import pytest

from merels.cli.shared.output import (
    LONGEST_LINE,
    Paint,
    StatusLine,
    Terminal,
    ctrl_c_ends_at_once,
    has_colour,
    make_printable,
    run_in_thread,
)


class FakeScreen(io.StringIO):
    def isatty(self) -> bool:
        return True


def create(text: str = "", encoding: str = "utf-8") -> tuple[Terminal, io.BytesIO]:
    raw = io.BytesIO()
    target = io.TextIOWrapper(raw, encoding=encoding)
    return Terminal(source=io.StringIO(text), target=target), raw


@pytest.mark.parametrize(
    ("environment", "colour"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "xterm", "NO_COLOR": ""}, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
        ({}, False),
    ],
)
def test_colour_depends_on_the_environment(environment: dict[str, str], colour: bool):
    assert has_colour(FakeScreen(), environment) is colour
    assert not has_colour(io.StringIO(), environment)


def test_plain_turns_colour_off():
    environment = {"TERM": "xterm"}
    in_colour = Terminal(source=io.StringIO(), target=FakeScreen(), environment=environment)
    plain = Terminal(plain=True, source=io.StringIO(), target=FakeScreen(), environment=environment)
    assert in_colour.paint("D6", Paint.STRONG) == "\x1b[1mD6\x1b[0m"
    assert plain.paint("D6", Paint.STRONG) == "D6"


def test_symbols_that_cannot_be_encoded_become_ascii():
    for encoding in ("ascii", "latin-1"):
        terminal, raw = create(encoding=encoding)
        terminal.say("·-○-●")
        assert raw.getvalue() == b".-O-@\n"
    terminal, raw = create()
    terminal.say("·-○-●")
    assert raw.getvalue().decode() == "·-○-●\n"


def test_other_characters_that_cannot_be_encoded_are_escaped():
    terminal, raw = create(encoding="ascii")
    terminal.say("Saved café \udcff")
    assert raw.getvalue() == rb"Saved caf\xe9 \udcff" + b"\n"


def test_lines_from_a_pipe_are_echoed_after_the_prompt():
    terminal, raw = create("D6\r\nA1\x1b[2J\n")
    assert terminal.ask("White> ") == "D6"
    assert terminal.ask("Black> ") == "A1\x1b[2J"
    assert terminal.ask("White> ") is None
    assert raw.getvalue() == b"White> D6\nBlack> A1?[2J\nWhite>\n"


def test_a_long_line_is_cut_and_the_next_one_is_whole():
    terminal, raw = create("x" * 1_000_000 + "\nD6")
    assert terminal.ask("> ") == "x" * LONGEST_LINE
    assert terminal.ask("> ") == "D6"
    assert terminal.ask("> ") is None
    assert len(raw.getvalue()) < 100


def test_bytes_that_are_not_text_are_read():
    source = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\x00\nD6\n"), encoding="utf-8")
    terminal = Terminal(source=source, target=io.StringIO())
    assert terminal.ask("> ") == "\udcff\udcfe\x00"
    assert terminal.ask("> ") == "D6"


def test_printable_text_has_no_control_characters_and_is_short():
    shown = make_printable("\x1b\x07\t" + "y" * 500)
    assert shown.startswith("???yyy")
    assert shown.endswith("...")
    assert len(shown) == 63


def test_sentences_are_wrapped_between_words_in_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "24")
    text = "White closes a mill. Capture which man? B2 D3"
    screen, pipe = FakeScreen(), io.StringIO()
    Terminal(source=io.StringIO(), target=screen).tell(text, indent="  ")
    Terminal(source=io.StringIO(), target=pipe).tell(text)
    assert screen.getvalue() == "White closes a mill.\n  Capture which man? B2\n  D3\n"
    assert pipe.getvalue() == f"{text}\n"


# The progress line: only in a terminal.


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
