"""Oracles of the engine: what fallible players make of moves, and how long asking may take."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol, runtime_checkable

from merels.errors import MissingTableError
from merels.rules.move import Move
from merels.rules.oracle import Oracle
from merels.rules.position import Position
from merels.rules.value import Value


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
    """Knows also how fallible players reply; see `merels.prospects`."""

    def prospects(self, position: Position, moves: list[Move], person: str) -> list[Prospect]:
        """Return what each of some legal moves promises against a person.

        Raises `MissingTableError` if that is unknown.
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
        """Return what moves promise against a person, if the oracle knows and there is time.

        Raises `MissingTableError` otherwise.
        """
        if self._is_over() or not isinstance(self._oracle, ChanceOracle):
            raise MissingTableError("chances are not known here")
        return self._oracle.prospects(position, moves, person)
