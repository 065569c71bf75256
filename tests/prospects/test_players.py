"""Players by name: what they share, and what they are given."""

import threading

import pytest
from scripted_search import ScriptedSearch

from merels import Game, Limits, Move, NotationError, Result, Value, create_player
from merels.engine.players.expert import EVERY_MOVE
from merels.engine.players.levels import LEVELS, PLAYER_NAMES, find_level


class Ignorant:
    def get(self, position):
        return None


def test_every_name_in_any_case():
    assert PLAYER_NAMES == ("easy", "normal", "hard", "expert", "perfect", "random")
    for name in (*PLAYER_NAMES, "elo:900"):
        assert create_player(name.upper()).name == name


def test_an_unknown_name_is_quoted():
    with pytest.raises(NotationError, match="'genius' is not a player; players are easy, "):
        create_player("genius")


@pytest.mark.parametrize("name", ["expert", "perfect"])
def test_players_share_an_engine_and_are_limited(name):
    engine, infos = ScriptedSearch("d6"), []
    limits = Limits(depth=3)
    player = create_player(name, 1, Ignorant(), limits, engine=engine, on_info=infos.append)
    assert player.choose(Game()) == Move.parse("d6")
    assert [call[1:] for call in engine.calls] == [(limits, 1)]
    assert [info.depth for info in infos] == [1, 2]


@pytest.mark.parametrize("name", ["expert", "perfect"])
def test_the_limits_of_the_level(name):
    engine = ScriptedSearch()
    create_player(name, engine=engine).choose(Game())
    assert engine.calls[0][1] == LEVELS[name].limits == Limits(seconds=1.0)


def test_a_rated_player_keeps_its_limits_and_forgets():
    engine = ScriptedSearch()
    create_player("elo:600", 1, limits=Limits(seconds=9), engine=engine).choose(Game())
    assert [call[1:] for call in engine.calls] == [(find_level("elo:600").limits, EVERY_MOVE)]
    assert engine.games == 1


def test_a_stop_reaches_the_search():
    stop = threading.Event()
    stop.set()
    engine = ScriptedSearch("f4", slow=True)
    limits = Limits(seconds=60)
    assert (
        str(create_player("expert", limits=limits, engine=engine, stop=stop).choose(Game())) == "f4"
    )


def test_a_missing_value_is_reported_once():
    lacking = []
    player = create_player(
        "perfect", oracle=Ignorant(), engine=ScriptedSearch(), on_unknown=lacking.append
    )
    for _ in range(2):
        player.choose(Game())
    assert [position.white.bit_count() for position in lacking] == [1]


def test_perfect_asks_the_oracle_and_not_the_engine():
    class Oracle:
        def get(self, position):
            return Value(Result.LOSS, 4) if position.white == 1 << 5 else Value(Result.WIN, 3)

    engine = ScriptedSearch()
    assert create_player("perfect", oracle=Oracle(), engine=engine).choose(Game()).target == 5
    assert engine.calls == []
