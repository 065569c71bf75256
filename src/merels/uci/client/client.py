"""The other side of the protocol: asks an engine of another program for its turns."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from merels.errors import EngineError
from merels.matches.faults import Fault, PlayerError
from merels.rules.game import PLY_LIMIT
from merels.uci.client.process import EngineProcess

SECONDS_TO_START: Final = 120.0
"""How long an engine may take to say that it is there or ready; ours compiles itself once."""

LONGEST_NAME: Final = 80
"""Characters of an engine's name that are kept: it heads tables and game files."""

RULES: Final = {
    "MayFly": "true",
    "NMoveRule": str(PLY_LIMIT),
    "ThreefoldRepetitionRule": "true",
}
"""The rules of a match as options, by the names that mill programs give them."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed with an engine before it plays.

    ``seconds`` are for each action; an engine that takes ``margin`` seconds more has lost.
    ``options`` are sent as they are; the rules, to engines that have options for them.
    """

    seconds: float = 1.0
    margin: float = 2.0
    options: tuple[tuple[str, str], ...] = ()


class Client:
    """An engine that is started when it is needed, and again after it has failed."""

    def __init__(self, command: str, terms: Terms) -> None:
        self.command = command
        self.terms = terms
        self.name = command
        """What the engine calls itself, once it has been started."""
        self._process: EngineProcess | None = None

    def start(self) -> None:
        """Start the engine unless it runs; raises `EngineError`."""
        if self._process is not None and self._process.is_alive:
            return
        self.close()
        process = self._process = EngineProcess(self.command)
        try:
            process.send("uci")
            offered = self._read_identity(process)
            for name, value in self.terms.options:
                process.send(f"setoption name {name} value {value}")
            for name, value in RULES.items():
                if name.lower() in offered:
                    process.send(f"setoption name {name} value {value}")
            self._wait_until_ready(process)
        except EngineError:
            self.kill()
            raise

    def new_game(self) -> None:
        """Make the engine ready for another game; raises `EngineError`."""
        self.start()
        assert self._process is not None
        try:
            self._process.send("ucinewgame")
            self._wait_until_ready(self._process)
        except EngineError:
            self.kill()
            raise

    def ask(self, position: str) -> str:
        """Return the engine's action in a position, given as the arguments of ``position``.

        An engine that is late or has gone is ended. Raises `PlayerError`.
        """
        if self._process is None:
            raise PlayerError(Fault.CRASH, f"engine {self.command!r} does not run")
        terms = self.terms
        self._process.forget_lines()
        try:
            self._process.send(
                f"position {position}", f"go movetime {max(1, round(1000 * terms.seconds))}"
            )
            deadline = time.monotonic() + terms.seconds + terms.margin
            token = _read_answer(self._process, deadline)
        except EngineError as error:
            self.kill()
            raise PlayerError(Fault.CRASH, str(error)) from None
        if token is None:
            self.kill()
            limit = f"{terms.seconds:g} s and {terms.margin:g} s of grace"
            raise PlayerError(
                Fault.TIMEOUT, f"engine {self.command!r} has not answered within {limit}"
            )
        return token

    def close(self) -> None:
        """Let the engine quit; `start` starts it again."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def kill(self) -> None:
        """End the engine at once; `start` starts it again."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    def _read_identity(self, process: EngineProcess) -> set[str]:
        """Read up to ``uciok``; return the names of the options, in small letters."""
        offered: set[str] = set()
        deadline = time.monotonic() + SECONDS_TO_START
        while (line := process.receive(deadline)) != "uciok":
            if line is None:
                raise self._silent("uci", "uciok")
            words = line.split()
            if words[:2] == ["id", "name"] and len(words) > 2:
                self.name = " ".join(words[2:])[:LONGEST_NAME]
            elif words[:2] == ["option", "name"] and "type" in words:
                offered.add("".join(words[2 : words.index("type")]).lower())
        return offered

    def _wait_until_ready(self, process: EngineProcess) -> None:
        process.send("isready")
        deadline = time.monotonic() + SECONDS_TO_START
        while (line := process.receive(deadline)) != "readyok":
            if line is None:
                raise self._silent("isready", "readyok")

    def _silent(self, question: str, answer: str) -> EngineError:
        return EngineError(
            f"engine {self.command!r} has not answered {question} with {answer} within "
            f"{SECONDS_TO_START:g} s"
        )


def _read_answer(process: EngineProcess, deadline: float) -> str | None:
    """Return what follows ``bestmove``, None when the deadline has passed.

    Some engines write it behind an ``info`` on the same line.
    """
    while time.monotonic() < deadline:
        line = process.receive(deadline)
        if line is None:
            return None
        words = line.split()
        if "bestmove" in words and words[:2] != ["info", "string"]:
            return " ".join(words[words.index("bestmove") + 1 :][:1])
    return None
