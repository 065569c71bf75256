"""The threads of a search: each deepens step by step, the best move of the last step first."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from queue import Empty, SimpleQueue
from typing import Final, TypeAlias

import numpy as np

from merels.board.board import THREE_SQUARES, THREE_SQUARES_WITH_DIAGONALS, Board
from merels.engine.evaluation.any_board import pack_board
from merels.engine.evaluation.kernels import WeightArray, get_weights, load_weights
from merels.engine.search import root
from merels.engine.search.kernels import memory as places
from merels.engine.search.kernels import transpositions, unusual
from merels.engine.search.kernels.ordering import NONE, TURN_BITS
from merels.engine.search.kernels.tree import INFINITE, search
from merels.engine.search.limits import TICK, Limits
from merels.rules import unusual_kernels
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.outcome import DrawRules
from merels.rules.position import Position
from merels.rules.unusual import NO_MARKS
from merels.rules.unusual_kernels import pack_marks
from merels.rules.value import DRAW
from merels.rules.variant import NINE_MENS_MORRIS, FullBoard, Placing, Variant

by_score = attrgetter("score")

NEVER: Final = 1 << 40
"""A limit that no search reaches."""


def pack_hands(position: Position) -> int:
    """Return the men in hand as kernels take them, the side to move first."""
    _, _, own_in_hand, enemy_in_hand = position.sides
    return own_in_hand | enemy_in_hand << 4


def pack_key(position: Position) -> int:
    """Return the key of a position as kernels make it."""
    men = position.own, position.enemy, pack_hands(position)
    if position.marks != NO_MARKS:
        return int(unusual.key_of_marked(*men, pack_marks(position.state.marks)))
    return int(transpositions.key_of(*men))


def pack_turn(move: Move) -> int:
    """Return a move as kernels take it."""
    if move.target is None:
        origin, target = places.NOWHERE, NONE
    else:
        origin, target = NONE if move.origin is None else move.origin, move.target
    captured = NONE if move.captured is None else move.captured
    return origin | target << 5 | captured << 10


def unpack_turn(turn: int, board: Board = THREE_SQUARES) -> Move:
    """Return the move of a packed turn on a board.

    >>> unpack_turn(pack_turn(Move.parse("a1-a4xg7"))), unpack_turn(pack_turn(Move.parse("xg7")))
    (Move(origin=6, target=7, captured=2), Move(origin=None, target=None, captured=2))
    """
    parts = (turn & 31, turn >> 5 & 31, turn >> 10 & 31)
    origin, target, captured = (None if part >= places.NOWHERE else part for part in parts)
    return Move(origin, target, captured, board)


def pack_node(position: Position, quiet: int = 0) -> places.TreeNode:
    """Return a position as the kernels take it, after some plies without a capture."""
    return places.TreeNode(position.own, position.enemy, pack_hands(position), quiet)


def has_nine_mens_rules(variant: Variant) -> bool:
    """Whether turns are as in nine men's morris: placing first, and a full board never draws."""
    full_board_draws = variant.full_board is FullBoard.DRAW and variant.may_fill_board
    is_usual = variant.placing is Placing.FIRST and not full_board_draws
    return variant.board == THREE_SQUARES and is_usual and variant.is_usual


def prepare(
    memory: places.Memory, game: Game, age: int, nodes: int | None, is_fitted: bool
) -> None:
    """Set up a thread's memory for a search.

    Without fitted weights, values come from `any_board`.
    """
    earlier = [pack_key(position) for position in game.positions[-places.MOST_BEFORE :]]
    rules = game.draw_rules
    settings = memory.work
    settings[: places.PATH] = 0
    settings[places.NODE_LIMIT] = NEVER if nodes is None else min(nodes, NEVER)
    settings[places.BEFORE] = len(earlier) - 1
    settings[places.REPETITIONS] = rules.repetitions or NEVER
    settings[places.PLY_LIMIT] = rules.ply_limit or NEVER
    settings[places.FLYING] = bool(game.variant.flying)
    settings[places.ANY_RULES] = not has_nine_mens_rules(game.variant)
    settings[places.ANY_VALUE] = not is_fitted
    settings[places.DIAGONALS] = game.variant.board == THREE_SQUARES_WITH_DIAGONALS
    settings[places.REPEATS] = game.variant.placing is Placing.ANY_TURN
    settings[places.BOARD :] = pack_board(game.variant)
    settings[places.AGE] = age % transpositions.AGES
    settings[places.PATH : places.PATH + len(earlier)] = earlier


class Deepening:
    """Searches the moves of a root to one depth after another."""

    def __init__(
        self, memory: places.Memory, game: Game, moves: Sequence[root.RootMove], lines: int
    ) -> None:
        self._memory = memory
        self._board = game.variant.board
        self._node = pack_node(game.position, game.plies_since_removal)
        # Late turns are searched less deep, so the order matters from the start. Below the root
        # history alone orders them: ranking by value from depth 2 on kept 95.1 % of the values of
        # placing positions, history 95.7 %.
        self._order = sorted(moves, key=self._rate)
        self._lines = min(lines, len(moves))
        self.found: list[root.ScoredMove] = []
        """The best moves, best first, at most one for each wanted line."""

    def start_from(self, found: Sequence[root.ScoredMove]) -> None:
        """Try the best moves of an iteration first, which another thread may have finished."""
        self.found = list(found)
        first = [each.move for each in found]
        self._order = first + [move for move in self._order if move not in first]

    def search(self, depth: int) -> None:
        """Find the best moves at a depth; if stopped, fill up with the last iteration's moves.

        Depth 1 cannot be stopped, so there is always a move.
        """
        found: list[root.ScoredMove] = []
        left = list(self._order)
        while len(found) < self._lines and not self.was_stopped:
            best = self._search_best(left, depth)
            if best is not None:
                found.append(best)
                left.remove(best.move)
        # Entries that the table has got in between may raise a later line above an earlier line.
        found.sort(key=by_score, reverse=True)
        searched = [each.move for each in found]
        self._order = searched + left
        # The remaining moves are no better at this depth.
        most = found[-1].score if found else INFINITE
        earlier = [
            replace(each, score=min(each.score, most))
            for each in self.found
            if each.move not in searched
        ]
        self.found = (found + sorted(earlier, key=by_score, reverse=True))[: self._lines]

    @property
    def was_stopped(self) -> bool:
        """Whether a limit was reached."""
        return bool(self._memory.work[places.QUIT])

    def is_settled(self, depth: int) -> bool:
        """Whether a greater depth cannot find a quicker end."""
        values = [root.proved_value(each.score) for each in self.found]
        return all(value is not None and (value.plies or 0) <= depth for value in values)

    def _search_best(self, moves: list[root.RootMove], depth: int) -> root.ScoredMove | None:
        """Return the best of some moves, or None if no search was completed."""
        work = self._memory.work
        work[places.ROOT_TURNS] = len(moves)
        score = self._search_root([move.move for move in moves], depth)
        if score == -INFINITE:
            return None
        length = int(work[places.LINES])
        turns = work[places.LINES + 1 : places.LINES + 1 + length]
        line = tuple(self._unpack(int(turn)) for turn in turns)
        best = next(move for move in moves if move.move == line[0])
        return root.ScoredMove(best, score, line)

    # The parts that depend on the kernels.

    def _rate(self, move: root.RootMove) -> int:
        """Return the static value of a move for the other side."""
        return int(places.far_leaf(pack_node(move.after), 1, self._memory))

    def _search_root(self, moves: Sequence[Move], depth: int) -> int:
        """Search the moves of the root in this order, and return the score of the best."""
        memory = self._memory
        for place, move in enumerate(moves):
            memory.work[places.TURNS + place] = len(moves) - place << TURN_BITS | pack_turn(move)
        return int(search(self._node, depth, -INFINITE, INFINITE, 0, memory))

    def _unpack(self, turn: int) -> Move:
        return unpack_turn(turn, self._board)


class UnusualDeepening(Deepening):
    """A root search for variants whose rules the usual kernels do not know."""

    def __init__(
        self, memory: places.Memory, game: Game, moves: Sequence[root.RootMove], lines: int
    ) -> None:
        self._unusual = unusual.create_unusual_memory(memory, game.variant)
        self._root = pack_unusual(game.position, game.plies_since_removal)
        self._turn = game.turn
        super().__init__(memory, game, moves, lines)

    def _rate(self, move: root.RootMove) -> int:
        score = int(unusual.unusual_leaf(pack_unusual(move.after), 1, self._unusual))
        return -score if move.after.turn is self._turn else score

    def _search_root(self, moves: Sequence[Move], depth: int) -> int:
        memory = self._unusual
        for place, move in enumerate(moves):
            turn = unusual_kernels.pack_turn((move.origin, move.target, move.captures))
            memory.turns[0, place], memory.ranks[0, place] = turn, len(moves) - place
        return int(unusual.search_unusual(self._root, depth, -INFINITE, INFINITE, 0, memory))

    def _unpack(self, turn: int) -> Move:
        origin, target, captures = unusual_kernels.unpack_turn(turn)
        captured, *also = captures or (None,)
        return Move(origin, target, captured, self._board, tuple(also))


def pack_unusual(position: Position, quiet: int = 0) -> unusual.UnusualNode:
    """Return a position as the kernels of unusual variants take it."""
    return unusual.UnusualNode(*unusual_kernels.pack_state(position.state), quiet)


# The threads of a search: all search the same moves, to different depths, on one table.

Reports: TypeAlias = "SimpleQueue[root.Iteration | BaseException | None]"
"""What the threads have found, their errors, and None at the end of each thread."""

WeightsOf: TypeAlias = Callable[[Variant], WeightArray | None]
"""Returns the weights to search a variant with; None if `any_board` evaluates it."""

DEEPEST: Final = places.MOST_PLIES - 20
"""The greatest depth of a search."""

ENOUGH: Final = 8
"""The depth that is enough for a score if time is limited and there is only one move."""

SAMPLE: Final = 1000
"""Buckets of the table that are sampled to estimate how full it is."""


class SearchThreads:
    """Threads that search on one table, started afresh for each search."""

    def __init__(self, hash_mb: int, threads: int, weights_of: WeightsOf = get_weights) -> None:
        self._weights_of = weights_of
        self._is_fitted = True
        self._stop = np.zeros(1, dtype=np.int64)
        self._table = transpositions.create_table(hash_mb)
        weights = load_weights()
        self._memories = [
            places.create_memory(self._stop, self._table, weights) for _ in range(threads)
        ]
        self._age = 0
        self._rules: tuple[Variant, DrawRules] | None = None
        self._threads: list[threading.Thread] = []
        self._warm: set[bool] = set()  # whether the loaded code is for usual variants
        self._reports: Reports = SimpleQueue()

    def warm_up(self, variant: Variant = NINE_MENS_MORRIS) -> None:
        """Load the compiled code for a variant; once for usual, once for unusual variants."""
        if variant.is_usual in self._warm:
            return
        self._warm.add(variant.is_usual)
        game = Game(variant=variant)
        moves = root.choose_moves(game, None, 1).searched
        known_values = [root.KnownValue(game.position, DRAW)] if variant.is_usual else []
        for _ in self.search(game, moves, Limits(depth=3), 1, lambda: False, known_values):
            pass
        self.forget()

    def search(
        self,
        game: Game,
        moves: Sequence[root.RootMove],
        limits: Limits,
        lines: int,
        is_over: Callable[[], bool],
        known_values: Iterable[root.KnownValue] = (),
    ) -> Iterator[root.Iteration]:
        """Yield what each iteration finds, until a limit is reached or ``is_over()``."""
        if not moves:
            return
        rules = game.variant, game.draw_rules
        if rules != self._rules:  # entries of another variant may name illegal moves
            self.forget()
            self._rules = rules
            weights = self._weights_of(game.variant)
            self._is_fitted = weights is not None
            weights = load_weights() if weights is None else weights
            self._memories = [memory._replace(weights=weights) for memory in self._memories]
        self._age = (self._age + 1) % transpositions.AGES
        for position, value in known_values:
            transpositions.store_known(
                pack_key(position), root.score_of(value), self._age, self._table
            )
        self._start(game, moves, limits, lines)
        running = len(self._threads)
        try:
            while running:
                if is_over():
                    self._stop[0] = 1
                try:
                    report = self._reports.get(timeout=TICK)
                except Empty:
                    continue
                if isinstance(report, BaseException):
                    raise report
                if report is None:
                    running -= 1
                else:
                    yield report
        finally:
            self._finish()

    def forget(self) -> None:
        """Empty the table."""
        self._table.fill(0)
        self._age = 0

    def _start(
        self, game: Game, moves: Sequence[root.RootMove], limits: Limits, lines: int
    ) -> None:
        self._stop[0] = 0
        self._reports = SimpleQueue()
        share = None if limits.nodes is None else -(-limits.nodes // len(self._memories))
        last = DEEPEST if limits.depth is None else min(limits.depth, DEEPEST)
        if len(moves) == 1 and limits.budget is not None and not limits.infinite:
            last = min(last, ENOUGH)
        progress = root.SearchProgress(last, self._report)
        for memory in self._memories:
            prepare(memory, game, self._age, share, self._is_fitted)
            kind = Deepening if game.variant.is_usual else UnusualDeepening
            work = kind(memory, game, moves, lines), progress
            self._threads.append(threading.Thread(target=self._deepen, args=work, daemon=True))
        for thread in self._threads:
            thread.start()

    def _finish(self) -> None:
        """Stop the search and wait for all threads."""
        self._stop[0] = 1
        for thread in self._threads:
            thread.join()
        self._threads.clear()

    def _report(self, depth: int, found: root.Found) -> None:
        nodes = sum(int(memory.work[places.NODES]) for memory in self._memories)
        data = self._table[1 : SAMPLE * transpositions.WORDS : 2]
        filled = np.count_nonzero((data >> 41 == self._age) & (data != 0))
        hashfull = int(filled * 1000 // len(data))
        self._reports.put(root.Iteration(depth, found, nodes, hashfull))

    def _deepen(self, deepening: Deepening, progress: root.SearchProgress) -> None:
        """Search to one depth after another until stopped, or until the outcome is known."""
        try:
            while (task := progress.begin()) is not None:
                deepening.start_from(task.found)
                deepening.search(task.depth)
                stopped = deepening.was_stopped
                progress.finish(task, tuple(deepening.found), complete=not stopped)
                if stopped:
                    return
                if deepening.is_settled(task.depth):
                    break
            self._stop[0] = 1  # nobody can find more
        except BaseException as error:
            self._reports.put(error)
        finally:
            self._reports.put(None)
