"""Games as the interface shows them."""

from __future__ import annotations

from typing import Final

from merels.rules.color import BLACK, WHITE, Color
from merels.rules.game import Game
from merels.rules.position import Phase, Position
from merels.web.api.games import generate_successors
from merels.web.api.models import (
    ActionName,
    ColorName,
    LegalMove,
    Outcome,
    PhaseName,
    PositionDocument,
)

COLORS: Final[dict[Color, ColorName]] = {WHITE: "white", BLACK: "black"}
PHASES: Final[dict[Phase, PhaseName]] = {
    Phase.PLACING: "placing",
    Phase.MOVING: "moving",
    Phase.FLYING: "flying",
}


def describe_game(game: Game) -> PositionDocument:
    """Return how a game stands. A finished game has no legal moves."""
    outcome = _describe_outcome(game)
    legal = [] if outcome else list(generate_successors(game))
    return PositionDocument(
        fen=game.fen(),
        turn=COLORS[game.turn],
        phase=PHASES[game.position.phase()],
        action=_action(game.position),
        legal=[LegalMove(move=str(move), fen=fen) for move, _, fen in legal],
        outcome=outcome,
    )


def _action(position: Position) -> ActionName:
    if position.removing:
        return "remove"
    return "place" if position.phase() is Phase.PLACING else "move"


def _describe_outcome(game: Game) -> Outcome | None:
    outcome = game.outcome()
    if outcome is None:
        return None
    winner = None if outcome.winner is None else COLORS[outcome.winner]
    return Outcome(winner=winner, reason=outcome.reason.value)
