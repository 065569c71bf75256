"""Chances by tables: what each move can expect to score against a fallible player.

Importing this module is cheap: the code that computes chances is imported on first use.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar, runtime_checkable

from merels.engine.fallible.player import MASTER, find_fallible_player
from merels.engine.search.root import Prospect
from merels.rules.move import AnyMove, Move
from merels.rules.position import AnyPosition, Position, position_of
from merels.rules.value import Oracle, RatedMove, Value

if TYPE_CHECKING:
    from merels.board.index.dense import Slots
    from merels.board.index.ranking import Int64s
    from merels.prospects.look import Look
    from merels.values.layout.key import TableKey
    from merels.values.tablebase import Tablebase

AnyOracle = TypeVar("AnyOracle", bound=Oracle | None)


class MoveChance(NamedTuple):
    """A legal move, its value for the side that plays it, and the score to expect."""

    move: Move
    value: Value
    chance: float


@runtime_checkable
class TableOracle(Oracle, Protocol):
    """An oracle that reads tables; `Tablebase` and `ExactValues` do."""

    def probe_table(self, key: TableKey, own: Int64s, enemy: Int64s, *, exact: bool) -> Slots:
        """Return the scores of positions of one table."""


class Chances:
    """The values of tables and the replies of fallible players: the engine's `ChanceOracle`.

    Every question about chances raises `MissingTableError` if a value that it needs is unknown, or
    there are no fallible players for the variant, and `NotationError` if no fallible player has the
    name.
    """

    def __init__(self, values: TableOracle) -> None:
        self._values = values

    def get(self, position: Position) -> Value | None:
        """Return the value for the side to move, or None if it is unknown."""
        return self._values.get(position)

    def prospects(
        self, position: AnyPosition, moves: Sequence[AnyMove], person: str, turns: int = 1
    ) -> list[Prospect]:
        """Return what each of some legal moves promises against a fallible player; see `chances`.

        Needs the values after every reply: two plies ahead for each turn.
        """
        position = position_of(position)
        look = self._look_against(person, turns)
        return look.rate_positions([position.successor(move) for move in moves])

    def opponent_chance(self, position: AnyPosition, person: str) -> float:
        """Return what the side that is not to move can expect if a fallible player is to move.

        Needs the value after every move; the position is not in mid-turn.
        """
        look = self._look_against(person)
        return look.rate_positions([position_of(position)])[0].chance

    def rank(
        self, position: AnyPosition, rated: Sequence[RatedMove], person: str, turns: int = 1
    ) -> list[tuple[RatedMove, Prospect]]:
        """Return rated moves with their chances: best first, equal moves by their chance."""
        prospects = self.prospects(position, [each.move for each in rated], person, turns)
        found = zip(rated, prospects, strict=True)
        return sorted(found, key=lambda each: (each[0].sort_key, each[1].chance), reverse=True)

    def _look_against(self, person: str, turns: int = 1) -> Look:
        from merels.prospects.look import look_against

        return look_against(self._values, find_fallible_player(person), turns)


def with_chances(oracle: AnyOracle) -> AnyOracle | Chances:
    """Return an oracle that knows chances too, if it reads tables; any other oracle as it is."""
    return Chances(oracle) if isinstance(oracle, TableOracle) else oracle


def chances(
    tables: Tablebase, position: AnyPosition, person: str = MASTER, turns: int = 1
) -> list[MoveChance]:
    """Return the legal moves with value and chance, the best first.

    The chance is what best play after the move can expect to score against a fallible player,
    ``"beginner"``, ``"club"`` or ``"master"``: 1 for a win, 1/2 for a draw; ``docs/chances.md``
    has the definition. Moves of equal value are ordered by their chance. ``turns`` is how many
    turns of the player are looked ahead; two take about ten times as long as one.

    >>> import merels
    >>> with merels.open_book() as book:
    ...     best = merels.chances(book, merels.Position.start(), "club")[0]
    >>> str(best.value), 0.5 < best.chance < 1
    ('draw', True)

    Raises what `Tablebase.probe` raises, `NotationError` if no fallible player has the name, and
    `ValueError` for fewer than one turn.
    """
    rated = [RatedMove(*each) for each in tables.probe_moves(position)]
    return [
        MoveChance(each.move, each.value, prospect.chance)
        for each, prospect in Chances(tables).rank(position, rated, person, turns)
        if each.value is not None
    ]
