"""An engine as a process: lines to it, lines from it, and a clean end whatever it does."""

from __future__ import annotations

import contextlib
import os
import queue
import re
import shlex
import subprocess
import threading
import time
from collections import deque
from typing import IO, Final, cast

from merels._system import kill_group
from merels.errors import EngineError, NotationError

LONGEST_LINE: Final = 1 << 16
"""Characters read at once; a longer line comes in pieces."""

_WAITING_LINES: Final = 1000
"""Lines that wait to be read; an engine that writes more has to wait."""

_SECONDS_TO_QUIT: Final = 2.0
_SECONDS_TO_READ: Final = 2.0
_LAST_WORDS: Final = 3
_LONGEST_WORDS: Final = 200


class EngineProcess:
    """A running engine.

    It has a process group of its own, so that Ctrl-C does not reach it and no child is left behind.
    Raises `EngineError` if it cannot be started.
    """

    def __init__(self, command: str) -> None:
        self.command = command
        try:
            self._process = subprocess.Popen(
                split_command(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,
            )
        except OSError as error:
            raise EngineError(f"engine {command!r} cannot be started: {error}") from None
        self._lines: queue.Queue[str | None] = queue.Queue(_WAITING_LINES)
        self._last_words: deque[str] = deque(maxlen=_LAST_WORDS)
        self._closing = threading.Event()
        self._input = cast(IO[str], self._process.stdin)
        self._outputs = [
            cast(IO[str], stream) for stream in (self._process.stdout, self._process.stderr)
        ]
        self._readers = [
            threading.Thread(target=read, args=(stream,), daemon=True)
            for read, stream in zip(
                (self._read_lines, self._read_errors), self._outputs, strict=True
            )
        ]
        for reader in self._readers:
            reader.start()

    def send(self, *lines: str) -> None:
        """Write lines; raises `EngineError` if the engine has ended."""
        try:
            self._input.write("".join(f"{line}\n" for line in lines))
            self._input.flush()
        except (OSError, ValueError):
            raise self._gone() from None

    def receive(self, deadline: float) -> str | None:
        """Return the next line, or None when the deadline (of `time.monotonic`) has passed.

        Raises `EngineError` if the engine has ended.
        """
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)  # for the next caller
            raise self._gone()
        return line

    def forget_lines(self) -> None:
        """Drop the lines received so far: they answer earlier questions."""
        with contextlib.suppress(queue.Empty):
            while self._lines.get_nowait() is not None:
                pass
            self._lines.put(None)  # the end stays

    @property
    def is_alive(self) -> bool:
        """Whether the process is running."""
        return self._process.poll() is None

    def close(self) -> None:
        """Ask the process to quit, then kill it if it does not."""
        self._closing.set()
        with contextlib.suppress(EngineError):
            self.send("quit")
        with contextlib.suppress(OSError):
            self._input.close()
        self._drain()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_SECONDS_TO_QUIT)
        self.kill()

    def kill(self) -> None:
        """Kill the process and its children."""
        self._closing.set()
        kill_group(self._process)
        self._process.wait()
        self._drain()
        with contextlib.suppress(OSError):
            self._input.close()
        for reader, stream in zip(self._readers, self._outputs, strict=True):
            reader.join(_SECONDS_TO_READ)
            if not reader.is_alive():  # a child that left the group may hold the other end
                stream.close()

    def _drain(self) -> None:
        """Make room, so that a waiting reader sees that it should end."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._lines.get_nowait()

    def _read_lines(self, stream: IO[str]) -> None:
        with contextlib.suppress(ValueError, OSError):
            while line := stream.readline(LONGEST_LINE):
                if not self._closing.is_set():
                    self._lines.put(make_printable(line))
        if not self._closing.is_set():
            self._lines.put(None)

    def _read_errors(self, stream: IO[str]) -> None:
        with contextlib.suppress(ValueError, OSError):
            while line := stream.readline(LONGEST_LINE):
                if words := make_printable(line[:_LONGEST_WORDS]):
                    self._last_words.append(words)

    def _gone(self) -> EngineError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        self._readers[1].join(1.0)
        status = self._process.poll()
        end = "has closed its output" if status is None else f"has ended with status {status}"
        words = f": {' / '.join(self._last_words)}" if self._last_words else ""
        return EngineError(f"engine {self.command!r} {end}{words}")


def make_printable(line: str) -> str:
    r"""Return what an engine wrote as one line without control codes.

    >>> make_printable("id name \x1b[2JFine\tEngine\n")
    'id name \\x1b[2JFine Engine'
    """
    text = " ".join(line.split())
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text
    )


def split_command(command: str, windows: bool = os.name == "nt") -> list[str]:
    r"""Return a command line as words; raises `NotationError`.

    On Windows, backslashes belong to paths, and quotes stand around whole words.

    >>> split_command("'my engine' --fast", windows=False)
    ['my engine', '--fast']
    >>> split_command(r'"C:\my engines\mill.exe" --fast', windows=True)
    ['C:\\my engines\\mill.exe', '--fast']
    """
    try:
        words = shlex.split(command, posix=not windows)
    except ValueError as error:
        raise NotationError(f"{command!r} is not a command: {error}") from None
    if windows:
        words = [re.sub(r"""^(["'])(.*)\1$""", r"\2", word) for word in words]
    if not words:
        raise NotationError("the engine's command is missing; write uci:COMMAND")
    return words
