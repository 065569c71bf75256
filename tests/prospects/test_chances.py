"""Chances: an oracle that reads tables knows them, and perfect players get it."""

import pytest
from solved import sample

import merels
from merels import DRAW, Position
from merels.engine.search.root import ChanceOracle
from merels.prospects.chances import Chances, with_chances
from merels.values.known_positions import ExactValues
from merels.values.layout.key import TableKey


class Plain:
    def get(self, position):
        return DRAW


def test_an_oracle_that_reads_tables_is_wrapped_to_know_chances(tablebase):
    for oracle in (tablebase, ExactValues(tablebase)):
        assert not isinstance(oracle, ChanceOracle)
        wrapped = with_chances(oracle)
        assert isinstance(wrapped, ChanceOracle)
        assert with_chances(wrapped) is wrapped


def test_other_oracles_stay_as_they_are():
    plain = Plain()
    assert with_chances(plain) is plain
    assert with_chances(None) is None


def test_values_and_chances_are_those_of_the_tables(tablebase):
    chances, exact = Chances(tablebase), Chances(ExactValues(tablebase))
    for position in sample(TableKey(3, 4), 4, seed=7):
        assert chances.get(position) == tablebase.probe(position)
        rated = ExactValues(tablebase).rate_moves(position)
        ranked = exact.rank(position, rated, "club")
        assert [(each.move, each.value, prospect.chance) for each, prospect in ranked] == [
            tuple(each) for each in merels.chances(tablebase, position, "club")
        ]


@pytest.mark.parametrize("wrap", [lambda tables: tables, ExactValues])
def test_perfect_play_sets_traps_by_tables(tablebase, wrap, monkeypatch):
    """Among draws it asks what each promises against a fallible player."""
    asked = []
    ask = Chances.prospects

    def prospects(self, position, moves, person, turns=1):
        asked.append(person)
        return ask(self, position, moves, person, turns)

    monkeypatch.setattr(Chances, "prospects", prospects)
    drawn = next(
        position
        for position in sample(TableKey(3, 4), 60, seed=1)
        if sum(value == DRAW for _, value in tablebase.probe_moves(position)) > 1
        and tablebase.probe(position) == DRAW
    )
    player = merels.create_player("perfect:club", 1, wrap(tablebase), merels.Limits(seconds=0.01))
    assert player.choose(merels.Game(drawn)) in drawn.legal_moves
    assert asked == ["club"]


def test_the_default_opponent_is_a_master():
    with merels.open_book() as book:
        start = Position.start()
        assert merels.chances(book, start) == merels.chances(book, start, "master", 1)
