"""The moves of one game, built up token by token and checked against the rules."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NoReturn

from merels.errors import IllegalMoveError, NotationError
from merels.rules.color import BLACK
from merels.rules.legal import explain_illegal
from merels.rules.move import Move
from merels.rules.pgn.model import GLYPHS, LAST_GLYPH, MAX_DEPTH, Node
from merels.rules.text.fen import FenRecord, format_fen


@dataclass(slots=True)
class _Line:
    """A line under way: the main line or a variation.

    ``now`` is where it stands and ``before`` where its last move was played; their move numbers are
    those of the text, where it has any. ``replaced`` is the move that a variation replaces.
    ``half_in`` is set while the last node has closed a mill and its removal is still to come: the
    line of the file it stands in.
    """

    now: FenRecord
    before: FenRecord
    opened_in: int = 0
    replaced: Move | None = None
    nodes: list[Node] = field(default_factory=list)
    waiting_comments: list[str] = field(default_factory=list)
    half_in: int | None = None


class Movetext:
    """Builds the tree of a game's moves; each method takes the line of the file it speaks of.

    Methods raise `NotationError` where the text is malformed and `IllegalMoveError` where a move is
    illegal. Variations lie on a stack of our own, so that nesting costs no recursion.
    """

    def __init__(self, start: FenRecord) -> None:
        self.comments: list[str] = []
        self._stack = [_Line(start, start)]
        self._number_waits = False

    def add_number(self, text: str, line: int) -> None:
        """Note a move number; it serves for messages, the order of the moves alone counts."""
        if self._number_waits:
            # Two numbers in a row: a file that numbers the points instead of naming them.
            self.add_move(text, line)
        current = self._stack[-1]
        current.now = replace(current.now, move_number=int(text))
        self._number_waits = True

    def add_move(self, text: str, line: int) -> None:
        """Play a turn, or one half of a turn whose removal is written apart."""
        self._number_waits = False
        current = self._stack[-1]
        try:
            move = Move.parse(text)
        except NotationError as error:
            raise NotationError(f"{_place(current.now, line)}: {error}") from None
        if current.half_in is not None:
            self._complete_half(current, move, line)
        elif self._is_half(current, move):
            current.nodes.append(self._node(current, move))
            current.half_in = line
        else:
            move = _joined(current, move)
            _play(current, move, line)
            current.nodes.append(self._node(current, move))

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
                f"line {line}: {text!r} is no glyph; it is one of {signs}, or $0 to ${LAST_GLYPH}"
            )
        nodes[-1].glyphs.append(number)

    def add_comment(self, text: str) -> None:
        """Attach a comment to the move before it, or to the one behind where there is none."""
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
        """Begin a line that replaces the last move."""
        current = self._stack[-1]
        _check_whole(current)
        if not current.nodes:
            raise NotationError(f"line {line}: the variation has no move before it to replace")
        if len(self._stack) > MAX_DEPTH:
            raise NotationError(f"line {line}: variations are nested deeper than {MAX_DEPTH}")
        self._number_waits = False
        before = current.before
        self._stack.append(_Line(before, before, line, replaced=current.nodes[-1].move))

    def close_variation(self, line: int) -> None:
        """End a variation and go back to the line that it belongs to."""
        if len(self._stack) == 1:
            raise NotationError(f"line {line}: ')' closes no variation")
        current = self._stack.pop()
        if not current.nodes:
            raise NotationError(f"line {line}: the variation has no move")
        self._end(current)
        self._stack[-1].nodes[-1].variations.append(current.nodes)

    def finish(self) -> list[Node]:
        """Return the main line."""
        if len(self._stack) > 1:
            opened_in = self._stack[-1].opened_in
            raise NotationError(f"line {opened_in}: the variation is not closed with ')'")
        self._end(self._stack[0])
        return self._stack[0].nodes

    def _end(self, current: _Line) -> None:
        _check_whole(current)
        self._number_waits = False
        if current.nodes:
            # Comments behind the last variation have no move to stand before.
            current.nodes[-1].comments += current.waiting_comments

    @staticmethod
    def _node(current: _Line, move: Move) -> Node:
        node = Node(move, comments_before=current.waiting_comments)
        current.waiting_comments = []
        return node

    @staticmethod
    def _is_half(current: _Line, move: Move) -> bool:
        """Whether the move closes a mill and does not name the man it takes."""
        position = current.now.position
        return (
            move.captured is None
            and not position.removing
            and position.closes_mill(move)
            and position.enemy != 0
        )

    @staticmethod
    def _complete_half(current: _Line, move: Move, line: int) -> None:
        if move.target is not None:
            _check_whole(current)
        node = current.nodes[-1]
        node.move = Move(node.move.origin, node.move.target, move.captured)
        current.half_in = None
        _play(current, node.move, line)


def _joined(current: _Line, move: Move) -> Move:
    """Return the whole turn where a variation begins with another removal: ``d5xd7 (xb4)``."""
    replaced = current.replaced
    if (
        move.target is None
        and not current.nodes
        and not current.now.position.removing
        and replaced is not None
        and replaced.captured is not None
    ):
        return Move(replaced.origin, replaced.target, move.captured)
    return move


def _check_whole(current: _Line) -> None:
    """Raise `IllegalMoveError` where a removal is still to come."""
    if current.half_in is not None:
        _refuse(current.now, current.nodes[-1].move, current.half_in)


def _play(current: _Line, move: Move, line: int) -> None:
    now = current.now
    if explain_illegal(now.position, move) is not None:
        _refuse(now, move, line)
    current.before = now
    current.now = FenRecord(
        now.position.successor(move),
        now.plies_since_removal + 1 if move.captured is None else 0,
        now.move_number + (now.position.turn is BLACK),
    )


def _refuse(now: FenRecord, move: Move, line: int) -> NoReturn:
    fen = format_fen(now.position, now.plies_since_removal, now.move_number)
    problem = explain_illegal(now.position, move)
    raise IllegalMoveError(f"{_place(now, line)}: {str(move)!r} is illegal in {fen!r}: {problem}")


def _place(now: FenRecord, line: int) -> str:
    return f"line {line}: move {now.move_number}, {now.position.turn}"
