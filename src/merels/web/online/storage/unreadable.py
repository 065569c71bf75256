"""Stored games that cannot be read: one of them must not keep the others from being read."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from merels.web.http.problems import ProblemError

_log = logging.getLogger("merels.web")
_reported: Final[set[str]] = set()


class UnreadableError(ProblemError):
    """A stored game is damaged, or a later Merels has written it; the log has it already."""

    def __init__(self, game: str) -> None:
        super().__init__("internal", f"the game {game} cannot be read; see the server's log")


@contextmanager
def reading(game: str) -> Iterator[None]:
    """Turn whatever goes wrong with the text of a stored game into an `UnreadableError`.

    The log gets one line for each game, not one for each time that somebody asks for it.
    """
    try:
        yield
    except Exception as error:
        if game not in _reported:
            _reported.add(game)
            _log.exception("a stored game cannot be read", extra={"fields": {"game": game}})
        raise UnreadableError(game) from error
