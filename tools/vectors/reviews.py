"""Test vectors of reviewed games: reasons, glyphs, accuracy and annotated moves.

Exact values are invented, so that every case
occurs without tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from merels.board.board import NEIGHBOURS, points_of
from merels.engine.players.plain import Generator, derive_seed
from merels.engine.search.limits import Limits
from merels.engine.search.searcher import Analysis, Engine, Line
from merels.matches.annotation import JudgedTurn, annotate, judge_turns, measure_accuracy
from merels.matches.reasons import Keeping, MoveReason, explain
from merels.rules import pgn
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.outcome import NO_DRAW_RULES
from merels.rules.position import BLACK, WHITE, Position
from merels.rules.value import DRAW, RatedMove, Result, Source, Value
from vectors.packing import Document, list_position
from vectors.positions import (
    find_shuffle,
    play_randomly,
    sample_positions,
    shuffled_game,
    shut_in_randomly,
)
from vectors.searches import SEARCH_MEGABYTES

REVIEW_NODES: Final = 3000
REVIEWED_PLIES: Final = 36


def rate_randomly(position: Position) -> list[RatedMove]:
    """Return the legal moves with invented values, most of them known."""
    generator = Generator(derive_seed(9, *list_position(position)))
    values = [None, *3 * [DRAW], Value(Result.WIN, 9)] + 3 * [Value(Result.LOSS, 8)]
    some = values[generator.next() % 4 > 0 :]
    return [
        RatedMove(move, some[generator.next() % len(some)], Source.TABLE)
        for move in position.generate_moves()
    ]


def list_value(value: Value | None) -> list[Any] | None:
    """Return a value as its result and plies."""
    return None if value is None else [str(value.result), value.plies]


def list_reason(reason: MoveReason) -> list[Any]:
    """Return a reason as its kind, its points and, if it has one, its count."""
    keeping = reason.keeping
    return [reason.kind.value, list(reason.points), keeping and list_keeping(keeping)]


def list_keeping(keeping: Keeping) -> list[Any]:
    """Return a count of moves that keep the value."""
    only = None if keeping.only is None else str(keeping.only)
    return [str(keeping.result), keeping.moves, keeping.of, only]


def step_back(position: Position, seed: int) -> tuple[Position, Move] | None:
    """Return a position from which a step without a mill leads to this one, and that step."""
    color = position.turn.other
    steps = [
        (target, origin)
        for target in points_of(position.mask(color))
        for origin in points_of(NEIGHBOURS[target] & position.empty)
    ]
    if not steps:
        return None
    target, origin = steps[seed % len(steps)]
    men = position.mask(color) & ~(1 << target) | 1 << origin
    masks = {color: men, position.turn: position.mask(position.turn)}
    before = Position(masks[WHITE], masks[BLACK], turn=color, variant=position.variant)
    move = Move(origin, target)
    return (before, move) if move in before.legal_moves else None


def compared_moves() -> Iterator[tuple[Position, Move, Move]]:
    """Yield positions with two of their moves, among them such as block a side or allow it."""
    for number, position in enumerate(sample_positions(1600, seed=8)):
        moves = list(position.generate_moves())
        if len(moves) > 1:
            one, two = (moves[derive_seed(8, number, which) % len(moves)] for which in range(2))
            yield position, one, two
    for number in range(60):
        blocked = shut_in_randomly(derive_seed(12, number))
        blocking = None if blocked is None else step_back(blocked, number)
        if blocking is None:
            continue
        for move in list(blocking[0].generate_moves())[:3]:
            yield blocking[0], move, blocking[1]
        allowing = step_back(blocking[0], number)
        if allowing is not None:
            for move in list(allowing[0].generate_moves())[:3]:
                yield allowing[0], allowing[1], move


def describe_reasons() -> Document:
    """Return positions with two of their moves, and what the first allowed and missed."""
    cases = []
    for number, (position, played, better) in enumerate(compared_moves()):
        listed = [list_reason(reason) for reason in explain(position, played, better)]
        if listed or number % 20 == 0:
            cases.append([list_position(position), str(played), str(better), listed])
    return {"cases": cases}


def analyse_known(game: Game, engine: Engine) -> Analysis:
    """Search a game for its two best moves, or invent their values where they are all known."""
    rated = rate_randomly(game.position)
    known = [each for each in rated if each.value is not None]
    if game.ply % 6 > 2 or len(known) < len(rated):
        return engine.search(game, Limits(nodes=REVIEW_NODES), 2)
    best = sorted(known, key=lambda each: (each.value or DRAW).sort_key, reverse=True)
    lines = [Line(each.move, 0, each.value, (each.move,)) for each in best[:2]]
    return Analysis(0, 0, 0.0, tuple(lines), 0)


def describe_review(game: Game, engine: Engine) -> Document:
    """Return a game, what is known of each position, and the judgement of each move.

    A position is described by its two best lines, its moves with their values, and whether the game
    is over there.
    """
    stops: list[Any] = []

    def search(current: Game) -> Analysis:
        analysis = analyse_known(current, engine)
        rated = rate_randomly(current.position)
        lines = [
            [str(line.move), line.score, list_value(line.value), [str(move) for move in line.pv]]
            for line in analysis.lines
        ]
        known = [[str(each.move), list_value(each.value)] for each in rated]
        stops.append([current.ply, lines, known])
        return analysis

    engine.new_game()
    record = pgn.GameRecord.from_game(game)
    turns = list(judge_turns(record, search, rate_randomly))
    movetext = pgn.format_game(annotate(record, turns)).split("\n\n")[1]
    return {
        "start": list_position(game.start),
        "moves": [str(move) for move in game.history],
        "stops": stops,
        "turns": [list_turn(turn) for turn in turns],
        "accuracy": [measure_accuracy(turns, color) for color in (WHITE, BLACK)],
        "movetext": " ".join(movetext.split()),
    }


def list_turn(turn: JudgedTurn) -> list[Any]:
    """Return what a judged move has besides the move."""
    keeping = turn.keeping and list_keeping(turn.keeping)
    expected = [round(each.expected(turn.position), 9) for each in (turn.before, turn.after)]
    return [turn.glyph, expected, keeping, [list_reason(reason) for reason in turn.reasons]]


def describe_reviews() -> Document:
    """Return reviewed games; in one of them a position occurs three times before the end."""
    engine = Engine(SEARCH_MEGABYTES)
    games = [play_randomly(derive_seed(10, number)) for number in range(3)]
    start = next(
        position
        for position in sample_positions(200, seed=11)
        if find_shuffle(position) and not position.removing
    )
    games.append(shuffled_game(start, rounds=3))
    return {"games": [describe_review(shorten(game), engine) for game in games]}


def shorten(game: Game) -> Game:
    """Return the first moves of a game."""
    short = Game(game.start, draw_rules=NO_DRAW_RULES)
    for move in game.history[:REVIEWED_PLIES]:
        short.push(move)
    return short
