"""Chances: equal to their definition, whatever the table, and to play by the model."""

from random import Random

import pytest
from slow_chances import chance_after, foresee, weigh
from small_opening import THREE_MEN, solved_opening
from solved import sample, solved_folder

import merels
from merels import MissingTableError, Move, NotationError, Position, Result
from merels.engine.fallible.player import FALLIBLE_NAMES, find_fallible_player
from merels.prospects.chances import Chances
from merels.values.layout.key import TableKey


def compare(tablebase, position, name, turns=1):
    person = find_fallible_player(name)
    found = merels.chances(tablebase, position, name, turns)
    assert found
    for move, value, chance in found:
        after = position.successor(move)
        assert value == tablebase.probe(after).before_move()
        expected = chance_after(tablebase, after, person, turns)
        assert chance == pytest.approx(expected, abs=1e-8), (position.fen(), str(move))


@pytest.mark.parametrize("count", [3, pytest.param(20, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", FALLIBLE_NAMES)
@pytest.mark.parametrize("table", ["3-3", "4-3", "3-4"])
def test_endgames_by_the_definition(tablebase, table, name, count):
    for position in sample(TableKey.parse(table), count, seed=3):
        if position.legal_moves:
            compare(tablebase, position, name)


@pytest.mark.parametrize("turns", [1, 2])
def test_a_miniature_game_by_the_definition(turns):
    with merels.open_tablebase(solved_opening()) as tables:
        chance = Random(5)
        for length in (0, 1, 2, 3, 4, 5):
            position = Position.start(THREE_MEN)
            for _ in range(length):
                position = position.successor(chance.choice(list(position.generate_moves())))
            if position.legal_moves and turns + length // 2 > 2:  # the tree is small enough
                compare(tables, position, "club", turns)


def test_two_turns_in_an_endgame(tablebase):
    drawn = [
        position
        for position in sample(TableKey(3, 4), 60, seed=1)
        if tablebase.probe(position).result is Result.DRAW
    ]
    position = drawn[0]
    person = find_fallible_player("club")
    move = merels.chances(tablebase, position, "club", 2)[-1]
    found = {each.move: each.chance for each in merels.chances(tablebase, position, "club", 2)}
    expected = chance_after(tablebase, position.successor(move.move), person, 2)
    assert found[move.move] == pytest.approx(expected, abs=1e-8)


def test_moves_are_ordered_by_value_and_then_by_chance(tablebase):
    for position in sample(TableKey(3, 4), 20):
        found = merels.chances(tablebase, position, "master")
        keys = [(value.sort_key, chance) for _, value, chance in found]
        assert keys == sorted(keys, reverse=True)
        assert {move for move, _, _ in found} == set(position.generate_moves())


def test_results_bound_the_chance(tablebase):
    for position in sample(TableKey(4, 3), 20, seed=9):
        for _, value, chance in merels.chances(tablebase, position, "beginner"):
            least, most = {"win": (1, 1), "draw": (0.5, 1), "loss": (0, 1)}[str(value.result)]
            assert least <= chance <= most


def test_symmetric_moves_have_equal_chances():
    with merels.open_book() as book:
        found = merels.chances(book, Position.start(), "club")
        chances = {round(chance, 9) for _, _, chance in found}
    assert len(chances) == 4  # corners and midpoints, of the outer and the middle square


def test_replies_that_hold(tablebase):
    for position in sample(TableKey(3, 4), 10, seed=2):
        moves = list(position.generate_moves())
        prospects = Chances(tablebase).prospects(position, moves, "club")
        for move, found in zip(moves, prospects, strict=True):
            after = position.successor(move)
            replies = [tablebase.probe(after.successor(m)) for m in after.generate_moves()]
            best = min((value.result for value in replies), default=None)
            assert found.replies == len(replies)
            assert found.holding == sum(value.result is best for value in replies)


def test_play_by_the_model_agrees():
    """In openings of the whole game: the mean of played turns is the chance, within its error."""
    games, turns, person = 400, 2, find_fallible_player("club")
    chance = Random(11)
    with merels.open_book() as book:
        position = Position.start().successor(Move.parse("d6"))
        first = merels.chances(book, position, "club", turns)[0]
        total = squares = 0.0
        for _ in range(games):
            score = play_out(book, position.successor(first.move), person, turns, chance)
            total, squares = total + score, squares + score * score
    mean = total / games
    error = ((squares / games - mean * mean) / games) ** 0.5
    assert abs(mean - first.chance) < 4 * error + 1e-9


def play_out(book, position, person, turns, chance):
    """Return what one line of play by the model scores, as the definition counts it."""
    weights = weigh(book, position, person)
    after = chance.choices(list(weights), list(weights.values()))[0]
    exact = 1 - (1 + book.probe(position).result) / 2
    if turns > 1 and book.probe(after).result is Result.DRAW:
        best = merels.chances(book, after, person.name, turns - 1)[0]
        later = play_out(book, after.successor(best.move), person, turns - 1, chance)
    else:
        later = foresee(book, after, person)
    return exact + person.discount * (later - exact)


def test_a_missing_table_is_named():
    with merels.open_tablebase(solved_folder()) as tables:
        position = Position.from_fen("***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1")
        with pytest.raises(MissingTableError, match="5-5"):
            merels.chances(tables, position, "club")


def test_nobody_of_that_name_is_quoted(tablebase):
    wanted = "'genius' is not a fallible player; write one of beginner, club, master"
    with pytest.raises(NotationError, match=wanted):
        merels.chances(tablebase, Position.start(), "genius")


def test_a_look_has_at_least_one_turn(tablebase):
    with pytest.raises(ValueError, match="turns is 0; it must be at least 1"):
        merels.chances(tablebase, Position.start(), "club", 0)
