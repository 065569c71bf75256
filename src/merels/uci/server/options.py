"""The arguments of commands: the engine's options, limits of a search, positions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from merels._system import HALF_OF_MEMORY, count_processors, limit_size, spare_megabytes
from merels.engine.players.levels import EXPERT
from merels.engine.search.limits import Clock, Limits
from merels.errors import IllegalMoveError, NotationError
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.outcome import NO_DRAW_RULES, PLY_LIMIT, REPETITIONS, DrawRules
from merels.rules.position import WHITE, Color, Position
from merels.rules.variant import NINE_MENS_MORRIS, VARIANTS, Flying, Variant, variant

EMPTY: Final = "<empty>"
"""How the protocol writes an empty string."""

MOST_LINES: Final = 100


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """The values of the options.

    ``tables`` is a folder, None for the folder that ``merels solve`` writes to. A ``ply_limit`` of
    0 means that games without captures are not drawn. ``flying`` says whether the ``chosen``
    variant keeps its flying.
    """

    hash_mb: int = 64
    threads: int = 1
    lines: int = 1
    tables: str | None = None
    level: str = EXPERT
    chosen: Variant = NINE_MENS_MORRIS
    flying: bool = True
    ply_limit: int = PLY_LIMIT
    threefold: bool = True

    @property
    def variant(self) -> Variant:
        """The variant to play."""
        return self.chosen if self.flying else replace(self.chosen, flying=Flying.NEVER)

    @property
    def draw_rules(self) -> DrawRules:
        """When games are drawn."""
        return DrawRules(REPETITIONS if self.threefold else None, self.ply_limit or None)


DEFAULTS: Final = EngineSettings()

Parser: TypeAlias = Callable[[str], Any]
"""Parses a value; raises `NotationError`, which quotes the text and says what is allowed."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its name, the setting it changes, its declared type, and its parser."""

    name: str
    field: str
    declared: str
    parse: Parser

    def declare(self) -> str:
        """Return the line that declares the option."""
        return f"option name {self.name} type {self.declared}"


def build_options(
    levels: tuple[str, ...],
    check_level: Callable[[str], str],
    note: Callable[[str], None] = lambda _: None,
    default: str = NINE_MENS_MORRIS.name,
) -> list[Option]:
    """Return all options.

    ``levels`` are the names to choose from; ``check_level`` returns the proper name of a level and
    raises `NotationError` for an unknown name. ``note`` is called when a size is more than the
    machine has: settings often come from another machine, so larger sizes are capped. ``default``
    is the variant to begin with.
    """
    names = " ".join(f"var {level}" for level in levels)
    variants = " ".join(f"var {name}" for name in dict.fromkeys((*VARIANTS, default)))
    return [
        _size("Hash", "hash_mb", spare_megabytes(), HALF_OF_MEMORY, note),
        _size("Threads", "threads", count_processors(), "processors", note),
        _spin("MultiPV", "lines", 1, MOST_LINES),
        Option("TablePath", "tables", f"string default {EMPTY}", _parse_path),
        Option("Level", "level", f"combo default {DEFAULTS.level} {names}", check_level),
        Option("Variant", "chosen", f"combo default {default} {variants}", variant),
        _check("MayFly", "flying"),
        _spin("NMoveRule", "ply_limit", 0, 1000),
        _check("ThreefoldRepetitionRule", "threefold"),
    ]


def change_settings(settings: EngineSettings, options: list[Option], text: str) -> EngineSettings:
    """Return the settings after ``setoption``, whose arguments are ``text``.

    >>> options = build_options(("easy", "expert"), str)
    >>> change_settings(DEFAULTS, options, "name Hash value 16").hash_mb
    16

    Case and spaces in names do not matter. Raises `NotationError`.
    """
    name, value = _split_arguments(text)
    wanted = _fold(name)
    for option in options:
        if _fold(option.name) == wanted:
            try:
                return replace(settings, **{option.field: option.parse(value)})
            except NotationError as error:
                raise NotationError(f"{option.name}: {error}") from None
    known = ", ".join(option.name for option in options)
    raise NotationError(f"{name!r} is not an option; options are {known}")


def _split_arguments(text: str) -> tuple[str, str]:
    """Return the name and the value in ``name N [value V]``; both may contain blanks.

    A regular expression would try every blank of a long run as the end of the name.
    """
    words = text.split()
    if words[:1] != ["name"] or words[1:2] in ([], ["value"]):
        raise NotationError(
            f"{text.strip()!r} does not name an option; write: setoption name N value V"
        )
    end = words.index("value") if "value" in words else len(words)
    rest = text.split(maxsplit=end + 1)[end + 1 :]  # blanks inside the value are part of it
    return " ".join(words[1:end]), "".join(rest).strip()


def _fold(name: str) -> str:
    return "".join(name.lower().split())


def _spin(
    name: str, field: str, least: int, most: int, limit: Callable[[int], int] | None = None
) -> Option:
    """Return an option for a number.

    ``limit`` reduces greater numbers, which are otherwise errors.
    """

    def parse(text: str) -> int:
        is_number = text.isascii() and text.isdigit() and len(text) <= 18
        if not is_number or int(text) < least or (limit is None and int(text) > most):
            raise NotationError(f"{text!r} is not a whole number from {least} to {most}")
        return int(text) if limit is None else limit(int(text))

    default = getattr(DEFAULTS, field)
    return Option(name, field, f"spin default {default} min {least} max {most}", parse)


def _size(name: str, field: str, most: int, unit: str, note: Callable[[str], None]) -> Option:
    """Return an option for a size from 1 to the machine's limit."""
    return _spin(name, field, 1, most, lambda size: limit_size(name, size, most, unit, note))


def _check(name: str, field: str) -> Option:
    def parse(text: str) -> bool:
        if text.lower() not in ("true", "false"):
            raise NotationError(f"{text!r} is neither true nor false")
        return text.lower() == "true"

    return Option(name, field, f"check default {str(getattr(DEFAULTS, field)).lower()}", parse)


def _parse_path(text: str) -> str | None:
    return None if text in ("", EMPTY) else text


# The arguments of ``go``: limits of a search.

DEFAULT_SECONDS: Final = 1.0
"""How long ``go`` without any limit may take."""

_COUNTS: Final = ("depth", "nodes", "movestogo")
_TIMES: Final = ("movetime", "wtime", "btime", "winc", "binc")
_LONGEST_NUMBER: Final = 18


@dataclass(slots=True)
class GoCommand:
    """The limits that ``go`` sets, and the unknown words."""

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
    """Return a whole number, cut at a practically endless limit; None if the text is none."""
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
    is_empty = game.start_fen == Position.start(game.variant).fen()
    again = _begin(settings, None if is_empty else game.start_fen)
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
    start = words[:place]
    if start != ["startpos"] and start[:1] != ["fen"]:
        text = " ".join(start)[:80]
        raise NotationError(
            f"{text!r} is not a position; write: position startpos|fen F [moves ...]"
        )
    game = _begin(settings, None if start == ["startpos"] else " ".join(start[1:]))
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


def _begin(settings: EngineSettings, fen: str | None) -> Game:
    if fen is None:
        return Game(variant=settings.variant, draw_rules=NO_DRAW_RULES)
    return Game.from_fen(fen, variant=settings.variant, draw_rules=NO_DRAW_RULES)
