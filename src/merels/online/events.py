"""What players ask for, and what happened: a game is its events, numbered from 0."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

from merels.rules.position import BLACK, WHITE, Color

CommandType = Literal[
    "move", "offer_draw", "takeback", "accept", "decline", "resign", "rematch", "say"
]
EventType = CommandType | Literal["create", "join", "meet", "end"]
Offer = Literal["draw", "takeback", "rematch"]
OFFERS: Final[tuple[Offer, ...]] = get_args(Offer)

Phrase = Literal[
    "hello",
    "good_luck",
    "good_game",
    "thanks",
    "well_played",
    "oops",
    "one_moment",
    "good_bye",
]
PHRASES: Final[tuple[Phrase, ...]] = get_args(Phrase)
"""All that players can say to each other; the pages have them in the reader's language."""

_OFFERED: Final[dict[str, Offer]] = {"offer_draw": "draw", **dict(zip(OFFERS, OFFERS, strict=True))}
SIDES: Final = {"white": WHITE, "black": BLACK}
"""The colours by the names that documents have for them."""


@dataclass(frozen=True, slots=True)
class Command:
    """What a player asks for, as event number ``seq`` of the game that the player saw."""

    seq: int
    type: CommandType
    arguments: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a game, for good.

    >>> event = Event(3, "move", 5000, WHITE, 3, {"move": "d6"}, {"lag": 20})
    >>> Event.from_text(event.text()) == event
    True
    """

    seq: int
    type: EventType
    at: int
    """When it happened, in milliseconds of the server's clock."""
    color: Color | None = None
    """The player whose command it was; None for the server's own events."""
    asked: int | None = None
    """The number that the command had: phrases and offers of the other side may come before it."""
    arguments: Mapping[str, str] = field(default_factory=dict)
    """What the player asked for, ..."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """... and what the server added."""

    def answers(self, command: Command, color: Color) -> bool:
        """Whether this event came from a command, which may have been sent twice."""
        return (self.color, self.asked, self.type, dict(self.arguments)) == (
            color,
            command.seq,
            command.type,
            dict(command.arguments),
        )

    @property
    def offer(self) -> Offer:
        """What the event offers, accepts or declines; raises `KeyError` for other events."""
        return _OFFERED[self.arguments.get("what", self.type)]

    def text(self) -> str:
        """Return the event as one line of JSON."""
        document = {
            "seq": self.seq,
            "type": self.type,
            "at": self.at,
            "color": None if self.color is None else self.color.name.lower(),
            "asked": self.asked,
            "arguments": dict(self.arguments),
            "facts": dict(self.facts),
        }
        return json.dumps(document, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> Event:
        """Return the event that `text` wrote."""
        document = json.loads(text)
        color = document.pop("color")
        return cls(**document, color=None if color is None else SIDES[color])
