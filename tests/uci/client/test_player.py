"""Engines as players of a match: their moves, their faults, and how they are lent."""

import time

import pytest
from bad_engines import PATIENT, QUICK, name

from merels import Game, Move
from merels.matches.match import Fault, Match, PlayerError, play_match
from merels.uci.client.client import SearchTerms
from merels.uci.client.player import EngineFactory


def choose(kind, terms=PATIENT, game=None):
    player = EngineFactory(terms)(name(kind))
    try:
        return player.choose(game or Game())
    finally:
        player.give_back()


def game_of(text):
    game = Game()
    for turn in text.split():
        game.push(Move.parse(turn))
    return game


def test_a_bestmove_on_the_line_of_an_info():
    assert choose("good") in Game().legal_moves


def test_a_removal_is_asked_for():
    game = game_of("d6 f4 d5 b4")
    move = choose("good", game=game)
    assert str(move) in ("d7xf4", "d7xb4")
    game.push(move)


def test_a_game_that_begins_in_mid_turn():
    fen = "O*******/O*@***@*/O******* w p r 3 6 2 7 1 0 0 0 0 0 0 4 3"
    assert str(choose("good", game=Game.from_fen(fen))) in ("xb4", "xf4")


def test_many_info_lines_are_fine():
    assert choose("babbles") in Game().legal_moves


def test_a_second_answer_does_not_answer_the_next_question():
    player = EngineFactory(PATIENT)(name("repeats-itself"))
    game = Game()
    for _ in range(4):
        game.push(player.choose(game))
        time.sleep(0.05)
    player.give_back()
    assert Move.parse("a1") not in game.history


@pytest.mark.parametrize(
    ("kind", "fault", "message"),
    [
        ("dies", Fault.CRASH, "has ended with status 3: out of luck"),
        ("closes-output", Fault.CRASH, "has closed its output"),
        ("hangs", Fault.TIMEOUT, "did not answer within 0.05 s and 0.4 s of grace"),
        ("flood", Fault.TIMEOUT, "did not answer within"),
        ("flood-one-line", Fault.TIMEOUT, "did not answer within"),
        ("nonsense", Fault.ILLEGAL_MOVE, "plays bestmove 'knight': 'knight' is not a move"),
        ("none", Fault.ILLEGAL_MOVE, "plays bestmove 'none': 'none' is not a move"),
        ("empty", Fault.ILLEGAL_MOVE, "plays bestmove '': '' is not a move"),
        ("occupied", Fault.ILLEGAL_MOVE, "plays 'd6': d6 is occupied"),
    ],
)
def test_faults(kind, fault, message):
    terms = QUICK if fault is Fault.TIMEOUT else PATIENT
    with pytest.raises(PlayerError) as caught:
        choose(kind, terms, game_of("d6"))
    assert caught.value.fault is fault
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "fault"), [("dies-once", Fault.CRASH), ("hangs-once", Fault.TIMEOUT)]
)
def test_an_engine_that_fails_loses_that_game_and_is_restarted(tmp_path, kind, fault):
    a = name(kind, tmp_path / "marker")
    terms = SearchTerms(seconds=0.05, margin=3.0)
    played = list(
        play_match(Match(a, name("good"), games=2, max_plies=8), create=EngineFactory(terms))
    )
    assert played[0].forfeit.fault is fault
    assert played[0].winner is played[0].a_color.other
    assert (played[0].result, played[0].termination) == ("0-1", fault.value)
    assert played[1].forfeit is None
    assert played[1].game.ply == 8


def test_an_engine_that_cannot_be_restarted_loses_each_game():
    match = Match(name("good"), "uci:/no/such/engine", games=2, max_plies=8)
    played = list(play_match(match, create=EngineFactory(PATIENT)))
    assert [game.forfeit.fault for game in played] == [Fault.CRASH] * 2
    assert all(game.winner is game.a_color for game in played)


def test_an_engine_is_used_again_and_one_for_each_side(started):
    both = name("good")
    list(play_match(Match(both, both, games=4, max_plies=6), create=EngineFactory(PATIENT)))
    assert len(started) == 2
