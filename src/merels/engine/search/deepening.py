"""Iterative deepening in one thread, the best move of the last iteration first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Final

from merels.board.board import Board
from merels.board.boards import THREE_SQUARES, THREE_SQUARES_WITH_DIAGONALS
from merels.engine.evaluation.any_board import pack_board
from merels.engine.search.kernels import memory as places
from merels.engine.search.kernels.leaves import far_leaf
from merels.engine.search.kernels.memory import NOWHERE, Memory, TreeNode
from merels.engine.search.kernels.ordering import NONE, TURN_BITS
from merels.engine.search.kernels.transpositions import AGES, key_of
from merels.engine.search.kernels.tree import INFINITE, search
from merels.engine.search.progress import ScoredMove, proved_value
from merels.engine.search.root import RootMove
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.position import Position
from merels.rules.variant import FullBoard, Placing, Variant

by_score = attrgetter("score")

NEVER: Final = 1 << 40
"""A limit that no search reaches."""


def pack_hands(position: Position) -> int:
    """Return the men in hand as kernels take them, the side to move first."""
    _, _, own_in_hand, enemy_in_hand = position.sides
    return own_in_hand | enemy_in_hand << 4


def pack_key(position: Position) -> int:
    """Return the key of a position as kernels make it."""
    return int(key_of(position.own, position.enemy, pack_hands(position)))


def pack_turn(move: Move) -> int:
    """Return a move as kernels take it."""
    if move.target is None:
        origin, target = NOWHERE, NONE
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
    origin, target, captured = (None if part >= NOWHERE else part for part in parts)
    return Move(origin, target, captured, board)


def pack_node(position: Position, quiet: int = 0) -> TreeNode:
    """Return a position as the kernels take it, after some plies without a capture."""
    return TreeNode(position.own, position.enemy, pack_hands(position), quiet)


def has_nine_mens_rules(variant: Variant) -> bool:
    """Whether turns are as in nine men's morris: placing first, and a full board never draws."""
    full_board_draws = variant.full_board is FullBoard.DRAW and variant.may_fill_board
    is_usual = variant.placing is Placing.FIRST and not full_board_draws
    return variant.board == THREE_SQUARES and is_usual


def prepare(memory: Memory, game: Game, age: int, nodes: int | None, is_fitted: bool) -> None:
    """Set up a thread's memory for a search; without fitted weights, values are any board's."""
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
    settings[places.AGE] = age % AGES
    settings[places.PATH : places.PATH + len(earlier)] = earlier


class Deepening:
    """Searches the moves of a root to one depth after another."""

    def __init__(self, memory: Memory, game: Game, moves: Sequence[RootMove], lines: int) -> None:
        self._memory = memory
        self._board = game.variant.board
        self._node = pack_node(game.position, game.plies_since_removal)
        # Late turns are searched less deep, so the order matters from the start. Below the root
        # history alone orders them: ranking by value from depth 2 on kept 95.1 % of the values of
        # placing positions, history 95.7 %.
        self._order = sorted(
            moves, key=lambda move: int(far_leaf(pack_node(move.after), 1, memory))
        )
        self._lines = min(lines, len(moves))
        self.found: list[ScoredMove] = []
        """The best moves, best first, at most as many as the lines wanted."""

    def start_from(self, found: Sequence[ScoredMove]) -> None:
        """Try the best moves of an iteration first, which another thread may have finished."""
        self.found = list(found)
        first = [each.move for each in found]
        self._order = first + [move for move in self._order if move not in first]

    def search(self, depth: int) -> None:
        """Find the best moves at a depth; if stopped, keep the last iteration's for the rest.

        Depth 1 cannot be stopped, so there is always a move.
        """
        found: list[ScoredMove] = []
        left = list(self._order)
        while len(found) < self._lines and not self.was_stopped:
            best = self._search_best(left, depth)
            if best is not None:
                found.append(best)
                left.remove(best.move)
        # What the table has learnt in between may raise a later line above an earlier one.
        found.sort(key=by_score, reverse=True)
        searched = [each.move for each in found]
        self._order = searched + left
        # What is left is no better at this depth.
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
        values = [proved_value(each.score) for each in self.found]
        return all(value is not None and (value.plies or 0) <= depth for value in values)

    def _search_best(self, moves: list[RootMove], depth: int) -> ScoredMove | None:
        """Return the best of some moves, or None if no search was completed."""
        memory = self._memory
        for place, move in enumerate(moves):
            memory.work[places.TURNS + place] = len(moves) - place << TURN_BITS | pack_turn(
                move.move
            )
        memory.work[places.ROOT_TURNS] = len(moves)
        score = search(self._node, depth, -INFINITE, INFINITE, 0, memory)
        if score == -INFINITE:
            return None
        length = int(memory.work[places.LINES])
        turns = memory.work[places.LINES + 1 : places.LINES + 1 + length]
        line = tuple(unpack_turn(int(turn), self._board) for turn in turns)
        best = next(move for move in moves if move.move == line[0])
        return ScoredMove(best, score, line)
