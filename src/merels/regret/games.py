"""Regret in games that were played: every decision of one player, or of both."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from merels.errors import MissingTableError, NotationError
from merels.regret.judging import find_case, look_for_cases
from merels.regret.measure import Estimate, Judged, Report, estimate_mean, judge
from merels.rules.color import BLACK, WHITE
from merels.rules.move import Move
from merels.rules.pgn import GameRecord
from merels.rules.position import Position
from merels.tables.chances import Look, has_people
from merels.tables.tablebase import Tablebase


@dataclass(frozen=True, slots=True)
class GamesReport:
    """What was given away in games."""

    decisions: Report
    losses: list[float]
    """The points given away by each side of each game, as far as its moves could be judged; sides
    of whose moves none could are left out."""
    moves: int
    """Moves of the sides that were looked at ..."""
    known: int
    """... and the decisions in positions where the value of every move is known."""

    def points_lost(self) -> Estimate:
        """Return the mean points that a side gave away in a game."""
        return estimate_mean(self.losses)

    def document(self) -> dict[str, Any]:
        """Return the report as JSON writes it."""
        return self.decisions.document() | {
            "points_lost_a_game": self.points_lost().document(),
            "sides": len(self.losses),
            "moves": self.moves,
            "known": self.known,
        }


def measure_games(
    tables: Tablebase, records: Iterable[GameRecord], player: str | None = None
) -> GamesReport:
    """Judge the moves of games: all moves, or the moves of ``player``.

    Raises `NotationError` if there is no such player, or no decision to judge.
    """
    judged: list[Judged] = []
    losses: list[float] = []
    moves = known = 0
    look = look_for_cases(tables)
    unknown_people: set[str] = set()
    for record in records:
        game = record.to_game()
        if not has_people(game.variant):
            unknown_people.add(game.variant.title)
        played = list(zip(game.positions, game.history, strict=False))
        for name, color in (("White", WHITE), ("Black", BLACK)):
            if player not in (None, record.headers.get(name)):
                continue
            own = [(position, move) for position, move in played if position.turn is color]
            cases, count = _judge_moves(look, own)
            moves, known = moves + len(own), known + count
            judged += cases
            if count or not own:
                losses.append(sum(each.loss for each in cases))
    if not moves:
        raise NotationError(
            "there is no move to judge" if player is None else f"no game has a move of {player!r}"
        )
    if not judged and unknown_people:
        raise NotationError(
            f"moves of {', '.join(sorted(unknown_people))} cannot be judged; only those of games "
            "in which men are placed first, on the board of Nine Men's Morris, can"
        )
    if not judged:
        raise NotationError(
            f"none of the {moves:,} moves can be judged: their positions are in no table, or leave "
            "nothing to decide"
        )
    return GamesReport(Report(judged), losses, moves, known)


def _judge_moves(look: Look, played: list[tuple[Position, Move]]) -> tuple[list[Judged], int]:
    """Return the decisions among moves, and in how many positions every value is known."""
    judged, known = [], 0
    for position, move in played:
        try:
            case = None if position.removing else find_case(look, position)
        except MissingTableError:
            continue
        known += 1
        if case is not None:
            judged.append(judge(case, move))
    return judged, known
