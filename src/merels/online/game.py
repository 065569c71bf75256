"""A game between people, as the sum of its events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal

from merels.online.events import Command, Event, Offer
from merels.online.terms import DAY, MOST_LAG, SECOND, Clocks, Terms
from merels.rules.position import Color

State = Literal["open", "running", "finished"]

FIRST_MOVE: Final = 30 * SECOND
"""The time for a side's first move in a game with a clock, once both players are there."""
FORSAKEN: Final = 30 * DAY
"""A game without a clock is over after this time without a move."""
OPEN: Final = {"quick": 15 * SECOND, "listed": DAY, "link": 7 * DAY}
"""How long a challenge stands if nobody takes it up."""
SAYS_SHOWN: Final = 20


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game between people ended.

    ``reason`` is a `Reason` of the rules, or a reason of games between people.
    """

    winner: Color | None
    reason: str

    @property
    def counts(self) -> bool:
        """Whether it changes ratings."""
        return self.reason not in ("aborted", "cancelled")


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase, who said it, and with which event."""

    color: Color
    phrase: str
    seq: int


class OnlineGame:
    """The state of a game after its events; `apply` adds the next event.

    >>> from merels.rules.position import BLACK, WHITE
    >>> game = OnlineGame(Terms())
    >>> for event in (Event(0, "create", 0, WHITE), Event(1, "join", 900, BLACK)):
    ...     game.apply(event)
    >>> game.apply(Event(2, "move", 2000, WHITE, 2, {"move": "d6"}))
    >>> game.state, game.seq, game.turn
    ('running', 2, BLACK)
    """

    def __init__(self, terms: Terms, events: Iterable[Event] = ()) -> None:
        self.terms = terms
        self.rules = terms.start()
        self.events: list[Event] = []
        self.state: State = "open"
        self.ending: Ending | None = None
        self.offers: dict[Offer, Color] = {}
        self.declined: dict[Offer, Color] = {}
        """The sides whose offers were declined since the last move, or by it."""
        self.refused_at: dict[tuple[Offer, Color], int] = {}
        """The ply at which a side's offer was last declined."""
        self.says: list[Said] = []
        self.rematch_id: str | None = None
        self.handed: int | None = None
        """When the side to move could see that it is its turn; None if at the time of the event."""
        self.have_met = terms.quick  # the player who asks for a quick match waits for it
        self.clocks = Clocks.of(terms.clock, 0)
        for event in events:
            self.apply(event)

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return len(self.events) - 1

    @property
    def turn(self) -> Color:
        """The side to move."""
        return self.rules.turn

    @property
    def at(self) -> int:
        """When the last event was."""
        return self.events[-1].at

    @property
    def has_begun(self) -> bool:
        """Whether both sides have moved, so that a player who leaves loses."""
        return self.rules.ply >= 2

    def find(self, command: Command, color: Color) -> Event | None:
        """Return the event that a command has already become, None if it is new."""
        for event in islice(self.events, max(0, command.seq), None):
            if event.answers(command, color):
                return event
            if _changes_position(event):  # after a move the command would be outdated
                break
        return None

    def is_outdated(self, command: Command) -> bool:
        """Whether the position has changed since the player who sent a command last saw it.

        A phrase or an offer that crosses a move on its way does not count.
        """
        later = islice(self.events, max(0, command.seq), None)
        return command.seq > self.seq + 1 or any(map(_changes_position, later))

    def deadline(self) -> int | None:
        """Return when the game will end if nothing happens; None if it is over."""
        if self.state == "finished":
            return None
        patience = OPEN["quick" if self.terms.quick else "listed" if self.terms.listed else "link"]
        if self.state == "open":
            return self.at + patience
        if self.awaits_players:
            return self._moved_at + patience
        first = self.first_move_due()
        if first is not None:
            return first + MOST_LAG
        runs_out = self.clocks.runs_out()
        return self._moved_at + FORSAKEN if runs_out is None else runs_out + MOST_LAG

    @property
    def awaits_players(self) -> bool:
        """Whether the time for the first moves has yet to begin: not both players have come."""
        return self._is_beginning and not self.have_met

    @property
    def _is_beginning(self) -> bool:
        return self.state == "running" and self.terms.clock.kind == "time" and not self.has_begun

    def first_move_due(self) -> int | None:
        """Return by when a first move is due; None if none is due, or time is unlimited."""
        if not self._is_beginning or self.awaits_players:
            return None
        return self._moved_at + FIRST_MOVE

    @property
    def _moved_at(self) -> int:
        """When the side to move got its turn."""
        if self.handed is not None:
            return self.handed
        return next(event.at for event in reversed(self.events) if gives_turn(event))

    def hand_over(self, at: int) -> None:
        """Start the clock of the side to move now, because it could not see its turn before.

        >>> game = OnlineGame(Terms(), [Event(0, "create", 0), Event(1, "join", 0)])
        >>> game.hand_over(400)
        >>> game.handed
        400
        """
        if self.state != "running":
            return
        self.handed = at
        if self.clocks.running is not None:
            self.clocks = self.clocks.start(self.clocks.running, at)

    def apply(self, event: Event) -> None:
        """Add the next event, which `decide` has allowed."""
        assert event.seq == len(self.events), f"event {event.seq} after {self.seq}"
        self.events.append(event)
        self._note_start(event)
        match event.type:
            case "join":
                self._begin(event)
            case "meet":
                self.have_met = True
            case "move":
                self._move(event)
            case "offer_draw" | "takeback" | "rematch":
                self._offer(event)
            case "accept":
                self._agree(event)
            case "decline":
                self._decline(event)
            case "resign":
                assert event.color is not None
                resigned = Ending(event.color.other, "resignation")
                self._finish(
                    Ending(None, "aborted") if "aborted" in event.facts else resigned, event
                )
            case "say":
                assert event.color is not None
                said = Said(event.color, event.arguments["phrase"], event.seq)
                self.says = [*self.says, said][-SAYS_SHOWN:]
            case "end":
                winner = event.facts["winner"]
                self._finish(
                    Ending(None if winner is None else Color(winner), event.facts["reason"]), event
                )

    def _note_start(self, event: Event) -> None:
        """Read from an event when the turn that it may end started."""
        if "since" in event.facts:
            self.hand_over(event.facts["since"])
        if gives_turn(event):
            self.handed = None

    def _begin(self, event: Event) -> None:
        self.state = "running"
        self.clocks = Clocks.of(self.terms.clock, event.at)
        if self.terms.clock.kind == "days":
            self.clocks = self.clocks.start(self.turn, event.at)

    def _move(self, event: Event) -> None:
        assert event.color is not None
        self.rules.push(event.arguments["move"])
        self.declined = {
            what: color for what, color in self.offers.items() if color is not event.color
        }
        self.offers = {
            what: color
            for what, color in self.offers.items()
            if what == "draw" and color is event.color
        }
        if self.clocks.running is not None:
            self.clocks = self.clocks.punch(event.at, event.facts.get("lag", 0), self.turn)
        elif self.terms.clock.kind == "time" and self.has_begun:
            self.clocks = self.clocks.start(self.turn, event.at)
        outcome = self.rules.outcome()
        if outcome is not None:
            self._finish(Ending(outcome.winner, outcome.reason.value), event)

    def _offer(self, event: Event) -> None:
        assert event.color is not None
        if event.facts.get("agreed"):
            self._agree(event)
        else:
            self.offers[event.offer] = event.color

    def _agree(self, event: Event) -> None:
        what = event.offer
        self.offers.pop(what, None)
        if what == "draw":
            self._finish(Ending(None, "agreement"), event)
        elif what == "rematch":
            self.rematch_id = event.facts["game"]
        else:
            for _ in range(event.facts["plies"]):
                self.rules.pop()
            if self.clocks.running is not None:
                self.clocks = self.clocks.stop(event.at).start(self.turn, event.at)
            self.offers.clear()
            self.declined.clear()

    def _decline(self, event: Event) -> None:
        color = self.offers.pop(event.offer)
        self.declined[event.offer] = color
        self.refused_at[event.offer, color] = self.rules.ply

    def _finish(self, ending: Ending, event: Event) -> None:
        self.state = "finished"
        self.ending = ending
        self.offers.clear()
        self.clocks = self.clocks.stop(event.at)


def gives_turn(event: Event) -> bool:
    """Whether a side gets its turn with an event, so that its clock starts."""
    return event.type in ("join", "meet", "move", "accept")


def _changes_position(event: Event) -> bool:
    if event.type == "accept":
        return event.arguments["what"] != "rematch"
    return event.type in ("create", "join", "move", "resign", "end") or "agreed" in event.facts
