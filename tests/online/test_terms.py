"""Clocks: what is charged, and to whom."""

import pytest
from random_games import play_randomly

from merels.online.terms import Clocks, ClockTerms, Terms
from merels.rules.game import Game
from merels.rules.position import BLACK, WHITE
from merels.rules.variant import named_variant

BLITZ = ClockTerms("time", seconds=10, increment=3)


def test_only_the_running_clock_runs():
    clocks = Clocks.of(BLITZ, 0)
    assert clocks.left(WHITE, 99_999) == 10_000
    assert clocks.runs_out() is None
    running = clocks.start(BLACK, 5000)
    assert (running.left(BLACK, 7000), running.left(WHITE, 7000)) == (8000, 10_000)
    assert running.runs_out() == 15_000
    assert running.left(BLACK, 99_999) == 0


def test_a_move_adds_the_increment_and_starts_the_other_clock():
    after = Clocks.of(BLITZ, 0).start(WHITE, 0).punch(4000)
    assert (after.white, after.running, after.since) == (9000, BLACK, 4000)


def test_lag_is_given_back_up_to_half_a_second_and_never_more_than_was_used():
    clocks = Clocks.of(BLITZ, 0).start(WHITE, 0)
    assert clocks.punch(4000, lag=300).white == 9300
    assert clocks.punch(4000, lag=5000).white == 9500
    assert clocks.punch(100, lag=400).white == 13_000


def test_stopped_clocks_keep_what_they_show():
    stopped = Clocks.of(BLITZ, 0).start(WHITE, 0).stop(2500)
    assert (stopped.left(WHITE, 99_999), stopped.running) == (7500, None)


# What a game is played for, by and from.


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
