"""Players in plain Python: the levels that the browser game shares, and a random mover."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from merels.board.board import Board
from merels.engine.evaluation.plain import LevelNumbers, evaluate
from merels.engine.players.levels import RANDOM
from merels.engine.search.root import list_moves
from merels.rules import unusual
from merels.rules.game import Game
from merels.rules.generator import Turn, generate_removals, generate_turns
from merels.rules.move import Move
from merels.rules.position import Position, Sides
from merels.rules.unusual import State, UnusualTurn
from merels.rules.variant import Blocked, Variant

# Alpha-beta search over the most promising moves of each position.


class Candidate(NamedTuple):
    """A promising move: its value to the side that plays it, and what the other side sees."""

    value: int
    turn: Any
    """The turn as the variant's generator writes it."""
    after: Any


class Minimax:
    """A search to a level's depth, over a level's width of moves in each position."""

    def __init__(self, level: LevelNumbers, variant: Variant) -> None:
        self._level = level
        self._variant = variant

    def candidates(self, sides: Sides) -> list[Candidate]:
        """Return the moves with the best static values, best first.

        Moves of equal value keep the generator's order. A move that closes a mill comes once, with
        the capture that has the best static value.
        """
        return self._choose_best(sides, generate_turns(*sides, self._variant))

    def _choose_best(self, sides: Any, turns: Iterable[Any]) -> list[Candidate]:
        found: list[Candidate] = []
        last_step = None
        for turn in turns:
            candidate = self._candidate(sides, turn)
            step = turn[:2]
            if step != last_step:
                found.append(candidate)
                last_step = step
            elif candidate.value > found[-1].value:
                found[-1] = candidate
        found.sort(key=lambda candidate: -candidate.value)
        return found[: self._level.width]

    def best_removal(self, sides: Sides) -> Turn:
        """Return the capture with the best static value, the first among equals, in mid-turn."""
        turns = generate_removals(sides.enemy, self._variant.board)
        removals = [self._candidate(sides, turn) for turn in turns]
        turn: Turn = max(removals, key=lambda candidate: candidate.value).turn
        return turn

    def values(self, candidates: list[Candidate], penalties: list[int]) -> list[int]:
        """Return the value of each candidate after a search, less its penalty.

        A penalty lowers a good value, at most to 0, and leaves a bad value as it is: the side that
        is behind has no reason to avoid a draw. Values within the level's margin of the best are
        exact; the other values are bounds below this margin.
        """
        values: list[int] = []
        for candidate, penalty in zip(candidates, penalties, strict=True):
            # One below the lowest value that may be played, so that higher values are exact.
            alpha = max(values, default=-self._level.win) - self._level.margin - 1
            value = self._value(candidate, self._level.depth - 1, alpha, self._level.win, ply=1)
            values.append(max(value - penalty, min(value, 0)))
        return values

    def _value(self, candidate: Candidate, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the value of a candidate to the side that plays it at ``ply``."""
        if candidate.value == self._level.win:
            return self._level.win - ply
        if depth == 0:
            return candidate.value
        return -self._search(candidate.after, depth, -beta, -alpha, ply + 1)

    def _search(self, sides: Sides, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the value for the side to move, exact if it lies between the bounds."""
        candidates = self.candidates(sides)
        if not candidates:
            return 0  # a draw by a full board: the loss of a blocked side was seen before
        best = -self._level.win
        for candidate in candidates:
            best = max(best, self._value(candidate, depth - 1, max(alpha, best), beta, ply))
            if best >= beta:
                break
        return best

    def _candidate(self, sides: Sides, turn: Turn) -> Candidate:
        after = sides.after(turn)
        return Candidate(-evaluate(*after, self._variant, self._level), turn, after)


class UnusualMinimax(Minimax):
    """A search for variants whose rules the usual generator does not know: it takes a `State`."""

    def candidates(self, sides: Any) -> list[Candidate]:
        """Return the moves with the best static values, best first, as for usual variants."""
        return self._choose_best(sides, unusual.generate_turns(sides, self._variant))

    def best_removals(self, state: State, count: int) -> UnusualTurn:
        """Return the captures with the best static value, the first among equals, in mid-turn."""
        sets = unusual.generate_captures(state.enemy, count, self._variant)
        removals = [self._candidate(state, (None, None, captures)) for captures in sets]
        turn: UnusualTurn = max(removals, key=lambda candidate: candidate.value).turn
        return turn

    def _candidate(self, sides: Any, turn: Any) -> Candidate:
        after = unusual.play(sides, turn, self._variant)
        state = after.state
        ends = self._variant.blocked is Blocked.LOSS and not state.marks.takings
        value = evaluate(*state[:4], self._variant, self._level, ends_if_blocked=ends)
        return Candidate(value if after.again else -value, turn, after)

    def _value(self, candidate: Candidate, depth: int, alpha: int, beta: int, ply: int) -> int:
        if candidate.value == self._level.win:
            return self._level.win - ply
        if depth == 0:
            return candidate.value
        state, again = candidate.after
        if again:
            return self._search(state, depth, alpha, beta, ply + 1)
        return -self._search(state, depth, -beta, -alpha, ply + 1)


def begin_minimax(level: LevelNumbers, position: Position) -> tuple[Minimax, Any]:
    """Return a search for a position's variant, and the position as the search takes it."""
    if position.variant.is_usual:
        return Minimax(level, position.variant), position.sides
    return UnusualMinimax(level, position.variant), position.state


def move_of_turn(turn: Any, board: Board) -> Move:
    """Return the move of a candidate's turn."""
    origin, target, captured = turn
    if not isinstance(captured, tuple):
        return Move(origin, target, captured, board)
    return Move(origin, target, board=board).with_captures(*captured)


# A small random generator that every language can reproduce bit for bit.

_BITS: Final = 32
_MASK: Final = (1 << _BITS) - 1
_STEP: Final = 0x9E3779B9  # odd, so the state takes all 2^32 values before it returns


def scramble(word: int) -> int:
    """Return a 32-bit number that looks unrelated to ``word``.

    Different words give different numbers.

    >>> scramble(0), scramble(1)
    (0, 1364076727)
    """
    word &= _MASK
    word = (word ^ word >> 16) * 0x85EBCA6B & _MASK
    word = (word ^ word >> 13) * 0xC2B2AE35 & _MASK
    return word ^ word >> 16


def derive_seed(seed: int, *words: int) -> int:
    """Return a seed that depends on ``seed`` and on all ``words`` in their order.

    >>> derive_seed(7) == 7, derive_seed(7, 1, 2) == derive_seed(7, 2, 1)
    (True, False)
    """
    state = seed & _MASK
    for word in words:
        state = scramble(state + _STEP) ^ word & _MASK
    return state


def fresh_seed() -> int:
    """Return an unpredictable seed."""
    return secrets.randbits(_BITS)


class Generator:
    """A stream of random numbers, the same for the same seed.

    >>> generator = Generator(1)
    >>> [generator.choice(6) for _ in range(8)]
    [3, 4, 2, 1, 0, 3, 0, 2]
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next(self) -> int:
        """Return the next number, 0 to 2^32 - 1."""
        self._state = self._state + _STEP & _MASK
        return scramble(self._state)

    def choice(self, count: int) -> int:
        """Return a number from 0 to ``count - 1``: the remainder of the next number."""
        return self.next() % count


# What players share: a random choice.


def generator_for(game: Game, seed: int) -> Generator:
    """Return the random stream of one choice.

    It depends on the position and how often it has occurred, not on earlier choices. So undoing a
    move or asking for a hint changes nothing, and players still vary when a position recurs.
    """
    p = game.position
    words = (p.white, p.black, p.white_in_hand, p.black_in_hand, p.turn, game.occurrences())
    return Generator(derive_seed(seed, *words))


def pick(moves: Sequence[Move], game: Game, seed: int) -> Move:
    """Return one of some moves at random."""
    return moves[generator_for(game, seed).choice(len(moves))]


def least_repeated(game: Game, moves: Sequence[Move]) -> list[Move]:
    """Return the moves after which the position has occurred least often."""
    times = [game.occurrences(game.position.successor(move)) for move in moves]
    return [move for move, count in zip(moves, times, strict=True) if count == min(times)]


# Players in plain Python: the levels that the browser game shares, and a random mover.


class RandomPlayer:
    """Chooses any legal move, each with the same probability."""

    name = RANDOM

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, game: Game) -> Move:
        """Return a legal move."""
        return pick(list_moves(game), game, self._seed)


class PlainPlayer:
    """Searches as the numbers of its level say."""

    def __init__(self, name: str, seed: int, numbers: LevelNumbers) -> None:
        self.name = name
        self._numbers = numbers
        self._seed = seed

    def choose(self, game: Game) -> Move:
        """Return a legal move; in mid-turn, the capture with the best static value."""
        list_moves(game)  # raises if there are none
        board = game.variant.board
        search, sides = begin_minimax(self._numbers, game.position)
        if game.is_mid_turn:
            if isinstance(search, UnusualMinimax):
                return move_of_turn(search.best_removals(sides, game.position.removing), board)
            return Move(*search.best_removal(sides), board)
        candidates = search.candidates(sides)
        moves = [move_of_turn(candidate.turn, board) for candidate in candidates]
        weight, here = self._numbers.repetition, game.position
        penalties = [weight * game.occurrences(here.successor(move)) for move in moves]
        values = search.values(candidates, penalties)
        least = max(values) - self._numbers.margin
        good = [move for move, value in zip(moves, values, strict=True) if value >= least]
        return pick(good, game, self._seed)
