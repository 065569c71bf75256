"""Chances from their definition, position by position and without symmetry: slow and simple."""

from math import exp

from merels import Result
from merels.engine.evaluation.static import evaluate_position
from merels.rules.outcome import position_outcome

SCORES = {Result.LOSS: 0.0, Result.DRAW: 0.5, Result.WIN: 1.0}


def logistic(x):
    return 1 / (1 + exp(-max(-50.0, min(x, 50.0))))


def look_of(position):
    """Return what a position looks like to the side to move."""
    return -32000 if position_outcome(position) is not None else evaluate_position(position)


def weigh(tablebase, position, person):
    """Return how often a person plays each move, by the position after it."""
    choosing = person.choosing(position.sides.own_in_hand)
    weights = {}
    for move in position.generate_moves():
        after = position.successor(move)
        value = tablebase.probe(after)
        appeal = max(-2000.0, min(-look_of(after), 2000.0))
        weight = exp(appeal / choosing.temperature)
        if value.result is not Result.DRAW:
            # The move itself is a ply too.
            seen = logistic((choosing.horizon - value.plies - 1) / choosing.softness)
            if value.result is Result.LOSS:
                weight *= 1 + 1000 * seen
            else:
                weight *= max(1 - seen, 1e-6)
        weights[after] = weight
    total = sum(weights.values())
    return {after: weight / total for after, weight in weights.items()}


def foresee(tablebase, position, person):
    """Return what the side to move can expect where the look ends."""
    value = tablebase.probe(position)
    if value.result is Result.WIN:
        return 1.0
    if value.result is Result.LOSS:
        middle, scale = person.lost_outlook
        return 0.5 * logistic((value.plies - middle) / scale)
    sides = position.sides
    middle, scale = person.outlook(sides.own_in_hand + sides.enemy_in_hand)
    return 0.5 + 0.5 * logistic((look_of(position) - middle) / scale)


def chance_after(tablebase, position, person, turns):
    """Return what the other side can expect in a position where the person is to move."""
    if position_outcome(position) is not None:
        return 1.0
    exact = SCORES[Result(-tablebase.probe(position).result)]
    mean = 0.0
    for after, weight in weigh(tablebase, position, person).items():
        if turns > 1 and tablebase.probe(after).result is Result.DRAW:
            mean += weight * chance_of(tablebase, after, person, turns - 1)
        else:
            mean += weight * foresee(tablebase, after, person)
    return exact + person.discount * (mean - exact)


def chance_of(tablebase, position, person, turns):
    """Return what best play can expect in a drawn position, among the moves that keep the draw."""
    after = [position.successor(move) for move in position.generate_moves()]
    return max(
        chance_after(tablebase, each, person, turns)
        for each in after
        if tablebase.probe(each).result is Result.DRAW
    )
