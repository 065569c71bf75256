"""Build the moves of one game from tokens, and check them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from merels.errors import IllegalMoveError, NotationError
from merels.rules.legal import explain_illegal, explain_illegal_action
from merels.rules.move import Move
from merels.rules.pgn.model import GLYPHS, LAST_GLYPH, MAX_DEPTH, Node
from merels.rules.state import GameState


@dataclass(slots=True)
class _Line:
    """A line being read: the main line or a variation.

    ``now`` is its current state and ``before`` the state before its last move; their move numbers
    come from the text if it has any. ``replaced`` is the move that a variation replaces. In
    mid-turn, ``half_in`` is the line of the file with the move whose capture is missing.
    """

    now: GameState
    before: GameState
    opened_in: int = 0
    replaced: Move | None = None
    nodes: list[Node] = field(default_factory=list)
    waiting_comments: list[str] = field(default_factory=list)
    half_in: int | None = None


class Movetext:
    """Builds the tree of a game's moves; methods take the line of the file, for messages.

    They raise `NotationError` if the text is malformed and `IllegalMoveError` if a move is illegal.
    Open variations are kept on an explicit stack, so nesting needs no recursion.
    """

    def __init__(self, start: GameState) -> None:
        self.comments: list[str] = []
        self._stack = [_Line(start, start)]
        self._number_waits = False

    def add_number(self, text: str, line: int) -> None:
        """Note a move number; it is only used in messages, never to order the moves."""
        if self._number_waits:
            # Two numbers in a row: this file numbers the points instead of naming them.
            self.add_move(text, line)
        current = self._stack[-1]
        current.now = replace(current.now, move_number=int(text))
        self._number_waits = True

    def add_move(self, text: str, line: int) -> None:
        """Play a move, or half of one whose capture is written separately."""
        self._number_waits = False
        current = self._stack[-1]
        try:
            move = Move.parse(text)
        except NotationError as error:
            raise NotationError(f"{_place(current.now, line)}: {error}") from None
        if current.half_in is None:
            move = _joined(current, move)
            after = _play(current.now, move, line)
            current.before = current.now
            current.nodes.append(Node(move, comments_before=current.waiting_comments))
            current.waiting_comments = []
        else:
            if move.target is not None:
                _check_whole(current)
            after = _play(current.now, move, line)
            node = current.nodes[-1]
            node.move = replace(node.move, captured=move.captured)
        current.now = after
        current.half_in = line if after.position.removing else None

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
        self._number_waits = False
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
        self._number_waits = False
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
        return replace(replaced, captured=move.captured)
    return move


def _check_whole(current: _Line) -> None:
    """Raise `IllegalMoveError` if a capture is still missing."""
    if current.half_in is not None:
        half = current.nodes[-1].move
        problem = explain_illegal(current.before.position, half)
        raise _illegal(current.before, half, current.half_in, problem)


def _play(now: GameState, move: Move, line: int) -> GameState:
    problem = explain_illegal_action(now.position, move)
    if problem is not None:
        raise _illegal(now, move, line, problem)
    return now.after(move)


def _illegal(now: GameState, move: Move, line: int, problem: str | None) -> IllegalMoveError:
    return IllegalMoveError(
        f"{_place(now, line)}: {str(move)!r} is illegal in {now.fen()!r}: {problem}"
    )


def _place(now: GameState, line: int) -> str:
    return f"line {line}: move {now.move_number}, {now.position.turn}"
