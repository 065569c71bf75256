"""Games as requests give them; positions, values and searches as documents of the API.

Light: the processes that think use this module too, without loading the server.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, cast

from merels.errors import NotationError, VariantError, advise, quote
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.outcome import position_outcome
from merels.rules.position import BLACK, WHITE, Color, Phase, Position
from merels.rules.value import UNKNOWN_DOCUMENT, Value
from merels.rules.variant import (
    ALIASES,
    NINE_MENS_MORRIS,
    RULES,
    VARIANTS,
    Variant,
    named_variant,
    spell,
)

if TYPE_CHECKING:
    from merels.engine.search.searcher import Info, Line
    from merels.rules.value import Source
    from merels.values.known_positions import ExactValues
    from merels.web.api.documents import (
        ActionName,
        AnalysedLine,
        AnalysisDocument,
        ColorName,
        OutcomeDocument,
        PositionDocument,
        ValueDocument,
    )

FIELD: Final = "variant"
ADVICE: Final = (
    f"the variants are {', '.join((*VARIANTS, *ALIASES))}; a name may be followed by changes of "
    f"{', '.join(RULES)}, as in nine:men=4"
)


def read_variant(text: str) -> Variant:
    """Return a variant by name, or by name and changes. A client names no files.

    Raises `VariantError`, whose field is ``variant``.
    """
    try:
        return named_variant(text)
    except NotationError as error:
        advice = advise(text.partition(":")[0], (*VARIANTS, *ALIASES), ADVICE)
        raise VariantError(FIELD, f"{error.problem}; {advice}") from None
    except VariantError as error:
        raise VariantError(FIELD, f"{error} (in {quote(text)})") from None


def read_game(
    fen: str | None, moves: Sequence[str] = (), variant: str = NINE_MENS_MORRIS.name
) -> Game:
    """Return the game that starts from ``fen``, or the empty board, and continues with ``moves``.

    >>> read_game(None, ["d6", "f4"]).ply, read_game(None, variant="six").fen()
    (2, '********/******** w p p 0 6 0 6 0 0 0 0 0 0 0 0 1')

    Raises `VariantError`, `NotationError`, `PositionError` or `IllegalMoveError`.
    """
    rules = read_variant(variant)
    game = Game(variant=rules) if fen is None else Game.from_fen(fen, variant=rules)
    for text in moves:
        game.push(text)
    return game


def generate_successors(game: Game) -> Iterator[tuple[Move, Position, str]]:
    """Yield each move that the position allows, the position after it, and that as FEN."""
    for move in game.position.generate_moves():
        after = game.state.after(move)
        yield move, after.position, after.fen()


COLORS: Final[dict[Color, ColorName]] = {WHITE: "white", BLACK: "black"}


def value_document(value: Value | None) -> ValueDocument | None:
    """Return a value, None if it is not known."""
    return None if value is None else cast("ValueDocument", value.document())


def position_document(game: Game) -> PositionDocument:
    """Return the state of a game. A finished game has no legal moves."""
    outcome = _outcome(game)
    legal = () if outcome else generate_successors(game)
    return {
        "variant": spell(game.variant),
        "fen": game.fen(),
        "turn": COLORS[game.turn],
        "phase": game.position.phase().value,
        "action": _action(game.position),
        "legal": [{"move": str(move), "fen": fen} for move, _, fen in legal],
        "outcome": outcome,
    }


def _action(position: Position) -> ActionName:
    if position.removing:
        return "remove"
    return "place" if position.phase() is Phase.PLACING else "move"


def _outcome(game: Game) -> OutcomeDocument | None:
    outcome = game.outcome()
    if outcome is None:
        return None
    winner = None if outcome.winner is None else COLORS[outcome.winner]
    return {"winner": winner, "reason": outcome.reason.value}


def analysis_document(
    info: Info, position: Position, values: ExactValues | None
) -> AnalysisDocument:
    """Return what a search of ``position`` has found; ``values`` are those that it knew."""
    return {
        "depth": info.depth,
        "nodes": info.nodes,
        "seconds": round(info.seconds, 3),
        "lines": [_analysed_line(line, position, values) for line in info.lines],
    }


def _analysed_line(line: Line, position: Position, values: ExactValues | None) -> AnalysedLine:
    known = UNKNOWN_DOCUMENT if line.value is None else line.value.document()
    source = source_of_line(line, position, values)
    return {
        "move": str(line.move),
        "score": line.score,
        "result": known["result"],
        "plies": known["plies"],
        "source": "search" if source is None else source.value,
        "pv": [str(move) for move in line.pv],
    }


def source_of_line(line: Line, position: Position, values: ExactValues | None) -> Source | None:
    """Return where the value of a line's move comes from, None if the search has found it."""
    if line.value is None or values is None:
        return None
    after = position.successor(line.move)
    # A move that ends the game needs no table: the value is as known as that of the position.
    return values.source(position if position_outcome(after) is not None else after)
