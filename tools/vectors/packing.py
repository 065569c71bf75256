"""Positions, moves and outcomes as vectors have them: lists of numbers, and letters."""

from __future__ import annotations

from typing import Any, TypeAlias

from merels.board.board import BOARDS
from merels.engine.players.plain import derive_seed
from merels.rules.move import Move
from merels.rules.outcome import position_outcome
from merels.rules.position import Position
from merels.rules.variant import NEW_RULES, Variant, moves_to_draw

Document: TypeAlias = dict[str, Any]


def camel_case(name: str) -> str:
    """Return a name as an identifier, so that a program can import one board alone.

    >>> camel_case("three squares"), camel_case("return_ban")
    ('threeSquares', 'returnBan')
    """
    first, *rest = name.replace("_", " ").split()
    return first + "".join(word.capitalize() for word in rest)


def describe_variant(variant: Variant) -> Document:
    """Return a variant: its title, the name of its board, and its rules; of later rules, changes.

    >>> describe_variant(Variant(several=True, draw_after=["3-3 10"]))["drawAfter"]
    {'3-3': 10}
    """
    document = {
        "title": variant.title,
        "board": next(camel_case(name) for name, board in BOARDS.items() if board == variant.board),
        "men": variant.men,
        "flying": variant.flying,
        "placing": variant.placing,
        "fullBoard": variant.full_board,
    }
    changed = (rule for rule in NEW_RULES if getattr(variant, rule) != NEW_RULES[rule])
    document |= {camel_case(rule): getattr(variant, rule) for rule in changed}
    if variant.draw_after:
        draws = moves_to_draw(variant).items()
        document["drawAfter"] = {f"{more}-{fewer}": moves for (more, fewer), moves in draws}
    return document


def list_position(position: Position) -> list[int]:
    """Return a position as numbers.

    >>> list_position(Position.start())
    [0, 0, 9, 9, 0, 0, 1]
    """
    return [
        position.white,
        position.black,
        position.white_in_hand,
        position.black_in_hand,
        int(position.turn),
        int(position.removing),
        int(bool(position.variant.flying)),
    ]


def pack_move(move: Move) -> str:
    """Return a move as three letters.

    >>> pack_move(Move(None, 0, 23))
    'aby'
    """
    return "".join(chr(ord("a") + number) for number in number_points(move))


def hash_moves(position: Position) -> int:
    """Return a number that depends on the legal moves, their order, and where each leads.

    >>> hash_moves(Position.start()) == hash_moves(Position.start().successor(Move(None, 0)))
    False
    """
    words: list[int] = []
    for move in position.legal_moves:
        after = position.successor(move)
        words += (*number_points(move), *after.sides)
        if not position.variant.is_usual:
            words += (*(point + 1 for point in move.also), *number_marks(after))
    return derive_seed(0, *words)


def number_marks(position: Position) -> tuple[int, ...]:
    """Return what a position remembers, the side to move first; points counted from 1."""
    marks = position.state.marks
    bans = [point + 1 for ban in (marks.ban, marks.other_ban) for point in ban or (-1, -1)]
    return int(position.turn), *bans, marks.first_mill, marks.takings


def number_points(move: Move) -> list[int]:
    """Return origin, target and captured man, counted from 1; 0 for none."""
    points = (move.origin, move.target, move.captured)
    return [0 if point is None else point + 1 for point in points]


def list_outcome(position: Position) -> list[Any] | None:
    """Return who has won and why, None if the game is not over."""
    outcome = position_outcome(position)
    return None if outcome is None else [outcome.winner, outcome.reason.value]
