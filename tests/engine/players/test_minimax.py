"""The search: candidates as documented, pruning without effect, quick wins first."""

import dataclasses
from itertools import groupby

import pytest
from hypothesis import given, settings
from random_games import play_randomly, positions

from merels import Position
from merels.engine.evaluation.plain import evaluate
from merels.engine.players.levels import NUMBERS
from merels.engine.players.minimax import Minimax
from merels.rules.generator import generate_turns
from merels.rules.outcome import position_outcome

ALL = NUMBERS
HARD = ALL["hard"]
LEVELS = [pytest.param(level, id=name) for name, level in ALL.items()]


def static_values(position, level):
    """Return each move with its static value, in the generator's order."""
    return [
        (
            (move.origin, move.target, move.captured),
            -evaluate(*position.successor(move).sides, position.variant, level),
        )
        for move in position.legal_moves
    ]


def plain_minimax(position, level, depth, ply=0):
    """Return turn and value of every candidate, without pruning or shared code paths."""
    best_of_steps = [
        max(turns, key=lambda pair: pair[1])
        for _, turns in groupby(static_values(position, level), key=lambda pair: pair[0][:2])
    ]
    chosen = sorted(best_of_steps, key=lambda pair: pair[1], reverse=True)[: level.width]
    result = []
    for turn, static in chosen:
        move = next(m for m in position.legal_moves if (m.origin, m.target, m.captured) == turn)
        after = position.successor(move)
        if position_outcome(after) is not None:
            result.append((turn, level.win - ply - 1))
        elif depth == 1:
            result.append((turn, static))
        else:
            replies = plain_minimax(after, level, depth - 1, ply + 1)
            result.append((turn, -max(value for _, value in replies)))
    return result


@given(positions().filter(lambda position: not position.removing))
def test_candidates_are_the_best_by_static_value(position):
    search = Minimax(ALL["easy"], position.variant)
    found = [(c.turn, c.value) for c in search.candidates(position.sides)]
    steps = [turn[:2] for turn, _ in found]
    assert len(set(steps)) == len(steps) <= 8
    values = dict(static_values(position, ALL["easy"]))
    assert all(values[turn] == value for turn, value in found)
    order = list(values)
    assert found == sorted(found, key=lambda pair: (-pair[1], order.index(pair[0])))
    for turn, value in values.items():
        same_step = [v for t, v in found if t[:2] == turn[:2]]
        assert value <= (same_step[0] if same_step else found[-1][1])


@pytest.mark.parametrize(
    "level", [*LEVELS, pytest.param(dataclasses.replace(HARD, margin=50), id="hard and wide")]
)
def test_pruning_changes_nothing(level):
    for seed in range(12):
        for position in play_randomly(seed, 300).positions[2 + seed :: 23]:
            expected = plain_minimax(position, level, level.depth)
            search = Minimax(level, position.variant)
            candidates = search.candidates(position.sides)
            values = search.values(candidates, [0] * len(candidates))
            assert [c.turn for c in candidates] == [turn for turn, _ in expected]
            if expected:
                least = max(value for _, value in expected) - level.margin
                assert [max(v, least - 1) for v in values] == [
                    max(v, least - 1) for _, v in expected
                ]


@settings(max_examples=40)
@given(positions().filter(lambda position: not position.removing))
def test_penalties_lower_good_values(position):
    level = ALL["normal"]
    search = Minimax(level, position.variant)
    candidates = search.candidates(position.sides)
    penalties = [70 * (number % 3) for number in range(len(candidates))]
    expected = [
        value if value <= 0 else max(0, value - penalty)
        for (_, value), penalty in zip(
            plain_minimax(position, level, level.depth), penalties, strict=True
        )
    ]
    values = search.values(candidates, penalties)
    assert max(values, default=0) == max(expected, default=0)
    assert [v == max(values) for v in values] == [v == max(expected) for v in expected]


def test_the_best_capture_has_the_best_static_value():
    checked = 0
    for seed in range(10):
        for position in play_randomly(seed, 300).positions:
            for move in position.legal_moves:
                if move.captured is None:
                    continue
                open_turn = position.before_removal(move)
                found = Minimax(HARD, open_turn.variant).best_removal(open_turn.sides)
                best = max(static_values(open_turn, HARD), key=lambda pair: pair[1])
                assert found == best[0]
                checked += 1
    assert checked > 100


def test_a_finished_game_has_no_candidates():
    lost = Position(white=0b11, black=0b111000)
    assert not list(generate_turns(*lost.sides, lost.variant))
    assert Minimax(HARD, lost.variant).candidates(lost.sides) == []
