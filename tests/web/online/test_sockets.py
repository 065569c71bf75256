"""Sockets: states, acknowledgements, refusals, and what clients may not do."""

import json
import socket as system_socket
from types import SimpleNamespace

import pytest
from people import Browser, SetClock, meet
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from merels.web.online import sockets


def test_a_game_over_sockets_with_a_spectator(site):
    name, white, black = meet(site)
    white.connect(name)
    black.connect(name)
    watcher = Browser(site).connect(name, hello=False)
    watcher.tell(type="hello", secret=None)
    assert watcher.see()["you"] is None
    assert white.see(lambda game: game["spectators"] == 1)["black"]["online"]
    white.tell(type="move", seq=2, move="d6")
    assert white.hear("ack")["seq"] == 2
    for browser in (black, watcher):
        assert browser.see(lambda game: game["seq"] == 2)["moves"] == ["d6"]
    white.tell(type="move", seq=2, move="d6")
    assert white.hear("ack")["seq"] == 2
    watcher.tell(type="move", seq=3, move="f4")
    assert watcher.hear("refused")["reason"] == "not_playing"
    black.tell(type="say", seq=3, phrase="hello")
    said = white.see(lambda game: game["seq"] == 3)["says"]
    assert said == [{"color": "black", "phrase": "hello", "seq": 3}]
    black.tell(type="move", seq=1, move="f4")
    refused = black.hear("refused")
    assert (refused["reason"], refused["seq"], refused["game"]["seq"]) == ("stale", 1, 3)
    watcher.close()
    assert white.see(lambda game: game["spectators"] == 0)
    black.tell(type="resign", seq=4)
    assert white.see(lambda game: game["state"] == "finished")["outcome"]["winner"] == "white"
    white.close()
    black.close()


def test_whoever_joins_while_watching_plays_on_the_same_socket(site):
    creator, friend = Browser(site), Browser(site)
    name = creator.post("/games", color="black").json()["id"]
    friend.connect(name)
    assert friend.see()["you"] is None
    friend.post(f"/games/{name}/join", name="Friend")
    game = friend.see(lambda game: game["state"] == "running")
    assert (game["you"], game["white"]["name"]) == ("white", "Friend")
    friend.tell(type="move", seq=game["seq"] + 1, move="d6")
    assert friend.hear("ack")["seq"] == 2
    friend.close()


def test_the_time_for_first_moves_begins_when_both_players_are_there(site):
    name, white, black = meet(site, clock={"kind": "time", "seconds": 60})
    black.connect(name)
    waiting = black.see()
    assert (waiting["state"], waiting["deadline"]) == ("running", None)
    white.connect(name)
    for browser in (white, black):
        game = browser.see(lambda game: game["deadline"] is not None)
        assert 0 < game["deadline"] - game["at_ms"] <= 30_000
    white.tell(type="move", seq=2, move="d6")  # by what White saw before that
    assert white.hear("ack")["seq"] == 2
    assert black.see(lambda game: game["moves"] == ["d6"])["deadline"] is not None
    white.close()
    black.close()


def test_whoever_offers_hears_that_it_was_declined(site):
    name, white, black = meet(site)
    white.connect(name)
    black.connect(name)
    nothing = {"draw": None, "takeback": None, "rematch": None}
    assert white.see()["declined"] == nothing
    white.tell(type="move", seq=2, move="d6")
    white.hear("ack")
    white.tell(type="offer_draw", seq=3)
    white.hear("ack")
    black.see(lambda game: game["offers"]["draw"] == "white")
    black.tell(type="decline", seq=4, what="draw")
    assert white.see(lambda game: game["seq"] == 4)["declined"] == {**nothing, "draw": "white"}
    black.tell(type="move", seq=5, move="f4")
    assert white.see(lambda game: game["seq"] == 5)["declined"] == nothing
    black.tell(type="takeback", seq=6)
    white.see(lambda game: game["offers"]["takeback"] == "black")
    white.tell(type="move", seq=7, move="a1")  # declines it too
    assert black.see(lambda game: game["seq"] == 7)["declined"] == {**nothing, "takeback": "black"}
    white.close()
    black.close()


@pytest.mark.parametrize(
    "message",
    [
        "not json",
        "[]",
        b"{}",
        json.dumps({"type": "hello", "secret": "short"}),
        json.dumps({"type": "move", "seq": 1, "move": "d6"}),
        json.dumps({"type": "hello", "secret": "A" * 22, "more": 1}),
    ],
)
def test_the_first_message_must_be_a_hello(site, message):
    name = Browser(site).post("/games").json()["id"]
    guest = Browser(site).connect(name, hello=False)
    guest.socket.send(message)
    assert guest.end_code() == sockets.POLICY


def test_malformed_messages_are_refused_and_then_end_the_connection(site, monkeypatch):
    monkeypatch.setattr(sockets, "MOST_OFFENCES", 4)
    name, white, _ = meet(site)
    white.connect(name)
    for message in ("{", b"\x00\xff", '{"type":"fly"}', '{"type":"move","seq":2}'):
        white.socket.send(message)
        refused = white.hear("refused")
        assert (refused["reason"], refused["seq"]) == ("malformed", 0)
        assert refused["detail"]
    white.socket.send("{")
    assert white.end_code() == sockets.POLICY


def test_commands_are_limited_in_number_and_size(site, monkeypatch):
    monkeypatch.setattr(sockets, "RATE", 0.5)
    name, white, _ = meet(site)
    white.connect(name)
    for number in range(5):
        white.tell(type="say", seq=number + 2, phrase="hello")
    reasons = set()
    while "too_fast" not in reasons:
        reasons.add(white.hear("refused")["reason"])
    white.tell(type="say", seq=1, phrase="x" * 4000)
    assert white.end_code() == 1009


def test_who_is_silent_is_dropped(site, monkeypatch):
    monkeypatch.setattr(sockets, "SILENCE", 0.2)
    name, white, _ = meet(site)
    white.connect(name)
    assert white.end_code() == sockets.TRY_AGAIN  # pings were left unanswered


def test_who_does_not_say_hello_is_dropped(site, monkeypatch):
    monkeypatch.setattr(sockets, "HELLO", 0.1)
    name = Browser(site).post("/games").json()["id"]
    guest = Browser(site).connect(name, hello=False)
    assert guest.end_code() == sockets.POLICY


def test_lag_is_measured_by_our_own_pings_alone():
    clock = SetClock()
    listener = sockets.GameSocket(None, SimpleNamespace(machine=clock), None)
    assert listener.lag == 0
    for wait in (0.25, 0.4):
        listener._pinged = clock.now * 1000
        sent = listener._pinged
        clock.now += wait
        listener._measure(sent - 60_000)  # not what was sent
        listener._measure(sent)
        listener._measure(sent)  # twice
    assert listener.lag == 250


def test_other_sites_may_not_connect(site):
    name = Browser(site).post("/games").json()["id"]
    with pytest.raises(InvalidStatus) as caught:
        Browser(site).connect(name, origin="http://evil.example")
    answer = caught.value.response
    assert answer.status_code == 403
    assert json.loads(answer.body)["type"] == "/api/docs#forbidden"
    host = str(site.base_url.netloc, "ascii")
    Browser(site).connect(name, origin=f"http://{host}").close()


def test_an_unknown_game_is_a_problem_instead_of_a_socket(site):
    with pytest.raises(InvalidStatus) as caught:
        Browser(site).connect("nosuchgame22")
    assert caught.value.response.status_code == 404


def test_a_connection_that_breaks_leaves_nothing_behind(site):
    name, white, black = meet(site)
    white.connect(name)
    black.connect(name)
    assert black.see(lambda game: game["white"]["online"])
    white.socket.socket.shutdown(system_socket.SHUT_RDWR)
    assert black.see(lambda game: not game["white"]["online"])
    black.close()


def test_sockets_are_counted_per_address(tmp_path):
    from serving import serving

    from merels.web.http.settings import Settings

    settings = Settings(connections=3, rate=0, database=str(tmp_path / "g.sqlite"))
    with serving(settings) as client:
        name = Browser(client).post("/games").json()["id"]
        address = f"ws://{client.base_url.netloc.decode()}/api/v1/games/{name}/socket"
        held = [connect(address).__enter__() for _ in range(3)]
        with pytest.raises(InvalidStatus) as caught:
            connect(address).__enter__()
        assert caught.value.response.status_code == 429
        for each in held:
            each.close()
