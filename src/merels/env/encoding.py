"""Actions and observations of a variant, and one game that is played with them.

Actions are half-turns in a fixed table.

Points are counted by rows from the top left. With ``p`` points, action ``a < p`` places a man on
point ``a`` or, where a man must be captured, captures the man there; action ``p + p * a + b`` moves
a man from point ``a`` to point ``b``. Action ``p``, from the first point to itself, is a pass. For
nine men's morris these are the 600 actions of OpenSpiel.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from merels.board.board import Point, points_of
from merels.engine.players.plain import Generator
from merels.errors import IllegalMoveError, NotationError
from merels.rules import generator, unusual
from merels.rules.game import Game
from merels.rules.move import AnyMove, Move, move_of
from merels.rules.outcome import NO_DRAW_RULES, DrawRules
from merels.rules.position import WHITE, AnyPosition, Color, Position, position_of
from merels.rules.variant import NINE_MENS_MORRIS, AnyVariant, Variant
from merels.rules.variant import variant as find_variant


class ActionTable:
    """The actions of a variant, numbered from 0.

    Variant and moves may be text, and a game stands for its position.

    >>> import merels
    >>> table = merels.env.ActionTable("nine")
    >>> table.size, table.number("d6"), table.number("a1-a4")
    (600, 4, 537)
    >>> str(table.half_turn(537, merels.Position(white=0b1110_0000, black=0b11100)))
    'a1-a4'
    """

    def __init__(self, variant: AnyVariant = NINE_MENS_MORRIS) -> None:
        self.variant = find_variant(variant)
        board = self.variant.board
        by_rows = sorted(board.points, key=lambda p: board.grid[p][::-1])
        self.points: tuple[Point, ...] = tuple(by_rows)
        """The points by rows from the top left."""
        self.places: tuple[int, ...] = tuple(by_rows.index(p) for p in board.points)
        """For each point, its place in this order."""

    @property
    def size(self) -> int:
        """How many actions there are."""
        return len(self.points) * (len(self.points) + 1)

    def number(self, half_turn: AnyMove) -> int:
        """Return the action that plays half a turn: a step without its capture, or a capture."""
        half_turn = move_of(half_turn, self.variant.board)
        if half_turn.is_pass:
            return len(self.points)
        point = half_turn.captured if half_turn.target is None else half_turn.target
        assert point is not None
        if half_turn.origin is None:
            return self.places[point]
        return len(self.points) * (1 + self.places[half_turn.origin]) + self.places[point]

    def half_turn(self, action: int, position: AnyPosition) -> Move:
        """Return what an action means in a position; it need not be legal there.

        Raises `IllegalMoveError` if there is no such action.
        """
        if not 0 <= action < self.size:
            raise IllegalMoveError(
                f"{action} is not an action of {self.variant.title}; they are 0 to {self.size - 1}"
            )
        row, place = divmod(int(action), len(self.points))
        point, board = self.points[place], self.variant.board
        if action == len(self.points) and not self.variant.is_usual:
            return Move(None, None, board=board)
        if row:
            return Move(self.points[row - 1], point, board=board)
        current = position_of(position)
        if current.removing or current.takings:
            return Move(None, None, point, board=board)
        return Move(None, point, board=board)

    def legal(self, position: AnyPosition) -> list[int]:
        """Return the legal actions in ascending order; none if the game is over.

        >>> import merels
        >>> merels.env.ActionTable().legal(merels.Game()) == list(range(24))
        True
        """
        position = position_of(position)
        if not self.variant.is_usual:
            return self._legal_by_unusual_rules(position)
        own, enemy, in_hand, _ = position.sides
        if position.removing:
            removals = generator.generate_removals(enemy, position.board)
            return sorted(self.number(Move(*turn, board=position.board)) for turn in removals)
        if not position.legal_moves:
            return []
        steps = generator.generate_steps(own, enemy, in_hand, self.variant)
        return sorted(self.number(Move(*step, board=position.board)) for step in steps)

    def _legal_by_unusual_rules(self, position: Position) -> list[int]:
        if position.removing:
            men = unusual.takeable(position.enemy, self.variant)
            return sorted(self.places[point] for point in points_of(men))
        halves = (
            move if move.target is None else move.with_captures() for move in position.legal_moves
        )
        return sorted({self.number(half) for half in halves})


@cache
def action_table(variant: Variant) -> ActionTable:
    """Return the actions of a variant, built on the first call."""
    return ActionTable(variant)


# What an agent sees: planes over the grid of the board, from its own point of view.

Planes: TypeAlias = npt.NDArray[np.float32]
ActionMask: TypeAlias = npt.NDArray[np.int8]

PLANES: Final = (
    "own men",
    "enemy men",
    "empty points",
    "own men in hand, as a share of all men, everywhere",
    "enemy men in hand, as a share of all men, everywhere",
    "1 everywhere where a man must be captured: in mid-turn, or after the placing",
    "1 everywhere if the agent is White",
)
"""What each plane shows; cells of the grid that are not points are 0 in the first three."""


def shape_of(variant: Variant) -> tuple[int, int, int]:
    """Return planes, rows and columns of a variant's observations.

    >>> from merels.rules.variant import variant
    >>> shape_of(variant("nine")), shape_of(variant("three"))
    ((7, 7, 7), (7, 3, 3))
    """
    return len(PLANES), variant.board.rows, variant.board.columns


def observe(position: Position, color: Color) -> Planes:
    """Return the planes that ``color`` sees; `merels.env.kernels.write_planes` is the twin."""
    planes = np.zeros(shape_of(position.variant), dtype=np.float32)
    for plane, men in enumerate((position.mask(color), position.mask(color.other), position.empty)):
        for point, (column, row) in enumerate(position.board.grid):
            planes[plane, row, column] = men >> point & 1
    planes[3] = position.in_hand(color) / position.variant.men
    planes[4] = position.in_hand(color.other) / position.variant.men
    planes[5] = bool(position.removing or position.takings)
    planes[6] = color is WHITE
    return planes


def mask_actions(position: Position, *, to_act: bool) -> ActionMask:
    """Return 1 for each legal action; all 0 for an agent that is not ``to_act``."""
    table = action_table(position.variant)
    mask = np.zeros(table.size, dtype=np.int8)
    if to_act:
        mask[table.legal(position)] = 1
    return mask


def view(position: Position, color: Color, *, to_act: bool) -> dict[str, Planes | ActionMask]:
    """Return what an agent observes: the planes, and which actions it may choose now."""
    mask = mask_actions(position, to_act=to_act and position.turn is color)
    return {"observation": observe(position, color), "action_mask": mask}


# One game as environments play it: actions in, results out.

MOST_TURNS: Final = 200
"""Turns after which OpenSpiel ends a game; by default our games are cut off there too."""

MOST_ATTEMPTS: Final = 100
"""How many games are begun until a game lasts beyond its random turns."""


@dataclass(frozen=True, slots=True)
class EpisodeTerms:
    """Which game an environment plays, how it begins, and when it is cut off."""

    variant: Variant
    max_turns: int | None = MOST_TURNS
    """Turns, captures included, after which a game is truncated; None for no limit."""
    random_turns: int = 0
    """Random turns at the beginning, drawn by the seed."""
    draw_rules: DrawRules = NO_DRAW_RULES
    """Rules that draw a game; the observation lacks the history that they depend on."""

    def __post_init__(self) -> None:
        if self.max_turns is not None and self.max_turns < 1:
            raise NotationError(f"max_turns is {self.max_turns}; it must be at least 1, or None")
        if self.random_turns < 0:
            raise NotationError(f"random_turns is {self.random_turns}; it must be 0 or more")
        if self.max_turns is not None and self.random_turns >= self.max_turns:
            raise NotationError(
                f"random_turns is {self.random_turns}; it must be less than max_turns, "
                f"{self.max_turns}"
            )

    def too_many_random_turns(self) -> NotationError:
        """Return the error for games that are over before anybody can play."""
        return NotationError(
            f"random_turns is {self.random_turns}: no game of {self.variant.title} lasted beyond "
            f"them in {MOST_ATTEMPTS} attempts",
            "take fewer",
        )


class Episode:
    """A game in progress under some terms; the same seed begins it the same way."""

    def __init__(self, terms: EpisodeTerms, seed: int) -> None:
        self.terms = terms
        self._table = action_table(terms.variant)
        chance = Generator(seed)
        for _ in range(MOST_ATTEMPTS):
            game = self.game = Game(variant=terms.variant, draw_rules=terms.draw_rules)
            while game.ply < terms.random_turns and game.outcome() is None:
                moves = list(game.legal_moves)
                game.push(moves[chance.choice(len(moves))])
            if game.outcome() is None:  # a short game may be over after its random turns
                return
        raise terms.too_many_random_turns()

    def play(self, action: int) -> None:
        """Play half a turn; raises `IllegalMoveError`."""
        if self.is_truncated:
            raise IllegalMoveError(f"the game was cut off after {self.terms.max_turns} turns")
        self.game.push_action(self._table.half_turn(action, self.game.position))

    @property
    def is_terminated(self) -> bool:
        """Whether the rules have ended the game."""
        return self.game.outcome() is not None

    @property
    def is_truncated(self) -> bool:
        """Whether the game was cut off undecided."""
        limit = self.terms.max_turns
        return limit is not None and self.game.ply >= limit and not self.is_terminated

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, or was cut off."""
        return self.is_terminated or self.is_truncated

    def reward(self, color: Color) -> float:
        """Return 1 for a win of ``color``, -1 for a loss, and 0 otherwise."""
        outcome = self.game.outcome()
        if outcome is None or outcome.winner is None:
            return 0.0
        return 1.0 if outcome.winner is color else -1.0
