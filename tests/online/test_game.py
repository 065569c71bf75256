"""Games between people as the sum of their events."""

from online_games import BLITZ, BLOCKED, Table
from random_games import play_randomly

from merels.online.events import Event
from merels.online.game import Ending, OnlineGame
from merels.online.terms import ClockTerms, Terms
from merels.rules.position import BLACK, WHITE


def test_the_events_alone_give_the_same_game_again():
    table = Table(clock=BLITZ)
    table.play(*BLOCKED, seconds=2.5)
    table.ask(BLACK, "say", phrase="hello")
    table.ask(WHITE, "takeback")
    table.ask(BLACK, "accept", what="takeback")
    table.play("a1")
    table.ask(BLACK, "offer_draw")
    events = [Event.from_text(event.text()) for event in table.game.events]
    again = OnlineGame(table.game.terms, events)
    for name in ("seq", "state", "offers", "says", "clocks", "ending"):
        assert getattr(again, name) == getattr(table.game, name)
    assert again.rules.fen() == table.game.rules.fen()
    assert again.deadline() == table.game.deadline()


def test_a_whole_game_ends_as_the_rules_end_it():
    played = play_randomly(7, 1000)
    table = Table()
    table.play(*map(str, played.history))
    outcome = played.outcome()
    assert table.game.ending == Ending(outcome.winner, outcome.reason.value)
    assert table.game.deadline() is None


def test_clocks_start_when_both_have_moved():
    table = Table(clock=BLITZ)
    table.play("d6", "f4", seconds=25)
    assert table.game.clocks.running is WHITE
    assert table.game.clocks.left(WHITE, table.now) == 60_000
    table.play("d2", seconds=10)
    assert table.game.clocks.left(WHITE, table.now) == 52_000  # two seconds are added
    assert table.game.clocks.running is BLACK


def test_days_begin_anew_with_each_move():
    table = Table(clock=ClockTerms("days", days=2))
    table.play("d6", "f4", seconds=86_400)
    assert table.game.clocks.left(WHITE, table.now) == 2 * 86_400_000
    assert table.game.deadline() == table.now + 2 * 86_400_000 + 500


def test_a_game_may_start_anywhere():
    start = play_randomly(3, 20).fen()
    game = OnlineGame(Terms(start_fen=start))
    assert game.rules.start_fen == start


def test_a_side_may_have_two_turns_running():
    moves = "f2 b2 d7 d6 e3 e4 c5 f4 c4 a1 b4 g1 d5 g4 b6 d1 g7 e5 f6 c3 a4 d2 a7 d3"
    placings = moves.split()
    table = Table(variant="shax", clock=BLITZ)
    table.play(*placings)
    assert table.game.turn is table.game.clocks.running is BLACK
    table.ask(WHITE, "takeback")  # the last turn of White is two turns ago
    assert table.ask(BLACK, "accept", what="takeback").facts["plies"] == 2
    assert table.game.turn is table.game.clocks.running is WHITE
    table.play(*placings[-2:], "xa7")
    assert table.game.turn is table.game.clocks.running is WHITE
    table.ask(BLACK, "takeback")
    assert table.ask(WHITE, "accept", what="takeback").facts["plies"] == 1
    assert table.game.turn is table.game.clocks.running is BLACK
