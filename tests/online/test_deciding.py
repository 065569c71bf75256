"""What comes of commands: events, repetitions, refusals."""

import pytest
from online_games import BLITZ, BLOCKED, Table

from merels.online.deciding import MOST, Occasion, Refusal, Repeated, out_of_time
from merels.online.events import Event
from merels.online.game import Ending, OnlineGame
from merels.online.terms import ClockTerms, Terms
from merels.rules.position import BLACK, WHITE


def test_a_command_sent_twice_does_nothing_twice():
    table = Table()
    assert isinstance(table.ask(WHITE, "move", seq=2, move="d6"), Event)
    assert table.ask(WHITE, "move", seq=2, move="d6") == Repeated(2)
    table.play("f4")
    assert table.ask(WHITE, "move", seq=2, move="d6") == Repeated(2)
    assert table.game.seq == 3


@pytest.mark.parametrize(
    ("color", "seq", "kind", "arguments", "reason"),
    [
        (WHITE, 2, "move", {"move": "a1"}, "stale"),  # another move with an old number
        (BLACK, 2, "move", {"move": "d6"}, "stale"),  # the other side's, as if it were one's own
        (WHITE, 9, "move", {"move": "a1"}, "stale"),  # from the future: commands out of order
        (WHITE, 1, "resign", {}, "stale"),
        (BLACK, 4, "move", {"move": "a1"}, "not_your_turn"),
        (WHITE, 4, "move", {"move": "d6"}, "illegal"),
        (WHITE, 4, "move", {"move": "nonsense"}, "illegal"),
        (None, 4, "move", {"move": "a1"}, "not_playing"),
        (WHITE, 4, "accept", {"what": "draw"}, "no_offer"),
        (WHITE, 4, "decline", {"what": "takeback"}, "no_offer"),
        (WHITE, 4, "accept", {"what": "money"}, "malformed"),
        (WHITE, 4, "say", {"phrase": "free text"}, "malformed"),
        (WHITE, 4, "rematch", {}, "illegal"),
    ],
)
def test_refusals(color, seq, kind, arguments, reason):
    table = Table()
    table.play("d6", "f4")
    before = table.game.seq
    decision = table.ask(color, kind, seq=seq, **arguments)
    assert isinstance(decision, Refusal)
    assert decision.reason == reason
    assert decision.detail
    assert table.game.seq == before


def test_nothing_is_decided_before_somebody_joins():
    game = OnlineGame(Terms(), [Event(0, "create", 0, WHITE)])
    table = Table()
    table.game = game
    assert table.ask(WHITE, "move", seq=1, move="d6").reason == "not_started"


def test_a_phrase_that_crosses_a_move_does_not_make_it_stale():
    table = Table()
    assert table.ask(BLACK, "say", seq=2, phrase="hello").seq == 2
    moved = table.ask(WHITE, "move", seq=2, move="d6")
    assert (moved.seq, moved.asked) == (3, 2)
    assert table.ask(WHITE, "move", seq=2, move="d6") == Repeated(3)


def test_a_draw_is_agreed_declined_or_forgotten_by_a_move():
    table = Table()
    table.play(*BLOCKED)
    table.ask(WHITE, "offer_draw")
    assert table.ask(WHITE, "offer_draw").reason == "offered"
    table.ask(BLACK, "decline", what="draw")
    assert table.ask(WHITE, "offer_draw").reason == "too_fast"
    table.play("a1")
    table.ask(WHITE, "offer_draw")
    assert table.game.offers == {"draw": WHITE}
    table.play("g1")  # Black plays on
    assert table.game.offers == {}
    table.ask(WHITE, "offer_draw")
    table.ask(BLACK, "offer_draw")  # who offers what is offered agrees
    assert table.game.ending == Ending(None, "agreement")


def test_a_takeback_goes_back_to_ones_own_move():
    table = Table()
    assert table.ask(WHITE, "takeback").reason == "illegal"
    table.play(*BLOCKED)
    table.ask(WHITE, "takeback")
    assert table.ask(BLACK, "takeback").reason == "offered"
    table.ask(BLACK, "accept", what="takeback")
    assert [str(move) for move in table.game.rules.history] == BLOCKED[:2]
    table.play("d2")
    table.ask(WHITE, "takeback")  # only one's own move: the answer has not come
    table.ask(BLACK, "accept", what="takeback")
    assert (table.game.rules.ply, table.game.turn) == (2, WHITE)
    assert table.ask(WHITE, "move", seq=6, move="a1").reason == "stale"


def test_rated_games_have_no_takebacks():
    table = Table(rated=True, clock=BLITZ)
    table.play(*BLOCKED)
    assert table.ask(WHITE, "takeback").reason == "rated"


def test_resigning_a_rated_game_before_both_have_moved_aborts_it():
    table = Table(rated=True, clock=BLITZ)
    table.ask(BLACK, "resign")
    assert table.game.ending == Ending(None, "aborted")
    assert not table.game.ending.counts
    casual = Table()
    casual.ask(BLACK, "resign")
    assert casual.game.ending == Ending(WHITE, "resignation")


def test_after_the_end_there_are_phrases_and_a_rematch():
    table = Table()
    table.ask(BLACK, "resign")
    assert table.ask(WHITE, "move", move="d6").reason == "over"
    assert table.ask(WHITE, "offer_draw").reason == "over"
    table.ask(WHITE, "say", phrase="good_game")
    table.ask(WHITE, "rematch")
    table.ask(BLACK, "decline", what="rematch")
    assert table.ask(WHITE, "rematch").reason == "too_fast"
    table.ask(BLACK, "rematch")
    assert table.ask(WHITE, "accept", what="rematch").facts == {"game": "next"}
    assert table.game.rematch_id == "next"
    assert table.ask(BLACK, "rematch").reason == "offered"


def test_phrases_takebacks_and_offers_are_bounded_and_moves_are_not():
    table = Table()
    for _ in range(MOST["say"]):
        assert isinstance(table.ask(WHITE, "say", phrase="oops"), Event)
    assert table.ask(WHITE, "say", phrase="oops").reason == "too_fast"
    for _ in range(MOST["takeback"]):
        table.play("d6")
        assert isinstance(table.ask(WHITE, "takeback"), Event)
        assert isinstance(table.ask(BLACK, "accept", what="takeback"), Event)
    table.play("d6", "f4")
    refusal = table.ask(WHITE, "takeback")
    assert refusal == Refusal("too_fast", "'takeback' at most 100 times in one game")
    table.play("a1")
    assert table.game.rules.ply == 3


def test_a_clock_starts_when_its_side_is_shown_the_move():
    table = Table(clock=BLITZ)
    table.play("d6", "f4")
    table.game.hand_over(table.now + 5000)  # the server took so long
    table.now += 8000
    assert isinstance(table.ask(BLACK, "say", phrase="hello"), Event)
    assert table.game.clocks.left(WHITE, table.now) == 57_000
    assert table.ask(WHITE, "move", move="d2").facts["since"] == table.now - 3000
    assert table.game.clocks.left(WHITE, table.now) == 59_000
    again = OnlineGame(table.game.terms, table.game.events)
    assert again.clocks == table.game.clocks


def test_games_end_when_their_time_is_up():
    table = Table(clock=BLITZ)
    table.meet()
    assert table.wait(30_499) is None
    assert table.wait(1).facts["reason"] == "aborted"

    table = Table(clock=BLITZ)  # somebody has joined, but the creator never comes back
    assert table.wait(7 * 86_400_000 - 1) is None
    assert table.game.first_move_due() is None
    assert table.wait(1).facts["reason"] == "aborted"

    table = Table(clock=BLITZ)
    table.play("d6", "f4", seconds=20)
    assert table.wait(60_499) is None
    table.wait(1)
    assert table.game.ending == Ending(BLACK, "time")
    assert table.game.clocks.left(WHITE, table.now) == 0

    table = Table(clock=ClockTerms("days", days=1))
    table.wait(86_400_500)
    assert table.game.ending.reason == "aborted"

    table = Table()
    table.play("d6")
    assert table.wait(30 * 86_400_000 - 1) is None
    assert table.wait(1).facts["reason"] == "abandoned"


def test_lag_is_not_charged_but_only_half_a_second_of_it():
    table = Table(clock=BLITZ)
    table.play("d6", "f4")
    table.now += 60_300
    assert out_of_time(Occasion(table.game, WHITE, table.now, lag=300)) is not None
    assert out_of_time(Occasion(table.game, WHITE, table.now, lag=400)) is None
    table.now += 300
    assert out_of_time(Occasion(table.game, WHITE, table.now, lag=9000)).facts == {
        "reason": "time",
        "winner": int(BLACK),
    }
