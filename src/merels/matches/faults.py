"""Faults that lose a game outright, such as a timeout."""

from __future__ import annotations

from enum import Enum

from merels.errors import EngineError


class Fault(Enum):
    """A fault; its value is what game files call such an end (the Termination tag)."""

    TIMEOUT = "time forfeit"
    ILLEGAL_MOVE = "rules infraction"
    CRASH = "abandoned"


class PlayerError(EngineError):
    """A player cannot continue, and so loses the game; ``details`` may take many lines."""

    def __init__(self, fault: Fault, message: str, details: str = "") -> None:
        super().__init__(message)
        self.fault = fault
        self.details = details

    def __reduce__(self) -> tuple[type[PlayerError], tuple[Fault, str, str]]:
        return type(self), (self.fault, str(self), self.details)
