"""What makes a player lose a game other than by the rules."""

from __future__ import annotations

from enum import Enum

from merels.errors import EngineError


class Fault(Enum):
    """What a player did; the value is what game files call such an end (the Termination tag)."""

    TIMEOUT = "time forfeit"
    ILLEGAL_MOVE = "rules infraction"
    CRASH = "abandoned"


class PlayerError(EngineError):
    """A player cannot go on with the game, and so has lost it."""

    def __init__(self, fault: Fault, message: str) -> None:
        super().__init__(message)
        self.fault = fault

    def __reduce__(self) -> tuple[type[PlayerError], tuple[Fault, str]]:
        return type(self), (self.fault, str(self))
