"""Build the moves of one game from tokens, and check them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from merels.board.board import GRID, POINTS, THREE_SQUARES, Board, Point
from merels.errors import IllegalMoveError, NotationError, quote
from merels.rules.legal import explain_illegal, explain_illegal_action
from merels.rules.move import Move
from merels.rules.pgn.model import GLYPHS, LAST_GLYPH, MAX_DEPTH, Node
from merels.rules.position import BLACK
from merels.rules.text import GameState

MISSING_HALF: Final = "--"
"""Stands for White's half of a move where Black has two turns running."""


@dataclass(slots=True)
class _Line:
    """A line being read: the main line or a variation.

    ``now`` is its current state and ``before`` the state before its last move; their move numbers
    come from the text if it has any. ``replaced`` is the move that a variation replaces. In
    mid-turn, ``half`` is the move whose capture is missing, as written.
    """

    now: GameState
    before: GameState
    opened_in: int = 0
    replaced: Move | None = None
    nodes: list[Node] = field(default_factory=list)
    waiting_comments: list[str] = field(default_factory=list)
    half: _Written | None = None


class _Written(NamedTuple):
    """A move as it is written in the file, and in which line."""

    text: str
    line: int


class Movetext:
    """Builds the tree of a game's moves; methods take the line of the file, for messages.

    They raise `NotationError` if the text is malformed and `IllegalMoveError` if a move is illegal.
    Open variations are kept on an explicit stack, so nesting needs no recursion. If the file
    ``expects_numbers`` for points, a number without a dot is a point from the start.
    """

    def __init__(self, start: GameState, *, expects_numbers: bool = False) -> None:
        self.comments: list[str] = []
        self._board = start.position.board
        self._stack = [_Line(start, start)]
        self._expects_numbers = expects_numbers
        self._has_numbers: bool | None = None  # for points; the first move decides
        self._number_waits = False  # for its move
        self._bare_number: _Written | None = None  # the waiting number, if it has no dot

    def add_number(self, text: str, line: int) -> None:
        """Note a move number; it is only used in messages, never to order the moves."""
        self._play_bare_number()
        if self._number_waits:
            place = _place(self._stack[-1].now, line)
            raise NotationError(f"{place}: no move before the move number {quote(text, 24)}")
        self._note_number(text)

    def add_bare_number(self, text: str, line: int) -> None:
        """Add a number without a dot: a point in files that number them, else a move number."""
        self._play_bare_number()
        is_expected = self._has_numbers is None and self._expects_numbers
        if self._has_numbers or is_expected or self._number_waits:
            self.add_move(text, line)
        else:
            self._note_number(text)
            self._bare_number = _Written(text, line)

    def _note_number(self, text: str) -> None:
        current = self._stack[-1]
        current.now = replace(current.now, move_number=int(text))
        self._number_waits = True

    def _play_bare_number(self) -> None:
        """Play a bare number before the first move if another number follows: it is a point."""
        if self._has_numbers is None and self._bare_number is not None:
            self.add_move(*self._bare_number)

    def add_move(self, text: str, line: int) -> None:
        """Play a move, or half a move whose capture is written separately."""
        self._forget_number()
        if text == MISSING_HALF:
            self._check_missing_half(line)
            return
        if self._has_numbers is None:
            self._has_numbers = has_numbers(text, self._board)
        current = self._stack[-1]
        written = _Written(text, line)
        parse = parse_numbered if self._has_numbers else Move.parse
        try:
            move = parse(text, self._board)
        except NotationError as error:
            raise NotationError(f"{_place(current.now, line)}: {error}") from None
        if current.half is None:
            move = _joined(current, move)
            after = _play(current.now, move, written)
            current.before = current.now
            current.nodes.append(Node(move, comments_before=current.waiting_comments))
            current.waiting_comments = []
        else:
            if move.target is not None:
                _check_whole(current)
            after = _play(current.now, move, written)
            node = current.nodes[-1]
            node.move = node.move.with_captures(*node.move.captures, *move.captures)
        current.now = after
        current.half = written if after.position.removing else None

    def _check_missing_half(self, line: int) -> None:
        """Raise unless Black, who has placed the last man, is also the first to take a man."""
        now = self._stack[-1].now
        if now.position.turn is not BLACK or now.position.takings != 2:
            raise NotationError(
                f"{_place(now, line)}: {MISSING_HALF!r} is only for a turn of White that is left "
                "out because Black has two turns running"
            )

    def _forget_number(self) -> None:
        self._number_waits, self._bare_number = False, None

    def add_glyph(self, text: str, line: int) -> None:
        """Attach an annotation glyph to the last move."""
        nodes = self._stack[-1].nodes
        if not nodes:
            raise NotationError(f"line {line}: the glyph {text!r} has no move before it")
        number = GLYPHS.get(text)
        if number is None and text.startswith("$") and 2 <= len(text) <= 4:
            number = int(text[1:])
        if number is None or number > LAST_GLYPH:
            signs = ", ".join(GLYPHS)
            raise NotationError(
                f"line {line}: {text!r} is not a glyph; use {signs}, or $0 to ${LAST_GLYPH}"
            )
        nodes[-1].glyphs.append(number)

    def add_comment(self, text: str) -> None:
        """Attach a comment to the move before it, or to the next move if there is none."""
        current = self._stack[-1]
        if not text:
            return
        if not current.nodes and len(self._stack) == 1:
            self.comments.append(text)
        elif not current.nodes or current.nodes[-1].variations:
            current.waiting_comments.append(text)
        else:
            current.nodes[-1].comments.append(text)

    def open_variation(self, line: int) -> None:
        """Start a variation that replaces the last move."""
        current = self._stack[-1]
        _check_whole(current)
        if not current.nodes:
            raise NotationError(f"line {line}: the variation has no move before it to replace")
        if len(self._stack) > MAX_DEPTH:
            raise NotationError(f"line {line}: variations are nested more than {MAX_DEPTH} deep")
        self._forget_number()
        before = current.before
        self._stack.append(_Line(before, before, line, replaced=current.nodes[-1].move))

    def close_variation(self, line: int) -> None:
        """End a variation and return to the line that it belongs to."""
        if len(self._stack) == 1:
            raise NotationError(f"line {line}: ')' without a variation to close")
        current = self._stack.pop()
        if not current.nodes:
            raise NotationError(f"line {line}: the variation has no move")
        self._end(current)
        self._stack[-1].nodes[-1].variations.append(current.nodes)

    def finish(self) -> list[Node]:
        """Return the main line."""
        if len(self._stack) > 1:
            opened_in = self._stack[-1].opened_in
            raise NotationError(f"line {opened_in}: the variation is never closed with ')'")
        self._end(self._stack[0])
        return self._stack[0].nodes

    def _end(self, current: _Line) -> None:
        _check_whole(current)
        self._forget_number()
        if current.nodes:
            # Comments after the last variation have no next move to go with.
            current.nodes[-1].comments += current.waiting_comments


def _joined(current: _Line, move: Move) -> Move:
    """Return the whole move if a variation starts with another capture: ``d5xd7 (xb4)``."""
    replaced = current.replaced
    if (
        move.target is None
        and not current.nodes
        and not current.now.position.removing
        and replaced is not None
        and replaced.captured is not None
    ):
        return replaced.with_captures(*move.captures)
    return move


def _check_whole(current: _Line) -> None:
    """Raise `IllegalMoveError` if a capture is still missing."""
    if current.half is not None:
        half = current.nodes[-1].move
        problem = explain_illegal(current.before.position, half)
        raise _illegal(current.before, half, current.half, problem)


def _play(now: GameState, move: Move, written: _Written) -> GameState:
    problem = explain_illegal_action(now.position, move)
    if problem is not None:
        raise _illegal(now, move, written, problem)
    return now.after(move)


def _illegal(
    now: GameState, move: Move, written: _Written, problem: str | None
) -> IllegalMoveError:
    # The problem names points, so a move written in another way is translated.
    meant = "" if written.text == str(move) else f" ({move})"
    return IllegalMoveError(
        f"{_place(now, written.line)}: {written.text!r}{meant} is illegal in {now.fen()!r}: "
        f"{problem}"
    )


def _place(now: GameState, line: int) -> str:
    return f"line {line}: move {now.move_number}, {now.position.turn}"


# Moves as PlayOK writes them: its points have numbers instead of names.

SITE: Final = "PlayOK"
"""The Site tag of these games."""

_BY_ROWS: Final = sorted(POINTS, key=lambda point: GRID[point][::-1])
_MOVE: Final = re.compile(r"(?:(?:([0-9]+)-)?([0-9]+))?(?:x([0-9]+))?")
_ADVICE: Final = (
    "write points as numbers, 1 to 24 by rows from the top left: 3 to place, 10-11 to move, and "
    "append the capture, as in 3x4"
)


def has_numbers(text: str, board: Board = THREE_SQUARES) -> bool:
    """Return whether a move has numbers for points; no algebraic move looks like it.

    Only the points of nine men's board have numbers.

    >>> has_numbers("10-11x5"), has_numbers("x5"), has_numbers("d6"), has_numbers("a1-a4")
    (True, True, False, False)
    """
    return board.names == THREE_SQUARES.names and bool(text) and bool(_MOVE.fullmatch(text))


def parse_numbered(text: str, board: Board = THREE_SQUARES) -> Move:
    """Read a move: ``3``, ``10-11``, ``3x4``, ``10-11x5``, or ``x5``.

    >>> str(parse_numbered("10-11x5")), str(parse_numbered("24"))
    ('a4-b4xd6', 'g1')

    Raises `NotationError`.
    """
    match = _MOVE.fullmatch(text) if text else None
    if match is None:
        raise NotationError(f"{quote(text, 24)} is not a move", _ADVICE)
    origin, target, captured = (
        None if number is None else _parse_point(number) for number in match.groups()
    )
    return Move(origin, target, captured, board)


def _parse_point(text: str) -> Point:
    if len(text) > 2 or not 1 <= int(text) <= len(_BY_ROWS):
        raise NotationError(f"{quote(text, 24)} is not a point", _ADVICE)
    return _BY_ROWS[int(text) - 1]
