"""Matches: fair openings, an honest count, the same on any number of processes."""

import dataclasses
import sys

import pytest

from merels import BLACK, WHITE, DrawRules, Game, Move, NotationError, create_player
from merels.matches.match import (
    CallablePlayer,
    Fault,
    Match,
    PlayedGame,
    PlayerError,
    Score,
    play,
    play_game,
    play_match,
)
from merels.matches.openings import random_opening


def moves_of(games):
    return [(played.index, played.a_color, played.game.history) for played in games]


def test_openings_are_shared_in_pairs_with_colours_exchanged():
    played = list(play_match(Match("random", "random", games=6, max_plies=4)))
    assert [p.a_color for p in played] == [WHITE, BLACK] * 3
    openings = [p.game.history for p in played]
    assert openings[0::2] == openings[1::2]
    assert len(set(openings)) == 3
    assert all(len(opening) == 4 for opening in openings)


def test_openings_end_before_the_game_does():
    for seed in range(300):
        game = random_opening(40, seed)
        assert game.ply == 40
        assert game.outcome() is None


def test_no_opening_is_the_empty_board():
    assert random_opening(0, seed=1).ply == 0


def test_players_have_their_colours():
    class Recorder:
        def __init__(self, name, seed):
            self.name, self.seen, self.random = name, set(), create_player("random", seed)
            created.append(self)

        def choose(self, game):
            self.seen.add(game.turn)
            return self.random.choose(game)

    for index, colours in ((0, [{WHITE}, {BLACK}]), (1, [{BLACK}, {WHITE}])):
        created = []
        play_game(Match("one", "two", games=2), index, create=Recorder)
        assert [player.name for player in created] == ["one", "two"]
        assert [player.seen for player in created] == colours


def test_games_depend_only_on_seed_and_number():
    match = Match("easy", "random", games=4, seed=7)
    assert moves_of(play_match(match)) == moves_of(play_match(match))
    assert play_game(match, 3).game.history == list(play_match(match))[3].game.history
    other = dataclasses.replace(match, seed=8)
    assert moves_of(play_match(match)) != moves_of(play_match(other))


def test_the_number_of_processes_changes_nothing():
    match = Match("normal", "random", games=4, seed=2)
    assert moves_of(play_match(match, jobs=2)) == moves_of(play_match(match))


def test_a_long_game_is_a_draw():
    played = play_game(Match("hard", "hard", games=1, max_plies=10), 0)
    assert played.game.ply == 10
    assert played.winner is None


def test_the_score_is_from_the_point_of_view_of_a():
    lost_by_white = Game()
    lost_by_white.push(Move.parse("d6"))
    lost_by_white.resign(WHITE)
    score = Score()
    for a_color, game in ((WHITE, lost_by_white), (BLACK, lost_by_white), (BLACK, Game())):
        score = score.plus(PlayedGame(0, a_color, game))
    assert score == Score(wins=1, draws=1, losses=1)
    score = score.plus(PlayedGame(0, BLACK, lost_by_white))
    assert (score.games, score.percentage) == (4, 62.5)
    assert score.flipped() == Score(wins=1, draws=1, losses=2)


class Pusher:
    """A player that tries a move on the game it gets, and leaves it there."""

    name = "pusher"

    def choose(self, game):
        mover = game.turn
        move = next(iter(game.legal_moves))
        while game.turn is mover and game.outcome() is None:
            game.push(next(iter(game.legal_moves)))
        if game.outcome() is None:
            game.push(next(iter(game.legal_moves)))  # for the other side
        return move


def test_a_player_that_pushes_plays_for_its_own_side_only():
    asked = []

    class Asked(Pusher):
        def choose(self, game):
            asked.append(game.ply)
            return next(iter(game.legal_moves))

    game = play(Pusher(), Asked(), Game(draw_rules=DrawRules(2, 8)))
    assert asked == list(range(1, game.ply, 2))
    asked.clear()
    match = Match("a", "b", games=1, opening_plies=0, max_plies=6)
    played = play_game(match, 0, lambda name, _seed: Pusher() if name == "a" else Asked())
    assert asked == [1, 3, 5]
    assert played.game.ply == 6


# Functions as players.

SOURCE = """
def first(game):
    return next(iter(game.legal_moves))

def text(game):
    return "d6"

def nothing(game):
    return None

def nonsense(game):
    return "pass"

def illegal(game):
    return "a1-a4"

def broken(game):
    raise ValueError("no idea")

class Model:
    choose = staticmethod(text)

number = 3
"""


@pytest.fixture(autouse=True)
def module(tmp_path, monkeypatch):
    (tmp_path / "my_player.py").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield
    sys.modules.pop("my_player", None)


def test_a_function_in_this_folder_plays():
    assert CallablePlayer("py:my_player:first").choose(Game()) == Move.parse("a7")
    assert CallablePlayer("py:my_player:text").choose(Game()) == Move.parse("d6")
    assert CallablePlayer("py:my_player:Model.choose").choose(Game()) == Move.parse("d6")


@pytest.mark.parametrize(
    ("name", "fault", "message"),
    [
        ("nothing", Fault.ILLEGAL_MOVE, "'None' is not a move"),
        ("nonsense", Fault.ILLEGAL_MOVE, "nobody passes"),
        ("illegal", Fault.ILLEGAL_MOVE, "must place one"),
        ("broken", Fault.CRASH, "ValueError: no idea"),
    ],
)
def test_a_function_that_fails_loses(name, fault, message):
    with pytest.raises(PlayerError, match=message) as caught:
        CallablePlayer(f"py:my_player:{name}").choose(Game())
    assert caught.value.fault is fault


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("py:my_player", "write py:module:callable"),
        ("py::f", "write py:module:callable"),
        ("py:no_such_module:f", "No module named 'no_such_module'"),
        ("py:my_player:missing", "my_player has no function 'missing'"),
        ("py:my_player:number", "my_player has no function 'number'"),
    ],
)
def test_a_function_that_is_not_there(name, message):
    with pytest.raises(NotationError, match=message):
        CallablePlayer(name)


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("def f(:", "SyntaxError: "),
        ("raise ValueError('no luck')", "ValueError: no luck"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
    ],
)
def test_a_module_that_fails_is_named(source, problem, tmp_path):
    (tmp_path / "fails_on_import.py").write_text(source)
    with pytest.raises(NotationError, match=f"importing fails_on_import fails: {problem}"):
        CallablePlayer("py:fails_on_import:f")


# The score of a match in points and in Elo.


@pytest.mark.parametrize(
    ("score", "elo"),
    [
        (Score(50, 0, 50), 0),
        (Score(64, 0, 36), 100),
        (Score(76, 0, 24), 200),
        (Score(10, 4, 1), 241),
    ],
)
def test_elo(score, elo):
    assert score.elo == pytest.approx(elo, abs=1)
    assert score.flipped().elo == pytest.approx(-elo, abs=1)


def test_more_games_are_more_certain():
    errors = [Score(3 * n, 4 * n, 3 * n).elo_error for n in (1, 10, 100)]
    assert errors == sorted(errors, reverse=True)
    # The standard deviation of one game is 0.387, so 1,000 games are known to 2.4 % or 16.7 Elo.
    assert errors[-1] == pytest.approx(16.7, abs=0.1)


def test_draws_alone_prove_little():
    assert Score(0, 4, 0).elo == 0
    assert Score(0, 4, 0).elo_error > 100
    assert Score(0, 400, 0).elo_error < 5


@pytest.mark.parametrize("score", [Score(), Score(1, 0, 0), Score(0, 0, 9), Score(1, 1, 0)])
def test_no_error_margin_where_it_is_unbounded(score):
    assert score.elo_error is None


def test_all_points_have_no_elo():
    assert Score(5, 0, 0).elo is None
    assert Score(0, 0, 5).elo is None
