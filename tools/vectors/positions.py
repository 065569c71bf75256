"""Games and positions of all kinds, from the portable random generator."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from merels.board.board import NEIGHBOURS, POINTS, mask_of, points_of
from merels.engine.players.plain import Generator, derive_seed
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.outcome import NO_DRAW_RULES
from merels.rules.position import Color, Position
from merels.rules.variant import NINE_MENS_MORRIS, Variant

WALKING: Final = Variant(flying=False)
LONGEST_GAME: Final = 150


def play_randomly(
    seed: int, variant: Variant = NINE_MENS_MORRIS, longest: int = LONGEST_GAME
) -> Game:
    """Return a random game; half of the moves capture if they can, so that most games end."""
    generator = Generator(seed)
    game = Game(variant=variant, draw_rules=NO_DRAW_RULES)
    while game.ply < longest and game.outcome() is None:
        moves = list(game.legal_moves)
        takes = [move for move in moves if move.captured is not None]
        if takes and generator.choice(2):
            moves = takes
        game.push(moves[generator.choice(len(moves))])
    return game


def play_quietly(seed: int, variant: Variant) -> Game:
    """Return a random game that captures only if it must, so that boards fill up."""
    generator = Generator(seed)
    game = Game(variant=variant, draw_rules=NO_DRAW_RULES)
    while game.ply <= 2 * variant.men and game.outcome() is None:
        moves = list(game.legal_moves)
        moves = [move for move in moves if move.captured is None] or moves
        game.push(moves[generator.choice(len(moves))])
    return game


def arrange_randomly(seed: int, variant: Variant = NINE_MENS_MORRIS) -> Position:
    """Return a position after placing, with 3 to 9 men a side, often with few."""
    generator = Generator(seed)
    points = list(POINTS)
    own, enemy = (
        mask_of(
            points.pop(generator.choice(len(points))) for _ in range(3 + generator.choice(most))
        )
        for most in (7, 1 + generator.choice(7))
    )
    return Position(own, enemy, turn=Color(generator.choice(2)), variant=variant)


def shut_in_randomly(seed: int) -> Position | None:
    """Return a position of four blocked men, None if that would take more than nine enemies."""
    generator = Generator(seed)
    points = list(POINTS)
    shut_in = mask_of(points.pop(generator.choice(len(points))) for _ in range(4))
    around = 0
    for point in points_of(shut_in):
        around |= NEIGHBOURS[point] & ~shut_in
    if not 3 <= around.bit_count() <= 9:
        return None
    sides = (shut_in, around) if generator.choice(2) else (around, shut_in)
    return Position(*sides, turn=Color(generator.choice(2)))


def open_turn(position: Position) -> Position | None:
    """Return the mid-turn position after the first move that captures, None if none does."""
    takes = (move for move in position.legal_moves if move.captured is not None)
    first = next(takes, None)
    return None if first is None else position.before_removal(first)


@cache
def positions_of_game(seed: int, variant: Variant) -> tuple[Position, ...]:
    """Return the positions of a random game, including the last one, often a decided one."""
    return play_randomly(seed, variant).positions


def sample_positions(count: int, seed: int) -> Iterator[Position]:
    """Yield positions of all phases, some in mid-turn, with and without flying."""
    for number in range(count):
        variant = WALKING if number % 5 == 4 else NINE_MENS_MORRIS
        position_seed = derive_seed(seed, number)
        if number % 2:
            position = arrange_randomly(position_seed, variant)
        else:
            positions = positions_of_game(derive_seed(seed, number // 20), variant)
            position = positions[position_seed % len(positions)]
        yield (open_turn(position) if number % 7 == 6 else None) or position


def find_shuffle(position: Position) -> list[Move]:
    """Return four quiet moves that lead back to a position, an empty list if there are none."""
    shuffle: list[Move] = []
    current = position
    for ply in range(4):
        if ply < 2:
            moves = [move for move in current.legal_moves if is_reversible(move)]
        else:
            forth = shuffle[ply - 2]
            moves = [Move(forth.target, forth.origin)]
        if not moves or moves[0] not in current.legal_moves:
            return []
        shuffle.append(moves[0])
        current = current.successor(moves[0])
    return shuffle


def is_reversible(move: Move) -> bool:
    """Whether a move neither places nor captures a man."""
    return move.origin is not None and move.captured is None


def shuffled_game(position: Position, rounds: int) -> Game:
    """Return a game from a position in which both sides have moved back and forth."""
    game = Game(position, draw_rules=NO_DRAW_RULES)
    for move in find_shuffle(position) * rounds:
        game.push(move)
    return game
