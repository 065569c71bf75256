"""The state of a search as lines of the protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING

from merels.rules.value import Result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from merels.engine.search.searcher import Analysis, Info, Line
    from merels.rules.move import Move


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
