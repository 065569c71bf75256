"""Kinds of problems; light, for the thinking processes need no more of the server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from merels.errors import (
    CorruptTableError,
    IllegalMoveError,
    MerelsError,
    MissingExtraError,
    NotationError,
    PositionError,
)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: its status, its title, and what it means."""

    status: int
    title: str
    meaning: str


KINDS: Final = {
    "malformed": Kind(400, "Malformed request", "What arrived is not a request of HTTP/1.1."),
    "request": Kind(422, "Invalid request", "A parameter is missing or out of its range."),
    "notation": Kind(422, "Malformed text", "A FEN, turn or level cannot be read."),
    "position": Kind(422, "Impossible position", "The fields of a FEN contradict each other."),
    "illegal-move": Kind(422, "Illegal move", "The rules forbid a turn, or the game is over."),
    "forbidden": Kind(403, "Forbidden", "Another site's page asked; only our own pages may."),
    "not-found": Kind(404, "Not found", "There is nothing under this address."),
    "method": Kind(405, "Method not allowed", "The address exists, but not for this method."),
    "slow": Kind(408, "Request too slow", "The body did not arrive in time."),
    "too-large": Kind(413, "Request too large", "Body or address are longer than allowed."),
    "media-type": Kind(415, "Unsupported media type", "A body must be application/json."),
    "host": Kind(421, "Wrong host", "The server is not reached under this name."),
    "too-many": Kind(429, "Too many requests", "Wait as long as Retry-After says."),
    "internal": Kind(500, "Internal error", "A bug of ours; the log tells more."),
    "corrupt-table": Kind(500, "Corrupt table", "A table is damaged: run merels verify."),
    "busy": Kind(503, "Engine busy", "All places are taken and the queue is full; try again."),
    "full": Kind(503, "Server full", "Too many clients at one time; try again."),
    "unavailable": Kind(503, "Not available", "The server lacks something that this needs."),
    "timeout": Kind(504, "Search took too long", "A search was ended; try again."),
}
"""Every kind of problem that the server answers with."""

_KIND_OF_ERROR: Final[tuple[tuple[type[MerelsError], str], ...]] = (
    (NotationError, "notation"),
    (PositionError, "position"),
    (IllegalMoveError, "illegal-move"),
    (CorruptTableError, "corrupt-table"),
    (MissingExtraError, "unavailable"),
)


def kind_of(error: MerelsError) -> str:
    """Return the kind of problem that an error is."""
    return next((kind for type_, kind in _KIND_OF_ERROR if isinstance(error, type_)), "internal")
