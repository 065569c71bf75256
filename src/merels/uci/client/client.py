"""The client side of the protocol: another program's engine, asked for moves, as a player."""

from __future__ import annotations

import atexit
import re
import time
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from merels.errors import EngineError, NotationError, quote
from merels.matches.match import Fault, PlayerError
from merels.rules.game import Game
from merels.rules.legal import explain_illegal_action
from merels.rules.move import Move
from merels.rules.outcome import PLY_LIMIT
from merels.rules.position import Position
from merels.rules.variant import NINE_MENS_MORRIS, Flying, Variant
from merels.uci.client.process import EngineProcess

SECONDS_TO_START: Final = 120.0
"""How long an engine may take to start or get ready; the first time, our engine compiles."""

MOST_LINES: Final = 10_000
"""Lines that an engine may write before it answers; Stockfish writes about forty."""

SECONDS: Final = 1.0
PATIENCE: Final = 600.0
"""How long an engine may take for an action that is limited by nodes alone."""

LONGEST_NAME: Final = 80
"""Characters of an engine's name that are kept: it appears in tables and game files."""

REFUSAL: Final = re.compile(
    r"\b(no such|not|unknown|invalid|illegal|unsupported|error|fail(s|ed)?|cannot|refused?)\b", re.I
)
"""How engines say that they refuse an option: the protocol has no rule for it."""

OWN_REFUSAL: Final = "info string setoption: "
"""How our engine refuses an option."""

VARIANT: Final = "Variant"
FLYING: Final = "MayFly"
DRAW_RULES: Final = {"NMoveRule": str(PLY_LIMIT), "ThreefoldRepetitionRule": "true"}
"""The rules of a match as options, under the names that mill programs use."""


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """The terms on which an engine plays.

    It has ``seconds`` for each action, and loses if it takes ``margin`` seconds more; with
    ``nodes`` it is asked to search this many positions instead. Without ``seconds`` it has one
    second, or `PATIENCE` if it counts nodes. ``options`` are sent unchanged; draw rules go only to
    engines that have options for them. The ``variant`` is sent as ``variant_text``; an engine must
    have an option for it unless it is the standard game.
    """

    seconds: float | None = None
    margin: float = 2.0
    options: tuple[tuple[str, str], ...] = ()
    nodes: int | None = None
    variant: Variant = NINE_MENS_MORRIS
    variant_text: str = NINE_MENS_MORRIS.name

    @property
    def allowance(self) -> float:
        """The seconds for each action."""
        if self.seconds is None:
            return SECONDS if self.nodes is None else PATIENCE
        return self.seconds

    @property
    def limit(self) -> str:
        """The limit as arguments of ``go``."""
        if self.nodes is not None:
            return f"nodes {self.nodes}"
        return f"movetime {max(1, round(1000 * self.allowance))}"


class Client:
    """An engine, started when it is needed and restarted after a failure."""

    def __init__(self, command: str, terms: SearchTerms) -> None:
        self.command = command
        self.terms = terms
        self.name = command
        """The name that the engine gives itself, once it has started."""
        self._process: EngineProcess | None = None

    def start(self) -> None:
        """Start the engine unless it is running; raises `EngineError`."""
        if self._process is not None and self._process.is_alive:
            return
        self.close()
        process = self._process = EngineProcess(self.command)
        try:
            process.send("uci")
            offered = self._read_identity(process)
            for name, value in self.terms.options:
                self._check_option(name, value, offered)
            for name, value in (*self.terms.options, *self._find_rules(offered)):
                process.send(f"setoption name {name} value {value}")
            self._check_answers(self._wait_until_ready(process))
        except EngineError:
            self.kill()
            raise

    def new_game(self) -> None:
        """Prepare the engine for another game; raises `EngineError`."""
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

        Kills an engine that is late or has failed, and raises `PlayerError`.
        """
        if self._process is None:
            raise PlayerError(Fault.CRASH, f"engine {self.command!r} is not running")
        terms = self.terms
        self._process.forget_lines()
        try:
            self._process.send(f"position {position}", f"go {terms.limit}")
            deadline = time.monotonic() + terms.allowance + terms.margin
            token = _read_answer(self._process, deadline)
        except EngineError as error:
            self.kill()
            raise PlayerError(Fault.CRASH, str(error)) from None
        if token is None:
            self.kill()
            limit = f"{terms.allowance:g} s and {terms.margin:g} s of grace"
            raise PlayerError(
                Fault.TIMEOUT, f"engine {self.command!r} did not answer within {limit}"
            )
        return token

    def close(self) -> None:
        """Ask the engine to quit; `start` starts it again."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def kill(self) -> None:
        """Kill the engine; `start` starts it again."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    def _read_identity(self, process: EngineProcess) -> dict[str, list[str]]:
        """Read up to ``uciok``; return how each option is declared, by its `_fold`ed name."""
        offered: dict[str, list[str]] = {}
        for line in self._read_until(process, "uci", "uciok"):
            words = line.split()
            if words[:2] == ["id", "name"] and len(words) > 2:
                self.name = " ".join(words[2:])[:LONGEST_NAME]
            elif words[:2] == ["option", "name"] and "type" in words:
                kind = words.index("type")
                offered[_fold(" ".join(words[2:kind]))] = words[kind + 1 :]
        return offered

    def _check_option(self, name: str, value: str, offered: Mapping[str, Sequence[str]]) -> None:
        """Raise `EngineError` if the engine lacks an option, or declares other values for it."""
        declared = offered.get(_fold(name))
        if declared is None:
            known = ", ".join(offered) or "none"
            raise EngineError(
                f"engine {self.command!r} has no option {name!r}; its options are: {known}"
            )
        if not _allows(declared, value):
            raise EngineError(
                f"engine {self.command!r}: option {name} cannot be {value!r}; the engine declares "
                f"type {' '.join(declared)}"
            )

    def _check_answers(self, lines: Sequence[str]) -> None:
        """Raise `EngineError` if one of the lines after the options refuses an option."""
        names = [_fold(name) for name, _ in self.terms.options]
        for line in lines:
            is_named = any(name in _fold(line) for name in names)
            if line.startswith(OWN_REFUSAL) or (is_named and REFUSAL.search(line)):
                raise EngineError(
                    f"engine {self.command!r} refuses an option: "
                    f"{line.removeprefix('info string ')}"
                )

    def _find_rules(self, offered: Container[str]) -> list[tuple[str, str]]:
        """Return the options that set the rules; raises `EngineError` if the engine lacks one."""
        variant, flying = self.terms.variant, bool(self.terms.variant.flying)
        rules = {VARIANT: self.terms.variant_text, FLYING: str(flying).lower(), **DRAW_RULES}
        if variant == NINE_MENS_MORRIS:
            del rules[VARIANT]  # every engine plays it
        elif VARIANT.lower() not in offered:
            walking = replace(NINE_MENS_MORRIS, flying=Flying.NEVER)
            if variant != walking or FLYING.lower() not in offered:
                raise EngineError(
                    f"engine {self.command!r} has no option {VARIANT}, so it cannot play "
                    f"{self.terms.variant_text!r}"
                )
        return [(name, value) for name, value in rules.items() if name.lower() in offered]

    def _wait_until_ready(self, process: EngineProcess) -> list[str]:
        """Return the lines before the answer."""
        process.send("isready")
        return list(self._read_until(process, "isready", "readyok"))

    def _read_until(self, process: EngineProcess, question: str, answer: str) -> Iterator[str]:
        """Yield the lines before an answer; raise `EngineError` after too long or too many.

        An engine that writes without end counts as failed: nobody would see why the program waits.
        """
        deadline = time.monotonic() + SECONDS_TO_START
        problem = f"engine {self.command!r} did not answer {question} with {answer}"
        last = ""
        for _ in range(MOST_LINES):
            line = process.receive(deadline)
            if line is None:
                raise EngineError(f"{problem} within {SECONDS_TO_START:g} s")
            if line == answer:
                return
            yield line
            last = line
        raise EngineError(f"{problem} but with {MOST_LINES:,} lines such as {quote(last)}")


def _fold(name: str) -> str:
    """Return a name as engines compare them: case and spaces do not matter."""
    return "".join(name.lower().split())


def _allows(declared: Sequence[str], value: str) -> bool:
    """Whether an option declared as ``declared`` may have a value.

    Many engines accept more values of a ``combo`` than they list.

    >>> [_allows("spin default 1 min 1 max 8".split(), value) for value in ("8", "9", "x")]
    [True, False, False]
    """
    if declared[:1] == ["check"]:
        return value.lower() in ("true", "false")
    if declared[:1] != ["spin"]:
        return True
    number = re.compile(r"-?[0-9]{1,18}", re.ASCII)
    if not number.fullmatch(value):
        return False
    bounds = {
        bound: int(text)
        for bound, text in pairwise(declared)
        if bound in ("min", "max") and number.fullmatch(text)
    }
    return bounds.get("min", int(value)) <= int(value) <= bounds.get("max", int(value))


def _read_answer(process: EngineProcess, deadline: float) -> str | None:
    """Return the word after ``bestmove``, or None when the deadline has passed.

    Some engines write ``bestmove`` after an ``info`` on the same line.
    """
    while time.monotonic() < deadline:
        line = process.receive(deadline)
        if line is None:
            return None
        words = line.split()
        if "bestmove" in words and words[:2] != ["info", "string"]:
            return " ".join(words[words.index("bestmove") + 1 :][:1])
    return None


# Other programs' engines as players of a match.

PREFIX: Final = "uci:"
"""The beginning of the name ``uci:COMMAND``."""


class UciPlayer:
    """Plays one game with an engine, which another game may use afterwards."""

    def __init__(self, client: Client, name: str) -> None:
        self.name = name
        self.client = client

    @property
    def title(self) -> str:
        """The name that the engine gives itself."""
        return self.client.name

    def choose(self, game: Game) -> Move:
        """Return the engine's move, asking it for each action.

        Raises `PlayerError` if the engine is late, has ended, or answers with an illegal move.
        """
        tokens = game.tokens()
        move = self._ask(game, tokens, game.position)
        state = game.state.after(move)
        if game.position.removing:
            return move
        played = move
        while state.position.removing:
            tokens = (*tokens, str(played))
            played = self._ask(game, tokens, state.position)
            state = state.after(played)
            move = move.with_captures(*move.captures, *played.captures)
        return move

    def give_back(self) -> None:
        """Return the engine for the next game."""
        _idle.setdefault((self.client.command, self.client.terms), []).append(self.client)

    def _ask(self, game: Game, tokens: tuple[str, ...], position: Position) -> Move:
        token, who = self.client.ask(_describe(game, tokens)), f"engine {self.client.command!r}"
        try:
            move = Move.parse(token, position.board)
        except NotationError as error:
            raise PlayerError.illegal(who, position.fen(), f"bestmove {token!r}: {error}") from None
        problem = explain_illegal_action(position, move)
        if problem is not None:
            raise PlayerError.illegal(who, position.fen(), f"{str(move)!r}: {problem}")
        return move


def _describe(game: Game, tokens: tuple[str, ...]) -> str:
    """Return the game as arguments of ``position``."""
    start = game.start_fen
    text = "startpos" if start == Position.start(game.variant).fen() else f"fen {start}"
    return f"{text} moves {' '.join(tokens)}" if tokens else text


# Running engines without a game. Engines belong to the process, not to a match: a worker
# gets the games of a match one by one, and starting an engine can take longer than a game.
_idle: dict[tuple[str, SearchTerms], list[Client]] = {}


def lend_engine(terms: SearchTerms, name: str, _seed: int = 0) -> UciPlayer:
    """Return a player with a running engine, if there is one; ``name`` is ``uci:COMMAND``.

    Raises `PlayerError`.
    """
    command = name.removeprefix(PREFIX)
    waiting = _idle.get((command, terms))
    player = UciPlayer(waiting.pop() if waiting else Client(command, terms), name)
    try:
        player.client.new_game()
    except EngineError as error:
        player.give_back()
        raise PlayerError(Fault.CRASH, str(error)) from None
    return player


def close_engines() -> None:
    """Ask all engines without a game to quit."""
    while _idle:
        _, clients = _idle.popitem()
        for client in clients:
            client.close()


atexit.register(close_engines)
