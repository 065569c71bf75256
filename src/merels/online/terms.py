"""What two players agree on before the first move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from merels.rules.game import Game
from merels.rules.position import Position
from merels.rules.variant import Variant
from merels.rules.variants import named_variant, spell

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
DAY: Final = 24 * 60 * MINUTE

ClockKind = Literal["none", "time", "days"]


@dataclass(frozen=True, slots=True)
class ClockTerms:
    """How much time there is: none measured, for the whole game, or days for each move.

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
    """As `merels.rules.variants.spell` writes it."""
    start_fen: str | None = None
    """None for the usual start."""
    clock: ClockTerms = NO_CLOCK
    rated: bool = False
    listed: bool = False
    """Whether the lobby shows it while it is open."""
    quick: bool = False
    """Whether it waits for whoever asks for the same, and only as long as its creator does."""

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
