"""Who the fallible players are: ``people.json`` is the only place for their numbers.

``tools/fit_people.py`` fits them to published rates of mistakes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from merels.engine.evaluation.static import logistic
from merels.errors import NotationError, advise

DATA_FILE: Final = "people.json"

BEGINNER: Final = "beginner"
CLUB: Final = "club"
MASTER: Final = "master"
FALLIBLE_NAMES: Final = (BEGINNER, CLUB, MASTER)
"""Weakest first."""


class Outlook(NamedTuple):
    """A curve from the static value of a position to its score against a fallible player.

    The middle of the rise, and how far it is stretched.
    """

    middle: float
    scale: float


class Choosing(NamedTuple):
    """How a fallible player chooses a move in one phase; kernels take it as it is."""

    horizon: float
    """The plies at which a win or loss is seen half of the time."""
    softness: float
    """How quickly this share changes with the distance, in plies."""
    temperature: float
    """A move that looks this many hundredths of a man worse is chosen a third as often."""


@dataclass(frozen=True, slots=True)
class FalliblePlayer:
    """A fallible player.

    >>> find_fallible_player("Club").name
    'club'
    """

    name: str
    strength: int
    """How strongly it plays on the scale of ``elo:N``, by matches."""
    discount: float
    """The worth of a hope that has to wait for another turn; see ``docs/chances.md``."""
    placing: Choosing
    moving: Choosing
    placing_outlook: Outlook
    moving_outlook: Outlook
    lost_outlook: Outlook

    def choosing(self, in_hand: int) -> Choosing:
        """Return how the player chooses with this many men in hand."""
        return self.placing if in_hand else self.moving

    def expect_draw(self, gained: float, drawn: float, look: float, in_hand: int) -> float:
        """Return what a drawn position with this player to move promises the opponent.

        ``gained`` is the share of replies that lose, ``drawn`` the share of replies that keep the
        draw; positions after the replies that draw look like ``look`` to the opponent.
        """
        middle, scale = self.outlook(in_hand)
        later = 0.5 + 0.5 * logistic((look - middle) / scale)
        return 0.5 + self.discount * (gained + drawn * later - 0.5)

    def outlook(self, in_hand: int) -> Outlook:
        """Return the curve for drawn positions, given the men of both sides in hand."""
        return self.placing_outlook if in_hand else self.moving_outlook


def read_fallible_players(document: dict[str, Any]) -> dict[str, FalliblePlayer]:
    """Return the fallible players in a document of the data file's form, weakest first."""
    return {name: _read(name, entry, document) for name, entry in document["people"].items()}


def _read(name: str, entry: dict[str, Any], document: dict[str, Any]) -> FalliblePlayer:
    def choosing(phase: str) -> Choosing:
        return Choosing(entry["horizon"], document["softness"], entry["temperature"][phase])

    def outlook(kind: str) -> Outlook:
        return Outlook(*entry["outlook"][kind])

    return FalliblePlayer(
        name,
        entry["strength"],
        document["discount"],
        choosing("placing"),
        choosing("moving"),
        outlook("placing"),
        outlook("moving"),
        outlook("lost"),
    )


@cache
def load_fallible_players() -> Mapping[str, FalliblePlayer]:
    """Return the fallible players of the data file, weakest first."""
    document = json.loads(files(__package__).joinpath(DATA_FILE).read_bytes())
    return MappingProxyType(read_fallible_players(document))


def find_fallible_player(name: str) -> FalliblePlayer:
    """Return the fallible player called ``name``, in upper or lower case.

    Raises `NotationError` if no fallible player has this name.
    """
    players = load_fallible_players()
    if name.lower() not in players:
        known = ", ".join(players)
        raise NotationError(
            f"{name!r} is not a fallible player", advise(name, players, f"write one of {known}")
        )
    return players[name.lower()]
