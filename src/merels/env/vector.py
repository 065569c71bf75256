"""Many games at once, stepped by compiled code on one core."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from merels.env import kernels  # first: it reports missing packages

# isort: split
import numpy as np
import numpy.typing as npt

from merels.env.encoding import MOST_TURNS, EpisodeTerms, action_table, shape_of
from merels.errors import NotationError
from merels.rules.kernels import rules_of
from merels.rules.position import BLACK, WHITE, Position, Sides
from merels.rules.variant import NINE_MENS_MORRIS, AnyVariant
from merels.rules.variant import variant as find_variant

Flags: TypeAlias = npt.NDArray[np.bool_]

FOREVER: Final = 1 << 62


class Outcomes(NamedTuple):
    """What a step did in each game."""

    rewards: kernels.Floats
    """For the side that acted: 1 if it won, -1 if its action was illegal, else 0."""
    terminated: Flags
    """Which games the rules, or an illegal action, have ended; they have begun anew."""
    truncated: Flags
    """Which games were cut off after ``max_turns`` turns; they have begun anew."""


class Vector:
    """``n`` games of a variant that are played together, half a turn at each step.

    A game that ends begins anew at once, so the arrays always hold ``n`` games that go on. An
    illegal action ends its game with a reward of -1. The arrays that methods return are used again
    by their next call; copy what you keep.

    >>> import merels
    >>> games = merels.env.Vector(3, "nine", seed=1)
    >>> games.legal_actions().sum(axis=1), games.black_to_move
    (array([24, 24, 24], dtype=uint64), array([0, 0, 0], dtype=uint8))
    >>> outcomes = games.step([0, 1, 600])
    >>> outcomes.rewards, outcomes.terminated
    (array([ 0.,  0., -1.], dtype=float32), array([False, False,  True]))
    >>> outcomes.rewards[outcomes.terminated]
    array([-1.], dtype=float32)

    Raises what `merels.variant` raises, and `NotationError` for a number that is too small, or for
    a variant whose rules compiled environments do not know.
    """

    def __init__(
        self,
        n: int,
        variant: AnyVariant = NINE_MENS_MORRIS.name,
        *,
        max_turns: int | None = MOST_TURNS,
        seed: int = 0,
    ) -> None:
        if n < 1:
            raise NotationError(f"n is {n}; there must be at least 1 game")
        self.variant = find_variant(variant)
        if not self.variant.is_usual:
            raise NotationError(
                f"{self.variant.title} cannot be played in compiled environments",
                "play it with merels.env.env or merels.env.single",
            )
        EpisodeTerms(self.variant, max_turns)  # checks the limit
        self.actions = action_table(self.variant)
        """What the numbers of actions mean."""
        board = self.variant.board
        self._numbering = kernels.Numbering(
            np.array(self.actions.points, dtype=np.int64),
            np.array(self.actions.places, dtype=np.int64),
            np.array([row * board.columns + column for column, row in board.grid], dtype=np.int64),
        )
        self._rules = rules_of(self.variant)
        self._limits = self.variant.men, FOREVER if max_turns is None else max_turns
        own, enemy, own_in_hand, enemy_in_hand, turns, random = np.zeros((6, n), dtype=np.int64)
        removing, black = np.zeros((2, n), dtype=np.uint8)
        self._games = kernels.Games(
            own, enemy, own_in_hand, enemy_in_hand, removing, black, turns, random
        )
        self._ended = Outcomes(
            np.zeros(n, dtype=np.float32), np.zeros(n, dtype=np.bool_), np.zeros(n, dtype=np.bool_)
        )
        self._sampled = np.zeros(n, dtype=np.int64)
        self._mask: kernels.Bytes | None = None
        self._planes: kernels.Floats | None = None
        self.reset(seed)

    def __len__(self) -> int:
        return len(self._sampled)

    def reset(self, seed: int | None = None) -> None:
        """Begin all games; a seed begins the random numbers of `sample` anew."""
        for column in self._games[:-1]:
            column[:] = 0
        self._games.own_in_hand[:] = self._games.enemy_in_hand[:] = self.variant.men
        if seed is not None:
            states = np.random.SeedSequence(seed).generate_state(len(self), np.uint64)
            self._games.random[:] = states.view(np.int64)

    @property
    def black_to_move(self) -> kernels.Bytes:
        """1 for each game in which Black is to act, 0 for White; a copy."""
        return self._games.black.copy()

    def step(self, actions: npt.ArrayLike) -> Outcomes:
        """Play half a turn in every game; raises `ValueError` unless each action is a whole number.

        Games that end are truncated after ``max_turns`` turns, or terminated otherwise.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, not {given.dtype}")
        chosen: kernels.Int64s = np.ascontiguousarray(given, dtype=np.int64)
        if chosen.shape != self._sampled.shape:
            raise ValueError(f"actions have shape {chosen.shape}; it must be ({len(self)},)")
        kernels.step_all(
            self._games,
            chosen,
            self._limits,
            self._rules,
            self._numbering,
            self._ended.rewards,
            (self._ended.terminated.view(np.uint8), self._ended.truncated.view(np.uint8)),
        )
        return self._ended

    def sample(self) -> kernels.Int64s:
        """Return a random legal action for each game, each equally likely."""
        kernels.sample_all(self._games, self._rules, self._numbering, self._sampled)
        return self._sampled

    def legal_actions(self) -> kernels.Bytes:
        """Return 1 for each legal action and 0 for each other action, one game a row."""
        if self._mask is None:
            self._mask = np.zeros((len(self), self.actions.size), dtype=np.uint8)
        kernels.mask_all(self._games, self._rules, self._numbering, self._mask)
        return self._mask

    def observe(self) -> kernels.Floats:
        """Return the planes that the side to move sees in each game."""
        planes, rows, columns = shape_of(self.variant)
        if self._planes is None:
            self._planes = np.zeros((len(self), planes, rows * columns), dtype=np.float32)
        kernels.write_planes(self._games, self.variant.men, self._numbering, self._planes)
        return self._planes.reshape(len(self), planes, rows, columns)

    def position(self, game: int) -> Position:
        """Return the position of a game."""
        own, enemy, own_in_hand, enemy_in_hand, removing, black, *_ = (
            int(column[game]) for column in self._games
        )
        sides = Sides(own, enemy, own_in_hand, enemy_in_hand)
        if black:
            return Position(*sides.swapped, BLACK, bool(removing), self.variant)
        return Position(*sides, WHITE, bool(removing), self.variant)
