"""Where a search begins: its oracles, the moves at the root, and what it reports."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Final, NamedTuple, Protocol, TypeAlias, runtime_checkable

from merels.errors import IllegalMoveError, MissingTableError
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.position import Position
from merels.rules.value import Oracle, Result, Value, best_line, generate_ratings


class Prospect(NamedTuple):
    """What a position in which a fallible player is to move promises the opponent."""

    chance: float
    """What the opponent can expect to score with best play."""
    replies: int
    """How many legal replies there are."""
    holding: int
    """How many of them keep the value."""
    gained: float
    """How often the reply loses the game."""
    drawn: float
    """How often the game is drawn after the reply."""


@runtime_checkable
class ChanceOracle(Oracle, Protocol):
    """Also knows how fallible players reply; see `merels.prospects`."""

    def prospects(self, position: Position, moves: list[Move], person: str) -> list[Prospect]:
        """Return what each of some legal moves promises against a fallible player.

        Raises `MissingTableError` if the promise is unknown.
        """


class TimedOracle:
    """An oracle that stops answering when time is up, so that asking counts against the time.

    A value is read from a file, and perhaps worked out from the values after every move; a thousand
    values may take longer than a move should.
    """

    def __init__(self, oracle: Oracle, is_over: Callable[[], bool]) -> None:
        self._oracle = oracle
        self._is_over = is_over

    def get(self, position: Position) -> Value | None:
        """Return the value for the side to move, or None if it is unknown or time is up."""
        return None if self._is_over() else self._oracle.get(position)

    def prospects(self, position: Position, moves: list[Move], person: str) -> list[Prospect]:
        """Return what moves promise against a fallible player, if known and if there is time.

        Raises `MissingTableError` otherwise.
        """
        if self._is_over() or not isinstance(self._oracle, ChanceOracle):
            raise MissingTableError("chances are not known here")
        return self._oracle.prospects(position, moves, person)


# The moves at the root of a search, ranked by what the oracle knows about them.

LINE_LENGTH: Final = 16
"""Plies of a line that is read from the oracle."""


@dataclass(frozen=True, slots=True)
class RootMove:
    """A legal move, the position after it, and its value for the side that plays it, if known."""

    move: Move
    after: Position
    value: Value | None = None

    @property
    def is_decided(self) -> bool:
        """Whether its value is fully known: who wins, and when."""
        return self.value is not None and self.value.plies is not None


@dataclass(frozen=True, slots=True)
class RootChoice:
    """The moves of a root in three groups, best first, by what the oracle knows."""

    better: tuple[RootMove, ...]
    """Moves about which everything is known."""
    searched: tuple[RootMove, ...]
    """Worse moves that have to be searched."""
    worse: tuple[RootMove, ...]
    """Moves that are even worse, and fully known."""


def choose_moves(game: Game, oracle: Oracle | None, lines: int) -> RootChoice:
    """Return which moves must be searched to find the best ``lines``.

    Raises `IllegalMoveError` if no move is legal.
    """
    moves = find_root_moves(game, oracle)
    value = None if oracle is None else oracle.get(game.position)
    groups = rank_by_value(moves, value)
    better: list[RootMove] = []
    while groups and groups[0][0].is_decided and len(better) < lines:
        better += groups.pop(0)
    searched = groups.pop(0) if groups and len(better) < lines else []
    worse = [move for group in groups for move in group if move.is_decided]
    return RootChoice(tuple(better[:lines]), tuple(searched), tuple(worse))


def list_moves(game: Game) -> list[Move]:
    """Return the legal moves; raises `IllegalMoveError` if there are none."""
    moves = list(game.legal_moves)
    if not moves:
        raise IllegalMoveError(f"the game is over in {game.fen()!r}; there is no legal move")
    return moves


def find_root_moves(game: Game, oracle: Oracle | None) -> list[RootMove]:
    """Return the legal moves of a game, with their values as far as the oracle knows them.

    Raises `IllegalMoveError` if there are none.
    """
    list_moves(game)  # raises if there are none
    position = game.position
    get = (lambda _: None) if oracle is None else oracle.get
    return [
        RootMove(move, position.successor(move), value)
        for move, value, _ in generate_ratings(position, get)
    ]


def rank_by_value(moves: Sequence[RootMove], value: Value | None) -> list[list[RootMove]]:
    """Return the moves in groups, the best group first; ``value`` is the root's value, if known.

    As far as is known, no move is worse than a move of a later group. Either all moves of a group
    are decided, and equal, or no move of the group is decided, and the search chooses.
    """
    groups: dict[tuple[int, int], list[RootMove]] = {}
    for move in moves:
        groups.setdefault(_sort_key(move.value, value), []).append(move)
    return [groups[key] for key in sorted(groups, reverse=True)]


def _sort_key(value: Value | None, root: Value | None) -> tuple[int, int]:
    """Return a key that is greater for a better move; its first number is the number of the group.

    Known results have even numbers. An unknown move ranks just below the root's own value, which it
    may or may not keep. If the root is unknown too, an unknown move ranks between draw and loss: it
    may win, and known draws are searched with it.
    """
    if value is not None:
        result, plies = value.sort_key
        if value.plies is None and (root is None and result == Result.DRAW):
            return -1, 0
        return 2 * result, plies
    return (-1 if root is None else 2 * root.result - 1), 0


def follow(position: Position, oracle: Oracle) -> tuple[Move, ...]:
    """Return best play as far as the oracle knows it, at most `LINE_LENGTH` plies."""
    return tuple(best_line(position, oracle.get, LINE_LENGTH))


# Exact values from the oracle for positions inside the tree, stored before a search begins.

SHARE: Final = 0.1
"""The share of the time that may be spent on asking the oracle."""

MOST_SECONDS: Final = 0.1


class KnownValue(NamedTuple):
    """A position and its value for the side to move."""

    position: Position
    value: Value


def find_known_values(
    moves: Sequence[RootMove], oracle: Oracle | None, budget: float | None
) -> Iterator[KnownValue]:
    """Yield what the oracle knows about captures in reply to the moves.

    It stops after a share of the budget, and at the first reply that the oracle does not know.
    """
    if oracle is None:
        return
    seconds = MOST_SECONDS if budget is None else min(MOST_SECONDS, SHARE * budget)
    end = time.perf_counter() + seconds
    for move in moves:
        for reply in move.after.generate_moves():
            if reply.captured is None:
                continue
            position = move.after.successor(reply)
            value = oracle.get(position)
            if value is None or time.perf_counter() > end:
                return
            yield KnownValue(position, value)


# What a search reports after each iteration, and what its scores mean.

WIN: Final = 30000
"""The score of a win, less one for each ply until then."""

PROVED: Final = WIN - 1000
"""Scores from here on are wins, searched to the end or known to the oracle."""

FAR: Final = 500
"""Stands for an unknown number of plies to the end; more than any table has."""


@dataclass(frozen=True, slots=True)
class ScoredMove:
    """A move with its score and the line that it begins."""

    move: RootMove
    score: int
    line: tuple[Move, ...]

    @property
    def value(self) -> Value | None:
        """The value, if the oracle or the search has proved it."""
        return self.move.value or proved_value(self.score)


@dataclass(frozen=True, slots=True)
class Iteration:
    """What one iteration found; ``nodes`` counts the nodes of all threads so far."""

    depth: int
    found: tuple[ScoredMove, ...]
    nodes: int
    hashfull: int


NO_ITERATION: Final = Iteration(0, (), 0, 0)


def score_of(value: Value) -> int:
    """Return the score of a value; a win of unknown distance counts as a distant win.

    >>> score_of(Value(Result.LOSS, 4)), score_of(Value(Result.WIN)), score_of(Value(Result.DRAW))
    (-29996, 29500, 0)
    """
    return value.result * (WIN - (FAR if value.plies is None else value.plies))


def proved_value(score: int) -> Value | None:
    """Return the value that a score proves, if any; plies count from the root.

    >>> proved_value(WIN - 3), proved_value(250)
    (Value(Result.WIN, 3), None)
    """
    if abs(score) < PROVED:
        return None
    plies = WIN - abs(score)
    if plies % 2 != (score > 0):
        plies = FAR  # a side had two turns running: nobody knows whose turns the distance counts
    return Value(Result.WIN if score > 0 else Result.LOSS, plies if plies < FAR else None)


# How far the threads of a search have come together.

Found: TypeAlias = tuple[ScoredMove, ...]
"""The best moves of an iteration, best first."""

OnFound: TypeAlias = Callable[[int, Found], None]
"""Called with a depth and the moves found there, from any thread, one call at a time."""


class SearchTask(NamedTuple):
    """What a thread searches next: to which depth, and which iteration it starts from."""

    depth: int
    finished: int
    """The depth of the iteration that it starts from, 0 at first."""
    found: Found
    """What it found."""


class SearchProgress:
    """Hands out depths until ``last`` is finished, and keeps what the deepest iteration found.

    With several threads, a thread may look a turn beyond ``last``; its result counts for ``last``.

    >>> progress = SearchProgress(9, lambda depth, found: print(f"depth {depth}"))
    >>> one, other = progress.begin(), progress.begin()
    >>> one.depth, other.depth
    (1, 2)
    >>> progress.finish(other, (), complete=True)
    depth 2
    >>> progress.finish(one, (), complete=True)  # overtaken
    >>> progress.begin().depth
    3
    """

    def __init__(self, last: int, on_found: OnFound) -> None:
        self._last = last
        self._on_found = on_found
        self._lock = Lock()
        self._searched: list[int] = []
        self._finished = 0
        self._found: Found = ()

    def begin(self) -> SearchTask | None:
        """Return what a thread should search next, None if the last depth is finished."""
        with self._lock:
            nearest = self._finished + 1
            if nearest > self._last:
                return None
            depth = min(nearest, nearest + 1, key=self._searched.count)
            self._searched.append(depth)
            return SearchTask(depth, self._finished, self._found)

    def finish(self, task: SearchTask, found: Found, *, complete: bool) -> None:
        """Take the result of a thread; incomplete if the thread was stopped.

        The result of a stopped thread counts if it starts from the deepest iteration: then it has
        tried the best move first.
        """
        with self._lock:
            self._searched.remove(task.depth)
            if complete and task.depth > self._finished:
                self._finished, self._found = task.depth, found
            elif complete or not found or task.finished < self._finished:
                return
            self._on_found(min(max(self._finished, 1), self._last), found)
