"""What a game is played for, by and from."""

import pytest
from random_games import play_randomly

from merels.online.terms import ClockTerms, Terms
from merels.rules.game import Game
from merels.rules.variants import named_variant


def test_terms_survive_being_written():
    start = play_randomly(5, 12)
    terms = Terms.starting_at(start, clock=ClockTerms("days", days=3), listed=True)
    assert Terms.from_document(terms.document()) == terms
    assert terms.start().fen() == start.fen()


def test_the_usual_start_is_not_a_fen():
    game = Game(variant=named_variant("six:flying=three-on-board"))
    terms = Terms.starting_at(game)
    assert terms.start_fen is None
    assert terms.rules == game.variant


def test_rated_games_need_a_clock_and_the_usual_start():
    clock = ClockTerms("time", seconds=60)
    assert Terms(rated=True, clock=clock).rated
    with pytest.raises(ValueError, match="needs a clock"):
        Terms(rated=True)
    with pytest.raises(ValueError, match="usual position"):
        Terms(rated=True, clock=clock, start_fen=play_randomly(5, 12).fen())
