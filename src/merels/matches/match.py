"""Games between players, one or many: faults, colours in turn, the score, functions as players."""

from __future__ import annotations

import math
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import partial
from importlib import import_module
from multiprocessing import active_children, get_context
from pathlib import Path
from traceback import format_exception
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

from merels.engine.players.levels import Player
from merels.engine.players.plain import derive_seed
from merels.errors import EngineError, IllegalMoveError, NotationError, quote
from merels.matches.openings import random_opening
from merels.prospects.players import create_player
from merels.rules.game import Game, game_of
from merels.rules.legal import explain_illegal
from merels.rules.move import Move
from merels.rules.outcome import format_result
from merels.rules.position import BLACK, WHITE, AnyPosition, Color, Position
from merels.rules.value import Result, Value
from merels.rules.variant import NINE_MENS_MORRIS, Variant


class Fault(Enum):
    """A fault; its value is the Termination tag of a game that ends by the fault."""

    TIMEOUT = "time forfeit"
    ILLEGAL_MOVE = "rules infraction"
    CRASH = "abandoned"


class PlayerError(EngineError):
    """A player cannot continue, and so loses the game; ``details`` may take many lines."""

    def __init__(self, fault: Fault, message: str, details: str = "") -> None:
        super().__init__(message)
        self.fault = fault
        self.details = details

    @classmethod
    def illegal(cls, player: str, position: str, problem: str) -> PlayerError:
        """Return the error of a player that answers with an illegal move in a position."""
        return cls(Fault.ILLEGAL_MOVE, f"{player} in {position!r} plays {problem}")

    def __reduce__(self) -> tuple[type[PlayerError], tuple[Fault, str, str]]:
        return type(self), (self.fault, str(self), self.details)


# Matches: many games between two players, colours in turn from the same openings.

PlayerFactory: TypeAlias = Callable[[str, int], Player]
"""Creates a player from its name and a seed; picklable, so that processes can share it."""

Judge: TypeAlias = Callable[[Position], Value | None]
"""Returns the value of a position for the side to move, or None if unknown; picklable too."""


@runtime_checkable
class LentPlayer(Protocol):
    """A player that must be returned when the game is over."""

    def give_back(self) -> None:
        """Return the player, which another game may use."""


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays how many games, and how each begins and ends.

    ``a`` and ``b`` are names that the player factory knows. A game begins with the next of
    ``openings`` or, if there are none, with ``opening_plies`` random plies. It is drawn after
    ``max_plies``, including the plies of the opening. The ``openings`` are of the same ``variant``.
    """

    a: str
    b: str
    games: int
    opening_plies: int = 4
    max_plies: int = 200
    seed: int = 0
    openings: tuple[Game, ...] = ()
    variant: Variant = NINE_MENS_MORRIS

    def opening(self, index: int) -> Game:
        """Return game number ``index`` at the end of its opening."""
        pair = index // 2
        if self.openings:
            return self.openings[pair % len(self.openings)].copy()
        return random_opening(self.opening_plies, derive_seed(self.seed, pair), self.variant)


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A game lost by a fault: who lost it, and why."""

    loser: Color
    fault: Fault
    message: str
    details: str = ""
    """The traceback, if a function of the user's has raised an error."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a match: its number from 0, the colour of A, and the game with its moves.

    ``forfeit`` says who lost by a fault. ``judged`` is the value of the last position for the side
    to move, if the game was ended because the value was known. A game that grew too long has no
    outcome and counts as a draw.
    """

    index: int
    a_color: Color
    game: Game
    forfeit: Forfeit | None = None
    judged: Value | None = None

    @property
    def winner(self) -> Color | None:
        """The side that won, None for a draw."""
        if self.forfeit is not None:
            return self.forfeit.loser.other
        if self.judged is not None:
            turn = self.game.turn
            winners = {Result.WIN: turn, Result.DRAW: None, Result.LOSS: turn.other}
            return winners[self.judged.result]
        outcome = self.game.outcome()
        return None if outcome is None else outcome.winner

    @property
    def result(self) -> str:
        """The result as game files write it."""
        return format_result(self.winner)

    @property
    def termination(self) -> str:
        """How it ended, in the words of game files (the Termination tag)."""
        if self.forfeit is not None:
            return self.forfeit.fault.value
        return "normal" if self.judged is None and self.game.outcome() else "adjudication"

    @property
    def reason(self) -> str:
        """How it ended, in words."""
        if self.forfeit is not None:
            return self.forfeit.message
        if self.judged is not None:
            return f"judged: {self.judged} for {self.game.turn}"
        outcome = self.game.outcome()
        return "too long" if outcome is None else outcome.reason.value


CONFIDENCE: Final = 1.96
"""Standard deviations to either side that make an interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Score:
    """Wins, draws and losses of A.

    >>> score = Score(wins=60, draws=20, losses=20)
    >>> score.percentage, round(score.elo), round(score.elo_error)
    (70.0, 147, 67)
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def percentage(self) -> float:
        """A's share of the points in percent, half a point for a draw; 50 before the first game."""
        return 50 * (2 * self.wins + self.draws) / self.games if self.games else 50.0

    @property
    def elo(self) -> float | None:
        """By how many Elo points A is stronger; None if one side has all the points."""
        return _elo_of(self.percentage / 100)

    @property
    def elo_error(self) -> float | None:
        """Half the 95 % confidence interval of the Elo difference; None if it has no bounds.

        The spread is estimated with one more win and one more loss than there were: a few draws in
        a row do not prove that every game is drawn.
        """
        if self.games == 0:
            return None
        mean, seen = self.percentage / 100, self.games + 2
        spread = (
            (self.wins + 1) * (1 - mean) ** 2
            + self.draws * (0.5 - mean) ** 2
            + (self.losses + 1) * mean**2
        ) / seen
        margin = CONFIDENCE * math.sqrt(spread / self.games)
        least, most = _elo_of(mean - margin), _elo_of(mean + margin)
        return None if least is None or most is None else (most - least) / 2

    def flipped(self) -> Score:
        """Return the same games counted from B's side."""
        return Score(self.losses, self.draws, self.wins)

    def plus(self, played: PlayedGame) -> Score:
        """Return the score with one more game."""
        won, drawn = played.winner is played.a_color, played.winner is None
        return Score(self.wins + won, self.draws + drawn, self.losses + (not won and not drawn))


def _elo_of(share: float) -> float | None:
    """Return the difference in Elo at which this share of the points is expected."""
    return 400 * math.log10(share / (1 - share)) if 0 < share < 1 else None


def play(white: str | Player, black: str | Player, game: AnyPosition | None = None) -> Game:
    """Play a game between two players, named as for `create_player`, and return it.

    A given ``game`` is played on from its position, in place: ``Game(variant="six")`` for another
    variant. Without draw rules it may never end. A position begins a new game. Players get a copy,
    to try moves on.

    >>> game = play("random", create_player("easy", seed=1))
    >>> game.outcome().winner in (WHITE, BLACK, None)
    True

    Raises what the players raise, and `IllegalMoveError` for an illegal move.
    """
    game = Game() if game is None else game_of(game)
    players = {
        color: create_player(player) if isinstance(player, str) else player
        for color, player in ((WHITE, white), (BLACK, black))
    }
    while game.outcome() is None:
        game.push(players[game.turn].choose(game.copy()))
    return game


def play_game(
    match: Match, index: int, create: PlayerFactory = create_player, judge: Judge | None = None
) -> PlayedGame:
    """Play one game of a match; a ``judge`` ends it when it knows the value of the position."""
    game = match.opening(index)
    a_color = BLACK if index % 2 else WHITE
    players: dict[Color, Player] = {}
    try:
        for color, name, number in ((a_color, match.a, 0), (a_color.other, match.b, 1)):
            try:
                players[color] = create(name, derive_seed(match.seed, index, number))
            except PlayerError as error:
                return PlayedGame(index, a_color, game, Forfeit(color, error.fault, str(error)))
        forfeit, judged = _play_out(game, players, match.max_plies, judge)
        return PlayedGame(index, a_color, game, forfeit, judged)
    finally:
        for player in players.values():
            if isinstance(player, LentPlayer):
                player.give_back()


def _play_out(
    game: Game, players: Mapping[Color, Player], max_plies: int, judge: Judge | None
) -> tuple[Forfeit | None, Value | None]:
    """Play until the game is over, too long, lost by a fault, or judged."""
    while game.outcome() is None and game.ply < max_plies:
        judged = None if judge is None else judge(game.position)
        if judged is not None:
            return None, judged
        turn = game.turn
        try:
            game.push(players[turn].choose(game.copy()))
        except PlayerError as error:
            return Forfeit(turn, error.fault, str(error), error.details), None
        except IllegalMoveError as error:
            return Forfeit(turn, Fault.ILLEGAL_MOVE, str(error)), None
    return None, None


def play_match(
    match: Match, jobs: int = 1, create: PlayerFactory = create_player, judge: Judge | None = None
) -> Iterator[PlayedGame]:
    """Yield the games of a match in order, played on ``jobs`` processes.

    Closing the generator, or an interrupt, ends the games that are being played.
    """
    play = partial(play_game, match, create=create, judge=judge)
    if jobs == 1:
        yield from map(play, range(match.games))
        return
    others = set(active_children())
    with ProcessPoolExecutor(
        min(jobs, match.games), get_context("spawn"), initializer=_listen_to_parent
    ) as pool:
        try:
            with _interrupts_held():
                games = pool.map(play, range(match.games))
            yield from games
        except BaseException:
            for worker in set(active_children()) - others:
                worker.terminate()
            raise


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back; the processes that are started meanwhile never see it.

    A process that is still starting could not ignore it yet, and would end with a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _listen_to_parent() -> None:
    # Ctrl-C reaches every process; only the process that collects the games answers it. SIGTERM
    # then ends a game as an error does, so that players are returned and engines stopped.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())


# A function as a player: ``py:module:callable`` gets a `Game` and returns a move.

CALLABLE: Final = "py:"
"""The beginning of the name ``py:module:callable``."""


class CallablePlayer:
    """Plays what a function returns: a `Move`, or algebraic text."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._choose = load_callable(name)

    def choose(self, game: Game) -> Move:
        """Return the function's move.

        Raises `PlayerError` if the function raises, or its move is illegal.
        """
        fen, position = game.fen(), game.position  # the function may play on
        try:
            answer = self._choose(game)
        except Exception as error:
            message = f"{self.name} in {fen!r}: {type(error).__name__}: {error}"
            own = error.__traceback__ and error.__traceback__.tb_next  # from the function on
            details = "".join(format_exception(type(error), error, own))
            raise PlayerError(Fault.CRASH, message, details) from error
        try:
            move = Move.parse(answer, position.board) if isinstance(answer, str) else answer
        except NotationError as error:
            raise PlayerError.illegal(self.name, fen, str(error)) from None
        if not isinstance(move, Move):
            raise PlayerError.illegal(self.name, fen, f"{quote(repr(answer))} is not a move")
        problem = explain_illegal(position, move)
        if problem is not None:
            raise PlayerError.illegal(self.name, fen, f"{str(move)!r}: {problem}")
        return move


def load_callable(name: str) -> Callable[[Game], Any]:
    """Return the function that ``py:module:callable`` names; modules are also sought here.

    Raises `NotationError`, which says what is missing.
    """
    module_name, colon, attribute = name.removeprefix(CALLABLE).partition(":")
    if not (module_name and colon and attribute):
        raise NotationError(f"{quote(name)} is not a function", f"write {CALLABLE}module:callable")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        found: Any = import_module(module_name)
    except ImportError as error:
        raise NotationError(f"{quote(name)}: {error}") from None
    except (Exception, SystemExit) as error:  # whatever the module does when it is imported
        problem = f"{type(error).__name__}: {error}"
        raise NotationError(f"{quote(name)}: importing {module_name} fails: {problem}") from error
    for part in attribute.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise NotationError(f"{quote(name)}: {module_name} has no function {quote(attribute)}")
    function: Callable[[Game], Any] = found
    return function
