"""Kinds of problems. Search processes need nothing else of the server."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any, Final

from merels import errors

_log = logging.getLogger("merels.web")


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """A kind of problem: its HTTP status, its title, and what it means."""

    status: int
    title: str
    meaning: str


PROBLEM_KINDS: Final = {
    "malformed": ProblemKind(400, "Malformed request", "This is not an HTTP/1.1 request."),
    "request": ProblemKind(422, "Invalid request", "A parameter is missing or out of range."),
    "notation": ProblemKind(422, "Malformed text", "A FEN, move or level is malformed."),
    "variant": ProblemKind(422, "Unknown variant", "There is no such variant of the game."),
    "position": ProblemKind(422, "Impossible position", "Fields of the FEN contradict each other."),
    "illegal-move": ProblemKind(422, "Illegal move", "The move is illegal, or the game is over."),
    "unauthorized": ProblemKind(
        401, "No identity", "The secret of a player is missing or malformed."
    ),
    "forbidden": ProblemKind(403, "Forbidden", "This client may not send this request."),
    "not-found": ProblemKind(404, "Not found", "There is nothing at this address."),
    "method": ProblemKind(405, "Method not allowed", "This address does not accept this method."),
    "slow": ProblemKind(408, "Request too slow", "The body did not arrive in time."),
    "cannot-solve": ProblemKind(409, "Cannot solve", "Memory, disk or folder do not allow this."),
    "taken": ProblemKind(409, "Too late", "The seat is taken, or the game is not in that state."),
    "too-large": ProblemKind(413, "Request too large", "The body or the address is too long."),
    "media-type": ProblemKind(415, "Unsupported media type", "The body must be application/json."),
    "host": ProblemKind(421, "Wrong host", "The server does not answer to this host name."),
    "too-many": ProblemKind(429, "Too many requests", "Wait as long as Retry-After says."),
    "internal": ProblemKind(500, "Internal error", "A bug in the server; see its log."),
    "corrupt-table": ProblemKind(500, "Corrupt table", "A table is damaged; run merels verify."),
    "busy": ProblemKind(503, "Engine busy", "All places are busy, the queue is full; try again."),
    "full": ProblemKind(503, "Server full", "Too many clients at once; try again."),
    "unavailable": ProblemKind(503, "Not available", "The server lacks a package or a file."),
    "people-off": ProblemKind(503, "No games between people", "This server cannot store games."),
    "timeout": ProblemKind(504, "Search took too long", "The search was stopped; try again."),
}
"""Every kind of problem that the server reports."""

_KIND_OF_ERROR: Final[tuple[tuple[type[errors.MerelsError], str], ...]] = (
    (errors.NotationError, "notation"),
    (errors.VariantError, "variant"),
    (errors.PositionError, "position"),
    (errors.IllegalMoveError, "illegal-move"),
    (errors.CorruptTableError, "corrupt-table"),
    (errors.MissingExtraError, "unavailable"),
)


def describe_error(error: errors.MerelsError) -> dict[str, Any]:
    """Return arguments of a `ProblemError`; messages that may contain paths go to the log."""
    kind = next((kind for type_, kind in _KIND_OF_ERROR if isinstance(error, type_)), "internal")
    if PROBLEM_KINDS[kind].status >= 500:
        _log.error("%s", error)
        return {"kind": kind, "detail": "see the server's log"}
    extra = {"field": error.field} if isinstance(error, errors.PositionError) else {}
    return {"kind": kind, "detail": str(error), **extra}
