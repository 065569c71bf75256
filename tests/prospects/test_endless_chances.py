"""A look without end: compiled code against a slow solution of linear equations.

With each turn, an error in the positions at its end shrinks at least by the discount, so repeated
looks converge on one solution: the one that a look reproduces. In 3-3, and in 4-3 without flying,
draws are so rare that all that can arise from one is a small system.
"""

from dataclasses import dataclass, field, replace
from random import Random

import numpy as np
import pytest
from endless_chances import EndlessGame
from slow_chances import foresee
from small_opening import THREE_MEN, solved_opening
from solved import solved_folder

import merels
from merels import Position, Result, Variant
from merels.engine.fallible.player import FALLIBLE_NAMES, find_fallible_player
from merels.prospects.look import Look, look_against
from merels.values.layout.key import TableKey

NO_FLYING = Variant(flying=False)
ROUNDS = 30
"""Looks upon looks."""
TINY = 1e-8


@dataclass(frozen=True)
class RepeatedLook(Look):
    """A look that takes the chances of drawn positions from the look before."""

    known: dict[tuple[TableKey, int, int], float] = field(default_factory=dict)

    def foresee(self, key, found):
        expected = super().foresee(key, found)
        for i in np.flatnonzero(found.scores == 0):
            table = key.capture if found.captures[i] else key.quiet
            expected[i] = self.known[table, int(found.own[i]), int(found.enemy[i])]
        return expected

    def look_again(self, positions):
        """Rate drawn positions by one more turn."""
        rated = {}
        for key in {TableKey.of(position) for position in positions}:
            here = [position for position in positions if TableKey.of(position) == key]
            own = np.array([position.own for position in here])
            enemy = np.array([position.enemy for position in here])
            chances = self.rate_draws(key, own, enemy, 1).tolist()
            rated.update(zip(map(name_of, here), chances, strict=True))
        return replace(self, known=rated)

    def error(self, solution):
        """Return how far its chances are from the solution at most."""
        return max(abs(chance - solution[name]) for name, chance in self.known.items())


def name_of(position):
    return TableKey.of(position), position.own, position.enemy


def draws_of(tables, key, count):
    """Return drawn positions of a table in which few are."""
    slots = Random(1).sample(range(key.index.size), 20_000)
    own, enemy = np.array([key.index.masks_of(slot) for slot in slots]).T
    look = look_against(tables, find_fallible_player("club"))
    drawn = np.flatnonzero(look.probe(key, own, enemy) == 0)[:count]
    assert len(drawn) == count
    return [key.position(int(own[i]), int(enemy[i])) for i in drawn]


def draws_of_the_miniature(tables, count):
    """Return drawn positions of the game with three men each, with a man still in hand."""
    chance, found = Random(2), []
    while len(found) < count:
        position = Position.start(THREE_MEN)
        for _ in range(chance.choice((4, 5))):
            position = position.successor(chance.choice(list(position.generate_moves())))
        if position.legal_moves and tables.probe(position).result is Result.DRAW:
            found.append(position)
    return found


def compare(tables, start, name):
    """Compare all that can arise from a drawn position."""
    person = find_fallible_player(name)
    game = EndlessGame(tables, person)
    game.explore(start.successor(move) for move in start.generate_moves())
    chances = game.solve()
    drawn = list(game.options)
    solution = {name_of(each): max(map(chances.get, game.options[each])) for each in drawn}

    look = RepeatedLook(person, look_against(tables, person).probe, known=solution)
    assert look.look_again(drawn).error(solution) < TINY
    for position, prospect in zip(chances, look.rate_positions(list(chances)), strict=True):
        assert prospect.chance == pytest.approx(chances[position], abs=TINY)

    look = replace(look, known={name_of(each): foresee(tables, each, person) for each in drawn})
    most = look.error(solution)
    for turns in range(1, ROUNDS):
        look = look.look_again(drawn)
        assert look.error(solution) <= person.discount**turns * most + TINY
    for turns in (1, 2, 3):
        for move, _, chance in merels.chances(tables, start, name, turns):
            error = abs(chance - chances[start.successor(move)])
            assert error <= person.discount**turns * most + TINY


@pytest.mark.parametrize("count", [1, pytest.param(5, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", FALLIBLE_NAMES)
def test_three_men_each(name, count):
    with merels.open_tablebase(solved_folder()) as tables:
        for position in draws_of(tables, TableKey(3, 3), count):
            compare(tables, position, name)


@pytest.mark.parametrize("men", [(4, 3), (3, 4)])
def test_four_men_against_three(men):
    with merels.open_tablebase(solved_folder(NO_FLYING)) as tables:
        for position in draws_of(tables, TableKey(*men, variant=NO_FLYING), 1):
            compare(tables, position, "club")


def test_a_miniature_game():
    with merels.open_tablebase(solved_opening()) as tables:
        for position in draws_of_the_miniature(tables, 2):
            compare(tables, position, "club")
