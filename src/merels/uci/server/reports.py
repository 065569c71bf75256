"""The state of a search as lines of the protocol."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from merels.engine.evaluation.static import expected_score, format_percent
from merels.rules.game import Game
from merels.rules.legal import count_leaves
from merels.rules.move import Move
from merels.rules.outcome import position_outcome
from merels.rules.position import BLACK, Position
from merels.rules.text import ACROSS, DOWN, draw
from merels.rules.value import Oracle, Result

if TYPE_CHECKING:
    from merels.engine.search.searcher import Analysis, Info, Line


def generate_infos(info: Info | Analysis) -> Iterator[str]:
    """Yield an ``info`` line for each line of play, numbered if there are several."""
    nps = round(info.nodes / info.seconds) if info.seconds > 0 else 0
    for number, line in enumerate(info.lines, start=1):
        multipv = f" multipv {number}" if len(info.lines) > 1 else ""
        yield (
            f"info depth {info.depth}{multipv} score {format_score(line)} nodes {info.nodes} "
            f"nps {nps} hashfull {info.hashfull} time {round(1000 * info.seconds)} "
            f"pv {format_line(line.pv)}"
        )


def format_score(line: Line) -> str:
    """Return ``cp`` with hundredths of a man, or ``mate`` with the winner's number of moves.

    Both are for the side to move: a negative ``mate`` counts the moves until it has lost.
    """
    value = line.value
    if value is None or value.plies is None or value.result is Result.DRAW:
        return f"cp {line.score}"
    return f"mate {value.result * ((value.plies + 1) // 2)}"


def format_line(moves: tuple[Move, ...]) -> str:
    """Return moves as tokens of one action each."""
    return " ".join(token for move in moves for token in move.tokens())


# Reports on request: the board, its static score, and perft.

_ASCII: Final = str.maketrans("○●·", "O@*")

_AT_ONCE: Final = 4
"""Depth that perft counts without checking for a stop: a few hundredths of a second."""


def draw_position(game: Game) -> Iterator[str]:
    """Yield the board in the characters of FEN, then the FEN and the legal moves or the result.

    >>> print(list(draw_position(Game()))[-1])
    moves: a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 e3 e4 e5 f2 f4 f6 g1 g4 g7
    """
    board = game.position.board
    for row, text in enumerate(draw(game.position).translate(_ASCII).splitlines()):
        label = str(board.rows - row // DOWN) if row % DOWN == 0 else ""
        yield f"{label:<{ACROSS}}{text}"
    files = (chr(ord("a") + column) for column in range(board.columns))
    yield ""
    yield f"    {(' ' * (ACROSS - 1)).join(files)}"
    yield ""
    yield f"fen: {game.fen()}"
    outcome = game.outcome()
    if outcome is not None:
        yield f"result: {outcome.result}, {outcome.reason.value}"
    else:
        actions = {game.position.tokens(move)[0] for move in game.legal_moves}
        yield f"moves: {' '.join(sorted(actions))}"


def can_end_at_once(position: Position) -> bool:
    """Whether a capture is due that may end the game: then there is no static score."""
    after = (position.successor(move) for move in position.generate_moves())
    return bool(position.removing) and any(position_outcome(each) is not None for each in after)


def describe_evaluation(game: Game, score: int | None, oracle: Oracle | None) -> Iterator[str]:
    """Yield the static score of the side to move, as White sees it, and the exact value if known.

    >>> list(describe_evaluation(Game(), 22, None))
    ['static value: +0.22 men for White, who can expect 50 % (100 % is a win, 50 % a draw)']
    """
    if score is None:
        yield f"no static value: a capture ends the game for {game.turn}"
    else:
        position = game.position
        expected = expected_score(score, position.phase(), variant=position.variant)
        if game.turn is BLACK:
            score, expected = -score, 1 - expected
        yield (
            f"static value: {score / 100:+.2f} men for White, who can expect "
            f"{format_percent(expected)} (100 % is a win, 50 % a draw)"
        )
    value = None if oracle is None else oracle.get(game.position)
    if value is not None:
        plies = "" if value.plies is None else " plies"
        yield f"solved: {value}{plies} for {game.turn}"


def generate_perft(position: Position, depth: int, stop: threading.Event) -> Iterator[str]:
    """Yield how many positions lie ``depth`` moves ahead, after each move and in total.

    When stopped, it yields a line that says so, and no total.
    """
    total = 0
    for move in position.generate_moves():
        leaves = _count(position.successor(move), depth - 1, stop)
        if stop.is_set():
            yield "info string perft was stopped"
            return
        total += leaves
        yield f"{' '.join(position.tokens(move))}: {leaves}"
    yield ""
    yield f"leaves: {total}"


def _count(position: Position, depth: int, stop: threading.Event) -> int:
    """Count leaves; the result is meaningless once ``stop`` is set."""
    if stop.is_set():
        return 0
    if depth <= _AT_ONCE:
        return count_leaves(position, depth)
    return sum(
        _count(position.successor(move), depth - 1, stop) for move in position.generate_moves()
    )
