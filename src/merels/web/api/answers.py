"""Games as requests give them; positions, values and searches as documents of the API.

Search processes use this module too, without loading the server.
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
    from merels.web.api import documents

FIELD: Final = "variant"
ADVICE: Final = (
    f"the variants are {', '.join(VARIANTS)}; a name may be followed by changes of "
    f"{', '.join(RULES)}, as in nine:men=4"
)


def read_variant(text: str) -> Variant:
    """Return a variant by name, or name and changes, never a file; else raise `VariantError`."""
    try:
        return named_variant(text)
    except NotationError as error:
        advice = advise(text.partition(":")[0], VARIANTS, ADVICE)
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
    """Yield each legal move, the position after it, and the FEN of this position."""
    for move in game.position.generate_moves():
        after = game.state.after(move)
        yield move, after.position, after.fen()


COLORS: Final[dict[Color, documents.ColorName]] = {WHITE: "white", BLACK: "black"}


def value_document(value: Value | None) -> documents.ValueDocument | None:
    """Return a value, None if it is not known."""
    return None if value is None else cast("documents.ValueDocument", value.document())


def position_document(game: Game) -> documents.PositionDocument:
    """Return the state of a game. A finished game has no legal moves."""
    ended, position, outcome = game.outcome(), game.position, None
    if ended is not None:
        winner = None if ended.winner is None else COLORS[ended.winner]
        outcome = cast(
            "documents.OutcomeDocument", {"winner": winner, "reason": ended.reason.value}
        )
    action: documents.ActionName = "place" if position.phase() is Phase.PLACING else "move"
    if position.removing:
        action = "remove"
    legal = () if outcome else generate_successors(game)
    return {
        "variant": spell(game.variant),
        "fen": game.fen(),
        "turn": COLORS[game.turn],
        "phase": game.position.phase().value,
        "action": action,
        "legal": [{"move": str(move), "fen": fen} for move, _, fen in legal],
        "outcome": outcome,
    }


def analysis_document(
    info: Info, position: Position, values: ExactValues | None
) -> documents.AnalysisDocument:
    """Return what a search of ``position``, which knew these exact ``values``, has found."""
    return {
        "depth": info.depth,
        "nodes": info.nodes,
        "seconds": round(info.seconds, 3),
        "lines": [_analysed_line(line, position, values) for line in info.lines],
    }


def _analysed_line(
    line: Line, position: Position, values: ExactValues | None
) -> documents.AnalysedLine:
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
    # A move that ends the game needs no table: its value is known if the position's value is.
    return values.source(position if position_outcome(after) is not None else after)
