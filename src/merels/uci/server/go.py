"""The arguments of ``go``: limits of a search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from merels.engine.search.limits import Clock, Limits
from merels.errors import IllegalMoveError, NotationError
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.outcome import NO_DRAW_RULES
from merels.rules.position import WHITE, Color, Position
from merels.uci.server.options import EngineSettings

DEFAULT_SECONDS: Final = 1.0
"""How long ``go`` without any limit may take."""

_COUNTS: Final = ("depth", "nodes", "movestogo")
_TIMES: Final = ("movetime", "wtime", "btime", "winc", "binc")
_LONGEST_NUMBER: Final = 18


@dataclass(slots=True)
class GoCommand:
    """The limits that ``go`` sets, and the words that were not understood."""

    limits: Limits
    problems: list[str] = field(default_factory=list)


def parse_go(text: str, turn: Color) -> GoCommand:
    """Read the arguments of ``go`` for the side to move.

    Every ``go`` must be answered with a move, so bad words are ignored and reported. A clock that
    has run out counts as empty.

    >>> parse_go("wtime 60000 btime 1000 winc 500", WHITE).limits.clock
    Clock(remaining=60.0, increment=0.5, moves_to_go=None)
    >>> parse_go("depth 8 ponder", WHITE).problems
    ["go: 'ponder' is unknown"]
    """
    numbers: dict[str, int] = {}
    problems: list[str] = []
    words = iter(text.split())
    infinite = False
    for word in words:
        if word == "infinite":
            infinite = True
        elif word in _COUNTS or word in _TIMES:
            value = next(words, "")
            number = _parse_number(value)
            if number is None or (word in _COUNTS and number < 1):
                least = 1 if word in _COUNTS else 0
                problems.append(f"go: {word} {value!r} is not a whole number of at least {least}")
            else:
                numbers[word] = max(0, number)
        else:
            problems.append(f"go: {word!r} is unknown")
    return GoCommand(_build_limits(numbers, infinite, turn), problems)


def _build_limits(numbers: dict[str, int], infinite: bool, turn: Color) -> Limits:
    own = "w" if turn is WHITE else "b"
    clock = None
    if f"{own}time" in numbers:
        clock = Clock(
            remaining=numbers[f"{own}time"] / 1000,
            increment=numbers.get(f"{own}inc", 0) / 1000,
            moves_to_go=numbers.get("movestogo"),
        )
    limits = Limits(
        depth=numbers.get("depth"),
        nodes=numbers.get("nodes"),
        seconds=numbers["movetime"] / 1000 if "movetime" in numbers else None,
        clock=clock,
        infinite=infinite,
    )
    return Limits(seconds=DEFAULT_SECONDS) if limits == Limits() else limits


def _parse_number(text: str) -> int | None:
    """Return a whole number, cut to what is as good as endless; None if the text is not one."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return None
    number = int("9" * _LONGEST_NUMBER if len(digits) > _LONGEST_NUMBER else digits)
    return -number if text.startswith("-") else number


# The game that ``position`` sets up, perhaps in mid-turn.


def new_game(settings: EngineSettings) -> Game:
    """Return a game at the empty board."""
    return Game(variant=settings.variant, draw_rules=settings.draw_rules)


def with_rules(game: Game, settings: EngineSettings) -> Game:
    """Return the same game under other rules, which may mean the empty board of another variant.

    Raises a `MerelsError` if the position or a move broke them.
    """
    again = Game(variant=settings.variant, draw_rules=NO_DRAW_RULES)
    if game.start_fen != Position.start(game.variant).fen():
        again = Game.from_fen(game.start_fen, variant=settings.variant, draw_rules=NO_DRAW_RULES)
    for token in game.tokens():
        again.push_action(token)
    again.draw_rules = settings.draw_rules
    return again


def parse_setup(text: str, settings: EngineSettings) -> Game:
    """Read the arguments of ``position``: ``startpos|fen F [moves ...]``, one action a token.

    >>> game = parse_setup("startpos moves d6 f4 d5 b4 d7", EngineSettings())
    >>> game.ply, game.is_mid_turn
    (4, True)

    Moves may continue after a draw; whether the game is over depends on its last position.

    Raises `NotationError`, `PositionError` or `IllegalMoveError`, which gives the token's number.
    """
    words = text.split()
    place = words.index("moves") if "moves" in words else len(words)
    game = _parse_start(words[:place], settings)
    for number, token in enumerate(words[place + 1 :], start=1):
        try:
            action = Move.parse(token, settings.variant.board)
            if len(action.tokens()) > 1:
                raise NotationError(f"{token!r} is two actions; the capture is a token of its own")
            game.push_action(action)
        except (NotationError, IllegalMoveError) as error:
            raise type(error)(f"token {number}: {error}") from None
    game.draw_rules = settings.draw_rules
    return game


def _parse_start(words: list[str], settings: EngineSettings) -> Game:
    if words == ["startpos"]:
        return Game(variant=settings.variant, draw_rules=NO_DRAW_RULES)
    if words[:1] == ["fen"]:
        return Game.from_fen(
            " ".join(words[1:]), variant=settings.variant, draw_rules=NO_DRAW_RULES
        )
    raise NotationError(
        f"{' '.join(words)[:80]!r} is not a position; write: position startpos|fen F [moves ...]"
    )
