"""Variants of the game: a board and rules."""

from __future__ import annotations

import hashlib
import json
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeAlias, TypeVar

from merels.board.board import (
    ONE_SQUARE,
    THREE_SQUARES,
    THREE_SQUARES_WITH_DIAGONALS,
    TWO_SQUARES,
    Board,
    points_of,
)
from merels.errors import NotationError, VariantError, advise, did_you_mean, quote

FEWEST_MEN: Final = 3
MOST_MEN: Final = 12


class Flying(StrEnum):
    """When a side may move a man to any empty point; ``NEVER`` is false."""

    NEVER = "never"
    THREE_ON_BOARD = "three-on-board"
    """With exactly three men, none of them in hand."""
    THREE_IN_ALL = "three-in-all"
    """With exactly three men, on the board and in hand."""

    def __bool__(self) -> bool:
        return self is not Flying.NEVER


class Placing(StrEnum):
    """When a side with men in hand places them."""

    FIRST = "first"
    """The side must place, and moves when all men are placed."""
    ANY_TURN = "any-turn"
    """It may place or move on every turn."""


class FullBoard(StrEnum):
    """What a board without an empty point means for the side to move."""

    LOSS = "loss"
    DRAW = "draw"


class Captures(StrEnum):
    """Whether a mill captures while men are placed."""

    AT_ONCE = "at-once"
    AFTER_PLACING = "after-placing"
    """A mill captures nothing then; when all men are placed, each side takes a man. The side that
    closed the first mill, or Black if neither did, takes first and then moves first."""


class Blocked(StrEnum):
    """What happens to a side that cannot move."""

    LOSS = "loss"
    GIVE_WAY = "give-way"
    """The side passes, and the other side must open a way if it can, without capturing."""


Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Variant:
    """A board and rules; by default Nine Men's Morris.

    ``men``: how many men each side starts with, 3 to 12. ``flying``, ``placing`` and ``full_board``
    take the texts of their kinds, ``flying`` also True and False; so do ``captures`` and
    ``blocked``. ``protected``: a man in a mill is safe while other men are not. ``several``: a move
    that closes two mills takes two men. ``return_ban``: a man that left a mill and by that move
    closed another may not, in its side's next turn, go back and close a mill. ``draw_after``: texts
    such as "3-3 10": with 3 men on both sides, 10 moves of each without a capture draw.
    Variants are equal if they are the same game, whatever their names.

    >>> Variant(flying=False)
    variant('nine:flying=never')
    >>> Variant(men=10)
    variant('nine:men=10')

    Raises `VariantError`, which names the field.
    """

    flying: Flying
    men: int
    placing: Placing
    full_board: FullBoard
    board: Board
    name: str = field(compare=False)
    """The name in commands, and of the folder of its tables."""
    title: str = field(compare=False)
    """The name in game files, and for people."""
    captures: Captures
    protected: bool
    several: bool
    blocked: Blocked
    return_ban: bool
    draw_after: tuple[str, ...]
    is_usual: bool = field(init=False, compare=False)
    """Whether the usual generator knows its moves: all rules from ``captures`` on are as in nine
    men's morris, except ``draw_after``, which solving and moves ignore."""

    def __init__(  # noqa: PLR0913 - the fields of a variant's file
        self,
        flying: Flying | str | bool = True,
        men: int = 9,
        placing: Placing | str = Placing.FIRST,
        full_board: FullBoard | str = FullBoard.LOSS,
        board: Board = THREE_SQUARES,
        name: str = "nine",
        title: str = "Nine Men's Morris",
        *,
        captures: Captures | str = Captures.AT_ONCE,
        protected: bool | str = True,
        several: bool | str = False,
        blocked: Blocked | str = Blocked.LOSS,
        return_ban: bool | str = False,
        draw_after: Sequence[str] | str = (),
    ) -> None:
        _check_men(men, board)
        if isinstance(flying, bool):
            flying = Flying.THREE_ON_BOARD if flying else Flying.NEVER
        for field_name, value in (
            ("flying", _choose("flying", Flying, flying)),
            ("men", men),
            ("placing", _choose("placing", Placing, placing)),
            ("full_board", _choose("full_board", FullBoard, full_board)),
            ("board", board),
            ("name", name),
            ("title", title),
            ("captures", _choose("captures", Captures, captures)),
            ("protected", _yes_or_no("protected", protected)),
            ("several", _yes_or_no("several", several)),
            ("blocked", _choose("blocked", Blocked, blocked)),
            ("return_ban", _yes_or_no("return_ban", return_ban)),
            ("draw_after", _parse_draws(draw_after, men)),
        ):
            object.__setattr__(self, field_name, value)
        changed = [name for name in NEW_RULES if getattr(self, name) != NEW_RULES[name]]
        object.__setattr__(self, "is_usual", not set(changed) - {"draw_after"})
        if self.captures is Captures.AFTER_PLACING and self.placing is Placing.ANY_TURN:
            problem = "after-placing needs placing=first: with any-turn, placing has no end"
            raise VariantError("captures", problem)

    @property
    def digest(self) -> str:
        """A hash of board and rules, the same for equal games: 16 hexadecimal digits.

        >>> Variant().digest, Variant(men=4).digest
        ('f4f29952de4a964e', 'f8c5ee4ada890fec')
        """
        return _digest(self)

    @property
    def may_fill_board(self) -> bool:
        """Whether both sides' men can leave no empty point."""
        return 2 * self.men >= len(self.board.names)

    def __hash__(self) -> int:
        # Numbers alone: quick, and the same in every process. Few variants differ only in rules.
        return hash((self.board, self.men))

    def __repr__(self) -> str:

        return f"variant({spell(self)!r})"


NEW_RULES: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "captures": Captures.AT_ONCE,
        "protected": True,
        "several": False,
        "blocked": Blocked.LOSS,
        "return_ban": False,
        "draw_after": (),
    }
)
"""Rules that the digest names only where they differ from these, the rules of nine men's morris."""

_DRAW: Final = re.compile(r"([0-9]{1,2})-([0-9]{1,2}) ([0-9]{1,3})")
_NO_DRAWS: Final = "none"


def _yes_or_no(name: str, value: bool | str) -> bool:
    if isinstance(value, bool):
        return value
    if value not in ("true", "false"):
        raise VariantError(name, f"{quote(str(value))} is neither true nor false")
    return value == "true"


def _parse_draws(texts: Sequence[str] | str, men: int) -> tuple[str, ...]:
    """Return the texts of ``draw_after`` in order, each with the larger number of men first."""
    if isinstance(texts, str):
        texts = () if texts in ("", _NO_DRAWS) else texts.split("+")
    draws: dict[tuple[int, int], int] = {}
    for text in texts:
        match = _DRAW.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            problem = f"{quote(str(text))} is not men of both sides and moves of each, as in 3-3 10"
            raise VariantError("draw_after", problem)
        more, fewer = sorted((int(match[1]), int(match[2])), reverse=True)
        if not FEWEST_MEN <= fewer <= more <= men or not int(match[3]):
            problem = f"{text!r} needs {FEWEST_MEN} to {men} men of each side, and a move or more"
            raise VariantError("draw_after", problem)
        if (more, fewer) in draws:
            raise VariantError("draw_after", f"it names {more}-{fewer} twice")
        draws[more, fewer] = int(match[3])
    return tuple(f"{more}-{fewer} {moves}" for (more, fewer), moves in sorted(draws.items()))


def moves_to_draw(variant: Variant) -> Mapping[tuple[int, int], int]:
    """Return ``draw_after`` as numbers: for men of the larger and the smaller side, moves of each.

    >>> dict(moves_to_draw(Variant(draw_after=["3-4 12"])))
    {(4, 3): 12}
    """
    return _moves_to_draw(variant.draw_after)


@cache
def _moves_to_draw(texts: tuple[str, ...]) -> Mapping[tuple[int, int], int]:
    numbers = (re.split("[- ]", text) for text in texts)
    draws = {(int(more), int(fewer)): int(moves) for more, fewer, moves in numbers}
    return MappingProxyType(draws)


def _choose(name: str, kind: type[Choice], value: str) -> Choice:
    try:
        return kind(value)
    except ValueError:
        problem = f"{value!r} is not one of {', '.join(kind)}"
        hint = did_you_mean(str(value), kind)
        raise VariantError(name, f"{problem}; {hint}" if hint else problem) from None


def _check_men(men: int, board: Board) -> None:
    if not isinstance(men, int) or not FEWEST_MEN <= men <= MOST_MEN:
        # Python refuses to print a number of thousands of digits.
        number = "so many" if isinstance(men, int) and abs(men) > 10**9 else men
        raise VariantError("men", f"a side has {FEWEST_MEN} to {MOST_MEN} men, not {number}")
    if 2 * men > len(board.names):
        raise VariantError("men", f"{men} men of each side do not fit on {len(board.names)} points")


@cache
def _digest(variant: Variant) -> str:
    board = variant.board
    game: dict[str, Any] = {
        "points": len(board.names),
        "neighbours": [list(points_of(mask)) for mask in board.neighbours],
        "lines": [list(points_of(mill)) for mill in board.mills],
        "men": variant.men,
        "flying": variant.flying,
        "placing": variant.placing,
        "full_board": variant.full_board if variant.may_fill_board else None,
    }
    game |= {
        rule: getattr(variant, rule)
        for rule, usual in NEW_RULES.items()
        if getattr(variant, rule) != usual
    }
    text = json.dumps(game, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


NINE_MENS_MORRIS: Final = Variant()
"""The standard game, with flying."""


# The variants that ship, and variants by name, by name and changes, or from a file.

_SIX: Final = Variant(Flying.NEVER, 6, board=TWO_SQUARES, name="six", title="Six Men's Morris")
_TWELVE: Final = Variant(
    men=12,
    full_board=FullBoard.DRAW,
    board=THREE_SQUARES_WITH_DIAGONALS,
    name="twelve",
    title="Twelve Men's Morris",
)

VARIANTS: Final[Mapping[str, Variant]] = MappingProxyType(
    {
        each.name: each
        for each in (
            Variant(Flying.NEVER, 3, board=ONE_SQUARE, name="three", title="Three Men's Morris"),
            replace(_SIX, men=5, name="five", title="Five Men's Morris"),
            _SIX,
            NINE_MENS_MORRIS,
            Variant(men=10, name="ten", title="Ten Men's Morris"),
            replace(_TWELVE, men=11, name="eleven", title="Eleven Men's Morris"),
            _TWELVE,
            Variant(
                Flying.THREE_IN_ALL, 10, Placing.ANY_TURN, name="lasker", title="Lasker Morris"
            ),
            replace(
                _TWELVE,
                name="morabaraba",
                title="Morabaraba",
                return_ban=True,
                draw_after=("3-3 10",),
            ),
            Variant(
                Flying.NEVER,
                12,
                name="shax",
                title="Shax",
                captures=Captures.AFTER_PLACING,
                protected=False,
                blocked=Blocked.GIVE_WAY,
            ),
        )
    }
)
"""The variants that ship, by name."""

SUFFIX: Final = ".toml"
OWN_FILE: Final = f"YOUR-FILE{SUFFIX}"
LONGEST_FILE: Final = 1 << 16
LONGEST_NUMBER: Final = 3
LONGEST_TITLE: Final = 80

RULES: Final = ("men", "flying", "placing", "full_board", *NEW_RULES)
"""The fields that a name may be followed by."""

_FIELDS: Final = (
    {"name": str, "title": str, "men": int}
    | dict.fromkeys(("flying", "placing", "full_board", "captures", "blocked", "points"), str)
    | dict.fromkeys(("protected", "several", "return_ban"), bool)
)
_LISTS: Final = ("draw_after", "parts", "lines", "edges")
_REQUIRED: Final = ("name", "men", "points", "lines")


AnyVariant: TypeAlias = Variant | str | os.PathLike[str]
"""A variant, or what `variant` reads."""


def variant(text: AnyVariant) -> Variant:
    """Return a variant by name, by name and changes, or from a TOML file.

    Every function that takes a variant takes these texts too; a `Variant` is returned as it is.

    >>> variant("lasker").men, variant("twelve").title
    (10, "Twelve Men's Morris")
    >>> variant("five:flying=three-on-board,men=4")
    variant('five:men=4,flying=three-on-board')

    ``docs/variants.md`` describes the file. Raises `NotationError` if there is no such variant,
    `VariantError`, which names the field, if a variant contradicts itself, and `OSError` if a file
    cannot be read.
    """
    if isinstance(text, Variant):
        return text
    text = os.fspath(text)
    return read_variant(Path(text)) if text.endswith(SUFFIX) else named_variant(text)


def named_variant(text: str) -> Variant:
    """Return a variant by name, or by name and changes; no file is opened, whatever the text.

    Raises as `variant` does.
    """
    name, colon, changes = text.partition(":")
    base = VARIANTS.get(name)
    if base is None:
        known = (
            f"the variants are {', '.join(VARIANTS)}; a name may be followed by changes, as in "
            f"nine:men=4, and a file of your own ends with {SUFFIX}"
        )
        raise NotationError(f"{quote(text)} is not a variant", advise(name, VARIANTS, known))
    return _change(base, changes, text) if colon else base


def is_own(variant: Variant) -> bool:
    """Whether only a file describes a variant: no shipped variant of its name has its board.

    >>> is_own(Variant(men=4)), is_own(replace(VARIANTS["six"], name="nine"))
    (False, True)
    """
    base = VARIANTS.get(variant.name)
    return base is None or base.board != variant.board


def spell(variant: Variant) -> str:
    """Return the shortest text that `variant` reads as this variant; of a file, its name alone.

    >>> spell(Variant(men=4)), spell(Variant(men=10))
    ('nine:men=4', 'nine:men=10')
    """
    if is_own(variant):
        return variant.name
    base = VARIANTS[variant.name]
    changes = [
        f"{rule}={_spell_value(getattr(variant, rule))}"
        for rule in RULES
        if getattr(variant, rule) != getattr(base, rule)
    ]
    return f"{variant.name}:{','.join(changes)}" if changes else variant.name


def _spell_value(value: object) -> str:
    if isinstance(value, tuple):
        return "+".join(value) or _NO_DRAWS
    return str(value).lower()


def spell_option(variant: Variant) -> str:
    """Return what to type after ``--variant``: `spell`, or a stand-in for the user's own file.

    >>> spell_option(Variant(men=4)), spell_option(replace(VARIANTS["six"], name="mine"))
    ('nine:men=4', 'YOUR-FILE.toml')
    """
    return OWN_FILE if is_own(variant) else spell(variant)


def file_stem(variant: Variant) -> str:
    """Return the name, without extension, of files about a variant; equal games share it.

    The name of a user's own variant includes its digest if a shipped variant's files could have the
    same name.

    >>> file_stem(Variant(men=10)), file_stem(named_variant("five:flying=three-on-board"))
    ('ten', 'five-flying-three-on-board')
    """
    same = next((each for each in VARIANTS.values() if each.digest == variant.digest), variant)
    if is_own(same) and same.name.partition("-")[0] in VARIANTS:
        return f"{same.name}.{same.digest}"
    return re.sub("[:=,+ ]", "-", spell(same))


def _change(base: Variant, changes: str, text: str) -> Variant:
    fields: dict[str, Any] = {}
    for change in changes.split(","):
        rule, equals, value = change.partition("=")
        rule = rule.strip().replace("-", "_")
        if rule not in RULES or not equals:
            raise NotationError(
                f"{quote(change)} in {quote(text)} is not a change of a variant",
                advise(rule, RULES, f"write RULE=VALUE; the rules are {', '.join(RULES)}"),
            )
        if rule in fields:
            raise NotationError(f"{quote(text)} changes {rule} twice")
        value = value.strip()
        fields[rule] = _number(value) if rule == "men" else value
    return replace(base, **fields)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise VariantError("men", f"{quote(text)} is not a number")
    if len(text) > LONGEST_NUMBER:
        raise VariantError("men", f"{quote(text)} is more than any board has points")
    return int(text)


def read_variant(path: Path) -> Variant:
    """Return the variant that a TOML file describes; raises as `variant` does."""
    with path.open("rb") as file:
        data = file.read(LONGEST_FILE + 1)
    if len(data) > LONGEST_FILE:
        raise NotationError(f"{str(path)!r} is too long for a variant: over {LONGEST_FILE:,} bytes")
    try:
        fields = tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:  # of TOML, or of the encoding
        raise NotationError(f"{str(path)!r} is not a TOML file: {error}") from None
    try:
        return describe(fields)
    except VariantError as error:
        raise VariantError(error.field, f"{error.problem} (in {str(path)!r})") from None


def describe(fields: Mapping[str, Any]) -> Variant:
    """Return the variant that the fields of a file describe; raises `VariantError`."""
    for name, value in fields.items():
        _check_field(name, value)
    for name in _REQUIRED:
        if name not in fields:
            raise VariantError(name, "it is missing")
    board = Board(fields["points"], fields["lines"], fields.get("edges", ()), fields.get("parts"))
    rules = {name: fields[name] for name in RULES if name in fields}
    name = fields["name"]
    return Variant(board=board, name=name, title=fields.get("title", name), **rules)


def _check_field(name: str, value: object) -> None:
    if name in _LISTS:
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise VariantError(name, f"{quote(str(value))} is not a list of texts")
        return
    kind = _FIELDS.get(name)
    if kind is None:
        known = ", ".join((*_FIELDS, *_LISTS))
        raise VariantError(name, f"a variant has no such field; its fields are {known}")
    if type(value) is not kind:
        what = {int: "a number", bool: "true or false"}.get(kind, "a text")
        raise VariantError(name, f"{quote(str(value))} is not {what}")
    if kind is not str:
        return
    text = str(value)
    is_folder = text.isascii() and text.replace("-", "").isalnum() and len(text) <= 32
    if name == "name" and not is_folder:
        raise VariantError(name, f"{quote(text)} is not letters, digits and - alone, at most 32")
    is_tag = text.strip() and text.isprintable() and len(text) <= LONGEST_TITLE
    if name == "title" and not is_tag:
        problem = f"{quote(text)} is not a line of 1 to {LONGEST_TITLE} printable characters"
        raise VariantError(name, problem)
