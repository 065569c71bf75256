"""How well both sides of a finished game played, given how hard it was."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any, Final

from merels.engine.search.limits import Limits
from merels.rules.game import Game
from merels.rules.pgn import GameRecord
from merels.rules.position import BLACK, WHITE, Color

if TYPE_CHECKING:
    from merels.engine.search.searcher import Analysis, Engine
    from merels.matches.annotation import JudgedTurn
    from merels.values.known_positions import ExactValues
    from merels.web.online.models import ReportDocument, SideReport

NODES: Final = 20_000
"""Positions searched for each move of the game."""
ALL_MOVES: Final = 1000
"""Lines: more than a position has moves."""
AS_GOOD: Final = 0.005
"""Difference of expected scores below which a move counts as one of the best."""


def report_game(
    game: Game, engine: Engine, values: ExactValues, stop: threading.Event
) -> ReportDocument:
    """Judge the moves of a game; if stopped, only the moves judged so far count."""
    from merels.matches.annotation import SEARCHED, judge_turns

    begin = time.perf_counter()
    engine.new_game()
    analyses: list[Analysis] = []

    def search(position: Game) -> Analysis:
        found = engine.search(position, Limits(nodes=NODES), lines=ALL_MOVES, stop=stop)
        analyses.append(found)
        return found

    turns: list[JudgedTurn] = []
    for turn in judge_turns(GameRecord.from_game(game), search, values.rate_moves):
        if stop.is_set():
            break
        turns.append(turn)
    judged = list(zip(turns, analyses, strict=False))
    return {
        "white": _describe_side(judged, WHITE),
        "black": _describe_side(judged, BLACK),
        "exact": sum(turn.source != SEARCHED for turn in turns),
        "moves": len(turns),
        "seconds": round(time.perf_counter() - begin, 3),
    }


def _describe_side(judged: list[tuple[Any, Any]], color: Color) -> SideReport:
    from merels.matches.annotation import expect_kept, measure_accuracy

    own = [(turn, analysis) for turn, analysis in judged if turn.color is color and turn.best]
    at_stake = [turn.before.expected(turn.position) for turn, _ in own]
    kept = [expect_kept(analysis, turn.position) for turn, analysis in own]
    after = [turn.after.expected(turn.position) for turn, _ in own]
    return {
        "accuracy": measure_accuracy((turn for turn, _ in own), color),
        "expected": min(1.0, sum(kept) / sum(at_stake)) if sum(at_stake) else None,
        "moves": len(own),
        "best": sum(
            later >= before - AS_GOOD for before, later in zip(at_stake, after, strict=True)
        ),
    }
