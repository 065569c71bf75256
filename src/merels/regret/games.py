"""Measure players as matches know them: each position is a new game for a new player."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from merels.engine.players.levels import Player
from merels.engine.players.plain import derive_seed
from merels.errors import MissingTableError, NotationError
from merels.matches.match import LentPlayer, PlayerError
from merels.prospects.look import Look, has_fallible_players
from merels.regret.measure import (
    Estimate,
    Judged,
    Report,
    estimate_mean,
    find_case,
    judge,
    look_for_cases,
)
from merels.regret.suite import Case, Suite
from merels.rules.move import Move
from merels.rules.pgn import GameRecord
from merels.rules.position import BLACK, WHITE, Position
from merels.values.tablebase import Tablebase


def measure_player(
    create: Callable[[int], Player],
    suite: Suite,
    seed: int = 0,
    on_case: Callable[[Judged], None] = lambda _: None,
) -> Report:
    """Ask a player in every case of a suite; ``create`` makes one from a seed.

    A player that fails or answers with an illegal move loses all that is at stake.
    """
    judged = []
    for number, case in enumerate(suite.cases):
        judged.append(_ask(create, derive_seed(seed, number), case))
        on_case(judged[-1])
    return Report(judged, suite.frequencies)


def _ask(create: Callable[[int], Player], seed: int, case: Case) -> Judged:
    try:
        player = create(seed)
        try:
            return judge(case, player.choose(case.game()))
        finally:
            if isinstance(player, LentPlayer):
                player.give_back()
    except PlayerError as error:
        return Judged(case, case.at_stake, str(error))


# Regret in games that were played: every decision of one player, or of both.


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
        if not has_fallible_players(game.variant):
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
