"""Cases from tables, and regret in games that were played: every decision of one side, or both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from merels.board.index.ranking import Int64s
from merels.engine.fallible.kernels import Floats
from merels.engine.fallible.player import CLUB, find_fallible_player
from merels.errors import MissingTableError, NotationError
from merels.prospects import look as looks
from merels.prospects.look import Expansion, Look
from merels.regret.measure import Estimate, Judged, Report, estimate_mean, judge
from merels.regret.suite import Case, difficulty_of, is_decision
from merels.rules.move import Move
from merels.rules.pgn import GameRecord
from merels.rules.position import BLACK, WHITE, AnyPosition, Position, position_of
from merels.values.layout.key import TableKey
from merels.values.tablebase import Tablebase


def look_for_cases(tables: Tablebase) -> Look:
    """Return what `rate_decisions` needs: the values of moves, and a club player's choices."""
    return looks.look_against(tables, find_fallible_player(CLUB))


def rate_decisions(
    look: Look, key: TableKey, moves: Expansion
) -> Iterator[tuple[int, tuple[int, ...], str]]:
    """Yield the positions of a table that are decisions: number, scores after moves, difficulty."""
    weights = look.weigh(key, moves)
    for number in range(len(moves.ends)):
        part = moves.of(number)
        scores = tuple(moves.scores[part].tolist())
        if is_decision(scores):
            yield number, scores, difficulty_of(share_kept(moves.scores[part], weights[part]))


def share_kept(scores: Int64s, weights: Floats) -> float:
    """Return how often a player who chooses moves with these weights keeps the value."""
    won = scores & 1 == 1
    keeping = won if won.any() else scores == 0
    return float(weights[keeping].sum())


def find_case(look: Look, position: Position) -> Case | None:
    """Return the case of a position that is not in mid-turn; None if there is nothing to decide.

    Raises `MissingTableError` if the value of a move is not known, or there are no fallible players
    for the variant.
    """
    looks.check_fallible_players(position.variant)
    masks = (np.array([men], dtype=np.int64) for men in (position.own, position.enemy))
    key = TableKey.of(position)
    found = list(rate_decisions(look, key, look.expand(key, *masks)))
    return Case(position, *found[0][1:]) if found else None


def find_cases(tables: Tablebase, positions: Iterable[AnyPosition]) -> list[Case]:
    """Return the cases among positions that are not in mid-turn, for `merels.regret.measure`.

    A game stands for its current position.

    >>> import merels
    >>> game = merels.Game()
    >>> for move in ("d6", "f4", "d5"):
    ...     game.push(move)  # a mill is threatened
    >>> with merels.open_book() as book:
    ...     [case] = merels.regret.find_cases(book, [game])
    >>> [str(move) for move in case.keeping]
    ['d7']

    Raises as `find_case` does.
    """
    look = look_for_cases(tables)
    found = (find_case(look, position_of(position)) for position in positions)
    return [case for case in found if case is not None]


# Regret in games that were played: every decision of one player, or of both.


@dataclass(frozen=True, slots=True)
class GamesReport:
    """What was given away in games."""

    decisions: Report
    losses: list[float]
    """The points given away by each side of each game, as far as its moves could be judged;
    sides without a judged move are left out."""
    moves: int
    """Moves of the judged sides ..."""
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
        if not looks.has_fallible_players(game.variant):
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
            f"moves of {', '.join(sorted(unknown_people))} cannot be judged: men must be placed "
            "first, on the board of Nine Men's Morris"
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
