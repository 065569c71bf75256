"""Perfect play: by the oracle's values, and by search where there are none."""

from random import Random

import pytest
from solved import solved_folder

import merels
from merels import DRAW, Game, IllegalMoveError, Move, Position, Result, Value, create_player
from merels.engine.players.drawing import FewestReplies
from merels.engine.players.perfect import PerfectPlayer
from merels.tables.key import TableKey

START = Position.start()


class Known:
    """An oracle that knows the given values; everything else is a draw."""

    def __init__(self, values=None, default=DRAW):
        self.values = values or {}
        self.default = default

    def get(self, position):
        return self.values.get(position, self.default)


class Fixed:
    """A player that always chooses the same move."""

    name = "fixed"

    def __init__(self, move):
        self.move = move

    def choose(self, game):
        return self.move


class Never:
    """A player that must not be called."""

    name = "never"

    def choose(self, game):
        raise AssertionError("nobody should search here")


def perfect(oracle, searcher=None, seed=0, note=lambda _: None):
    rule = FewestReplies(oracle)
    return PerfectPlayer("perfect", seed, oracle, searcher or Never(), rule, None, note)


def choices(game, oracle, seeds=range(30), searcher=None):
    return {str(perfect(oracle, searcher, seed).choose(game)) for seed in seeds}


def after(*moves, start=START):
    for move in moves:
        start = start.play(Move.parse(move))
    return start


def lost(plies):
    return Value(Result.LOSS, plies)


def won(plies):
    return Value(Result.WIN, plies)


def test_the_quickest_win():
    values = {after("d6"): lost(8), after("d2"): lost(6), after("a1"): won(5)}
    assert choices(Game(), Known(values)) == {"d2"}


def test_the_slowest_loss():
    values = {after("d6"): won(9), after("d2"): won(9)}
    assert choices(Game(), Known(values, default=won(7))) == {"d2", "d6"}


def test_a_draw_is_preferred_to_a_loss():
    assert choices(Game(), Known({after("d6"): DRAW}, default=won(3))) == {"d6"}


def test_the_draw_with_the_fewest_replies_that_keep_it():
    values = {after("d6", reply): won(5) for reply in ("d2", "b4", "f4")}
    values |= {after("a1", reply): won(41) for reply in ("d2", "b4")}
    assert choices(Game(), Known(values)) == {"d6"}


def test_replies_that_are_not_known_may_keep_the_draw():
    values = {after("d6", reply): None for reply in ("d2", "b4", "f4")}
    values |= {after("a1", "d2"): won(5)}
    assert choices(Game(), Known(values)) == {"a1"}


def test_equal_moves_are_chosen_at_random_and_repeatably():
    assert len(choices(Game(), Known())) > 5
    assert choices(Game(), Known(), seeds=[7]) == choices(Game(), Known(), seeds=[7])


def test_a_draw_that_ends_the_game_is_the_last_choice():
    """Black could repeat the position a third time, after which the draw could not be lost."""
    start = Position(white=0b1000_1000_0101, black=0b1010101 << 16)
    to_and_fro = ["f4-g4", "c5-c4", "g4-f4", "c4-c5"]
    moves = [Move.parse(move) for move in (to_and_fro * 2)[:-1]]
    other = after("c4-b4", start=replay(start, moves))
    values = {start: DRAW, other: DRAW}
    values |= {start.play(move): won(5) for move in start.legal_moves}
    values |= {other.play(move): DRAW for move in other.legal_moves}
    oracle = Known(values, default=won(3))
    for rules, choice in ((merels.DrawRules(), "c4-b4"), (merels.NO_DRAW_RULES, "c4-c5")):
        game = Game(start, draw_rules=rules)
        for move in moves:
            game.push(move)
        assert choices(game, oracle) == {choice}


def replay(position, moves):
    for move in moves:
        position = position.play(move)
    return position


def test_a_capture_on_the_last_ply_of_the_limit():
    start = Position(white=0b1011 | 1 << 12, black=0b1010101 << 16)
    rules = merels.DrawRules(repetitions=None, ply_limit=1)
    for limit, takes in ((rules, True), (merels.NO_DRAW_RULES, False)):
        game = Game(start, draw_rules=limit)
        quiet = start.play(Move.parse("f2-d2"))
        values = {quiet.play(reply): won(5) for reply in quiet.legal_moves}
        assert all(("x" in move) is takes for move in choices(game, Known(values)))


def test_where_nothing_is_known_it_searches_and_says_so_once():
    unknown = []
    player = perfect(Known(default=None), Fixed(Move.parse("a1")), note=unknown.append)
    game = Game()
    assert player.choose(game) == Move.parse("a1")
    assert player.choose(game) == Move.parse("a1")
    assert unknown == [after("a7")]  # the first move's, a position that would have to be known


def test_without_an_oracle_it_searches():
    assert perfect(None, Fixed(Move.parse("d6"))).choose(Game()) == Move.parse("d6")


def test_a_known_win_is_played_even_if_other_moves_are_unknown():
    assert choices(Game(), Known({after("d6"): lost(8)}, default=None)) == {"d6"}


def test_a_move_known_to_be_worse_is_not_played():
    values = {after(str(move)): DRAW for move in Game().legal_moves}
    values |= {after("a1"): won(3), after("a7"): None}
    assert "a1" not in choices(Game(), Known(values), searcher=Fixed(Move.parse("a1")))
    assert choices(Game(), Known(values), searcher=Fixed(Move.parse("a7"))) == {"a7"}


def test_without_distances_the_search_chooses_among_wins():
    win = Value(Result.LOSS)
    values = {after("d6"): win, after("d2"): win}
    assert choices(Game(), Known(values), searcher=Fixed(Move.parse("d2"))) == {"d2"}
    assert choices(Game(), Known(values), searcher=Fixed(Move.parse("a1"))) == {"d2", "d6"}


def test_a_single_move_needs_no_oracle():
    start = Position.from_fen("********/*****@@O/*****@*O w m s 2 0 3 0 0 0 0 0 0 0 0 0 1")
    with pytest.raises(IllegalMoveError, match="the game is over"):
        perfect(Known()).choose(Game(start))


@pytest.mark.parametrize("seed", range(6))
def test_wins_take_no_longer_than_the_tables_say(seed):
    """From any won position with 3 or 4 men: won against any defence, as soon as promised."""
    chance = Random(seed)
    with merels.open_tablebase(solved_folder()) as tablebase:
        key = TableKey(*chance.choice([(3, 3), (4, 3), (3, 4)]))
        value = None
        while value is None or value.result is not Result.WIN:
            position = key.position(*key.index.masks_of(chance.randrange(key.index.size)))
            value = tablebase.probe(position)
        game = Game(position)
        players = {game.turn: perfect(tablebase), game.turn.other: create_player("random", seed)}
        while game.outcome() is None:
            game.push(players[game.turn].choose(game))
        assert game.outcome().winner is position.turn
        assert game.ply <= value.plies


def test_between_perfect_players_a_win_takes_exactly_as_long_as_the_tables_say():
    with merels.open_tablebase(solved_folder()) as tablebase:
        longest = tablebase.statistics(TableKey(4, 3)).longest_win
        game = Game.from_fen(longest.fen)
        player = perfect(tablebase)
        while game.outcome() is None:
            game.push(player.choose(game))
        assert game.ply == longest.plies
