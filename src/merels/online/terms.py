"""Clocks: how much time each side has, and when it runs out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal

from merels.rules.game import Game
from merels.rules.position import WHITE, Color, Position
from merels.rules.variant import Variant, named_variant, spell

MOST_LAG: Final = 500
"""Milliseconds of network delay in a move that are not charged."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """The two clocks at one moment, in milliseconds.

    Times count while the server runs: they stand still while it is down.

    >>> clocks = Clocks.of(ClockTerms("time", seconds=60, increment=2), at=0).start(WHITE, 1000)
    >>> clocks.left(WHITE, 4000), clocks.left(WHITE.other, 4000)
    (57000, 60000)
    >>> clocks.punch(at=4000, lag=200).left(WHITE, 9000)
    59200
    """

    terms: ClockTerms
    white: int
    black: int
    since: int
    """The moment at which the clocks showed these times."""
    running: Color | None = None
    """The side whose clock has run since."""

    @classmethod
    def of(cls, terms: ClockTerms, at: int) -> Clocks:
        """Return the clocks of a game that has not begun."""
        return cls(terms, terms.budget, terms.budget, at)

    def start(self, color: Color, at: int) -> Clocks:
        """Return the clocks with this side's clock running."""
        return replace(self, since=at, running=color)

    def stop(self, at: int) -> Clocks:
        """Return the clocks standing still."""
        return replace(
            self, white=self.left(WHITE, at), black=self.left(WHITE.other, at), running=None
        )

    def left(self, color: Color, at: int, lag: int = 0) -> int:
        """Return the time that a side has left, 0 if none; ``lag`` is not charged."""
        stored = self.white if color is WHITE else self.black
        if self.running is not color:
            return stored
        return max(0, stored - max(0, at - self.since - min(lag, MOST_LAG)))

    def punch(self, at: int, lag: int = 0, turn: Color | None = None) -> Clocks:
        """Return the clocks after a move: the mover's clock stops, the next one's clock runs.

        ``turn`` is the side to move, by default the other side: the same side may move twice.
        """
        mover = self.running
        assert mover is not None
        left = self.left(mover, at, lag) + self.terms.increment * SECOND
        if self.terms.kind == "days":
            left = self.terms.budget
        stopped = replace(self, white=left) if mover is WHITE else replace(self, black=left)
        return stopped.start(mover.other if turn is None else turn, at)

    def runs_out(self) -> int | None:
        """Return when the running clock shows 0 if its side does nothing, None if no clock runs."""
        if self.running is None:
            return None
        return self.since + (self.white if self.running is WHITE else self.black)


# What two players agree on before the first move.

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
DAY: Final = 24 * 60 * MINUTE

ClockKind = Literal["none", "time", "days"]


@dataclass(frozen=True, slots=True)
class ClockTerms:
    """How much time there is: unlimited, for the whole game, or days for each move.

    >>> str(ClockTerms("time", seconds=300, increment=5)), str(ClockTerms("days", days=3))
    ('300+5', '3 days')
    """

    kind: ClockKind = "none"
    seconds: int = 0
    """For the whole game, ..."""
    increment: int = 0
    """... and more after each move."""
    days: int = 0
    """For each move."""

    @property
    def budget(self) -> int:
        """What each side's clock shows at first, in milliseconds."""
        return self.seconds * SECOND if self.kind == "time" else self.days * DAY

    def __str__(self) -> str:
        if self.kind == "time":
            return f"{self.seconds}+{self.increment}"
        return f"{self.days} days" if self.kind == "days" else "-"


NO_CLOCK: Final = ClockTerms()


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a game.

    >>> Terms(rated=True)
    Traceback (most recent call last):
    ValueError: a rated game needs a clock: time or days
    """

    variant: str = "nine"
    """As `merels.rules.variant.spell` writes it."""
    start_fen: str | None = None
    """None for the usual start."""
    clock: ClockTerms = NO_CLOCK
    rated: bool = False
    listed: bool = False
    """Whether the lobby shows it while it is open."""
    quick: bool = False
    """Whether it is a quick match, which waits only as long as its creator does."""

    def __post_init__(self) -> None:
        if self.rated and self.clock.kind == "none":
            raise ValueError("a rated game needs a clock: time or days")
        if self.rated and self.start_fen is not None:
            raise ValueError("a rated game starts from the usual position, without fen")

    @classmethod
    def starting_at(cls, game: Game, **others: Any) -> Terms:
        """Return terms for the variant and the position of a game."""
        fen = game.fen()
        usual = Position.start(game.variant).fen() == fen
        return cls(spell(game.variant), None if usual else fen, **others)

    @property
    def rules(self) -> Variant:
        """The variant."""
        return named_variant(self.variant)

    def start(self) -> Game:
        """Return a game at its start."""
        if self.start_fen is None:
            return Game(variant=self.rules)
        return Game.from_fen(self.start_fen, variant=self.rules)

    def document(self) -> dict[str, Any]:
        """Return the terms as plain data.

        >>> Terms.from_document(Terms(listed=True).document()) == Terms(listed=True)
        True
        """
        return asdict(self)

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Terms:
        """Return the terms that `document` described."""
        return cls(**{**document, "clock": ClockTerms(**document["clock"])})
