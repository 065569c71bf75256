"""Turn a command into an event, or into a refusal that says why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from merels.errors import MerelsError, quote
from merels.online.events import OFFERS, PHRASES, Command, CommandType, Event, Offer
from merels.online.game import OnlineGame
from merels.online.terms import MOST_LAG
from merels.rules.legal import explain_illegal
from merels.rules.move import Move
from merels.rules.position import Color

RefusalReason = Literal[
    "stale",
    "illegal",
    "not_your_turn",
    "over",
    "too_fast",
    "not_playing",
    "not_started",
    "no_offer",
    "offered",
    "rated",
    "malformed",
    "unavailable",
]
MOST: Final[dict[CommandType, int]] = {
    "say": 100,
    "takeback": 100,
    "offer_draw": 100,
    "rematch": 100,
}
"""How often each kind of command may come in one game. Moves are not counted: without takebacks
games are short."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command is refused."""

    reason: RefusalReason
    detail: str


@dataclass(frozen=True, slots=True)
class Repeated:
    """The command has already become an event."""

    seq: int


Decision = Event | Repeated | Refusal


@dataclass(frozen=True, slots=True)
class Occasion:
    """The circumstances of a command: the game, the player, the time, and the delay.

    ``lag`` is the delay of the network, as the server has measured it.
    """

    game: OnlineGame
    color: Color
    now: int
    lag: int = 0
    new_id: str = ""
    """The name of the next game, if this is a rematch."""


def decide(command: Command, color: Color | None, occasion: Occasion) -> Decision:
    """Return the event or the refusal; changes nothing.

    >>> from merels.online.terms import Terms
    >>> from merels.rules.position import BLACK, WHITE
    >>> game = OnlineGame(Terms(), [Event(0, "create", 0, WHITE), Event(1, "join", 0, BLACK)])
    >>> decide(Command(2, "move", {"move": "d6"}), BLACK, Occasion(game, BLACK, 100)).reason
    'not_your_turn'
    """
    game = occasion.game
    if color is None:
        return Refusal("not_playing", "only the two players can do this; you are watching")
    known = game.find(command, color)
    if known is not None:
        return Repeated(known.seq)
    found = _find_obstacle(command, game) or _HANDLERS[command.type](occasion, command.arguments)
    if isinstance(found, Refusal):
        return found
    at = max(occasion.now, game.at)
    facts = _with_start(game, found)
    return Event(game.seq + 1, command.type, at, color, command.seq, dict(command.arguments), facts)


def _find_obstacle(command: Command, game: OnlineGame) -> Refusal | None:
    """Return why a command cannot be considered in the state of the game, None if it can."""
    if game.state == "open":
        return Refusal("not_started", "nobody has joined the game yet")
    if game.state == "finished" and not _is_for_afterwards(command):
        return Refusal("over", "the game is over")
    if game.is_outdated(command):
        detail = f"the game is at event {game.seq}, the command is for {command.seq}"
        return Refusal("stale", detail)
    most = MOST.get(command.type)
    if most is not None and sum(event.type == command.type for event in game.events) >= most:
        return Refusal("too_fast", f"{command.type!r} at most {most} times in one game")
    return None


def overdue(game: OnlineGame, now: int) -> Event | None:
    """Return the event that ends a game whose time is up, None while time is left.

    >>> from merels.online.terms import Terms
    >>> game = OnlineGame(Terms(quick=True), [Event(0, "create", 0)])
    >>> overdue(game, 14_999), overdue(game, 15_000).facts["reason"]
    (None, 'cancelled')
    """
    deadline = game.deadline()
    if deadline is None or now < deadline:
        return None
    if game.state == "open":
        return end(game, now, "cancelled")
    if not game.has_begun and game.clocks.terms.kind != "none":
        return end(game, now, "aborted")
    if game.clocks.running is None:
        return end(game, now, "abandoned")
    return end(game, now, "time", game.turn.other)


def out_of_time(occasion: Occasion) -> Event | None:
    """Return the end of a game whose side to move is out of time, less its lag."""
    game = occasion.game
    if game.state != "running" or game.clocks.running is None:
        return None
    if game.clocks.left(game.clocks.running, occasion.now, min(occasion.lag, MOST_LAG)) > 0:
        return None
    if not game.has_begun:
        return end(game, occasion.now, "aborted")
    return end(game, occasion.now, "time", game.turn.other)


def end(game: OnlineGame, now: int, reason: str, winner: Color | None = None) -> Event:
    """Return the event with which the server ends a game."""
    facts = {"reason": reason, "winner": None if winner is None else int(winner)}
    return Event(game.seq + 1, "end", max(now, game.at), facts=_with_start(game, facts))


Facts = Mapping[str, Any]
Arguments = Mapping[str, str]


def _with_start(game: OnlineGame, facts: Facts) -> Facts:
    """Add when the running clock started, if it was later than the event before."""
    return facts if game.handed is None else {**facts, "since": game.handed}


def _is_for_afterwards(command: Command) -> bool:
    return command.type in ("say", "rematch") or command.arguments.get("what") == "rematch"


def _move(occasion: Occasion, arguments: Arguments) -> Facts | Refusal:
    game = occasion.game
    if game.turn is not occasion.color:
        return Refusal("not_your_turn", f"it is {game.turn}'s turn")
    text = arguments["move"]
    try:
        move = Move.parse(text, game.rules.variant.board)
    except MerelsError as error:
        return Refusal("illegal", str(error))
    problem = explain_illegal(game.rules.position, move)
    if problem is not None:
        return Refusal("illegal", f"{quote(text)} is illegal: {problem}")
    return {"lag": min(occasion.lag, MOST_LAG)}


def _offer_draw(occasion: Occasion, _: Arguments) -> Facts | Refusal:
    return _offer(occasion, "draw")


def _offer(occasion: Occasion, what: Offer) -> Facts | Refusal:
    game, color = occasion.game, occasion.color
    standing = game.offers.get(what)
    if standing is color:
        return Refusal("offered", f"you have already offered a {what}")
    if standing is not None:
        return {"agreed": True}
    if game.refused_at.get((what, color)) == game.rules.ply:
        return Refusal("too_fast", f"your {what} was declined; make a move first")
    return {}


def _takeback(occasion: Occasion, _: Arguments) -> Facts | Refusal:
    game = occasion.game
    if game.terms.rated:
        return Refusal("rated", "there are no takebacks in rated games")
    if game.offers.get("takeback") is occasion.color.other:
        return Refusal("offered", "your opponent has asked first: accept or decline")
    if _plies_to_take_back(game, occasion.color) > game.rules.ply:
        return Refusal("illegal", "you have not moved yet")
    return _offer(occasion, "takeback")


def _plies_to_take_back(game: OnlineGame, color: Color) -> int:
    """Return how many plies lead back to the last turn of a side; all and one if it had none."""
    turns = [position.turn for position in game.rules.positions[:-1]]
    return turns[::-1].index(color) + 1 if color in turns else len(turns) + 1


def _rematch(occasion: Occasion, _: Arguments) -> Facts | Refusal:
    game = occasion.game
    if game.state != "finished":
        return Refusal("illegal", "the game is not over")
    if game.rematch_id is not None:
        return Refusal("offered", "there is a rematch already")
    found = _offer(occasion, "rematch")
    return {**found, "game": occasion.new_id} if found == {"agreed": True} else found


def _accept(occasion: Occasion, arguments: Arguments) -> Facts | Refusal:
    game, what = occasion.game, _read_offer(arguments)
    if isinstance(what, Refusal):
        return what
    offered = game.offers.get(what)
    if offered is not occasion.color.other:
        return Refusal("no_offer", f"your opponent has not offered a {what}")
    if what == "takeback":
        return {"plies": _plies_to_take_back(game, offered)}
    return {"game": occasion.new_id} if what == "rematch" else {}


def _decline(occasion: Occasion, arguments: Arguments) -> Facts | Refusal:
    what = _read_offer(arguments)
    if isinstance(what, Refusal):
        return what
    if what not in occasion.game.offers:
        return Refusal("no_offer", f"there is no offer of a {what}")
    return {}


def _read_offer(arguments: Arguments) -> Offer | Refusal:
    for what in OFFERS:
        if arguments["what"] == what:
            return what
    return Refusal("malformed", f"{quote(arguments['what'])} is not one of {', '.join(OFFERS)}")


def _resign(occasion: Occasion, _: Arguments) -> Facts | Refusal:
    game = occasion.game
    return {"aborted": True} if game.terms.rated and not game.has_begun else {}


def _say(_: Occasion, arguments: Arguments) -> Facts | Refusal:
    phrase = arguments["phrase"]
    if phrase not in PHRASES:
        return Refusal("malformed", f"{quote(phrase)} is not one of {', '.join(PHRASES)}")
    return {}


_HANDLERS: Final[dict[CommandType, Callable[[Occasion, Arguments], Facts | Refusal]]] = {
    "move": _move,
    "offer_draw": _offer_draw,
    "takeback": _takeback,
    "accept": _accept,
    "decline": _decline,
    "resign": _resign,
    "rematch": _rematch,
    "say": _say,
}
