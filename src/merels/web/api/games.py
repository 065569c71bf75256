"""Games as requests give them, and the positions that follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from merels.errors import NotationError, VariantError, advise, quote
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.position import Position
from merels.rules.variant import ALIASES, NINE_MENS_MORRIS, RULES, VARIANTS, Variant, named_variant

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
